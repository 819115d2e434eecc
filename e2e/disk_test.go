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

// limitFileSize limits the size to which the running bot can extend files.
func (s *Server) limitFileSize(size string) {
	s.t.Helper()
	limit, err := exec.LookPath("prlimit")
	if err != nil {
		s.t.Skip("no prlimit here to bound the size of the bot's files")
	}
	if out, err := exec.Command(limit, "--pid", fmt.Sprint(s.bot.Process.Pid), "--fsize="+size+":unlimited").CombinedOutput(); err != nil {
		s.t.Skipf("files can't be bounded here: %v %s", err, out)
	}
}

// tableWithOnePlay starts a match and makes one play.
func tableWithOnePlay(s *Server) *Table {
	s.t.Helper()
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	table.PlayOne()
	return table
}

// wantPlayAccepted repeats a play that was refused, makes another one, and checks that the log has
// exactly these two after the event number before.
func (x *Table) wantPlayAccepted(p *Person, hand Message, before int) {
	x.t.Helper()
	x.PlayEventually(p, hand, hand.find("act/"))
	x.PlayOne()
	if n := x.Log().count("acted", before); n != 2 {
		x.t.Errorf("after two plays the log has %d more", n)
	}
}

// TestPlayGoesOnWhenAFullDiskHasRoomAgain checks that plays are refused and change nothing while
// the disk is full. When there is space again, the match continues with the same hands.
func TestPlayGoesOnWhenAFullDiskHasRoomAgain(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := tableWithOnePlay(s)
	wal, err := os.Stat(s.db + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	u, hand := table.Turn()
	call := u.Sees(isMention, mentions(u))
	s.WaitUntil("where the board and the call are", func() bool {
		return s.Count(`SELECT count(*) FROM posts WHERE message IN (?, ?)`, table.Board().ID, call.ID) == 2
	})
	before := table.Log()
	s.limitFileSize(fmt.Sprint(min(wal.Size(), 4096)))
	if text := u.Clicks(hand, "act/").Text(); !strings.Contains(text, "try once more") && !strings.Contains(text, "try again") {
		t.Errorf("with a full disk a click is answered %q", text)
	}
	if now := table.Log().Seq; now != before.Seq {
		t.Errorf("the log has %d events, before %d", now, before.Seq)
	}
	s.limitFileSize("unlimited")
	table.wantPlayAccepted(u, hand, before.Seq)
}

// TestABotStartsOnAFullDisk checks that a bot that starts on a full disk shows its tables and
// refuses plays, even if the standings must be rebuilt. When there is space again, the bot recovers
// by itself.
func TestABotStartsOnAFullDisk(t *testing.T) {
	limit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit here to bound the size of the bot's files")
	}
	t.Parallel()
	s := NewServer(t)
	table := tableWithOnePlay(s)
	before := table.Log()
	s.Stop()
	s.ExecSQL(`DELETE FROM derived`)
	s.wrapper = []string{limit, "--fsize=0:unlimited"}
	s.Start()
	s.wrapper = nil
	u, hand := table.Turn()
	u.Clicks(hand, "act/").Says(tryAgain)
	for _, line := range []string{"what is in it is shown", "cannot rebuild the standings", "cannot store the events of a table"} {
		if n := strings.Count(s.log.String(), line); n != 1 {
			t.Errorf("the log says %d times instead of once: %s", n, line)
		}
	}
	if out, err := s.RunCommand("check"); err == nil || !strings.Contains(out, "another program has locked it") {
		t.Errorf("meanwhile deuces check says %s, %v", out, err)
	}
	rebuilt := s.log.awaitLine("rebuilt the standings")
	s.limitFileSize("unlimited")
	table.PlayEventually(u, hand, hand.find("act/"))
	table.PlayOne()
	s.AwaitLog(rebuilt)
	s.Stop()
	if out, err := s.RunCommand("check"); err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if n := table.Log().count("acted", before.Seq); n != 2 {
		t.Errorf("after two plays the log has %d more", n)
	}
}

// TestTheBotWaitsForALockedDatabase lets another program lock the database: first while the bot
// starts, then while the bot writes. The bot waits, logs the reason, refuses a play, and continues
// when the lock is released.
func TestTheBotWaitsForALockedDatabase(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := tableWithOnePlay(s)
	lockDatabase := func(how string) (unlock func()) {
		t.Helper()
		db, err := sql.Open("sqlite", s.db)
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1) // one connection, because a lock belongs to a connection
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
	unlock := lockDatabase("EXCLUSIVE")
	waits := s.log.awaitLine("cannot open the database; trying again")
	ready := s.Launch()
	s.AwaitLog(waits)
	unlock()
	s.AwaitLog(ready)
	before := table.Log()
	u, hand := table.Turn()
	unlock = lockDatabase("NORMAL")
	u.Clicks(hand, "act/").Says(tryAgain)
	unlock()
	table.wantPlayAccepted(u, hand, before.Seq)
	if !strings.Contains(s.log.String(), "another program has locked it: end that program") {
		t.Error("the log doesn't say that the database was locked")
	}
}

// TestPlayGoesOnWhenAMovedDatabaseIsBack moves the database file while the bot is running. Plays
// are refused and change nothing, the bot reports that it isn't ready, and it logs once what to do.
// When the file is back, the match continues.
func TestPlayGoesOnWhenAMovedDatabaseIsBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open can't be moved here")
	}
	t.Parallel()
	s := NewServer(t, freeStatusPort)
	table := tableWithOnePlay(s)
	before := table.Log()
	u, hand := table.Turn()
	refused := s.log.awaitLine("cannot write the database; refusing plays until it works again")
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(s.db, s.db+".moved")
	if code, text := s.statusResponse("/healthz/ready"); code != 503 || text != "the database's file was deleted, moved or replaced" {
		t.Errorf("ready answers %d, %q", code, text)
	}
	u.Clicks(hand, "act/").Says(tryAgain)
	s.AwaitLog(refused)
	if _, err := os.Stat(s.db); err == nil {
		t.Error("there is a new file in the place of the database")
	}
	again := s.log.awaitLine("the database can be written again")
	move(s.db+".moved", s.db)
	s.AwaitLog(again)
	if n := strings.Count(s.log.String(), "so plays are refused"); n != 1 {
		t.Errorf("the log says that plays are refused %d times, want once", n)
	}
	if code, text := s.statusResponse("/healthz/ready"); code != 200 {
		t.Errorf("with the file back, ready answers %d, %q", code, text)
	}
	table.wantPlayAccepted(u, hand, before.Seq)
}
