package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// A disk that fills: who clicks is told that nothing happened, nothing did, and
// when there is room again play goes on in the same hands.
func TestPlayGoesOnWhenAFullDiskHasRoomAgain(t *testing.T) {
	limit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit here to bound the size of the bot's files")
	}
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	x.plays()
	bound := func(size string) {
		t.Helper()
		if out, err := exec.Command(limit, "--pid", fmt.Sprint(h.bot.Process.Pid), "--fsize="+size+":unlimited").CombinedOutput(); err != nil {
			t.Skipf("files can't be bounded here: %v %s", err, out)
		}
	}
	wal, err := os.Stat(h.db + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	u, hand := x.turn()
	call := x.await(u, func(m sandboxtest.Message) bool {
		return !isBoard(m) && len(m.Mentions) == 1 && m.Mentions[0].ID == u.ID
	})
	posted := fmt.Sprintf(`SELECT count(*) FROM posts WHERE message IN (%s, %s)`, x.newest().ID, call.ID)
	x.stored("where the board and the call are", func() bool { return h.count(t, posted) == 2 })
	before := x.log().Seq()
	bound(fmt.Sprint(min(wal.Size(), 4096)))
	id := button(hand, "act/")
	reply, err := u.Click(t.Context(), hand.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if text := reply.Message().Text(); !strings.Contains(text, "try once more") && !strings.Contains(text, "try again") {
		t.Errorf("with a full disk a click is answered %q", text)
	}
	if now := x.log().Seq(); now != before {
		t.Errorf("the log has %d events, before %d", now, before)
	}
	bound("unlimited")
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		reply, err := u.Click(t.Context(), hand.ID, id)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Response.Type == typeUpdate && !strings.Contains(reply.Message().Text(), stale) {
			break
		}
		if time.Now().After(hangs) {
			t.Fatalf("with room again a click is answered %s", reply.Response.Data)
		}
	}
	x.plays()
	if now := x.log().Seq(); now != before+2 {
		t.Errorf("two plays made %d events of %d", now, before)
	}
}
