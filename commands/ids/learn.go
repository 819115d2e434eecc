package ids

import "strconv"

// Open is a button that opens a table.
type Open struct {
	System string // name of the game; "": the menu's value
}

// ID returns the custom id: "open", "open/bigtwo".
func (x Open) ID() string { return write(VerbOpen, x.System) }

func ParseOpen(args []string) Open { return Open{arg(args, 0)} }

// Learn is a page of a lesson. The custom id has the whole state; nothing is stored.
type Learn struct {
	System string // name of the game; "": the menu's value
	Step   int    // index of the step, from 0
	Tried  int    // number of the wrong play that was clicked, from 1; 0: none
}

// ID returns the custom id: "learn/bigtwo/2/1".
func (x Learn) ID() string {
	return write(VerbLearn, x.System, strconv.Itoa(x.Step), strconv.Itoa(x.Tried))
}

func ParseLearn(args []string) Learn {
	return Learn{arg(args, 0), natural(arg(args, 1)), natural(arg(args, 2))}
}

// PlayNow is a button that opens a table and starts a match against bots.
type PlayNow struct{ System string }

// ID returns the custom id: "now/bigtwo".
func (x PlayNow) ID() string { return write(VerbPlayNow, x.System) }

func ParsePlayNow(args []string) PlayNow { return PlayNow{arg(args, 0)} }

// Begin is the button of the greeting. It opens a table as /play does.
type Begin struct{}

// ID returns the custom id: "begin".
func (Begin) ID() string { return VerbBegin }

func ParseBegin([]string) Begin { return Begin{} }
