package commands

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/ai"
	"deuces/settings"
)

// Every click is answered, whatever its custom_id is. If the custom_id can't be parsed or belongs
// to another guild, the answer is a refusal or the current state.
func TestForgedAndOldButtonsAreAnswered(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		m, at := c.match(), fmt.Sprint(c.id)
		act, pass, pick := c.atTable(c.asPresent(with(ids.ParseAct, c.act))), c.atTable(c.asPresent(with(ids.ParseHandButton(ids.VerbPassTrick), c.handButton))), c.atTable(c.asPresent(with(ids.ParseHandPage(ids.VerbPick), c.page)))
		vote, rules, join := c.atTable(c.asPresent(c.sends(ballot))), clicked(ids.ParseRules, c.rules), c.atTable(c.join)
		end, reset := c.atTable(with(ids.ParseEnd, c.endChosen)), c.atTable(with(ids.ParseOptions, c.options))
		cut, entered, check := c.atTable(with(ids.ParseCut, c.cut)), c.atTable(c.asPresent(with(ids.ParseCut, c.cutEntered))), c.atTable(with(ids.ParseDeal, c.checkDeal))
		plan, later, undo := c.atTable(with(ids.ParseHandPage(ids.VerbPlan), c.page)), c.atTable(with(ids.ParseLater, c.later)), c.atTable(with(ids.ParseHandButton(ids.VerbUndo), c.handButton))
		const gone, over = "There is no such table", "That turn is over."
		for _, tt := range []struct {
			h             handler
			id            string
			guild         string
			want, notWant string
			why           string
		}{
			{act, "act/x/1.1/3c", "1", gone, "cards", "no number of a table"},
			{act, "act", "1", gone, "cards", "nothing but the verb"},
			{act, "act/99/1.1/3c", "1", gone, "cards", "no such table"},
			{act, "act/" + at + "/" + m.Decision.String() + "/pass", "7", gone, "cards", "a table of another guild"},
			{join, "join/" + at, "7", gone, "seat", "so is joining it"},
			{act, "act/" + at + "/soon/3c", "1", over, gone, "a decision that can't be read"},
			{act, "act/" + at + "/1.1/my best card", "1", over, gone, "so with an action"},
			{act, "act/" + at + "/9.9/3c", "1", over, gone, "a decision that is not due"},
			{pass, "passtrick/" + at + "/soon/0", "1", over, gone, "as of plays"},
			{pick, "pick/" + at + "/soon/0.0.0./1", "1", over, gone, "a page of a decision that can't be read"},
			{pick, "pick/" + at + "/" + m.Decision.String() + "/9.9.9.zz/1", "1", "'s turn", over, "a page that there isn't: the hand as it opens"},
			{plan, "plan/" + at + "/1.99/n.0.0./1", "1", over, gone, "planning a turn that never comes"},
			{plan, "plan/" + at + "/0.1/n.0.0./1", "1", over, gone, "planning a turn of a round before"},
			{plan, "plan/" + at + "/1.1/n.0.0./1", "7", gone, "cards", "planning at a table of another guild"},
			{later, "later/" + at + "/0.1/pass", "1", over, "When your turn comes", "a plan for a past turn"},
			{later, "later/" + at + "/soon/pass", "1", over, "When your turn comes", "a plan for a turn that can't be read"},
			{later, "later/" + at + "/1.1/my best card", "1", over, "When your turn comes", "a plan that can't be read"},
			{undo, "undo/" + at + "/1.1/0", "1", "It's too late to undo that.", "cards", "nothing was played"},
			{undo, "undo/" + at + "/0.7/0", "1", "It's too late to undo that.", "cards", "an undo of a past turn"},
			{undo, "undo/" + at + "/soon/0", "1", "It's too late to undo that.", "cards", "an undo that can't be read"},
			{undo, "undo/" + at + "/1.1/0", "7", gone, "cards", "an undo at a table of another guild"},
			{vote, "vote/" + at + "/x/yes", "1", "The table has moved on", gone, "a vote that can't be read"},
			{vote, "vote/" + at + "/1/maybe", "1", "The table has moved on", gone, "an answer that can't be"},
			{end, "end/" + at + "/1/perhaps", "1", "Close the table?", "is closed", "an answer that can't be read: it is asked again"},
			{end, "end/" + at + "/0/now", "1", "Round 1 will count as last place for you", "closed", "asked in the lobby, and the match has begun"},
			{end, "end/" + at + "/1/now", "1", "Round 1 will count as last place for you", "closed", "asked when nobody else was there"},
			{end, "end/" + at, "7", gone, "closed", "a table of another guild"},
			{end, "end/" + at + "/1/not", "1", "Close the table", "is closed", "no"},
			{reset, "preset/" + at + "/0", "1", "already begun", "House rules", "there is nothing to set any more"},
			{cut, "cut/" + at + "/1", "1", "too late to cut", "digits", "a cut after the deal"},
			{cut, "cut/" + at + "/-9", "1", "too late to cut", gone, "a cut of no deal"},
			{cut, "cut/" + at + "/1", "7", gone, "dealt", "a cut at a table of another guild"},
			{entered, "cut/" + at + "/1", "1", "too late to cut", "Commitment", "a form that was sent after the deal"},
			{entered, "cut/x/1", "1", gone, "Commitment", "a form for no table"},
			{check, "deal/" + at + "/1/details", "1", "Commitment", "Seed:", "the deal of a round that is on: not its seed"},
			{check, "deal/" + at + "/99/record", "1", "When the round ends you can check", "Seed:", "a deal after the last: the last; and no record of a round that is on"},
			{check, "deal/" + at + "/-1/back", "1", "When the round ends you can check", "Seed:", "a deal before the first: the first"},
			{check, "deal/" + at + "/1", "7", gone, "Commitment", "a deal of another guild's table"},
			{rules, "rules/chess/0", "1", gone, "page", "a game that there isn't"},
			{rules, "rules/" + at + "/99", "1", "At this table", gone, "a page after the last: the last"},
			{rules, "rules/bigtwo/-1", "1", "Page 1 of", gone, "a page before the first: the first"},
		} {
			r := c.clickRequest(1, tt.id)
			r.Guild = tt.guild
			got := answerText(c.t, c.Commands, tt.h, r)
			if !strings.Contains(got, tt.want) || strings.Contains(got, tt.notWant) {
				t.Errorf("%s (%s): want %q and not %q:\n%s", tt.id, tt.why, tt.want, tt.notWant, got)
			}
		}
		for _, tt := range []struct {
			why             string
			channel, parent string
			can             bot.Permissions
			gone            bool
		}{
			{"the channel of the table", tableChannel, "", 0, false},
			{"a thread of that channel", "3", tableChannel, 0, false},
			{"another channel", "3", "", 0, true},
			{"a thread of another channel", "4", "3", 0, true},
			{"another channel, for an administrator", "3", "", bot.Administrator, true},
		} {
			for id, h := range map[string]handler{"join/" + at: join, "rules/" + at + "/0": rules, "act/" + at + "/1.1/3c": act} {
				r := c.clickRequest(1, id)
				r.Channel, r.Parent, r.Can = tt.channel, tt.parent, tt.can
				if got := strings.Contains(answerText(c.t, c.Commands, h, r), gone); got != tt.gone {
					t.Errorf("%s from %s: refused is %v, want the opposite", id, tt.why, got)
				}
			}
		}
	})
}

