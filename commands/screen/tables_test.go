package screen

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/screen/screentest"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
)

// tableWith returns a table of the players 1 to 4 with a clock, in the middle of a round, after n moves.
func tableWith(t *testing.T, id match.ID, clock time.Duration, n int) OwnTable {
	t.Helper()
	m := screentest.NewMatch(t, systems.All()[0], 4, nil)
	m.ID, m.Channel, m.Settings.Clock = id, fmt.Sprint(1000+int(id)), clock
	r := gametest.NewRand(11)
	m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: 1}, m.At))
	for range n {
		m = screentest.Step(t, r, m)
	}
	turn, _ := m.Turn()
	return OwnTable{Match: m, Me: 1, Game: say.New("President"), Server: "Cards & Co", Board: bot.Link(m.Guild, m.Channel, "9"), Turn: fmt.Sprint("Player ", m.Players()[turn])}
}

func TestTablesAreListedMostUrgentFirst(t *testing.T) {
	mine := tableWith(t, 1, time.Hour, 0)
	for n := 0; !mine.AwaitsMe(); n++ {
		mine = tableWith(t, 1, time.Hour, n)
	}
	others := tableWith(t, 2, time.Minute, 0)
	for n := 0; others.AwaitsMe(); n++ {
		others = tableWith(t, 2, time.Minute, n)
	}
	with := func(x OwnTable, id match.ID, change func(*OwnTable)) OwnTable {
		x.ID, x.Channel = id, fmt.Sprint(1000+int(id))
		change(&x)
		return x
	}
	lobby := with(mine, 7, func(x *OwnTable) { x.Match.Phase = match.Lobby })
	all := []OwnTable{
		with(mine, 3, func(x *OwnTable) { x.Settings.Clock = time.Minute }), mine, with(mine, 4, func(x *OwnTable) { x.Settings.Clock = 0 }),
		others, with(others, 5, func(x *OwnTable) { x.Server = "" }), with(others, 6, func(x *OwnTable) { x.Settings.Clock = 0 }),
		lobby, with(mine, 8, func(x *OwnTable) { x.Paused = true }),
	}
	var b goldenTexts
	shuffled := slices.Clone(all)
	slices.Reverse(shuffled)
	b.add(t, "tables", Tables(shuffled, say.Message{}))
	b.add(t, "one table, with a note", Tables([]OwnTable{others}, say.New("A note.")))
	b.add(t, "none, where the bot isn't", NoTables(GuildSettings{Invitation: "https://example.com"}))
	screentest.Golden(t, "tables", b.String())
	if list := Tables(shuffled, say.Message{}); len(list.Blocks) != 1+len(all) {
		t.Fatalf("got %d blocks, want one for each table", len(list.Blocks))
	} else {
		for i, x := range all {
			if text := screentest.Blocks(list.Blocks[1+i : 2+i]); !strings.Contains(text, bot.Channel(x.Channel)) {
				t.Errorf("at place %d of the list is %s, want table %d", i+1, text, x.ID)
			}
		}
	}

	var many []OwnTable
	for i := range 40 {
		many = append(many, with(mine, match.ID(100+i), func(x *OwnTable) { x.Server, x.Turn = strings.Repeat("*_~`|<>", 30), strings.Repeat("𝕬", 60) }))
	}
	if err := bottest.Message(Tables(many, say.Message{})); err != nil {
		t.Errorf("a list of %d tables: %v", len(many), err)
	}
}
