package commands

import (
	"fmt"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/match"
	"deuces/table/tabletest"
)

// When a table is given up, the message that mentions the player to move is deleted.
func TestALostTableMentionsNobody(t *testing.T) {
	withTable(t, time.Minute, nil, func(e *fixture) {
		mover := e.currentPlayer()
		e.sleep(45 * time.Second) // the warning is due
		if n := e.countMentions(mover); n != 1 {
			t.Fatalf("got %d mentions of the player to move, want 1", n)
		}
		e.Lost(e.match(), nil)
		e.sleep(10 * time.Second)
		if n := e.countMentions(mover); n != 0 {
			t.Errorf("got %d mentions after the table was lost, want 0", n)
		}
	})
}

// When a table in a thread is given up while it sleeps, the call for players above the thread is deleted, too.
func TestALostTableCallsNobody(t *testing.T) {
	withTable(t, time.Minute, nil, func(e *fixture) {
		m, err := e.tables.Open(t.Context(), match.Opening{Guild: "1", Channel: "33", Parent: "30", System: "ahole", Host: 1, Settings: match.DefaultSettings()})
		if err != nil {
			t.Fatal(err)
		}
		e.mirrors.Show(e.mirrorOf(m, BoardPost, bot.Shown{}))
		e.showSidePosts(m)
		e.do(m.ID, match.CallPlayers{Player: 1})
		e.sleep(6 * time.Minute)
		if n := len(e.discord.find("30", "wants to play")); n != 1 || e.mirrors.Has(postKey(CallPost, m.ID)) {
			t.Fatalf("got %d calls, want one of a table that sleeps", n)
		}
		e.Lost(m, nil)
		e.sleep(10 * time.Second)
		if n := len(e.discord.find("30", "wants to play")); n != 0 {
			t.Errorf("got %d calls after the table was lost, want none", n)
		}
	})
}

// The database may be closed once Wait has returned.
func TestWaitReturnsWhenTheTableOfADeletedChannelIsClosed(t *testing.T) {
	withTable(t, time.Minute, nil, func(e *fixture) {
		e.log.Fail = func(tabletest.Op, match.ID) tabletest.Fault {
			time.Sleep(time.Second) // a slow disk
			return tabletest.None
		}
		e.channelGone(tableChannel)
		if err := e.Wait(e.t.Context()); err != nil || e.match().Phase != match.Over {
			t.Errorf("the table is %v when Wait has returned, want it over: %v", e.match().Phase, err)
		}
	})
}

// Reading the rules doesn't resume a paused match, but opening a hand does.
func TestReadingTheRulesResumesNothing(t *testing.T) {
	withTable(t, time.Second, nil, func(e *fixture) {
		for !e.match().Paused {
			e.sleep(time.Second)
		}
		e.click(1, clicked(ids.ParseRules, e.rules), fmt.Sprintf("rules/%d/0", e.id))
		if m := e.match(); !m.Paused || m.Phase != match.Playing {
			t.Error("the rules resumed the match")
		}
		e.openHand(1)
		if e.match().Paused {
			t.Error("a hand that is opened doesn't resume the match")
		}
	})
}
