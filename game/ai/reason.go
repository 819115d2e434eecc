package ai

import (
	"slices"

	"deuces/internal/say"
)

// Reason is one thing that speaks for a move. Reasons with the same Text are the same
// reason to those who read them, whatever cards they name.
type Reason struct {
	Text    say.Text
	Message say.Message
}

// Because returns a reason.
func Because(text say.Text, args ...any) Reason { return Reason{text, say.New(text, args...)} }

// Fresh says why a seat should do what it is advised to, without saying in three turns
// the same thing twice. Turns are the decisions that it has had in the round, the last of
// them the one that is due, and each lists what speaks for the advice, what decided it
// first. What is said is the first that was not said in the two turns before; where all
// were, the one that was said longest ago.
//
// It follows from the turns alone: whether anyone asked for a hint then changes nothing.
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
