package screen

import (
	"slices"
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/standing"
)

// People of one name are numbered, and no longer than others. Whoever does something to one of them sees the user name.
func TestPeopleOfOneNameAreToldApart(t *testing.T) {
	wide := strings.Repeat("W", longest)
	s := snapshotOf(screentest.NewMatch(t, systems.All()[0], 4, nil))
	for i, name := range []string{"Ann", wide, wide, "Ann"} {
		who := standing.Person{ID: s.People[i].ID, Name: name}
		s.People[i], s.Who[s.Players()[i]] = who, who
	}
	s.TellApart()
	var names []string
	for i, p := range s.Players() {
		if s.People[i] != s.Who[p] {
			t.Errorf("seat %d is called %q and its player %q", i, s.People[i].Name, s.Who[p].Name)
		}
		names = append(names, s.People[i].Name)
	}
	if want := []string{"Ann", wide, wide[:longest-4] + " (2)", "Ann (2)"}; !slices.Equal(names, want) {
		t.Errorf("got the names %q, want %q", names, want)
	}
	s.Tags = map[match.Player]string{s.Players()[3]: "annb"}
	asked := strings.ReplaceAll(screentest.Text(s.AskToRemove(s.Players()[3], true, false)), `\`, "")
	if !strings.Contains(asked, "**Ann (2)** (annb)") {
		t.Errorf("the question is %q, want the user name in it", asked)
	}
	for may, want := range map[MenuFor]string{{Player: s.Host}: "Remove a player", {Player: 9, Force: true}: "Remove a player", {Player: s.Players()[1]}: "Vote on removing a player"} {
		if got := s.kickMenu(may).Placeholder.String(); got != want {
			t.Errorf("the menu of %+v is called %q, want %q", may, got, want)
		}
	}
	menu := s.kickMenu(MenuFor{Player: s.Host}).Options
	if got := menu[len(menu)-1]; got.Label.String() != "Ann (2)" || got.Description.String() != "annb" {
		t.Errorf("the menu has %q, %q, want the name and the user name", got.Label, got.Description)
	}
}

// A title that a bot got for a player who was removed stays with its holder.
func TestATitleThatNobodyMayTakeStays(t *testing.T) {
	sys := systems.All()[0]
	m := screentest.NewMatch(t, sys, 4, nil)
	m = screentest.Step(t, gametest.NewRand(11), screentest.Do(t, m, match.Start{Player: 1}, m.At))
	first := m.Rules.Titles()[0].Title
	m = screentest.Do(t, m, match.Kick{Player: 1, Against: 3}, m.At)
	seat, _ := m.Seat(3)
	m.Results = []game.Result{{Titles: make([]game.Title, 4), Places: []game.Seat{seat}}}
	m.Results[0].Titles[seat] = first
	s := snapshotOf(m)
	if got := s.ceremony(); !got.Empty() {
		t.Errorf("nobody holds the title, and the board says %q, want nothing", got)
	}
	s.Streaks = []standing.Streak{{System: s.System, Title: first, Player: 2, Name: "Bob", Rounds: 3}}
	if got := s.ceremony().String(); !strings.Contains(got, "**Bob** stays President") {
		t.Errorf("Bob holds the title, and the board says %q", got)
	}
	holder, _ := s.Seat(2)
	s.Public.Players[holder].Fate = "fell"
	if got := s.ceremony(); !got.Empty() {
		t.Errorf("Bob fell, and the board says %q, want nothing", got)
	}
}

// Once only bots hold cards, the board offers to skip to the result, until somebody does.
func TestTheResultCanBeSkippedTo(t *testing.T) {
	r := gametest.NewRand(11)
	m := screentest.NewMatch(t, systems.All()[0], 4, nil)
	m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: 1}, m.At))
	offered := func() bool { return strings.Contains(screentest.Text(snapshotOf(m).Board()), "Skip to the result") }
	for m.State.View(game.Watcher).Players[0].Cards > 0 {
		if offered() {
			t.Fatal("a round that people play can be skipped")
		}
		m = screentest.Step(t, r, m)
	}
	for p := match.Player(2); p <= 4; p++ { // bots play on
		m = screentest.Do(t, m, match.Leave{Player: p}, m.At)
	}
	if !offered() {
		t.Error("only bots play, and the board doesn't offer the result")
	}
	if m = screentest.Do(t, m, match.SkipAhead{Player: 1}, m.At); offered() {
		t.Error("the result is still offered after somebody skipped to it")
	}
}
