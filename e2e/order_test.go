package e2e

import (
	"testing"
	"time"

	"deuces/sandbox"
)

// clickDelayed makes the player to move click a play that reaches the bot after a delay. It returns
// once the click is on its way. The returned Go channel receives the text of the answer, or "" if
// there is none.
func (x *Table) clickDelayed(after time.Duration) <-chan string {
	x.t.Helper()
	p, hand := x.Turn()
	x.Fault(fault{do: "delay " + after.String(), event: "INTERACTION_CREATE"})
	answer := make(chan string, 1)
	go func() {
		reply, _ := p.Click(x.t.Context(), hand.ID, hand.find("act/"))
		answer <- reply.Message().Text()
	}()
	for struck := false; !struck; { // the fault applies to the click as soon as it is sent
		struck = true
		for _, f := range x.pendingFaults() {
			struck = struck && f.Match.Event != "INTERACTION_CREATE"
		}
	}
	return answer
}

// TestAClickAfterItsChannelIsDeletedPlaysNothing checks that a click plays nothing if it arrives
// after the event that its channel was deleted.
func TestAClickAfterItsChannelIsDeletedPlaysNothing(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	doomed := s.Table(s.Channel("doomed"), fourNames...)
	doomed.Open("ahole", nil)
	before := doomed.Log().Seq
	click := doomed.clickDelayed(5 * time.Second)
	s.Sandbox("DELETE", "channels/"+doomed.channel, nil)
	doomed.AwaitEnd()
	if <-click == "" {
		t.Error("the click is not answered")
	}
	if n := doomed.Log().count("acted", before); n != 0 {
		t.Errorf("%d plays after the channel was deleted", n)
	}
	tableWithOnePlay(s)
}

// TestADeletedChannelMayBeReportedLate deletes a channel and delays the event about that. A play
// that arrives in between is stored, its board can't be shown, and the table ends. When the event
// arrives, no other table ends.
func TestADeletedChannelMayBeReportedLate(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{Unlimited: true}, "LOG_LEVEL=debug") // Discord's limit of three seconds ends the unanswered click
	doomed := s.Table(s.Channel("doomed"), fourNames...)
	doomed.Open("ahole", nil)
	other := tableWithOnePlay(s)
	before := doomed.Log().Seq
	s.Fault(fault{do: "delay 15s", event: "CHANNEL_DELETE"})
	click := doomed.clickDelayed(1500 * time.Millisecond) // long enough for the channel to be deleted first, even on a busy machine
	reported := s.log.awaitLine("a channel was deleted")
	s.Sandbox("DELETE", "channels/"+doomed.channel, nil)
	doomed.AwaitEnd()
	select {
	case <-reported:
		t.Error("the bot noticed the deletion only from the event")
	default:
	}
	if n := doomed.Log().count("acted", before); n != 1 {
		t.Errorf("%d plays after the channel was deleted", n)
	}
	<-click // gets no answer, because the board can't be shown
	other.PlayOne()
	s.AwaitLog(reported)
	other.PlayOne()
	wantCurrentBoard(t, s, other.People[0], other.matchID())
}

// TestARemovalMayBeReportedLate removes the bot from a server and invites it back. The bot gets the
// two events in the opposite order, and keeps the server's data.
func TestARemovalMayBeReportedLate(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "LOG_LEVEL=info")
	table := tableWithOnePlay(s)
	s.Fault(fault{do: "delay 3s", event: "GUILD_DELETE"})
	reported := s.log.awaitLine("reported a removal from a server late")
	s.Sandbox("DELETE", "guilds/Sandbox", nil)
	s.Sandbox("POST", "guilds", map[string]any{"name": "Sandbox"})
	table.PlayOne()
	s.AwaitLog(reported)
	table.PlayOne()
	wantCurrentBoard(t, s, table.People[0], table.matchID())
	s.Stop()
	if n := s.Count(`SELECT count(*) FROM removed`); n != 0 {
		t.Error("the server is recorded as having removed the bot, so its data would be deleted")
	}
}
