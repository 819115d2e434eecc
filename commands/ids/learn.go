package ids

import "strconv"

// Open opens a table: of the game that it names, or that is chosen in it as a menu.
type Open struct {
	System string // "": what is chosen
	Easy   bool   // with easy computer players on the free seats
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

// Learn is a moment of a lesson. All of it is in the button: nothing is stored.
type Learn struct {
	System string // "": which game is to be chosen
	Step   int    // from 0
	Tried  int    // from 1: the play of the step that was tried and isn't the right one; 0: none
}

// ID returns the custom id: "learn/bigtwo/2/1".
func (x Learn) ID() string {
	return write(VerbLearn, x.System, strconv.Itoa(x.Step), strconv.Itoa(x.Tried))
}

// ParseLearn parses the custom id.
func ParseLearn(args []string) Learn {
	return Learn{arg(args, 0), natural(arg(args, 1)), natural(arg(args, 2))}
}
