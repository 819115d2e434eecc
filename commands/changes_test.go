package commands

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/match"
)

// clickOrRefusal returns what a click in the table's channel is answered with: the refusal, or "".
func (e *fixture) clickOrRefusal(p match.Player, h atVisit, id string, can bot.Permissions) string {
	e.t.Helper()
	r := e.clickRequest(p, id)
	r.Can = can
	_, err := e.atTable(h)(e.t.Context(), e.withSettings(e.t, r))
	refused := (*game.Illegal)(nil)
	if err != nil && !errors.As(err, &refused) {
		e.t.Fatalf("%s: %v", id, err)
	}
	if refused == nil {
		return ""
	}
	return refused.Reason.String()
}

// A board moves to the bottom for players and moderators, as rarely as a buried board comes back by itself,
// and never if it is there already: each move takes away the hands that others are about to click.
func TestWhoMayMoveABoardToTheBottom(t *testing.T) {
	for _, tt := range []struct {
		why     string
		after   time.Duration // time since the board was posted
		chat    int           // messages below the board
		player  match.Player
		can     bot.Permissions
		refused string // part of the refusal; "": the board moves
	}{
		{"a player", 2 * time.Minute, 1, 2, 0, ""},
		{"a moderator", 2 * time.Minute, 1, 9, bot.ManageMessages, ""},
		{"a stranger", 2 * time.Minute, 1, 9, 0, "Only players"},
		{"nothing is below it", 2 * time.Minute, 0, 2, 0, "already at the bottom"},
		{"a moderator, and nothing is below it", 2 * time.Minute, 0, 9, bot.ManageMessages, "already at the bottom"},
		{"it is new", 30 * time.Second, 1, 2, 0, "not long ago"},
	} {
		withTable(t, 10*time.Minute, nil, func(e *fixture) {
			e.sleep(tt.after)
			e.chat(tt.chat)
			posts := e.countPosts()
			move := func(p match.Player, can bot.Permissions) string {
				return e.clickOrRefusal(p, with(ids.ParseMenu, e.menu), fmt.Sprintf("menu/%d/bottom", e.id), can)
			}
			said := move(tt.player, tt.can)
			again := move(3, 0) // before the first move can be seen
			e.sleep(time.Second)
			moved := e.countPosts() - posts
			if tt.refused == "" && (said != "" || again == "" || moved != 1) || !strings.Contains(said, tt.refused) {
				t.Errorf("%s: the first move got %q, want %q; the second got %q, want a refusal after a success; the board was posted %d times", tt.why, said, tt.refused, again, moved)
			}
			if tt.refused != "" && tt.refused != "Only players" && moved > 0 {
				t.Errorf("%s: the board moved, want it where it was", tt.why)
			}
			e.chat(1)
			if said := move(2, 0); moved > 0 && !strings.Contains(said, "not long ago") {
				t.Errorf("%s: moving it again a second later is answered %q, want a refusal", tt.why, said)
			}
		})
	}
}

// One person can't change without end what everybody sees, such as by joining and leaving in turn. That
// doesn't limit others.
func TestChangesOfATableAreLimited(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.changes = bot.NewLimits[match.Player](0.5, changesInARow)
		turn := func(p match.Player, n int) (refused int) {
			verb := []struct {
				id string
				h  atVisit
			}{
				{fmt.Sprintf("join/%d", e.id), e.changing(e.join)},
				{fmt.Sprintf("menu/%d/leave", e.id), with(ids.ParseMenu, e.menu)},
			}[n%2]
			if e.clickOrRefusal(p, verb.h, verb.id, 0) == errTooFast.Error() {
				return 1
			}
			return 0
		}
		refused, before := 0, e.match().Seq
		for n := range 600 {
			refused += turn(9, n)
			e.sleep(100 * time.Millisecond)
		}
		if refused < 540 || e.match().Seq-before > 60 {
			t.Errorf("of 600 clicks in a minute %d were refused, and led to %d events; want at least 540, and at most 60", refused, e.match().Seq-before)
		}
		if turn(8, 0) > 0 {
			t.Error("another player's change is refused")
		}
		e.sleep(time.Minute)
		if turn(9, 0) > 0 {
			t.Error("a change a minute later is still refused")
		}
	})
}

// Whoever removes a player is asked once, and told if the round then counts as last place for them. Whoever can only
// start a vote is asked about that.
func TestARemovalIsAskedAbout(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		asked := func(by, whom match.Player) string {
			r := c.clickRequest(by, "")
			r.Target, r.Private = discordID(whom), false
			return answerText(c.t, c.Commands, c.inChannel(c.changing(c.remove)), r)
		}
		sure := func(whom match.Player) error {
			reply, err := c.atTable(with(ids.ParseRemoval, c.removeAsked))(c.t.Context(), c.withSettings(c.t, c.clickRequest(1, ids.Removal{Table: c.id, Whom: whom}.ID())))
			if err == nil && !reply.Delete {
				t.Errorf("removing player %d is answered %+v, want that the question goes", whom, reply)
			}
			return err
		}
		if got := asked(2, 3); !strings.Contains(got, "Start a vote to remove **Player 3**?") {
			t.Errorf("a guest is asked %q, want whether to start a vote", got)
		}
		for whom, costs := range []bool{2: false, 3: false, 4: true} {
			if whom < 2 {
				continue
			}
			got := asked(1, match.Player(whom))
			if !strings.Contains(got, fmt.Sprintf("Remove **Player %d**?", whom)) || strings.Contains(got, "Round 1 will count as last place for you") != costs || len(c.match().Banned) != whom-2 {
				t.Errorf("removing player %d is answered %q, want the question, with a warning: %v", whom, got, costs)
			}
			if err := sure(match.Player(whom)); err != nil || len(c.match().Banned) != whom-1 {
				t.Errorf("after the answer %d are removed (%v), want %d", len(c.match().Banned), err, whom-1)
			}
		}
		if err := sure(4); err == nil || !strings.Contains(err.Error(), "aren't at this table") {
			t.Errorf("confirming the removal twice: %v, want a refusal", err)
		}
	})
}
