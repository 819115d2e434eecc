package commands

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/settings"
	"deuces/standing"
	"deuces/table"
)

// rude are words that a clean server never shows.
var rude = regexp.MustCompile(`(?i)ahole|asshole|acehole|half-ass`)

func wording(w settings.Wording) house {
	set := settings.Default()
	set.Wording = w
	set.Words = settings.Words{"King", "Queen", "Burgher", "Beggar", "Fool"}
	h := house{Guild: set}
	if w == settings.Clean {
		h.clean = newCleaner(systems.All())
	}
	return h
}

// everythingSaid is all that a message shows.
func everythingSaid(m bot.Message) string {
	var b strings.Builder
	for _, block := range m.Blocks {
		if row, ok := block.(bot.Row); ok {
			for _, button := range row {
				b.WriteString(button.Label + "\n")
			}
			continue
		}
		if menu, ok := block.(bot.Select); ok {
			b.WriteString(menu.Placeholder + "\n")
			for _, o := range menu.Options {
				b.WriteString(o.Label + " " + o.Description + "\n")
			}
			continue
		}
		text, _ := json.Marshal(block)
		b.Write(text)
	}
	return b.String()
}

// A clean server shows no rude word, on any board or hand of whole matches of
// every system, and its own words stand where a server has some.
func TestWordings(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			r := gametest.NewRand(5)
			fewest, most := seats(t, sys)
			m := newMatch(t, sys, max(fewest, min(most, 4)), nil)
			clean, own, plain := wording(settings.Clean), wording(settings.OwnWords), 0
			for moves := 0; m.Phase() != table.Over && moves < 200; moves++ {
				s := sceneOf(m)
				s.game = sys.Title
				if rude.MatchString(everythingSaid(s.board())) {
					plain++
				}
				s.house = clean
				messages := []bot.Message{s.board(), s.ping(MentionTurn, m.At()), s.poll()}
				if m.Phase() != table.Lobby {
					messages = append(messages, s.hand(0, page{}, ""))
				}
				for _, msg := range messages {
					if said := everythingSaid(clean.message(msg)); rude.MatchString(said) {
						t.Fatalf("a clean server is shown %q:\n%s", rude.FindString(said), said)
					}
				}
				s.house = own
				if w := s.word(game.President); len(s.titles()) == 5 && w != "👑 King" {
					t.Fatalf("our own word for the best title is %q", w)
				}
				m = step(t, r, m)
			}
			if strings.Contains(strings.ToLower(sys.Title), "hole") && plain == 0 {
				t.Error("no board has a rude word to begin with: the check shows nothing")
			}
		})
	}
}

// What a clean server is told of rules, boards, panels and suggestions is clean;
// so is what Discord registers for all servers.
func TestCleanEverywhere(t *testing.T) {
	set := settings.Default()
	set.Wording = settings.Clean
	c := New(Config{Store: crowd{n: 3, set: set}, Systems: systems.All()})
	router := bot.NewRouter()
	c.Route(router)
	specs, err := json.Marshal(router.Commands())
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range rude.FindAllString(string(specs), -1) {
		if found != "asshole" { // a key, which no client shows
			t.Errorf("a command is registered with %q", found)
		}
	}
	ask := func(what string, h bot.Handler, r bot.Request) {
		t.Helper()
		r.Guild, r.Can = "1", bot.ManageGuild
		reply, err := c.spoken(h)(t.Context(), r)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		said := ""
		if reply.Message != nil {
			said = everythingSaid(*reply.Message)
			if err := reply.Message.Check(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		for _, choice := range reply.Choices {
			said += choice.Name + "\n"
		}
		if found := rude.FindString(said); found != "" {
			t.Errorf("%s says %q:\n%s", what, found, said)
		}
	}
	for _, sys := range systems.All() {
		rules, err := sys.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rules.Pages() {
			ask("rules of "+sys.Name, c.rules, bot.Request{Verb: "rules", Args: []string{sys.Name, string(rune('0' + i))}})
		}
		ask("leaderboard of "+sys.Name, c.leaders, bot.Request{Args: []string{sys.Name, "scum", "all", "people", "0"}})
	}
	ask("help", c.help, bot.Request{})
	ask("titles in settings", c.settings, bot.Request{Args: []string{"page"}, Values: []string{titlesPage}})
	ask("roles in settings", c.settings, bot.Request{Args: []string{"page"}, Values: []string{rolesPage}})
	for _, option := range []string{"game", "by"} {
		for _, name := range []string{"play", "leaderboard"} {
			ask("suggestions", c.suggest, bot.Request{Command: name, Focused: option, Options: map[string]string{}})
		}
	}
}

// The rules are told in a server's own words.
func TestRulesInOwnWords(t *testing.T) {
	own := wording(settings.OwnWords)
	for _, sys := range systems.All() {
		rules, err := sys.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(rules.Titles(), func(w game.TitleWord) bool { return w.Title == game.President }) {
			continue
		}
		text := own.prose(rules, rules.Pages()[0].Text)
		for _, want := range []string{"**King**", "**Fool**", "Queen", "Beggar"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the first page lacks %q:\n%s", sys.Name, want, text)
			}
		}
		if rude.MatchString(text) || strings.Contains(text, "President") {
			t.Errorf("%s: the first page has the rules' own words:\n%s", sys.Name, text)
		}
	}
}

// A result tells dynasties of the server.
func TestReigning(t *testing.T) {
	sys := systems.All()[0]
	r := gametest.NewRand(2)
	m := newMatch(t, sys, 4, nil)
	for m.Phase() != table.Between || m.Round() == 0 {
		m = step(t, r, m)
	}
	s := sceneOf(m)
	president := m.Players()[s.holderSeat(game.President)]
	name := s.name(s.holderSeat(game.President))
	for _, tt := range []struct {
		why   string
		reign standing.Streak
		want  string
	}{
		{"a dynasty", standing.Streak{Player: president, Rounds: 6}, name + " is President of the server six rounds running."},
		{"one that ended", standing.Streak{Player: president, Rounds: 1, Deposed: 3, DeposedName: "Bob", DeposedRounds: 4}, name + " is the new President of the server and deposed **Bob** after four rounds."},
		{"the first ever", standing.Streak{Player: president, Rounds: 1}, ""},
		{"another table was later", standing.Streak{Player: president + 1, Rounds: 6}, ""},
	} {
		tt.reign.System, tt.reign.Title, tt.reign.Name = sys.Name, game.President, s.people[s.holderSeat(game.President)].Name
		s.reigns = []standing.Streak{tt.reign}
		got := strings.TrimPrefix(s.reigning(), "👑 ")
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// locked is a server with one preset, to which all channels are locked.
type locked struct {
	crowd
	preset settings.Preset
}

func (l locked) Presets(context.Context, string) ([]settings.Preset, error) {
	return []settings.Preset{l.preset}, nil
}

// A preset saves what differs from its system, whose own options may change with
// newer rules: what it offers can be played all the same.
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
		c := New(Config{Store: locked{preset: settings.Preset{Name: "Ours", System: "asshole", Options: tt.saved, Locked: true}}, Systems: systems.All()})
		err := c.permitted(t.Context(), bot.Request{Guild: "1", Channel: "2"}, "asshole", tt.asked)
		if refused := (*game.Illegal)(nil); (err == nil) != tt.may || err != nil && !errors.As(err, &refused) {
			t.Errorf("saved %v, asked for %v: %v; %s", tt.saved, tt.asked, err, tt.why)
		}
	}
}
