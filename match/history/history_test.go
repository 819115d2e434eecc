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

// play plays some rounds of a match with random legal plays, some of which are undone, and returns its log.
// With over, the host then ends it.
func play(t *testing.T, system string, seats, rounds int, seed uint64, over bool) []match.Event {
	t.Helper()
	rand := gametest.NewRand(seed)
	latest, ok := systems.Latest(system)
	if !ok {
		t.Fatal(system)
	}
	d := &match.Draft{Match: match.New(7, systems.New)}
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	do := func(c match.Command) {
		t.Helper()
		now = now.Add(20 * time.Second)
		if err := d.Decide(c, now); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	open := match.Opening{Guild: "g", Channel: "c", System: system, Version: latest.Version, Host: 1, Settings: match.DefaultSettings()}
	open.Settings.Undo = time.Minute
	for i := range seats - 1 {
		open.Others = append(open.Others, standing.Player(i+2))
	}
	do(open)
	do(match.Start{Player: 1})
	for d.Phase != match.Over && (len(d.Results) < rounds || d.Phase == match.Playing && !over) {
		if d.Phase != match.Playing {
			do(match.Deal{Chance: rand.Chance(d.Rules, seats)})
			continue
		}
		seat, _ := d.Turn()
		legal := d.State.Legal()
		do(match.Act{Player: d.Players()[seat], Decision: d.Decision, Action: legal[rand.Intn(len(legal))]})
		if _, may := d.UndoUntil(seat); may && rand.Intn(3) == 0 {
			do(match.Undo{Player: d.Players()[seat], Decision: d.Decision})
		}
	}
	if over && d.Phase != match.Over {
		do(match.End{Player: 1})
	}
	return d.Events
}

func seq(events []match.Event) iter.Seq2[match.Event, error] {
	return func(yield func(match.Event, error) bool) {
		for i := 0; i < len(events) && yield(events[i], nil); i++ {
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

// Every round of every system gives a record that can be replayed and stepped through. An undone play is
// neither in the record nor in the frames.
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
		var plays []int // in each round
		undone := 0
		for _, e := range log {
			switch e.Body.(type) {
			case match.Dealt:
				plays = append(plays, 0)
			case match.Acted:
				plays[len(plays)-1]++
			case match.Undone:
				plays[len(plays)-1]--
				undone++
			}
		}
		if undone == 0 {
			t.Errorf("%s: nothing was undone", s.Name)
		}
		for i := range m.Rounds {
			r, ok := m.Round(i + 1)
			if !ok || r.Number != i+1 || r.Len()-1 != plays[i] {
				t.Fatalf("%s: round %d, %v, has %d moves, want %d", s.Name, r.Number, ok, r.Len()-1, plays[i])
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
