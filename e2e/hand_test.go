package e2e

import (
	"testing"
	"time"
)

// TestAHandIsInOnePlace checks that the older message of a hand is deleted when the hand is opened again, and that the
// hand moves below a board that moves. There it gives a hint, plays, and takes the play back. When the match ends, no
// hand shows a turn any more.
func TestAHandIsInOnePlace(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames, undo: time.Hour, hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h"}})
	ann, bob, _, _ := table.Four()
	older := ann.Hand()
	ann.Hand()
	bob.Hand()
	ann.Waits("the older hand goes", func() bool { return len(ann.Reads(is(older))) == 0 })

	before := table.Board()
	s.moveBoard(ann, table.matchID())
	board := table.Board(not(is(before)))
	var hands []Message
	ann.Waits("one hand is left, below the new board", func() bool {
		hands = ann.Reads(private, offers("hint/"))
		return len(hands) == 1 && below(board)(hands[0].Message)
	})
	moved := hands[0]
	if hinted := ann.Clicks(moved, "hint/").Whispers("💡"); hinted.ID != moved.ID {
		t.Errorf("the hint is in another message, want it in the hand\n%s", hinted.Text())
	}
	hand := ann.Clicks(ann.Clicks(moved, "act/1/1.1/3d"), "undo/1/1.2").Says("You have `3♦`: you begin")
	bob.Sees(says("took their last play back"))
	ann.Clicks(hand, "act/1/1.3/3d")
	bob.Sees(private, offers("act/1/1.4/"))
	ann.Ends()
	for _, p := range []*Person{ann, bob} {
		p.Sees(private, says("round 1 counts as last place"), hasNoButtons)
	}
}

// TestATurnIsPlannedAndOthersPassByThemselves checks that a player can plan the next turn while
// another player is to move, and that the bot carries the plan out. A player who can't beat the
// play passes without a click, unless they prefer to click.
func TestATurnIsPlannedAndOthersPassByThemselves(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames, passing: 2 * time.Second, hands: []string{"3d 4c 5h 6s", "4h 6h", "7h 7d 8c 2s"}, moves: []string{"3d"}})
	ann, bob, cy, _ := table.Four()
	ann.Prefers("autopass/hand").Says("When you can't play any card")
	theirs := bob.Hand()
	mine := cy.Clicks(cy.Hand(), "plan/").Whispers("What will you play when your turn comes?")
	mine = cy.Clicks(mine, "plan/1/1.2/n.0.0.2s/")
	cy.Clicks(mine, "later/1/1.2/2s").Says("When your turn comes: Play `2♠`")
	bob.Clicks(bob.Sees(is(theirs), offers("act/1/1.2/4h")), "act/1/1.2/4h")
	bob.Sees(says("**Ann**'s turn")) // Cy's planned card was played, and Dee passed automatically
	hand := ann.Uses("hand", nil).Whispers("Nothing you have beats")
	ann.Clicks(hand, "act/1/1.5/pass")
	bob.Sees(says("**Cy**'s turn"))
	cy.Sees(private, says("You start the trick"))
}
