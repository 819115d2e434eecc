package ids

import "strconv"

// Open is a button that opens a table. If System is empty, the clicked menu has the game as its
// value.
type Open struct {
	System string // name of the game; "": the menu's value
	Easy   bool   // easy computer players take the free seats
}

const easily = "easy"

// ID returns the custom id: "open", "open/bigtwo/easy".
func (x Open) ID() string {
	how := ""
	if x.Easy {
		how = easily
	}
	return write(VerbOpen, x.System, how)
}

// ParseOpen parses the custom id.
func ParseOpen(args []string) Open { return Open{arg(args, 0), arg(args, 1) == easily} }

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

// ParseLearn parses the custom id.
func ParseLearn(args []string) Learn {
	return Learn{arg(args, 0), natural(arg(args, 1)), natural(arg(args, 2))}
}
