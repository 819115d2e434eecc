package commands

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
	"deuces/table/tabletest"
)

// testOpening runs a test of opening tables, with the default limits.
func testOpening(t *testing.T, test func(*fixture)) {
	t.Helper()
	withTable(t, time.Hour, nil, func(e *fixture) {
		e.TablesPerPerson, e.TablesPerServer = 3, 25
		test(e)
	})
}

// openTableBy makes a player open a table in a channel. It returns the text of the refusal, or "".
func (e *fixture) openTableBy(p match.Player, guild, channel string) (refused string) {
	r := bot.Request{Guild: guild, Channel: channel, User: bot.User{ID: discordID(p), Name: "Ann"}, Bot: bot.Administrator, Args: []string{"ahole"}}
	reply, err := e.handled(clicked(ids.ParseAnew, e.openAnew))(e.t.Context(), r)
	switch {
	case err != nil || reply.Message == nil:
		e.t.Errorf("player %d opens a table in %s: %v", p, channel, err)
	case reply.Private:
		return screentest.Text(*reply.Message)
	}
	return ""
}

func TestAPersonMayOpenThreeTables(t *testing.T) {
	testOpening(t, func(e *fixture) {
		for n := range 1000 {
			refused := e.openTableBy(5, "9", fmt.Sprint(100+n))
			if n >= 3 && !strings.Contains(refused, "You already opened 3 tables: <#100>, <#101> and <#102>. One of them has to end first. Its host can end it with **⋯** below its board.") || n < 3 && refused != "" {
				t.Fatalf("table %d: got %q, want no refusal up to the limit and one after it", n+1, refused)
			}
		}
		if refused := e.openTableBy(5, "8", "50"); refused == "" {
			t.Error("another server lets the same person open a fourth")
		}
		if refused := e.openTableBy(6, "9", "200"); refused != "" {
			t.Errorf("somebody else is refused: %s", refused)
		}
		e.do(e.tables.TableIn("101"), match.End{Player: 5})
		if refused := e.openTableBy(5, "9", "103"); refused != "" {
			t.Errorf("one of three tables is closed, and another is refused: %s", refused)
		}
	})
	testOpening(t, func(e *fixture) {
		e.log.Fail = func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Create {
				time.Sleep(time.Second) // so that all requests wait at the same time
			}
			return tabletest.None
		}
		var all sync.WaitGroup
		for n := range 100 {
			all.Go(func() { e.openTableBy(5, "9", fmt.Sprint(100+n)) })
		}
		all.Wait()
		if n := e.tables.CountInGuild("9"); n != 3 {
			t.Errorf("got %d open tables, want 3", n)
		}
	})
}

// A table counts for who opened it, also after they left, and not for who hosts it then. So nobody
// can take all places of a server by opening tables and leaving them.
func TestATableCountsForWhoOpenedIt(t *testing.T) {
	testOpening(t, func(e *fixture) {
		for n := range 3 {
			channel := fmt.Sprint(100 + n)
			if refused := e.openTableBy(5, "9", channel); refused != "" {
				t.Fatal(refused)
			}
			e.do(e.tables.TableIn(channel), match.Join{Player: 6})
			e.do(e.tables.TableIn(channel), match.Leave{Player: 5})
		}
		if refused := e.openTableBy(5, "9", "110"); !strings.Contains(refused, "You already opened 3 tables") {
			t.Errorf("a fourth table for whoever left the other three: got %q, want a refusal", refused)
		}
		for n := range 3 {
			if refused := e.openTableBy(6, "9", fmt.Sprint(200+n)); refused != "" {
				t.Errorf("the tables that somebody else opened count for their host: %s", refused)
			}
		}
		e.do(e.tables.TableIn("100"), match.End{Player: 6})
		if refused := e.openTableBy(5, "9", "111"); refused != "" {
			t.Errorf("one of the three tables has ended, and another is refused: %s", refused)
		}
	})
	testOpening(t, func(e *fixture) { // a table of bots alone
		for n := range 3 {
			channel := fmt.Sprint(100 + n)
			e.openTableBy(5, "9", channel)
			e.do(e.tables.TableIn(channel), match.Start{Player: 5, Fill: ai.Normal})
			e.do(e.tables.TableIn(channel), match.Leave{Player: 5})
		}
		if refused := e.openTableBy(5, "9", "110"); refused == "" {
			t.Error("a fourth table was opened while three play on without their opener")
		}
		e.sleep(11 * time.Minute)
		if n := e.tables.CountInGuild("9"); n != 0 {
			t.Errorf("got %d tables of bots alone after eleven minutes, want 0", n)
		}
		if refused := e.openTableBy(5, "9", "110"); refused != "" {
			t.Errorf("the tables of bots have ended, and another is refused: %s", refused)
		}
	})
}

// A table counts once while its lobby is being shown.
func TestATableThatIsBeingShownCountsOnce(t *testing.T) {
	testOpening(t, func(e *fixture) {
		e.TablesPerPerson = 2
		shown, err := e.reserve(e.t.Context(), "9", 5)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.tables.Open(e.t.Context(), match.Opening{Guild: "9", Channel: "100", System: "ahole", Host: 5}); err != nil {
			t.Fatal(err)
		}
		var second sync.WaitGroup
		second.Go(func() {
			if refused := e.openTableBy(5, "9", "101"); refused != "" {
				t.Errorf("the second of two tables is refused: %s", refused)
			}
		})
		e.sleep(time.Second)
		shown()
		second.Wait()
		if refused := e.openTableBy(5, "9", "102"); refused == "" {
			t.Error("a third table was opened, want it refused")
		}
	})
}

