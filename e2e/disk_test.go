package e2e

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"deuces/internal/errtest"
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

// lockDatabase opens the database as another program and locks it, until unlock is called.
func (s *Server) lockDatabase(how string) (unlock func()) {
	s.t.Helper()
	db, err := sql.Open("sqlite", s.db)
	errtest.Must(s.t, err)
	db.SetMaxOpenConns(1) // one connection, because a lock belongs to a connection
	for _, query := range []string{"PRAGMA busy_timeout = 60000", "PRAGMA locking_mode = " + how, "BEGIN IMMEDIATE"} {
		if _, err := db.ExecContext(s.t.Context(), query); err != nil {
			s.t.Fatalf("%s: %v", query, err)
		}
	}
	return func() { db.Close() } // releases the lock
}

// TestPlaysAreRefusedWhileNothingCanBeStored moves the database's file, locks it, and fills the disk. Each time a play is
// refused and changes nothing. When the cause is gone, the match continues with the same hands.
func TestPlaysAreRefusedWhileNothingCanBeStored(t *testing.T) {
	t.Parallel()
	s := NewServer(t, freeStatusPort)
	table := tableWithOnePlay(s)
	move := func(from, to string) {
		t.Helper()
		errtest.Must(t, os.Rename(from, to))
	}
	for _, tt := range []struct {
		cause   string
		prevent func() (allow func())
	}{
		{"its file was moved", func() func() {
			refused := s.log.awaitLine("cannot write to the database; refusing plays until it works again")
			move(s.db, s.db+".moved")
			s.AwaitLog(refused)
			if code, text := s.statusResponse("/healthz/ready"); code != 503 {
				t.Errorf("without the database's file: /healthz/ready answers %d, %q, want 503", code, text)
			}
			return func() {
				if _, err := os.Stat(s.db); err == nil {
					t.Error("the bot created a new file in the place of the database")
				}
				again := s.log.awaitLine("the database can be written to again")
				move(s.db+".moved", s.db)
				s.AwaitLog(again)
			}
		}},
		{"another program has locked the database", func() func() { return s.lockDatabase("NORMAL") }},
		{"the disk is full", func() func() {
			s.limitFileSize("0")
			return func() { s.limitFileSize("unlimited") }
		}},
	} {
		before := table.Log().Seq
		p, hand := table.Turn()
		allow := tt.prevent()
		p.Clicks(hand, "act/").Says(tryAgain)
		allow()
		table.PlayEventually(p, hand, hand.find("act/"))
		table.PlayOne()
		if n := table.Log().count("acted", before); n != 2 {
			t.Errorf("%s: got %d plays after two clicks, want 2", tt.cause, n)
		}
	}
}

// TestABotStartsOnAFullDisk checks that a bot waits for a locked database when it starts, and that on a full disk it
// shows its tables and refuses plays, even if the standings must be rebuilt. When there is space again, the bot
// recovers by itself.
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
	unlock := s.lockDatabase("EXCLUSIVE")
	waits := s.log.awaitLine("cannot open the database; trying again")
	ready := s.Launch()
	s.AwaitLog(waits)
	unlock()
	s.AwaitLog(ready)
	s.wrapper = nil
	u, hand := table.Turn()
	u.Clicks(hand, "act/").Says(tryAgain)
	for _, line := range []string{"the database's disk is full; refusing plays until there is room", "cannot rebuild the standings", "cannot store the events of a table"} {
		if n := strings.Count(s.log.String(), line); n != 1 {
			t.Errorf("the log has %d lines with this text, want one: %s", n, line)
		}
	}
	if out, err := s.RunCommand("check"); err == nil || !strings.Contains(out, "another program has locked it") {
		t.Errorf("deuces check of a locked database: got %s, %v, want that another program has locked it", out, err)
	}
	rebuilt := s.log.awaitLine("rebuilt the standings")
	s.limitFileSize("unlimited")
	table.PlayEventually(u, hand, hand.find("act/"))
	s.AwaitLog(rebuilt)
	s.Stop()
	if out, err := s.RunCommand("check"); err != nil {
		t.Errorf("deuces check afterwards: %v\n%s", err, out)
	}
	if n := table.Log().count("acted", before.Seq); n != 1 {
		t.Errorf("got %d plays after one click, want 1", n)
	}
}
