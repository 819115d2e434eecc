package e2e

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// A database that is moved away under the running bot: who clicks is told that nothing
// happened, the bot is not ready and says once what to do, and when the file is back play goes on.
func TestPlayGoesOnWhenAMovedDatabaseIsBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open can't be moved here")
	}
	t.Parallel()
	h := newHouse(t, anyAddr)
	addr := h.status()
	x := h.hands("cards", "ahole")
	x.plays()
	before := x.log().Seq
	u, hand := x.turn()
	id := button(hand, "act/")
	said := h.log.awaits("nothing can be stored in the database, so plays are refused")
	moved := h.db + ".moved"
	if err := os.Rename(h.db, moved); err != nil {
		t.Fatal(err)
	}
	if code, text := asked(t, addr, "/healthz/ready"); code != 503 || text != "the database's file was deleted, moved or replaced" {
		t.Errorf("ready answers %d, %q", code, text)
	}
	reply, err := u.Click(t.Context(), hand.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if text := reply.Message().Text(); !strings.Contains(text, "nothing has changed. Please try again") {
		t.Errorf("a click is answered %q", text)
	}
	h.await(said)
	if _, err := os.Stat(h.db); err == nil {
		t.Error("there is a new file in the place of the database")
	}
	again := h.log.awaits("the database can be written again")
	if err := os.Rename(moved, h.db); err != nil {
		t.Fatal(err)
	}
	h.await(again)
	if n := strings.Count(h.log.String(), "so plays are refused"); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	if code, text := asked(t, addr, "/healthz/ready"); code != 200 {
		t.Errorf("with the file back, ready answers %d, %q", code, text)
	}
	if now := x.log().Seq; now != before {
		t.Errorf("the log has %d events, before %d", now, before)
	}
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		reply, err := u.Click(t.Context(), hand.ID, id)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Response.Type == typeUpdate && !strings.Contains(reply.Message().Text(), stale) {
			break
		}
		if time.Now().After(hangs) {
			t.Fatalf("with the file back, a click is answered %s", reply.Response.Data)
		}
	}
	x.plays()
}
