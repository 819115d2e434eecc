package commands

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
	"deuces/table/tabletest"
)

// opening tests how people open tables, with the default limits.
func opening(t *testing.T, story func(*fixture)) {
	t.Helper()
	withTable(t, time.Hour, nil, func(e *fixture) {
		e.TablesPerPerson, e.TablesPerServer = 3, 25
		story(e)
	})
}

// plays makes a player open a table in a channel, and returns the refusal or "".
func (e *fixture) plays(p match.Player, guild, channel string) (refused string) {
	r := bot.Request{Guild: guild, Channel: channel, User: bot.User{ID: userOf(p), Name: "Ann"}, Bot: bot.Administrator, Options: map[string]string{"game": "ahole"}}
	reply, err := e.spoken(e.Commands.play)(e.t.Context(), r)
	switch {
	case err != nil || reply.Message == nil:
		e.t.Errorf("player %d opens a table in %s: %v", p, channel, err)
	case reply.Private:
		return screentest.Text(*reply.Message)
	}
	return ""
}

func TestOnePersonOpensThreeTables(t *testing.T) {
	opening(t, func(e *fixture) {
		for n := range 1000 {
			refused := e.plays(5, "9", fmt.Sprint(100+n))
			if n >= 3 && !strings.Contains(refused, "You already host 3 open tables, and may not have more: <#100>, <#101> and <#102>. End one of them: **⋯** below its board.") || n < 3 && refused != "" {
				t.Fatalf("table %d: %q", n+1, refused)
			}
		}
		if refused := e.plays(5, "8", "50"); refused == "" {
			t.Error("another server lets the same person open a fourth")
		}
		if refused := e.plays(6, "9", "200"); refused != "" {
			t.Errorf("somebody else is refused: %s", refused)
		}
		e.do(e.tables.TableIn("101"), match.End{Player: 5})
		if refused := e.plays(5, "9", "103"); refused != "" {
			t.Errorf("one is closed, and still: %s", refused)
		}
	})
	opening(t, func(e *fixture) {
		e.log.Fail = func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Create {
				time.Sleep(time.Second) // so that all are at once
			}
			return tabletest.None
		}
		var all sync.WaitGroup
		for n := range 100 {
			all.Go(func() { e.plays(5, "9", fmt.Sprint(100+n)) })
		}
		all.Wait()
		if n := e.tables.CountInGuild("9"); n != 3 {
			t.Errorf("%d tables are open", n)
		}
	})
}

func TestAServerHasTwentyFiveTables(t *testing.T) {
	opening(t, func(e *fixture) {
		for n := range 40 {
			refused := e.plays(match.Player(5+n/2), "9", fmt.Sprint(100+n))
			if n >= 25 && !strings.Contains(refused, "This server already has 25 open tables") || n < 25 && refused != "" {
				t.Fatalf("table %d: %q", n+1, refused)
			}
		}
		if refused := e.plays(90, "8", "50"); refused != "" {
			t.Errorf("another server is refused: %s", refused)
		}
	})
}

// A player with the maximum number of tables gets no rematch until one of them ends.
func TestARematchCountsTowardsTheLimitOfTables(t *testing.T) {
	opening(t, func(e *fixture) {
		m := e.match()
		e.do(e.id, match.End{Force: true})
		for n := range 3 {
			if refused := e.plays(1, "9", fmt.Sprint(100+n)); refused != "" {
				t.Fatal(refused)
			}
		}
		again := func(p match.Player) error {
			r := bot.Request{Guild: "1", Channel: channelHere, User: bot.User{ID: userOf(p)}, Bot: bot.Administrator}
			_, err := e.rematch(e.t.Context(), visit{r, m, p}, ids.TableButton{})
			return err
		}
		if _, err := refusal(again(1)); err != nil || again(1) == nil {
			t.Errorf("the fourth table, by a rematch: %v", again(1))
		}
		if err := again(2); err != nil {
			t.Errorf("the rematch of somebody else: %v", err)
		}
	})
}

// A lobby says how long its match is likely to take, once that is known. The standard rules are not
// tried out.
func TestALobbySaysHowLongItsMatchTakes(t *testing.T) {
	for _, options := range []map[string]string{{"target": "60"}, nil} {
		withTable(t, time.Minute, nil, func(e *fixture) {
			const channel = "33"
			var told func(rounds int)
			known := 0
			e.Length = func(_ game.Rules, seats int, then func(rounds int)) int {
				if seats != 4 {
					t.Errorf("%d seats, though at least 4 play", seats)
				}
				told = then
				return known
			}
			m, err := e.tables.Open(e.t.Context(), match.Opening{Guild: "1", Channel: channel, System: "ahole", Options: options, Host: 1, Settings: match.DefaultSettings()})
			if err != nil {
				t.Fatal(err)
			}
			e.mirrors.Show(e.boardMirror(m))
			e.rest(time.Second)
			if early := len(e.discord.shows(channel, "rounds.")); (told != nil) != (options != nil) || early > 0 {
				t.Fatalf("%v: asked %t, and %d lobbies tell before anyone knows", options, told != nil, early)
			}
			if told == nil {
				return
			}
			known = 45
			told(known)
			e.rest(time.Minute)
			if len(e.discord.shows(channel, "takes about 45 rounds")) != 1 {
				t.Errorf("the lobby doesn't say it")
			}
		})
	}
}

// A preset stores the options that differ from its system's. It can still be played after the
// system's defaults have changed.
func TestAPresetSavedBeforeTheSystemChangedCanBePlayed(t *testing.T) {
	for _, tt := range []struct {
		saved, asked map[string]string
		may          bool
		why          string
	}{
		{map[string]string{"target": "0", "rounds": "10"}, map[string]string{"target": "0", "rounds": "10"}, true, "what it says is what the system starts with by now"},
		{map[string]string{"target": "0", "rounds": "10"}, nil, true, "the same, by other words"},
		{map[string]string{"rounds": "5"}, map[string]string{"rounds": "5"}, true, "what still differs from the system"},
		{map[string]string{"rounds": "5"}, nil, false, "not what is offered"},
	} {
		store := newMemory()
		store.presets = []settings.Preset{{Name: "Ours", System: "asshole", Options: tt.saved, Locked: true}}
		c := New(Config{Store: store, Systems: systems.All()})
		err := c.permitted(t.Context(), bot.Request{Guild: "1", Channel: "2"}, "asshole", tt.asked)
		if refused := (*game.Illegal)(nil); (err == nil) != tt.may || err != nil && !errors.As(err, &refused) {
			t.Errorf("saved %v, asked for %v: %v; %s", tt.saved, tt.asked, err, tt.why)
		}
	}
}