func TestAServerMayHaveTwentyFiveTables(t *testing.T) {
	testOpening(t, func(e *fixture) {
		for n := range 40 {
			refused := e.openTableBy(match.Player(5+n/2), "9", fmt.Sprint(100+n))
			if n >= 25 && !strings.Contains(refused, "This server already has 25 open tables") || n < 25 && refused != "" {
				t.Fatalf("table %d: got %q, want no refusal up to the limit and one after it", n+1, refused)
			}
		}
		if refused := e.openTableBy(90, "8", "50"); refused != "" {
			t.Errorf("another server is refused: %s", refused)
		}
	})
}

// A player who opened the maximum number of tables gets no rematch until one of the tables ends.
func TestARematchCountsTowardsTheLimitOfTables(t *testing.T) {
	testOpening(t, func(e *fixture) {
		m := e.match()
		e.do(e.id, match.End{Force: true})
		for n := range 3 {
			if refused := e.openTableBy(1, "9", fmt.Sprint(100+n)); refused != "" {
				t.Fatal(refused)
			}
		}
		rematch := func(p match.Player) error {
			r := bot.Request{Guild: "1", Channel: tableChannel, User: bot.User{ID: discordID(p)}, Bot: bot.Administrator}
			_, err := e.rematch(e.t.Context(), visit{e.withSettings(e.t, r), m, p}, ids.TableButton{})
			return err
		}
		if _, err := refusal(rematch(1)); err != nil || rematch(1) == nil {
			t.Errorf("a rematch as the fourth table got %v, want a refusal", rematch(1))
		}
		if err := rematch(2); err != nil {
			t.Errorf("the rematch of another player got %v", err)
		}
	})
}

// A rematch keeps the seats of people who can still click, and seats those who do.
func TestARematchSeatsNobodyWithoutAClick(t *testing.T) {
	testOpening(t, func(e *fixture) {
		m := e.match()
		e.do(e.id, match.End{Force: true})
		e.store.mu.Lock()
		e.store.forgotten[3] = true
		e.store.mu.Unlock()
		for _, p := range []match.Player{1, 2, 2} { // the third click changes nothing
			r := bot.Request{Guild: "1", Channel: tableChannel, User: bot.User{ID: discordID(p)}, Bot: bot.Administrator}
			if _, err := e.rematch(e.t.Context(), visit{e.withSettings(e.t, r), m, p}, ids.TableButton{}); err != nil {
				t.Fatal(err)
			}
		}
		next, err := e.tables.InChannel(e.t.Context(), tableChannel)
		if err != nil || fmt.Sprint(next.Players()) != "[1 2 4]" || fmt.Sprint(next.People()) != "[1 2]" {
			t.Errorf("the rematch has the people %v and the seats of %v, want [1 2] and [1 2 4]: %v", next.People(), next.Players(), err)
		}
	})
}

// Rules that are saved under the name of a preset replace its rules. It is still offered where it was.
func TestSavingRulesKeepsWhereAPresetIsOffered(t *testing.T) {
	testOpening(t, func(e *fixture) {
		e.store.presets = []settings.Preset{{Name: "ours", System: "asshole", Options: map[string]string{"rounds": "5"}, Channels: []string{"7"}, Locked: true}}
		r := bot.Request{Guild: "1", Channel: tableChannel, Fields: map[string]string{"name": "Ours "}}
		if _, err := e.saveFormEntered(e.t.Context(), visit{e.withSettings(e.t, r), e.match(), 1}, ids.TableButton{}); err != nil {
			t.Fatal(err)
		}
		want := settings.Preset{Name: "Ours", System: "ahole", Options: game.Changed(e.match().Rules.Options()), Channels: []string{"7"}, Locked: true}
		if got := e.store.presets[0]; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// A preset stores the options that differ from the system's defaults. It can still be played after
// these defaults have changed.
func TestAPresetSavedBeforeTheSystemChangedCanBePlayed(t *testing.T) {
	for _, tt := range []struct {
		saved, requested map[string]string
		allowed          bool
		why              string
	}{
		{map[string]string{"target": "0", "rounds": "10"}, map[string]string{"target": "0", "rounds": "10"}, true, "its options are the system's defaults by now"},
		{map[string]string{"target": "0", "rounds": "10"}, nil, true, "the same, without naming the options"},
		{map[string]string{"rounds": "5"}, map[string]string{"rounds": "5"}, true, "what still differs from the system"},
		{map[string]string{"rounds": "5"}, nil, false, "not what is offered"},
	} {
		store := newMemory()
		store.presets = []settings.Preset{{Name: "Ours", System: "asshole", Options: tt.saved, Locked: true}}
		c := New(Config{Store: store, Systems: systems.All()})
		err := c.permitted(t.Context(), bot.Request{Guild: "1", Channel: "2"}, "asshole", tt.requested)
		if refused := (*game.Illegal)(nil); (err == nil) != tt.allowed || err != nil && !errors.As(err, &refused) {
			t.Errorf("saved %v, asked for %v: got %v, want it allowed: %t; %s", tt.saved, tt.requested, err, tt.allowed, tt.why)
		}
	}
}
