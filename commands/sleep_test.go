package commands

import (
	"fmt"
	"testing"
	"time"

	"deuces/match"
	"deuces/settings"
)

// The messages of a sleeping table stay unchanged, also after a restart, which sends no request for
// the table. Later changes are shown in the same messages.
func TestMessagesOfASleepingTableStay(t *testing.T) {
	withTable(t, 24*time.Hour, func(s *memory, _ *fakeDiscord) {
		for p := match.Player(1); p <= 4; p++ {
			s.prefer(p, settings.NoticeAtOnce, settings.ByDM)
		}
	}, func(e *fixture) {
		e.sleep(time.Minute)
		e.playTurn()
		e.sleep(10 * time.Minute)
		if len(e.tables.Awake()) > 0 || e.messages.Len() > 0 {
			t.Fatalf("got %d awake and %d messages that are kept up to date, want 0 and 0", len(e.tables.Awake()), e.messages.Len())
		}
		board, sent := e.wantOneBoard(), e.discord.countRequests("")
		messages := len(e.directMessages(e.currentPlayer())) // reading the table wakes it
		if messages != 1 {
			t.Fatalf("the player to move has %d direct messages, want 1", messages)
		}
		e.sleep(10 * time.Minute)
		e.stop()
		e.start()
		e.sleep(10 * time.Minute)
		if n := len(e.tables.Awake()); n > 0 {
			t.Errorf("got %d awake after the restart, want 0", n)
		}
		mover := e.currentPlayer()
		e.sleep(time.Minute)
		if n := e.discord.countRequests("") - sent; n > 0 || e.wantOneBoard() != board {
			t.Errorf("got %d requests for a table at which nothing happened, want 0 and the same board", n)
		}
		e.playTurn()
		e.sleep(time.Minute)
		if e.wantOneBoard() == board {
			t.Error("the board doesn't show the play")
		}
		if n := len(e.directMessages(mover)); n != 0 {
			t.Errorf("got %d direct messages after the turn is over, want 0", n)
		}
	})
}

// If a deadline passes while a table sleeps, its board shows that.
func TestADeadlineWakesTheBoard(t *testing.T) {
	withTable(t, 24*time.Hour, nil, func(e *fixture) {
		mover := e.currentPlayer()
		board := e.boardAt(e.id).Message
		e.sleep(24*time.Hour + 5*time.Minute)
		if n := len(e.tables.Awake()); n > 0 {
			t.Errorf("got %d awake five minutes after the deadline, want 0", n)
		}
		if boards := e.discord.find(tableChannel, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id)); len(boards) != 1 {
			t.Errorf("got %d boards, want 1: %s", len(boards), boards)
		}
		if e.currentPlayer() == mover || e.boardAt(e.id).Message == board { // the old message is too old to be edited, so there is a new one
			t.Error("the board is as it was before the deadline")
		}
		e.sleep(10 * time.Minute)
		if n := len(e.tables.Awake()); n > 0 {
			t.Errorf("got %d awake ten minutes later, want 0", n)
		}
	})
}
