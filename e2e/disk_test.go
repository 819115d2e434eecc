package e2e

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"slices"
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
	acted := func() int { return h.count(t, `SELECT count(*) FROM events WHERE kind = 'acted'`) }
	before, plays := x.log().Seq, acted()
	bound(fmt.Sprint(min(wal.Size(), 4096)))
	id := button(hand, "act/")
	reply, err := u.Click(t.Context(), hand.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if text := reply.Message().Text(); !strings.Contains(text, "try once more") && !strings.Contains(text, "try again") {
		t.Errorf("with a full disk a click is answered %q", text)
	}
	if now := x.log().Seq; now != before {
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
	if now := acted(); now != plays+2 {
		t.Errorf("two plays made %d of %d", now, plays)
	}
}

// A bot that starts on a full disk shows its tables and refuses plays in a sentence, also
// where the standings want to be rebuilt; when there is room, all of it goes on by itself.
func TestABotStartsOnAFullDisk(t *testing.T) {
	limit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit here to bound the size of the bot's files")
	}
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	x.plays()
	before := x.log().Seq
	h.stop()
	h.sql(`DELETE FROM derived`)
	h.under = []string{limit, "--fsize=0:unlimited"}
	h.start()
	h.under = nil
	u, hand := x.turn()
	id := button(hand, "act/")
	reply, err := u.Click(t.Context(), hand.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if text := reply.Message().Text(); !strings.Contains(text, "nothing has changed. Please try again") {
		t.Errorf("with a full disk a click is answered %q", text)
	}
	for _, said := range []string{"what is in it is shown", "the standings can't be rebuilt now", "a table can't be stored"} {
		if n := strings.Count(h.log.String(), said); n != 1 {
			t.Errorf("the log says %d times that %s", n, said)
		}
	}
	if out, err := h.command("check"); err == nil || !strings.Contains(string(out), "another program has locked it") {
		t.Errorf("meanwhile deuces check says %s, %v", out, err)
	}
	rebuilt := h.log.awaits("the standings are rebuilt")
	if out, err := exec.Command(limit, "--pid", fmt.Sprint(h.bot.Process.Pid), "--fsize=unlimited:unlimited").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
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
			t.Fatalf("with room again a click is answered %s", reply.Response.Data)
		}
	}
	x.plays()
	h.await(rebuilt)
	h.stop()
	if out, err := h.command("check"); err != nil {
		t.Errorf("%s, %v", out, err)
	}
	acted := 0
	for _, e := range x.log().events[before:] {
		if strings.Contains(e, "acted") {
			acted++
		}
	}
	if acted != 2 {
		t.Errorf("two plays made %q", x.log().events[before:])
	}
}

// Another program locks the database for a while, first so that it can't be opened and then
// so that it can't be written: the bot waits for it, says so in its log, refuses a play in a
// sentence, and goes on when the lock is gone; nobody has lost their time.
func TestADatabaseThatAnotherProgramLocksIsWaitedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	x.plays()
	h.stop()
	lock := func(how string) (unlock func()) {
		t.Helper()
		db, err := sql.Open("sqlite", h.db)
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1) // a lock is a connection's
		for _, query := range []string{"PRAGMA busy_timeout = 60000", how, "BEGIN IMMEDIATE"} {
			if _, err := db.ExecContext(t.Context(), query); err != nil {
				t.Fatal(query, err)
			}
		}
		return func() {
			t.Helper()
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	unlock := lock("PRAGMA locking_mode = EXCLUSIVE")
	waits := h.log.awaits("the database can't be opened yet")
	ready := h.launch()
	h.await(waits)
	unlock()
	h.await(ready)
	before := x.log()

	u, hand := x.turn()
	id := button(hand, "act/")
	unlock = lock("PRAGMA locking_mode = NORMAL")
	began := time.Now()
	reply, err := u.Click(t.Context(), hand.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if text := reply.Message().Text(); !strings.Contains(text, "nothing has changed. Please try again") {
		t.Errorf("while the database is locked a click is answered %q", text)
	}
	blocked := time.Since(began)
	unlock()
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		reply, err := u.Click(t.Context(), hand.ID, id)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Response.Type == typeUpdate && !strings.Contains(reply.Message().Text(), stale) {
			break
		}
		if time.Now().After(hangs) {
			t.Fatalf("when it is not any more, a click is answered %s", reply.Response.Data)
		}
	}
	if !strings.Contains(h.log.String(), "another program has locked it: end that program") {
		t.Error("the log doesn't say that the database was locked")
	}
	log := x.log()
	if n := len(log.acts) - len(before.acts); n != 1 {
		t.Errorf("a play was stored %d times", n)
	}
	if blocked >= 5*time.Second && !slices.ContainsFunc(log.events[before.Seq:], func(e string) bool { return strings.Contains(e, "woken") }) {
		t.Errorf("nobody could play for %v, and that counts: %q", blocked, log.events[before.Seq:])
	}
	x.plays()
}
