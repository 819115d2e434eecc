package commands

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// A click is answered whatever its custom_id is. One that can't be parsed, or belongs to another
// guild, is refused or shows the current state.
func TestForgedAndOldButtonsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dealt := make(chan match.Match, 1)
		tables := table.NewRegistry(table.Config{
			Log: &tabletest.Log{}, Rules: systems.New, Settings: match.DefaultSettings(),
			Latest: func(system string) (int, bool) { s, ok := systems.Latest(system); return s.Version, ok },
			OnChange: func(m match.Match) {
				if _, due := m.Turn(); due {
					select {
					case dealt <- m:
					default:
					}
				}
			},
		})
		defer func() {
			if err := tables.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}()
		c := New(Config{Store: crowd{}, Systems: systems.All()})
		c.tables, c.mirrors = tables, untouched{}
		m, err := tables.Open(t.Context(), match.Opening{Guild: "1", Channel: "2", System: "ahole", Host: 1, Others: []match.Player{2, 3, 4}, Settings: match.DefaultSettings()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tables.Do(t.Context(), m.ID, match.Start{Player: 1}); err != nil {
			t.Fatal(err)
		}
		m = <-dealt
		at := fmt.Sprint(m.ID)
		act, pass, pick := c.atTable(c.greeting(with(ids.ParseAct, c.act))), c.atTable(c.greeting(with(ids.ParseHandButton(ids.VerbPassTrick), c.passTrick))), c.atTable(c.greeting(with(ids.ParseHandPage(ids.VerbPick), c.pick)))
		vote, rules, join := c.atTable(c.greeting(with(ids.ParseVote, c.vote))), clicked(ids.ParseRules, c.rules), c.atTable(with(ids.ParseTableButton(ids.VerbJoin), c.join))
		end, reset := c.atTable(with(ids.ParseEnd, c.endChosen)), c.atTable(with(ids.ParseReset, c.reset))
		cut, entered, check := c.atTable(with(ids.ParseCut, c.cut)), c.atTable(c.greeting(with(ids.ParseCut, c.cutEntered))), c.atTable(with(ids.ParseDeal, c.checkDeal))
		plan, later, undo := c.atTable(with(ids.ParseHandPage(ids.VerbPlan), c.plan)), c.atTable(with(ids.ParseLater, c.later)), c.atTable(with(ids.ParseHandButton(ids.VerbUndo), c.undo))
		const gone, over = "That table is gone.", "That turn is over."
		for _, tt := range []struct {
			h         bot.Handler
			id        string
			guild     string
			has, lack string
			why       string
		}{
			{act, "act/x/1.1/3c", "1", gone, "cards", "no number of a table"},
			{act, "act", "1", gone, "cards", "nothing but the verb"},
			{act, "act/99/1.1/3c", "1", gone, "cards", "no such table"},
			{act, "act/" + at + "/" + m.Decision.String() + "/pass", "7", gone, "cards", "a table of another guild"},
			{join, "join/" + at, "7", gone, "seat", "so is joining it"},
			{act, "act/" + at + "/soon/3c", "1", "13 cards", over, "a decision that can't be read: the hand, and no more"},
			{act, "act/" + at + "/1.1/my best card", "1", "13 cards", over, "so with an action"},
			{act, "act/" + at + "/9.9/3c", "1", over, gone, "a decision that is not due"},
			{pass, "passtrick/" + at + "/soon/0", "1", "13 cards", over, "as of plays"},
			{pick, "pick/" + at + "/soon/0.0.0./1", "1", over, gone, "a page of a decision that can't be read"},
			{pick, "pick/" + at + "/" + m.Decision.String() + "/9.9.9.zz/1", "1", "13 cards", over, "a page that there isn't: the hand as it opens"},
			{plan, "plan/" + at + "/1.99/n.0.0./1", "1", over, gone, "planning a turn that never comes"},
			{plan, "plan/" + at + "/0.1/n.0.0./1", "1", over, gone, "planning a turn of a round before"},
			{plan, "plan/" + at + "/1.1/n.0.0./1", "7", gone, "cards", "planning at a table of another guild"},
			{later, "later/" + at + "/0.1/pass", "1", over, "You'll pass", "a plan for a past turn"},
			{later, "later/" + at + "/soon/pass", "1", "13 cards", "You'll pass", "a plan for a turn that can't be read"},
			{later, "later/" + at + "/1.1/my best card", "1", "13 cards", "You'll", "a plan that can't be read"},
			{undo, "undo/" + at + "/1.1/0", "1", "It's too late to undo that.", "cards", "nothing was played"},
			{undo, "undo/" + at + "/0.7/0", "1", "It's too late to undo that.", "cards", "an undo of a past turn"},
			{undo, "undo/" + at + "/soon/0", "1", "13 cards", over, "an undo that can't be read"},
			{undo, "undo/" + at + "/1.1/0", "7", gone, "cards", "an undo at a table of another guild"},
			{vote, "vote/" + at + "/x/yes", "1", "The table has moved on", gone, "a vote that can't be read"},
			{vote, "vote/" + at + "/1/maybe", "1", "The table has moved on", gone, "an answer that can't be"},
			{end, "end/" + at + "/1/perhaps", "1", "End the match?", "closed", "an answer that can't be read: it is asked again"},
			{end, "end/" + at + "/0/now", "1", "Round 1 isn't over", "closed", "asked in the lobby, and the match has begun"},
			{end, "end/" + at, "7", gone, "closed", "a table of another guild"},
			{end, "end/" + at + "/1/not", "1", "The table stays open", "closed", "no"},
			{reset, "preset/" + at + "/0", "1", "the match has started", "undoes", "there is nothing to set any more"},
			{cut, "cut/" + at + "/1", "1", "have been dealt", "Cut the deck of", "a cut after the deal"},
			{cut, "cut/" + at + "/-9", "1", "have been dealt", gone, "a cut of no deal"},
			{cut, "cut/" + at + "/1", "7", gone, "dealt", "a cut at a table of another guild"},
			{entered, "cut/" + at + "/1", "1", "have been dealt", "You cut", "a form that was sent after the deal"},
			{entered, "cut/x/1", "1", gone, "You cut", "a form for no table"},
			{check, "deal/" + at + "/1", "1", "The seed is opened when the round is over", "Seed:", "the deal of a round that is on: not its seed"},
			{check, "deal/" + at + "/99/record", "1", "The seed is opened when the round is over", "Seed:", "a deal after the last: the last; and no record of a round that is on"},
			{check, "deal/" + at + "/-1/back", "1", "The seed is opened when the round is over", "Seed:", "a deal before the first: the first"},
			{check, "deal/" + at + "/1", "7", gone, "Commitment", "a deal of another guild's table"},
			{rules, "rules/chess/0", "1", gone, "page", "a game that there isn't"},
			{rules, "rules/" + at + "/99", "1", "At this table", gone, "a page after the last: the last"},
			{rules, "rules/bigtwo/-1", "1", "page 1 of", gone, "a page before the first: the first"},
		} {
			r := bot.Request{Guild: tt.guild, Channel: "2", User: bot.User{ID: "1", Name: "Ann"}, Private: true, Args: strings.Split(tt.id, "/")[1:]}
			reply, err := c.spoken(tt.h)(t.Context(), r)
			if err != nil || reply.Message == nil {
				t.Errorf("%s (%s) is not answered: %v", tt.id, tt.why, err)
				continue
			}
			if got := screentest.Text(*reply.Message); !strings.Contains(got, tt.has) || strings.Contains(got, tt.lack) {
				t.Errorf("%s (%s): want %q and not %q:\n%s", tt.id, tt.why, tt.has, tt.lack, got)
			}
		}
		for _, tt := range []struct {
			why             string
			channel, parent string
			can             bot.Permissions
			gone            bool
		}{
			{"the channel of the table", "2", "", 0, false},
			{"a thread of that channel", "3", "2", 0, false},
			{"another channel", "3", "", 0, true},
			{"a thread of another channel", "4", "3", 0, true},
			{"another channel, for an administrator", "3", "", bot.Administrator, true},
		} {
			for id, h := range map[string]bot.Handler{"join/" + at: join, "rules/" + at + "/0": rules, "act/" + at + "/1.1/3c": act} {
				r := bot.Request{Guild: "1", Channel: tt.channel, Parent: tt.parent, Can: tt.can, User: bot.User{ID: "1", Name: "Ann"}, Private: true, Args: strings.Split(id, "/")[1:]}
				reply, err := c.spoken(h)(t.Context(), r)
				if err != nil || reply.Message == nil {
					t.Errorf("%s from %s is not answered: %v", id, tt.why, err)
					continue
				}
				if got := strings.Contains(screentest.Text(*reply.Message), gone); got != tt.gone {
					t.Errorf("%s from %s: gone is %v", id, tt.why, got)
				}
			}
		}
	})
}

