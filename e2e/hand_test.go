package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// TestAHandThatIsOpenedTwiceIsInOnePlace checks that the older message of a hand is deleted when
// the hand is opened again. When the match ends, no hand shows a turn any more.
func TestAHandThatIsOpenedTwiceIsInOnePlace(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames, hands: []string{"3d 4c 5h 6s 7c 9h Jd"}})
	ann, bob, _, _ := table.Four()
	older, theirs := ann.Hand(), bob.Hand()
	newer := ann.Hand()
	ann.Waits("the older hand goes", func() bool { return len(ann.Reads(is(older))) == 0 })
	ann.Clicks(newer, "act/")
	bob.Sees(is(theirs), offers("act/"))
	ann.Ends()
	ann.Sees(is(newer), hasNoButtons).Says("The match is over")
	bob.Sees(is(theirs), hasNoButtons).Says("The match is over")
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
	hand := ann.Uses("hand", nil).Whispers("You can't play any of your cards.")
	ann.Clicks(hand, "act/1/1.5/pass")
	bob.Sees(says("**Cy**'s turn"))
	cy.Sees(private, says("Your turn to lead"))
}

// TestAPlayIsTakenBack checks that a player can take a play back once in a trick, and that the
// board says so. The next player's play can be taken back as well. A player who wants a hint on
// each turn finds it in the hand.
func TestAPlayIsTakenBack(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames, undo: time.Hour, hands: []string{"3d 4c 5h 6s", "4h 6h"}})
	ann, bob, _, _ := table.Four()
	ann.Prefers("hints/turn")
	hand := ann.Clicks(ann.Hand().Says("💡 Play"), "act/1/1.1/3d")
	hand = ann.Clicks(hand, "undo/1/1.2").Says("Your turn to lead")
	bob.Sees(says("took their last play back")).Says("▶️ **Ann** · **13** 🂠")
	if ann.Clicks(hand, "act/1/1.3/3d").Says("**Bob**'s turn").Has("undo/") {
		t.Error("a second undo in the trick is offered")
	}
	if !bob.Clicks(bob.Hand(), "act/1/1.4/4h").Has("undo/1/1.5") {
		t.Error("Bob is not offered to take his play back")
	}
}

// TestTheBoardComesBack posts many messages below the board. With the next turn, the bot posts the
// board again and deletes the old one. Bob gets a direct message about his turn that links to the
// board.
func TestTheBoardComesBack(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "MENTION=off") // a mention that came after the chat would hide it from the bot
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames, hands: []string{"3d 4c 5h 6s 7c 9h Jd", "3c 4h 6h 7h Jh Kh 2c 2h"}})
	ann, bob, cy, _ := table.Four()
	direct := bob.In(s.Create("dms", map[string]any{"user": bob.Name}))
	bob.Prefers("notice/once", "where/dm")
	old := table.Board()
	for range 12 {
		s.Sandbox("POST", "say", map[string]any{"user": cy.ID, "channel": "cards", "content": "who ordered pizza?"})
	}
	ann.Clicks(ann.Hand(), "act/1/1.1/3d")
	table.Board(not(is(old)), says("**Bob**'s turn"))
	ann.Waits("the buried board goes", func() bool { return len(ann.Reads(is(old))) == 0 })
	direct.Sees(says("your turn")).Says("Big Two")
	direct.Waits("the direct message leads to the board", func() bool {
		call, boards := direct.Reads(), ann.Reads(isBoard)
		return len(call) == 1 && len(boards) == 1 && slices.ContainsFunc(call[0].All(), func(c sandboxtest.Component) bool {
			return strings.HasSuffix(c.URL, "/"+boards[0].ID)
		})
	})
	bob.Clicks(bob.Hand(), "act/1/1.2/4h")
	direct.Waits("the direct message goes", func() bool { return len(direct.Reads()) == 0 })
}

// TestAnInstantWinIsSeenOnTheBoard checks that the board says that the deal decided the round.
func TestAnInstantWinIsSeenOnTheBoard(t *testing.T) {
	t.Parallel()
	table := NewServer(t).BeginOne(Situation{system: "tienlen", people: fourNames[:3], hands: []string{"", "2s 2c 2d 2h"}})
	table.People[0].Sees(isBoard, says("four 2s"))
}
