package history_test

import (
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/history"
	"deuces/standing"
)

// play plays some rounds of a match with random legal plays and returns its log. With over, the
// host then ends it.
func play(t *testing.T, system string, seats, rounds int, seed uint64, over bool) []match.Event {
	t.Helper()
	rand := gametest.NewRand(seed)
	latest, ok := systems.Latest(system)
	if !ok {
		t.Fatal(system)
	}
	m := match.New(7, systems.New)
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	var log []match.Event
	do := func(c match.Command) {
		t.Helper()
		now = now.Add(time.Minute)
		events, err := m.Decide(c, now)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		for _, e := range events {
			if m, err = m.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		log = append(log, events...)
	}
	var others []standing.Player
	for i := range seats - 1 {
		others = append(others, standing.Player(i+2))
	}
	do(match.Opening{Guild: "g", Channel: "c", System: system, Version: latest.Version, Host: 1, Others: others, Settings: match.DefaultSettings()})
	do(match.Start{Player: 1})
	for m.Phase != match.Over && (len(m.Results) < rounds || m.Phase == match.Playing && !over) {
		if m.Phase != match.Playing {
			do(match.Deal{Chance: rand.Chance(m.Rules, seats)})
			continue
		}
		seat, _ := m.Turn()
		legal := m.State.Legal()
		do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[rand.Intn(len(legal))]})
	}
	if over && m.Phase != match.Over {
		do(match.End{Player: 1})
	}
	return log
}

func seq(events []match.Event) iter.Seq2[match.Event, error] {
	return func(yield func(match.Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func latest(name string, options map[string]string) (game.Rules, error) {
	s, ok := systems.Latest(name)
	if !ok {
		return nil, errors.New("no such system")
	}
	return s.New(options)
}

// Every round of every system gives a record that can be replayed and stepped through.
func TestARoundIsARecord(t *testing.T) {
	for _, s := range systems.All() {
		log := play(t, s.Name, 4, 3, 1, true)
		m, err := history.Read(7, systems.New, seq(log))
		if err != nil {
			t.Fatal(s.Name, err)
		}
		if len(m.Rounds) == 0 || !m.Over || m.System != s.Name || m.Guild != "g" || len(m.Players) != 4 {
			t.Fatalf("%s: %d rounds, %+v", s.Name, len(m.Rounds), m.Outcome)
		}
		for i := range m.Rounds {
			r, ok := m.Round(i + 1)
			if !ok || r.Number != i+1 {
				t.Fatal(s.Name, i, ok)
			}
			text, err := r.Record([]string{"Ann", "", "Cy"})
			if err != nil {
				t.Fatal(s.Name, err)
			}
			if err := record.Replay("round", strings.NewReader(text), latest); err != nil {
				t.Errorf("%s, round %d: %v\n%s", s.Name, r.Number, err, text)
			}
			if !strings.Contains(text, "Player2") || !strings.Contains(text, "Ann") {
				t.Errorf("%s: who has a name has it, who has none is Player2:\n%s", s.Name, text)
			}
			end := r.Frame(r.Len() - 1)
			if result, over := end.State.Result(); !over || len(result.Places) != 4 || r.Len() < 5 {
				t.Errorf("%s: its last of %d frames is not its end", s.Name, r.Len())
			}
			if first := r.Frame(0); first.Move.Seat != game.Nobody || first.At.After(end.At) || len(first.State.View(0).Hand) == 0 {
				t.Errorf("%s: its first frame is not the deal: %+v", s.Name, first.Move)
			}
		}
		if _, ok := m.Round(len(m.Rounds) + 1); ok {
			t.Errorf("%s has a round more", s.Name)
		}
	}
}

// Each trick of a round begins with nothing on the table.
func TestATrickBeginsWithAnEmptyTable(t *testing.T) {
	for _, s := range systems.All() {
		m, err := history.Read(7, systems.New, seq(play(t, s.Name, 4, 2, 3, true)))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range m.Rounds {
			tricks := r.Tricks()
			if tops := s.Name == "acehole"; tops != (len(tricks) == 0) || !tops && len(tricks) < 3 {
				t.Errorf("%s: %d tricks in %d moves", s.Name, len(tricks), r.Len())
			}
			for i, at := range tricks {
				v := r.Frame(at).State.View(game.Watcher)
				if len(v.Top.Cards) > 0 || v.Phase != game.Playing || i > 0 && tricks[i-1] >= at-1 {
					t.Errorf("%s: trick %d begins at %d, %v lies there", s.Name, i, at, v.Top.Cards)
				}
			}
		}
	}
}

// A current round can't be read.
func TestACurrentRoundIsNotShown(t *testing.T) {
	over := len(play(t, "ahole", 4, 1, 2, false))
	on := play(t, "ahole", 4, 2, 2, false)
	log := on[:over+3] // one round is over, the next is dealt
	m, err := history.Read(7, systems.New, seq(log))
	if err != nil || len(m.Rounds) != 1 || m.Over {
		t.Errorf("%d rounds, over %v: %v", len(m.Rounds), m.Over, err)
	}
}

func TestALogThatCannotBeReadIsAnError(t *testing.T) {
	if _, err := history.Read(7, systems.New, seq(nil)); !errors.Is(err, match.ErrNoTable) {
		t.Error("no events", err)
	}
	log := play(t, "ahole", 4, 1, 2, true)
	if _, err := history.Read(7, systems.New, seq(log[1:])); !errors.Is(err, match.ErrUnreadable) {
		t.Error("a log without its beginning", err)
	}
	broken := errors.New("broken")
	_, err := history.Read(7, systems.New, func(yield func(match.Event, error) bool) { yield(match.Event{}, broken) })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}
