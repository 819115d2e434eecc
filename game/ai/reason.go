package ai

import (
	"slices"

	"deuces/internal/say"
)

// Reason is one argument for a move. Two reasons with the same Text count as the same, even if they
// name different cards.
type Reason struct {
	Text    say.Text
	Message say.Message
}

// Because returns a reason. args fill the placeholders of text.
func Because(text say.Text, args ...any) Reason { return Reason{text, say.New(text, args...)} }

// FreshReason returns the reason for the last turn, avoiding reasons given in the two turns before
// it. turns has one list of reasons for each decision of the seat in this round, oldest first, and
// each list has the deciding reason first. If all reasons were given recently, the one given
// longest ago is repeated.
//
// The result depends only on turns, so it makes no difference whether anyone asked for the earlier
// hints.
func FreshReason(turns [][]Reason) say.Message {
	var given []say.Text
	var said say.Message
	for _, reasons := range turns {
		if len(reasons) == 0 {
			given, said = append(given, ""), say.Message{}
			continue
		}
		// ago returns how many turns ago a reason was given, at most three.
		ago := func(r Reason) int {
			for n := 1; n <= min(2, len(given)); n++ {
				if given[len(given)-n] == r.Text {
					return n
				}
			}
			return 3
		}
		r := slices.MaxFunc(reasons, func(a, b Reason) int { return ago(a) - ago(b) }) // the first if several are equal
		given, said = append(given, r.Text), r.Message
	}
	return said
}
