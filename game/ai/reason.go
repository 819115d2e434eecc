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

// These are the texts of reasons that several games give. Cards are named by their faces, as on the
// button of a play: "7 7".
const (
	CantBeat      say.Text = "you can't beat it"
	OnlyPlay      say.Text = "it's your only play"
	EmptiesHand   say.Text = "this empties your hand"
	LeadsNext     say.Text = "nobody can beat it, so you lead next"
	ThenTheRest   say.Text = "nobody can beat it, and then you can play the rest"
	FewCanBeat    say.Text = "only {n} of the {all:# card|# cards} you can't see can beat it"
	LikelierToWin say.Text = "it's likelier to win the trick than your {cards}"
	NearlyOut     say.Text = "someone is nearly out, so get rid of cards"
	OneCardLeft   say.Text = "someone has one card left, so don't make it easy for them"
	ManyAtOnce    say.Text = "it gets rid of {n:# card|# cards} in one go"
	WeakFirst     say.Text = "get rid of your weak plays first"
	LowestPlay    say.Text = "it's the lowest play you have that beats it"
	KeepsTogether say.Text = "it keeps your {cards} together"
	BreaksNothing say.Text = "it breaks nothing up"
	BreaksUp      say.Text = "beating it would break up your {cards}"
	KeepsForLater say.Text = "it keeps your {cards} for later"
	CanStillWin   say.Text = "your {cards} can still win a trick later"
	PlaysAfter    say.Text = "after it you need {n:# more play|# more plays} to go out"
	CanWait       say.Text = "you still have {n:# play|# plays} to make, and can wait for a trick that costs you less"
)

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