// untouched is a Mirrors that only supports Revision.
type untouched struct{ Mirrors }

func (untouched) Revision() bot.Revision { return 1 }

func (untouched) Replaced(string, string) bool { return false }

// Text from a forged custom_id or a typed option appears in no answer with its formatting or
// mentions.
func TestForgedTextIsNotRepeated(t *testing.T) {
	c := New(Config{Store: nothing{}, Systems: systems.All()})
	c.tables = table.NewRegistry(table.Config{Log: &tabletest.Log{}, Rules: systems.New})
	stats, past := clicked(ids.ParseStats, c.statsTurned), clicked(ids.ParseHistory, c.historyTurned)
	for _, tt := range []struct {
		h   bot.Handler
		id  string
		has string
		why string
	}{
		{stats, "stats/> **text** of one's own/all/people", "doesn't say whose statistics", "text in place of a person"},
		{stats, "stats", "doesn't say whose statistics", "nobody"},
		{stats, "stats/007/all/people", "doesn't say whose statistics", "a number that no button has"},
		{stats, "stats/-7/all/people", "doesn't say whose statistics", "a number that nobody has"},
		{stats, "stats/7/# **text**/people/# **text**", "<@7> · All games", "text in place of a game"},
		{past, "history/> **text** of one's own/all/0", "doesn't say whose matches", "text in place of a person"},
		{past, "history//all/0", "doesn't say whose matches", "nothing in place of a person"},
		{past, "history/7/# **text**/0", "with <@7>", "text in place of a game"},
		{past, "history/all/all/# **text**", "No finished matches in this channel", "text in place of a page"},
	} {
		r := bot.Request{Guild: "1", Channel: "2", User: bot.User{ID: "1", Name: "Ann"}, Asker: "1", Args: strings.Split(tt.id, "/")[1:]}
		reply, err := c.spoken(tt.h)(t.Context(), r)
		if err != nil || reply.Message == nil {
			t.Errorf("%s (%s) is not answered: %v", tt.id, tt.why, err)
			continue
		}
		if got := screentest.Text(*reply.Message); !strings.Contains(got, tt.has) || strings.Contains(got, "**text**") {
			t.Errorf("%s (%s): want %q and nothing of the text:\n%s", tt.id, tt.why, tt.has, got)
		}
	}
	for _, tt := range []struct {
		h       bot.Handler
		options map[string]string
		has     string
	}{
		{c.help, map[string]string{"game": "**x** @here"}, `There is no game called "\*\*x\*\* @`},
		{c.play, map[string]string{"game": "preset:# x"}, `There is no preset "\# x" in`},
		{c.leaderboard, map[string]string{"by": "[x](y.z)"}, `can't be sorted by "\[x\]\(y.`},
	} {
		r := bot.Request{Guild: "1", Channel: "2", User: bot.User{ID: "1", Name: "Ann"}, Bot: bot.Administrator, Options: tt.options}
		reply, err := c.spoken(tt.h)(t.Context(), r)
		if err != nil || reply.Message == nil {
			t.Errorf("%v is not answered: %v", tt.options, err)
			continue
		}
		if got := screentest.Text(*reply.Message); !strings.Contains(got, tt.has) || !reply.Private {
			t.Errorf("%v: want %q, and private:\n%s", tt.options, tt.has, got)
		}
	}
}

// nothing is a store in which nobody has played yet.
type nothing struct{ crowd }

func (nothing) Stats(context.Context, standing.StatsQuery) (standing.Stats, error) {
	return standing.Stats{}, nil
}

func (nothing) Matches(context.Context, standing.MatchQuery) (standing.MatchPage, error) {
	return standing.MatchPage{}, nil
}

func (nothing) Presets(context.Context, string) ([]settings.Preset, error) { return nil, nil }
