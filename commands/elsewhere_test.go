package commands

import (
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/match"
)

// Before a table is opened, those that wait for players in other channels are named, if the person could join them.
func TestPlayNamesTheTablesThatWaitElsewhere(t *testing.T) {
	for _, tt := range []struct {
		why     string
		arrange func(e *fixture)
		from    string // channel
		named   bool
	}{
		{"a lobby with free seats", func(*fixture) {}, "33", true},
		{"in the same channel", func(*fixture) {}, tableChannel, false},
		{"where the channel has a table", func(e *fixture) {
			_, err := e.tables.Open(e.t.Context(), match.Opening{Guild: "1", Channel: "33", System: "ahole", Host: 5, Settings: match.DefaultSettings()})
			if err != nil {
				t.Fatal(err)
			}
		}, "33", false},
		{"in a channel that not everybody sees", func(e *fixture) { e.discord.change(func(p *fakeDiscord) { p.hidden = tableChannel }) }, "33", false},
		{"a full one", func(e *fixture) {
			for p := match.Player(3); p <= 7; p++ {
				e.do(e.id, match.Join{Player: p})
			}
		}, "33", false},
		{"one full of bots, which make room", func(e *fixture) {
			for range 5 {
				e.do(e.id, match.AddComputer{Player: 1, Level: "easy"})
			}
		}, "33", true},
		{"where they sit already", func(e *fixture) { e.do(e.id, match.Join{Player: 9}) }, "33", false},
		{"from which they were removed", func(e *fixture) {
			e.do(e.id, match.Join{Player: 9})
			e.do(e.id, match.Kick{Player: 1, Against: 9})
		}, "33", false},
		{"a match that has begun", func(e *fixture) {
			e.do(e.id, match.Join{Player: 3})
			e.do(e.id, match.Join{Player: 4})
			e.do(e.id, match.Start{Player: 1})
		}, "33", false},
	} {
		withTable(t, 90*time.Second, nil, func(e *fixture) {
			e.openLobby(2)
			tt.arrange(e)
			e.sleep(time.Second)
			r := e.clickRequest(9, "")
			r.Channel, r.Private, r.Options = tt.from, false, map[string]string{"game": "game:ahole"}
			r.Bot |= bot.ViewChannel | bot.SendMessages
			before := e.tables.CountInGuild("1")
			reply, err := e.play(e.t.Context(), e.withSettings(e.t, r))
			if err != nil {
				reply, err = e.refused(e.t.Context(), r, err)
			}
			if err != nil {
				t.Fatal(err)
			}
			text := screentest.Text(*reply.Message)
			if named := reply.Private && strings.Contains(text, "Others are waiting") && strings.Contains(text, "<#"+tableChannel+">"); named != tt.named || named && e.tables.CountInGuild("1") != before {
				t.Errorf("%s: got %d new tables and %s; want the other named: %v", tt.why, e.tables.CountInGuild("1")-before, text, tt.named)
			}
			if !tt.named {
				return
			}
			join := e.clickRequest(9, ids.TableButton{Verb: ids.VerbJoinThere, Table: e.id}.ID())
			join.Channel = tt.from
			if reply, err = e.joinThere(e.t.Context(), e.withSettings(e.t, join), ids.TableButton{Table: e.id}); err != nil || !strings.Contains(screentest.Text(*reply.Message), "You have a seat in") {
				t.Errorf("%s: joining got %v, %v", tt.why, reply, err)
			}
			if _, seated := e.match().Seat(9); !seated {
				t.Errorf("%s: whoever joined has no seat", tt.why)
			}
			if _, err := e.openAnew(e.t.Context(), e.withSettings(e.t, r), ids.Anew{Named: "game:ahole"}); err != nil || e.tables.CountInGuild("1") != before+1 {
				t.Errorf("%s: opening another one got %v", tt.why, err)
			}
			e.discord.change(func(p *fakeDiscord) { p.hidden = tableChannel })
			if reply, err = e.joinThere(e.t.Context(), e.withSettings(e.t, join), ids.TableButton{Table: e.id}); err != nil || !strings.Contains(screentest.Text(*reply.Message), "can't join") {
				t.Errorf("%s: joining in a hidden channel got %v, %v", tt.why, reply, err)
			}
		})
	}
}
