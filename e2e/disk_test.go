package e2e

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

const tryAgain = "nothing has changed. Please try again"

// bound limits the size of the files that the bot writes from now on.
func (s *Server) bound(size string) {
	s.t.Helper()
	limit, err := exec.LookPath("prlimit")
	if err != nil {
		s.t.Skip("no prlimit here to bound the size of the bot's files")
	}
	if out, err := exec.Command(limit, "--pid", fmt.Sprint(s.bot.Process.Pid), "--fsize="+size+":unlimited").CombinedOutput(); err != nil {
		s.t.Skipf("files can't be bounded here: %v %s", err, out)
	}
}

// onePlay opens a table at which one play was made.
func onePlay(s *Server) *Table {
	s.t.Helper()
	table := s.Table("cards", four...)
	table.Open("ahole", nil)
	table.Plays()
	return table
}

// playsOn checks that a refused play can be made now, as the first of the new ones.
func (x *Table) playsOn(p *Person, hand Message, before int) {
	x.t.Helper()
	x.PlaysInTheEnd(p, hand, hand.find("act/"))
	x.Plays()
	if n := x.Log().count("acted", before); n != 2 {
		x.t.Errorf("two plays made %d", n)
	}
}

// While the disk is full, plays are refused and change nothing. When there is space again, the
// match continues with the same hands.
func TestPlayGoesOnWhenAFullDiskHasRoomAgain(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := onePlay(s)
	wal, err := os.Stat(s.db + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	u, hand := table.Turn()
	call := u.Sees(isCall, mentions(u))
	s.Soon("where the board and the call are", func() bool {
		return s.Count(`SELECT count(*) FROM posts WHERE message IN (?, ?)`, table.Board().ID, call.ID) == 2
	})
	before := table.Log()
	s.bound(fmt.Sprint(min(wal.Size(), 4096)))
	if text := u.Clicks(hand, "act/").Text(); !strings.Contains(text, "try once more") && !strings.Contains(text, "try again") {
		t.Errorf("with a full disk a click is answered %q", text)
	}
	if now := table.Log().Seq; now != before.Seq {
		t.Errorf("the log has %d events, before %d", now, before.Seq)
	}
	s.bound("unlimited")
	table.playsOn(u, hand, before.Seq)
}

// A bot that starts on a full disk shows its tables and refuses plays, even if the standings need a
// rebuild. When there is space, it recovers by itself.
func TestABotStartsOnAFullDisk(t *testing.T) {
	limit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit here to bound the size of the bot's files")
	}
	t.Parallel()
	s := NewServer(t)
	table := onePlay(s)
	before := table.Log()
	s.Stop()
	s.SQL(`DELETE FROM derived`)
	s.under = []string{limit, "--fsize=0:unlimited"}
	s.Start()
	s.under = nil
	u, hand := table.Turn()
	u.Clicks(hand, "act/").Says(tryAgain)
	for _, said := range []string{"what is in it is shown", "the standings can't be rebuilt now", "a table can't be stored"} {
		if n := strings.Count(s.log.String(), said); n != 1 {
			t.Errorf("the log says %d times that %s", n, said)
		}
	}
	if out, err := s.Runs("check"); err == nil || !strings.Contains(out, "another program has locked it") {
		t.Errorf("meanwhile deuces check says %s, %v", out, err)
	}
	rebuilt := s.log.awaits("the standings are rebuilt")
	s.bound("unlimited")
	table.PlaysInTheEnd(u, hand, hand.find("act/"))
	table.Plays()
	s.Ready(rebuilt)
	s.Stop()
	if out, err := s.Runs("check"); err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if n := table.Log().count("acted", before.Seq); n != 2 {
		t.Errorf("two plays made %d", n)
	}
}

// Another program locks the database for a while: first while the bot starts, then while it writes.
// The bot waits, logs why, refuses a play, and continues when the lock is released.
func TestADatabaseThatAnotherProgramLocksIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := onePlay(s)
	locked := func(how string) (unlock func()) {
		t.Helper()
		db, err := sql.Open("sqlite", s.db)
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1) // a lock belongs to a connection
		for _, query := range []string{"PRAGMA busy_timeout = 60000", "PRAGMA locking_mode = " + how, "BEGIN IMMEDIATE"} {
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
	s.Stop()
	unlock := locked("EXCLUSIVE")
	waits := s.log.awaits("the database can't be opened yet")
	ready := s.Launch()
	s.Ready(waits)
	unlock()
	s.Ready(ready)
	before := table.Log()
	u, hand := table.Turn()
	unlock = locked("NORMAL")
	u.Clicks(hand, "act/").Says(tryAgain)
	unlock()
	table.playsOn(u, hand, before.Seq)
	if !strings.Contains(s.log.String(), "another program has locked it: end that program") {
		t.Error("the log doesn't say that the database was locked")
	}
}

// The database file is moved while the bot is running. Plays are refused and change nothing, the
// bot isn't ready, and it logs once what to do. When the file is back, the match continues.
func TestPlayGoesOnWhenAMovedDatabaseIsBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open can't be moved here")
	}
	t.Parallel()
	s := NewServer(t, anyAddr)
	table := onePlay(s)
	before := table.Log()
	u, hand := table.Turn()
	said := s.log.awaits("nothing can be stored in the database, so plays are refused")
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(s.db, s.db+".moved")
	if code, text := s.asked("/healthz/ready"); code != 503 || text != "the database's file was deleted, moved or replaced" {
		t.Errorf("ready answers %d, %q", code, text)
	}
	u.Clicks(hand, "act/").Says(tryAgain)
	s.Ready(said)
	if _, err := os.Stat(s.db); err == nil {
		t.Error("there is a new file in the place of the database")
	}
	again := s.log.awaits("the database can be written again")
	move(s.db+".moved", s.db)
	s.Ready(again)
	if n := strings.Count(s.log.String(), "so plays are refused"); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	if code, text := s.asked("/healthz/ready"); code != 200 {
		t.Errorf("with the file back, ready answers %d, %q", code, text)
	}
	table.playsOn(u, hand, before.Seq)
}
