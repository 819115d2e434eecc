package ai

import (
	"slices"

	"deuces/say"
)

// Adviser is a player that gives hints: what it would play, for a reason that it
// would not have given in the two turns of the seat before this one either.
type Adviser interface {
	Advise(Observation) (Choice, error)
}

// Reason is one thing that speaks for a move. Reasons with the same Text are the same
// reason to who reads them, whatever cards they name.
type Reason struct {
	Text    say.Text
	Message say.Message
}

// Because returns a reason.
func Because(text say.Text, args ...any) Reason { return Reason{text, say.New(text, args...)} }

// Fresh returns what to say of the last of some turns, of each of which the reasons are
// given, what decided it first: the first reason that was not given in the two turns
// before it. Where all were, it is the one that was given longest ago.
func Fresh(turns [][]Reason) say.Message {
	var given []say.Text
	var said say.Message
	for _, reasons := range turns {
		if len(reasons) == 0 {
			given, said = append(given, ""), say.Message{}
			continue
		}
		// How many turns ago a reason was given; three stand for any more.
		ago := func(r Reason) int {
			for n := 1; n <= min(2, len(given)); n++ {
				if given[len(given)-n] == r.Text {
					return n
				}
			}
			return 3
		}
		r := slices.MaxFunc(reasons, func(a, b Reason) int { return ago(a) - ago(b) }) // the first of equals
		given, said = append(given, r.Text), r.Message
	}
	return said
}
