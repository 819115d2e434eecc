package commands

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/table"
	"deuces/table/tabletest"
)

// silent is a Mirrors that shows nothing.
type silent struct{ Mirrors }

func (silent) Show(bot.Mirror) {}
func (silent) Touch(string)    {}

// openers are commands with which people open tables, with the default limits.
type openers struct {
	*Commands
	t *testing.T
}

func opening(t *testing.T, story func(*testing.T, openers)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		tables := table.NewRegistry(table.Config{
			Log: &tabletest.Log{}, Rules: systems.New, Settings: match.DefaultSettings(),
			Latest: func(system string) (int, bool) { s, ok := systems.Latest(system); return s.Version, ok },
		})
		c := New(Config{Store: newMemory(), Systems: systems.All(), TablesPerPerson: 3, TablesPerServer: 25})
		c.tables, c.mirrors = tables, silent{}
		story(t, openers{c, t})
		if err := tables.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// play makes a player open a table in a channel, and returns the refusal or "".
func (o openers) play(p match.Player, guild, channel string) (refused string) {
	r := bot.Request{Guild: guild, Channel: channel, User: bot.User{ID: userOf(p), Name: "Ann"}, Bot: bot.Administrator, Options: map[string]string{"game": "ahole"}}
	reply, err := o.spoken(o.Commands.play)(o.t.Context(), r)
	switch {
	case err != nil || reply.Message == nil:
		o.t.Errorf("player %d opens a table in %s: %v", p, channel, err)
	case reply.Private:
		return screentest.Text(*reply.Message)
	}
	return ""
}

func TestOnePersonOpensThreeTables(t *testing.T) {
	opening(t, func(t *testing.T, o openers) {
		for n := range 1000 {
			refused := o.play(1, "9", fmt.Sprint(100+n))
			if n >= 3 && !strings.Contains(refused, "You already host 3 open tables, and may not have more: <#100>, <#101> and <#102>. End one of them: **⋯** below its board.") || n < 3 && refused != "" {
				t.Fatalf("table %d: %q", n+1, refused)
			}
		}
		if n := o.tables.CountInGuild("9"); n != 3 {
			t.Errorf("%d tables are open", n)
		}
		if refused := o.play(1, "8", "50"); refused == "" {
			t.Error("another server lets the same person open a fourth")
		}
		if refused := o.play(2, "9", "200"); refused != "" {
			t.Errorf("somebody else is refused: %s", refused)
		}
		if _, err := o.tables.Do(t.Context(), o.tables.TableIn("101"), match.End{Player: 1}); err != nil {
			t.Fatal(err)
		}
		if refused := o.play(1, "9", "103"); refused != "" {
			t.Errorf("one is closed, and still: %s", refused)
		}
	})
}

func TestOnePersonOpensThreeTablesAtOnce(t *testing.T) {
	opening(t, func(t *testing.T, o openers) {
		var all sync.WaitGroup
		for n := range 100 {
			all.Go(func() { o.play(1, "9", fmt.Sprint(100+n)) })
		}
		all.Wait()
		if n := o.tables.CountInGuild("9"); n != 3 {
			t.Errorf("%d tables are open", n)
		}
	})
}

func TestAServerHasTwentyFiveTables(t *testing.T) {
	opening(t, func(t *testing.T, o openers) {
		for n := range 40 {
			refused := o.play(match.Player(1+n/2), "9", fmt.Sprint(100+n))
			if n >= 25 && !strings.Contains(refused, "This server already has 25 open tables") || n < 25 && refused != "" {
				t.Fatalf("table %d: %q", n+1, refused)
			}
		}
		if refused := o.play(90, "8", "50"); refused != "" {
			t.Errorf("another server is refused: %s", refused)
		}
	})
}

// A player with the maximum number of tables gets no rematch until one of them ends.
func TestARematchCountsTowardsTheLimitOfTables(t *testing.T) {
	opening(t, func(t *testing.T, o openers) {
		m, err := o.tables.Open(t.Context(), match.Opening{Guild: "9", Channel: "10", System: "ahole", Host: 1, Others: []match.Player{2, 3, 4}, Settings: match.DefaultSettings()})
		if err != nil {
			t.Fatal(err)
		}
		if m, err = o.tables.Do(t.Context(), m.ID, match.End{Force: true}); err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			if refused := o.play(1, "9", fmt.Sprint(100+n)); refused != "" {
				t.Fatal(refused)
			}
		}
		again := func(p match.Player) error {
			r := bot.Request{Guild: "9", Channel: "10", User: bot.User{ID: userOf(p)}, Bot: bot.Administrator}
			_, err := o.rematch(t.Context(), visit{r, m, p}, ids.TableButton{})
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
