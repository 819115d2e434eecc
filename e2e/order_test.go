package e2e

import (
	"testing"
	"time"

	"deuces/sandbox"
)

// clicksLate makes the player to move click a play that reaches the bot after a delay. It returns
// once the click is on its way. The answer's text arrives in the channel; "" means no answer.
func (x *Table) clicksLate(after time.Duration) <-chan string {
	x.t.Helper()
	p, hand := x.Turn()
	x.Fault(fault{do: "delay " + after.String(), event: "INTERACTION_CREATE"})
	answer := make(chan string, 1)
	go func() {
		reply, _ := p.Click(x.t.Context(), hand.ID, hand.find("act/"))
		answer <- reply.Message().Text()
	}()
	for struck := false; !struck; { // the fault strikes immediately
		struck = true
		for _, f := range x.faults() {
			struck = struck && f.Match.Event != "INTERACTION_CREATE"
		}
	}
	return answer
}

// A click that arrives after the news that its channel was deleted plays nothing.
func TestAClickAfterItsChannelPlaysNothing(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	doomed := s.Table(s.Channel("doomed"), four...)
	doomed.Open("ahole", nil)
	before := doomed.Log().Seq
	click := doomed.clicksLate(5 * time.Second)
	s.Does("DELETE", "channels/"+doomed.channel, nil)
	doomed.Over()
	if <-click == "" {
		t.Error("the click is not answered")
	}
	if n := doomed.Log().count("acted", before); n != 0 {
		t.Errorf("%d plays after the channel went", n)
	}
	onePlay(s)
}

// A channel is deleted, and Discord says so late. A play that arrives meanwhile counts, its board
// can't be shown, and the table ends. The late news ends no table elsewhere.
func TestADeletedChannelMayBeReportedLate(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{Unlimited: true}, "LOG_LEVEL=debug") // an unanswered click ends after Discord's three seconds
	doomed := s.Table(s.Channel("doomed"), four...)
	doomed.Open("ahole", nil)
	other := onePlay(s)
	before := doomed.Log().Seq
	s.Fault(fault{do: "delay 15s", event: "CHANNEL_DELETE"})
	click := doomed.clicksLate(1500 * time.Millisecond) // after the channel is deleted, even on a busy machine
	told := s.log.awaits("a channel is gone")
	s.Does("DELETE", "channels/"+doomed.channel, nil)
	doomed.Over()
	select {
	case <-told:
		t.Error("the bot found out when it was told")
	default:
	}
	if n := doomed.Log().count("acted", before); n != 1 {
		t.Errorf("%d plays after the channel went", n)
	}
	<-click // the board can't be shown
	other.Plays()
	s.Ready(told)
	other.Plays()
	trueBoard(t, other.People[0], other.number())
}

// The bot is removed from a server and invited back, and hears of it in the opposite order. It
// keeps the server's data.
func TestARemovalMayBeReportedLate(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "LOG_LEVEL=info")
	table := onePlay(s)
	s.Fault(fault{do: "delay 3s", event: "GUILD_DELETE"})
	told := s.log.awaits("reported a removal from a server late")
	s.Does("DELETE", "guilds/Sandbox", nil)
	s.Does("POST", "guilds", map[string]any{"name": "Sandbox"})
	table.Plays()
	s.Ready(told)
	table.Plays()
	trueBoard(t, table.People[0], table.number())
	s.Stop()
	if n := s.Count(`SELECT count(*) FROM removed`); n != 0 {
		t.Error("the server is noted as one that removed the bot, and its data would go")
	}
}