// A lobby may still show its buttons for bots when an admin has switched bots off.
func TestNoBotIsAddedWhereBotsAreOff(t *testing.T) {
	withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) { s.guild.Computers = false }, func(c *fixture) {
		for _, what := range []string{ids.AddOne, string(ai.Easy)} {
			id := fmt.Sprintf("computer/%d/%s", c.id, what)
			got := answerText(c.t, c.Commands, c.atTable(with(ids.ParseComputer, c.computer)), c.clickRequest(1, id))
			if !strings.Contains(got, "There are no bots for this table.") {
				t.Errorf("%s is answered %q, want a refusal", id, got)
			}
		}
	})
}

// answerText returns the text of the reply to a request.
func answerText(t *testing.T, c *Commands, h handler, r bot.Request) string {
	t.Helper()
	reply, err := c.handled(h)(t.Context(), r)
	if err != nil || reply.Message == nil {
		t.Errorf("%+v is not answered: %v", r, err)
		return ""
	}
	return screentest.Text(*reply.Message)
}

// No answer repeats the formatting or mentions of a text from a forged custom_id or a typed option.
func TestForgedTextIsNotRepeated(t *testing.T) {
	c := commandsOn(archive{name: plainName}, nil)
	stats, past, learn := pageOf(ids.ParseStats, c.stats, false), pageOf(ids.ParseHistory, c.history, true), clicked(ids.ParseLearn, c.lesson)
	for _, tt := range []struct {
		h    handler
		id   string
		want string
		why  string
	}{
		{stats, "stats/> **text** of one's own/all", "No finished rounds yet", "text in place of a person"},
		{stats, "stats", "No finished rounds yet", "nobody"},
		{stats, "stats/007/all", "No finished rounds yet", "a number that no button has"},
		{stats, "stats/-7/all", "No finished rounds yet", "a number that nobody has"},
		{stats, "stats/7/# **text**/people/# **text**", "**Ann** · All games", "text in place of a game"},
		{past, "history/> **text** of one's own/all/0", "No finished matches here yet", "text in place of a person"},
		{past, "history//all/0", "No finished matches here yet", "nothing in place of a person"},
		{past, "history/7/# **text**/0", "<@7>", "text in place of a game"},
		{past, "history/all/all/# **text**", "No finished matches here", "text in place of a page"},
		{learn, "learn", "opens a table for", "no lesson"},
		{learn, "learn/chess/1/1", "opens a table for", "a lesson that there isn't"},
		{learn, "learn/bigtwo/99", "you know how to play", "a step after the last"},
		{learn, "learn/bigtwo/-1/x", "step 1 of 5", "a step before the first"},
		{learn, "learn/bigtwo/0/99", "step 1 of 5", "a play that there isn't"},
		{learn, "learn/acehole/1/1/extra", "step 2 of 6", "more than there is to say"},
	} {
		r := bot.Request{Guild: "1", Channel: "2", User: bot.User{ID: "1", Name: "Ann"}, Asker: "1", Args: strings.Split(tt.id, "/")[1:]}
		if got := answerText(t, c, tt.h, r); !strings.Contains(got, tt.want) || strings.Contains(got, "**text**") {
			t.Errorf("%s (%s): want %q and nothing of the text:\n%s", tt.id, tt.why, tt.want, got)
		}
	}
	for _, tt := range []struct {
		h       handler
		options map[string]string
		want    string
	}{
		{c.help, map[string]string{"game": "**x** @here"}, `There is no game called "\*\*x\*\* @`},
		{c.play, map[string]string{"game": "preset:# x"}, `There is no game called "\# x" here`},
	} {
		r := bot.Request{Guild: "1", Channel: "2", User: bot.User{ID: "1", Name: "Ann"}, Bot: bot.Administrator, Options: tt.options}
		if got := answerText(t, c, tt.h, r); !strings.Contains(got, tt.want) {
			t.Errorf("%v: want %q:\n%s", tt.options, tt.want, got)
		}
	}
}

