package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
)

// A table whose log can't be read is given up alone; its channel is told once.
func TestATableThatCannotBeReadIsGivenUpAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.seated(t, nil, "Ann", "Bob", "Cy", "Dee")
	fine := h.group(9, "general", "Ann", "Bob", "Cy", "Dee")
	fine.open(systems.All()[0].Name, nil)
	board := g.awaitText(g.users[0], "Time's up")
	called := g.await(g.users[0], func(m sandboxtest.Message) bool { return !isBoard(m) && len(m.Mentions) > 0 })
	h.stop()
	h.sql(fmt.Sprintf(`UPDATE events SET body = '{"cheese":1}' WHERE table_id = %s AND seq = 1`, g.table))
	h.start()
	g.awaitText(g.users[0], "This table had to be closed")
	fine.awaitText(fine.users[0], "Time's up")
	if reply, err := g.users[0].Click(t.Context(), board.ID, "hand/"+g.table); err == nil {
		g.says(true, "That table is gone", reply, nil)
	} // else the old board is gone
	h.stop()
	h.start()
	g.do(g.users[0], "hand", nil, "There is no table in this channel")
	all, err := g.users[0].Messages(t.Context(), g.channel)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, m := range all {
		if strings.Contains(m.Text(), "This table had to be closed") {
			told++
		}
		if m.ID == called.ID {
			t.Errorf("somebody is called to move still:\n%s", m.Text())
		}
	}
	if told != 1 {
		t.Errorf("the channel was told %d times", told)
	}
	g.open(systems.All()[0].Name, nil)
}

// A log that turns out in mid-play to be damaged ends its table alone: the channel
// is told, once, and who was called to move is not any more.
func TestALogDamagedInMidPlayEndsItsTableAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why   string
		clock string
		click bool
	}{
		{"a click finds out", "1h", true},
		{"the clock finds out", "3s", false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, "TURN_CLOCK="+tt.clock)
			y := h.hands("general", "ahole")
			g := h.seated(t, nil, "Ann", "Bob", "Cy", "Dee")
			called := g.await(g.users[0], func(m sandboxtest.Message) bool { return !isBoard(m) && len(m.Mentions) > 0 })
			u := g.users[slices.IndexFunc(g.users, func(u *sandboxtest.User) bool { return u.ID == called.Mentions[0].ID })]
			hand := g.hand(u)
			h.fault(fault{do: "status 500", method: "DELETE", times: 1000}) // the call can't be taken back now
			h.sql(`INSERT INTO events (table_id, seq, at, kind, body) SELECT table_id, max(seq) + 1, at, 'cheese', '{}' FROM events WHERE table_id = ` + g.table)
			if tt.click {
				reply, err := u.Click(t.Context(), hand.ID, button(hand, "act/"))
				if err != nil || strings.Contains(reply.Message().Text(), "You played") {
					t.Errorf("the click that finds out: %v %s", err, reply.Response.Data)
				}
			}
			g.awaitText(g.users[0], "This table had to be closed")
			y.plays()
			y.plays()
			reply, err := g.users[1].Command(t.Context(), g.channel, "hand", nil)
			g.says(true, "There is no table in this channel", reply, err)

			// Also after a restart the channel was told once, and can have a table.
			h.kill()
			h.unstruck()
			h.start()
			told := func() (told int, calls bool) {
				all, err := g.users[0].Messages(t.Context(), g.channel)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range all {
					if !m.Ephemeral && strings.Contains(m.Text(), "This table had to be closed") { // hands say so, too
						told++
					}
					calls = calls || m.ID == called.ID
				}
				return told, calls
			}
			h.until(g.users[0], "the call to "+u.Name+" goes", func() bool { _, calls := told(); return !calls })
			g.open("ahole", nil)
			g.awaitText(g.users[0], "Round 1")
			if told, _ := told(); told != 1 {
				t.Errorf("the channel was told %d times", told)
			}
			y.plays()
			next, _ := y.turn()
			y.aBoard("the board of the table that goes on", func(m sandboxtest.Message) bool {
				return strings.Contains(m.Text(), "▶️ **"+next.Name+"**'s turn to ")
			})
		})
	}
}
