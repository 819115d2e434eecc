package match_test

import (
	"reflect"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

func TestTheHostChangesTheGame(t *testing.T) {
	o := matchtest.Opening(map[string]string{"jokers": "2"})
	o.System, o.Version, o.Settings = "ahole", version(t, "ahole"), match.DefaultSettings()
	m := matchtest.Play(t, match.New(1, systems.New), o, match.Join{Player: bob}, match.AddComputer{Player: ann, Level: ai.Easy}, match.AddComputer{Player: ann, Level: ai.Easy}, match.AddComputer{Player: ann, Level: ai.Hard})
	to := func(system string, options map[string]string) match.SetGame {
		return match.SetGame{Player: ann, System: system, Version: version(t, system), Options: options}
	}
	wantRefused(t, "only the host changes it", m, match.SetGame{Player: bob, System: "bigtwo", Version: 1}, "Only the host")
	wantRefused(t, "an unknown option", m, to("bigtwo", map[string]string{"jokers": "2"}), "jokers")
	wantRefused(t, "an unknown value", m, to("acehole", map[string]string{"draw": "never"}), "never")
	if _, err := m.Decide(match.SetGame{Player: ann, System: "chess", Version: 1}, m.At); err == nil {
		t.Error("an unknown game is accepted, want an error")
	}
	m = matchtest.Play(t, m, to("bigtwo", map[string]string{"rounds": "2"}))
	if m.System != "bigtwo" || m.Rules.Name() != "bigtwo" || m.Options["rounds"] != "2" || m.Options["jokers"] != "" {
		t.Errorf("got the game %s with %v, want bigtwo with rounds=2 alone", m.System, m.Options)
	}
	if got := people(m); got != "Ann* Bob easy-1 easy-2 lobby" {
		t.Errorf("got the players %s, want one computer player fewer, since Big Two is for four", got)
	}
	m = matchtest.Play(t, m, match.Join{Player: eve}, match.Join{Player: 16}, to("ahole", nil), match.Join{Player: 17})
	wantRefused(t, "five people have joined, and Big Two is for four", m, to("bigtwo", nil), "5")
	wantRefused(t, "the match has begun", matchtest.Play(t, m, match.Start{Player: ann}), to("bigtwo", nil), "already begun")
}

func version(t *testing.T, system string) int {
	t.Helper()
	s, ok := systems.Latest(system)
	if !ok {
		t.Fatalf("there is no system %s", system)
	}
	return s.Version
}

func TestTheHostAddsAndRemovesComputersInTheLobby(t *testing.T) {
	o := matchtest.Opening(nil)
	o.Version, o.Settings = 1, match.DefaultSettings()
	m := matchtest.Play(t, match.New(1, matchtest.NewToy), o)
	wantRefused(t, "one alone cannot start", m, match.Start{Player: ann}, "for 2 to 4 players")
	wantRefused(t, "only the host adds", m, match.AddComputer{Player: bob, Level: ai.Easy}, "Only the host")
	wantRefused(t, "no such level", m, match.AddComputer{Player: ann, Level: "godlike"}, "")
	wantRefused(t, "there is none to remove", m, match.RemoveComputer{Player: ann}, "")

	m = matchtest.Play(t, m, match.AddComputer{Player: ann, Level: ai.Hard})
	wantRefused(t, "only the host removes", m, match.RemoveComputer{Player: bob}, "Only the host")
	wantRefused(t, "nobody votes a computer off", m, match.Kick{Player: ann, Against: -1}, "They aren't at this table")

	m = matchtest.Play(t, m, match.AddComputer{Player: ann, Level: ai.Easy}, match.AddComputer{Player: ann, Level: ai.Easy})
	wantRefused(t, "a full table", m, match.AddComputer{Player: ann, Level: ai.Easy}, "All 4 seats")
	names := map[string]bool{}
	for s := range game.Seat(4) {
		c, _ := m.Computer(s)
		names[c.Name] = true
	}
	if len(names) != 4 || m.Computers() != 3 { // Ann's seat has no computer
		t.Errorf("got %d computers with the names %v, want 3 with different names", m.Computers(), names)
	}
}

// Computer players remember how the last rounds were played and how many cards everyone held. When
// a seat changes players, its earlier decisions are forgotten. A table without computers stores no
// rounds.
func TestComputersRememberTheMatch(t *testing.T) {
	observed := func(m match.Match) ai.Observation {
		seat, _ := m.Turn()
		o, due := m.Observation(seat)
		if !due {
			t.Fatalf("it is not the turn of seat %d", seat)
		}
		return o
	}
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "target", Value: "0"}, match.AddComputer{Player: ann, Level: ai.Hard}, match.Start{Player: ann}, match.Deal{})
	if o := observed(m); len(o.History.Rounds) > 0 || len(o.History.Results) > 0 {
		t.Fatalf("before anything was played: got the history %+v, want none", o.History)
	}
	var results []game.Result
	for round := 1; round <= ai.RememberedRounds+2; round++ {
		m = finishRound(t, m)
		results = m.Results
		m = matchtest.Play(t, m, match.Deal{})
		o := observed(m)
		if !reflect.DeepEqual(o.History.Results, results) || len(o.History.Rounds) != min(round, ai.RememberedRounds) {
			t.Fatalf("after round %d: remembers %d results and %d rounds, want all results and the last rounds", round, len(o.History.Results), len(o.History.Rounds))
		}
		last := o.History.Rounds[len(o.History.Rounds)-1]
		if !reflect.DeepEqual(last.Result, results[round-1]) || len(last.Order) != len(m.Players()) || last.News[len(last.News)-1].Kind != game.RoundOver {
			t.Fatalf("the last round is remembered as %+v", last)
		}
		for s := range m.Players() {
			if !last.SamePlayer(game.Seat(s)) {
				t.Fatalf("the last round names another player in seat %d, want the same player", s)
			}
		}
	}
	m = matchtest.Play(t, finishRound(t, matchtest.Play(t, m, match.Leave{Player: bob})), match.Deal{})
	seat, _ := m.Seat(bob)
	for i, r := range observed(m).History.Rounds {
		for s := range m.Players() {
			if r.SamePlayer(game.Seat(s)) != (game.Seat(s) != seat) {
				t.Errorf("remembered round %d: seat %d has the same player: %[4]v; want all but the left seat %[3]d", i, s, seat, r.SamePlayer(game.Seat(s)))
			}
		}
	}
	m = matchtest.Play(t, finishRound(t, m), match.Deal{})
	if rounds := observed(m).History.Rounds; !rounds[len(rounds)-1].SamePlayer(seat) {
		t.Error("the stand-in played a whole round in Bob's seat, but SamePlayer is false")
	}

	alone := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "target", Value: "0"}, match.Start{Player: ann}, match.Deal{})
	alone = matchtest.Play(t, finishRound(t, alone), match.Deal{})
	if o := observed(alone); len(o.History.Rounds) > 0 || len(o.History.Results) != 1 {
		t.Errorf("without computers: remembers %d rounds and %d results, want none and 1", len(o.History.Rounds), len(o.History.Results))
	}
}
