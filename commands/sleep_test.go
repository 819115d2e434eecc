package commands

import (
	"fmt"
	"testing"
	"time"

	"deuces/match"
	"deuces/settings"
)

// The messages of a sleeping table stay as they are, even through a restart. Nothing is sent to
// wake the table. Later changes are shown in the same messages.
func TestMessagesOfASleepingTableStay(t *testing.T) {
	withTable(t, 24*time.Hour, func(s *memory, _ *fakeDiscord) {
		for p := match.Player(1); p <= 4; p++ {
			s.prefer(p, settings.NoticeAtOnce, settings.ByDM)
		}
	}, func(e *fixture) {
		e.rest(time.Minute)
		e.move()
		e.rest(10 * time.Minute)
		if len(e.tables.Awake()) > 0 || e.messages.Len() > 0 {
			t.Fatalf("%d tables are awake, %d messages are kept true", len(e.tables.Awake()), e.messages.Len())
		}
		board, sent := e.board(), e.discord.asked("")
		told := len(e.written(e.mover())) // which wakes it
		if told != 1 {
			t.Fatalf("whose turn it is was told %d times", told)
		}
		e.rest(10 * time.Minute)
		e.stop()
		e.start()
		e.rest(10 * time.Minute)
		if n := len(e.tables.Awake()); n > 0 {
			t.Errorf("after the restart %d tables are awake", n)
		}
		mover := e.mover()
		e.rest(time.Minute)
		if n := e.discord.asked("") - sent; n > 0 || e.board() != board {
			t.Errorf("%d requests are sent for a table at which nothing happened", n)
		}
		e.move()
		e.rest(time.Minute)
		if e.board() == board {
			t.Error("the board doesn't show the play")
		}
		if n := len(e.written(mover)); n != 0 {
			t.Errorf("%d direct messages tell of a turn that is over", n)
		}
	})
}

// A deadline that passes while a table sleeps shows on its board.
func TestADeadlineWakesTheBoard(t *testing.T) {
	withTable(t, 24*time.Hour, nil, func(e *fixture) {
		mover := e.mover()
		board := e.boardAt(e.id).Message
		e.rest(24*time.Hour + 5*time.Minute)
		if n := len(e.tables.Awake()); n > 0 {
			t.Errorf("five minutes after the deadline %d tables are awake", n)
		}
		if boards := e.discord.shows(channelHere, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id)); len(boards) != 1 {
			t.Errorf("there are %d boards: %s", len(boards), boards)
		}
		if e.mover() == mover || e.boardAt(e.id).Message == board { // the old message was too old to be edited
			t.Error("the board is as it was before the deadline")
		}
		e.rest(10 * time.Minute)
		if n := len(e.tables.Awake()); n > 0 {
			t.Errorf("%d tables stay awake", n)
		}
	})
}
