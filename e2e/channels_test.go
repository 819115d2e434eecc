package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// A board that somebody deletes is there again with the next news.
func TestADeletedBoardComesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	u, hand := x.turn()
	gone := x.newest()
	h.does("DELETE", "messages/"+gone.ID, nil)
	x.play(u, hand)
	x.aBoard("the board again", func(m sandboxtest.Message) bool { return later(m.ID, gone.ID) && button(m, "hand/"+x.table) != "" })
	x.plays()
}

// A table whose channel is deleted is over, and its people play elsewhere.
func TestATableEndsWithItsChannel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands(h.newChannel("doomed"), "ahole")
	h.does("DELETE", "channels/"+x.channel, nil)
	x.over()
	y := h.hands("cards", "ahole")
	y.plays()

	// Also when it goes while the bot is down, which finds out by itself.
	h.kill()
	lost := h.newChannel("found later")
	h.start()
	z := h.hands(lost, "ahole")
	h.kill()
	h.does("DELETE", "channels/"+lost, nil)
	h.start()
	z.over()
	y.plays()
}

// A thread that was archived is woken by the next board.
func TestAnArchivedThreadIsWoken(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	parent := h.newChannel("parent")
	h.does("POST", "permissions", map[string]any{"channel": parent, "allow": []string{"MANAGE_THREADS", "CREATE_PUBLIC_THREADS"}})
	var thread struct{ ID string }
	h.rest("POST", "/channels/"+parent+"/threads", map[string]any{"name": "a table", "type": 11}, &thread)
	x := h.hands(thread.ID, "ahole")

	h.rest("PATCH", "/channels/"+thread.ID, map[string]any{"archived": true}, nil)
	u, hand := x.turn()
	x.play(u, hand)
	x.isTrue("the board in the thread that was archived")
	x.plays()
}

// Permissions that are taken away are named once, to whoever clicks next; play
// goes on in the hands, and the board is true again once they are back.
func TestMissingPermissionsAreNamedOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	x.plays()
	h.does("POST", "permissions", map[string]any{"channel": "cards", "deny": []string{"VIEW_CHANNEL"}})
	lacks := func() (n int) {
		for _, text := range x.told {
			n += strings.Count(text, "missing the permission View Channel")
		}
		return n
	}
	for hangs := time.Now().Add(sandboxtest.Patience); lacks() == 0 && time.Now().Before(hangs); {
		x.plays()
	}
	for range 3 {
		x.plays()
	}
	if n := lacks(); n != 1 {
		t.Errorf("told %d times: %q", n, x.told)
	}
	calls, err := h.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, c := range calls {
		if c.Status == http.StatusForbidden {
			refused++
		}
	}
	if refused == 0 || refused > 6 {
		t.Errorf("%d calls were forbidden: each counts towards a ban", refused)
	}
	h.does("POST", "permissions", map[string]any{"channel": "cards", "deny": []string{}})
	x.plays()
	x.isTrue("the board when the permission is back")
}

// The bot is thrown out of the server in mid-match and invited back: the match goes on.
func TestAMatchGoesOnWhenTheBotIsInvitedBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	x.plays()
	h.does("DELETE", "guilds/Sandbox", nil)
	if _, err := x.users[0].Click(t.Context(), x.newest().ID, "hand/"+x.table); err == nil || err.(*sandboxtest.Error).Status != http.StatusConflict {
		t.Errorf("a click while the bot is out: %v", err)
	}
	h.does("POST", "guilds", map[string]any{"name": "Sandbox"})
	x.plays()
	x.plays()
	trueBoard(t, &player{User: x.users[0], channel: x.channel}, x.id)
}
