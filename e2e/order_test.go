package e2e

import (
	"testing"
	"time"

	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// over waits until the table has ended.
func (x *hands) over() *history {
	x.t.Helper()
	var log *history
	x.stored("the table ends", func() bool {
		log = x.log()
		return log.Phase == match.Over
	})
	return log
}

// answered is what came of a click.
type answered struct {
	sandboxtest.Reply
	err error
}

// clickLate has whoever is to move click on a play that reaches the bot after that
// time. It returns when the click is on its way.
func (x *hands) clickLate(after time.Duration) <-chan answered {
	x.t.Helper()
	u, hand := x.turn()
	x.fault(fault{do: "delay " + after.String(), event: "INTERACTION_CREATE"})
	answers := make(chan answered, 1)
	go func() {
		reply, err := u.Click(x.t.Context(), hand.ID, button(hand, "act/"))
		answers <- answered{reply, err}
	}()
	for struck := false; !struck; { // it strikes at once
		var waiting []struct{ Match struct{ Event string } }
		if err := x.Do(x.t.Context(), "GET", "/sandbox/faults", nil, &waiting); err != nil {
			x.t.Fatal(err)
		}
		struck = true
		for _, f := range waiting {
			struck = struck && f.Match.Event != "INTERACTION_CREATE"
		}
	}
	return answers
}

// A click that comes after the news that its channel is gone plays nothing.
func TestAClickAfterItsChannelPlaysNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands(h.newChannel("doomed"), "ahole")
	x.plays()
	before := len(x.log().acts)
	click := x.clickLate(5 * time.Second)
	h.does("DELETE", "channels/"+x.channel, nil)
	x.over()
	if a := <-click; a.err != nil || a.Message().Text() == "" {
		t.Errorf("the click is answered %s, %v", a.Response.Data, a.err)
	}
	if now := len(x.log().acts); now != before {
		t.Errorf("%d decisions, before the channel went %d", now, before)
	}
	h.hands("cards", "ahole").plays()
}

// That a channel is gone shows before Discord says so: a play that still comes
// counts, its board can't be shown, and the table is over. That it is said then
// ends nothing that goes on elsewhere.
func TestAChannelMayBeSaidToBeGoneLate(t *testing.T) {
	t.Parallel()
	const late = "15s"
	h := newHouseOn(t, sandbox.Config{Unlimited: true}, "LOG_LEVEL=debug") // a click that is never answered ends with Discord's three seconds
	x := h.hands(h.newChannel("doomed"), "ahole")
	y := h.hands("cards", "ahole")
	before := len(x.log().acts)
	h.fault(fault{do: "delay " + late, event: "CHANNEL_DELETE"})
	click := x.clickLate(1500 * time.Millisecond) // after the channel is deleted, on a busy machine too
	told := h.log.awaits("a channel is gone")
	h.does("DELETE", "channels/"+x.channel, nil)
	x.over()
	select {
	case <-told:
		t.Error("the bot found out when it was told")
	default:
	}
	if now := len(x.log().acts); now != before+1 {
		t.Errorf("%d decisions, before the channel went %d", now, before)
	}
	<-click // whatever can be shown of it where the channel is gone
	y.plays()
	select {
	case <-told:
	case <-time.After(sandboxtest.Patience):
		t.Fatal("the bot is never told")
	}
	y.plays()
	y.isTrue("the board of another channel")
}

// The bot is thrown out and invited back, and learns of it the other way round: it
// is in the server, and what it keeps of it stays.
func TestARemovalMayBeToldLate(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "LOG_LEVEL=info")
	x := h.hands("cards", "ahole")
	x.plays()
	h.fault(fault{do: "delay 3s", event: "GUILD_DELETE"})
	told := h.log.awaits("reported a removal from a server late")
	h.does("DELETE", "guilds/Sandbox", nil)
	h.does("POST", "guilds", map[string]any{"name": "Sandbox"})
	x.plays()
	select {
	case <-told:
	case <-time.After(sandboxtest.Patience):
		t.Fatal("the late removal is not noticed")
	}
	x.plays()
	trueBoard(t, &player{User: x.users[0], channel: x.channel}, x.id)
	h.stop()
	if n := h.count(t, `SELECT count(*) FROM removed`); n != 0 {
		t.Error("the server is noted as one that removed the bot, and its data would go")
	}
}