// An admin's forged or old click changes nothing and is answered with the page, even if the preset or
// the title is unknown.
func TestForgedSettingsChangeNothing(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		c.store.presets = []settings.Preset{{Name: "Ours", System: "asshole", Locked: true}}
		preset, setting := c.forAdmins(clicked(ids.ParsePreset, c.presetChanged)), c.forAdmins(clicked(ids.ParseSetting, c.settingChanged))
		const gone = "can no longer be chosen"
		for _, tt := range []struct {
			h        handler
			id, want string
			why      string
		}{
			{preset, "offer/perhaps/Ours", "### Ours", "nothing that a preset has: it stays locked"},
			{preset, "offer/unlock/Theirs", gone, "no such preset"},
			{setting, "settings/presets/here", gone, "no such setting"},
			{setting, "settings/titles/role/ahole/jester", gone, "no such title"},
			{setting, "settings/titles/role/chess/president", gone, "no such game"},
		} {
			r := c.clickRequest(1, tt.id)
			r.Can, r.Values = bot.ManageGuild, []string{"5"}
			if got := answerText(c.t, c.Commands, tt.h, r); !strings.Contains(got, tt.want) {
				t.Errorf("%s (%s): want %q:\n%s", tt.id, tt.why, tt.want, got)
			}
			if !c.store.presets[0].Locked {
				t.Errorf("%s: the preset isn't locked any more", tt.id)
			}
		}
	})
}
