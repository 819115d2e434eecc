package e2e

import (
	"testing"
	"time"

	"deuces/sandbox"
)

// clickDelayed makes the player to move click a play that reaches the bot after a delay. It returns
// once the click is on its way. The returned Go channel is closed once it is answered, or never will
// be.
func (x *Table) clickDelayed(after time.Duration) (done <-chan struct{}) {
	x.t.Helper()
	p, hand := x.Turn()
	x.Fault(fault{do: "delay " + after.String(), event: "INTERACTION_CREATE"})
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = p.Click(x.t.Context(), hand.ID, hand.find("act/")) // the log shows what it did
	}()
	for struck := false; !struck; { // the fault applies to the click as soon as it is sent
		struck = true
		for _, f := range x.pendingFaults() {
			struck = struck && f.Match.Event != "INTERACTION_CREATE"
		}
	}
	return over
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
