package systems_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/internal/say"
)

func TestEverySystemIsComplete(t *testing.T) {
	names, titles := map[string]bool{}, map[say.Text]bool{}
	for _, s := range systems.All() {
		if s.Version < 1 || names[s.Name] || titles[s.Title] || s.Title == "" || utf8.RuneCountInString(string(s.About)) > 100 || s.About == "" {
			t.Errorf("%s: %+v: want a name and a title that no other system has, a version, and a sentence of at most 100 characters", s.Name, s)
		}
		names[s.Name], titles[s.Title] = true, true
		if _, err := systems.New(s.Name, s.Version+1, nil); err == nil {
			t.Errorf("%s: New accepts version %d, but the newest is %d", s.Name, s.Version+1, s.Version)
		}
		for version := 1; version <= s.Version; version++ {
			if rules, err := systems.New(s.Name, version, nil); err != nil || rules.Name() != s.Name {
				t.Errorf("%s, version %d: %v; tables that were opened with it can't be read", s.Name, version, err)
			}
		}
	}
	if _, ok := systems.Latest("poker"); ok {
		t.Error("Latest finds a system called poker")
	}
}

// TestEachVersionKeepsItsPreset checks the preset of each version and its numbers of seats. They
// must never change, because logs store only what differs from the preset.
func TestEachVersionKeepsItsPreset(t *testing.T) {
	for _, tt := range []struct {
		system  string
		version int
		values  string // target, rounds and longest; "-": there is no such option
		seats   string
		why     string
	}{
		{"ahole", 1, "10 0 60", "4-7", "nobody loses points, so somebody reaches the target"},
		{"president", 1, "10 20 60", "4-14", "minus points can keep everyone below the target"},
		{"asshole", 1, "0 10 60", "3-8", "mercy and minus points pull totals back to 0"},
		{"daifugo", 1, "0 8 60", "3-8", "a match lasts a number of rounds"},
		{"bigtwo", 1, "0 5 60", "2-4", "a match lasts a number of rounds"},
		{"acehole", 1, "100 - 60", "2-10", "points are bad, so somebody reaches the target"},
		{"tienlen", 1, "0 10 60", "2-4", "a match lasts a number of rounds"},
	} {
		rules, err := systems.New(tt.system, tt.version, nil)
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]string{"rounds": "-", "longest": "-"}
		for _, o := range rules.Options() {
			values[o.Key] = o.Value
			if o.Value != o.Preset {
				t.Errorf("%s, version %d: %s is %s with nothing set, want its preset %s", tt.system, tt.version, o.Key, o.Value, o.Preset)
			}
		}
		if got := values["target"] + " " + values["rounds"] + " " + values["longest"]; got != tt.values {
			t.Errorf("%s, version %d: target, rounds and longest are %s, want %s: %s", tt.system, tt.version, got, tt.values, tt.why)
		}
		if low, high := rules.Seats(); fmt.Sprintf("%d-%d", low, high) != tt.seats {
			t.Errorf("%s, version %d: for %d to %d players, want %s", tt.system, tt.version, low, high, tt.seats)
		}
	}
}

// FuzzRecords replays arbitrary records. Each must be replayed or refused without a panic.
func FuzzRecords(f *testing.F) {
	files, err := filepath.Glob("../*/testdata/*.rec")
	if err != nil || len(files) == 0 {
		f.Fatalf("got %d golden rounds, %v, want some", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := record.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		state, err := rec.Replay(func(name string, options map[string]string) (game.Rules, error) {
			s, ok := systems.Latest(name)
			if !ok {
				return nil, fmt.Errorf("there is no system %q", name)
			}
			return s.New(options)
		})
		if err != nil {
			return
		}
		// At the end of a record, either a seat has to move or there is a result.
		turn, on := state.Turn()
		if _, over := state.Result(); on == over || on && len(state.View(turn).Offers) == 0 {
			t.Errorf("seat %d is to move: %t, the round is over: %t, %d legal plays; want either a seat with offers or a result", turn, on, over, len(state.Legal()))
		}
	})
}

// TestEveryLessonCanBePlayedThrough checks each step of each lesson: it is the learner's turn, the
// right play is legal, and each wrong play is either refused with a sentence or has its own
// explanation.
func TestEveryLessonCanBePlayedThrough(t *testing.T) {
	for _, sys := range systems.All() {
		rules := gametest.New(t, sys.New, "")
		lesson := sys.Lesson()
		refused := 0
		for i, step := range lesson.Steps {
			state, _, err := lesson.StateAt(rules, i)
			if err != nil {
				t.Fatalf("%s, step %d: the lesson does not get there: %v", sys.Name, i+1, err)
			}
			if turn, due := state.Turn(); !due || turn != 0 {
				t.Fatalf("%s, step %d: seat %d is to move, want the learner's seat 0", sys.Name, i+1, turn)
			}
			if err := lesson.CheckPlay(state, step.Answer); err != nil {
				t.Errorf("%s, step %d: the answer %s is refused: %v", sys.Name, i+1, step.Answer, err)
			}
			if step.Prompt == "" || len(step.Wrong) == 0 {
				t.Errorf("%s, step %d: no prompt, or no wrong play", sys.Name, i+1)
			}
			for _, wrong := range step.Wrong {
				err := lesson.CheckPlay(state, wrong)
				if _, illegal := errors.AsType[*game.Illegal](err); err != nil && !illegal {
					t.Errorf("%s, step %d: the wrong play %s: %v, want a refusal", sys.Name, i+1, wrong, err)
				} else if illegal {
					refused++
				}
				if (step.Why[wrong] == "") == (err == nil) || wrong == step.Answer {
					t.Errorf("%s, step %d: %s needs a reason from the lesson or from the rules, not both", sys.Name, i+1, wrong)
				}
			}
		}
		if _, _, err := lesson.StateAt(rules, len(lesson.Steps)); err != nil {
			t.Errorf("%s, after the last step: %v", sys.Name, err)
		}
		if refused < 3 || lesson.Closing == "" {
			t.Errorf("%s: the rules refuse %d of the wrong plays, want at least 3, and a closing sentence, which is %q", sys.Name, refused, lesson.Closing)
		}
	}
}

// TestAPassThatEveryoneForeseesIsForced plays random rounds of every system with random options.
// All viewers must agree on whether a pass is forced, and if it is, the seat can only pass.
func TestAPassThatEveryoneForeseesIsForced(t *testing.T) {
	rounds := gametest.Dose(t, 1000, 3000, 10000)
	seen := map[string]int{}
	for seed := uint64(0); rounds > 0; seed++ {
		r := gametest.NewRand(seed)
		all := systems.All()
		system := all[int(seed)%len(all)]
		rules, options, err := gametest.Mix(system.New, r)
		if err != nil {
			continue // these options are incompatible
		}
		rounds--
		low, high := rules.Seats()
		state := gametest.StartRandom(t, rules, low+r.Intn(high-low+1), r, nil)
		gametest.PlayRound(t, state, func(state game.State, _ game.Seat, _ []game.News) game.Action {
			forced := game.ForcedInView(rules, state.View(game.Watcher))
			for seat := range game.Seat(len(state.View(0).Players)) {
				if game.ForcedInView(rules, state.View(seat)) != forced {
					t.Fatalf("%s %v, seed %d: seat %d and a watcher disagree whether the pass is forced", system.Name, options, seed, seat)
				}
			}
			if legal := state.Legal(); forced {
				seen[system.Name]++
				if len(legal) != 1 || legal[0].Verb != game.Pass {
					t.Fatalf("%s %v, seed %d: a pass looks forced, but %v are legal", system.Name, options, seed, legal)
				}
			}
			return r.Pick(state)
		})
	}
	t.Logf("forced passes that everyone foresees: %v", seen)
	for _, system := range systems.All() {
		if _, countable := gametest.New(t, system.New, "").(game.Countable); countable && seen[system.Name] == 0 {
			t.Errorf("%s: no pass was forced in %v", system.Name, seen)
		}
	}
	if seen["acehole"] > 0 {
		t.Errorf("acehole: %d passes were forced, but nobody can pass", seen["acehole"])
	}
}

// TestOneCardAgainstAPairForcesAPass checks that a player with one card must pass on a pair, except
// in AHole, where a single 2 beats a pair.
func TestOneCardAgainstAPairForcesAPass(t *testing.T) {
	for name, want := range map[string]bool{"ahole": false, "president": true, "asshole": true, "bigtwo": true, "tienlen": true} {
		system, _ := systems.Latest(name)
		rules := gametest.New(t, system.New, "")
		v := game.View{Phase: game.Playing, Players: []game.PlayerView{{Cards: 1}, {Cards: 5}}, Top: game.TopPlay{Cards: gametest.Cards(t, "9c 9d"), Seat: 1}}
		if game.ForcedInView(rules, v) != want {
			t.Errorf("%s: one card against a pair is forced: %t, want %t", name, !want, want)
		}
		v.Players[0].Cards = 2
		if game.ForcedInView(rules, v) {
			t.Errorf("%s: two cards against a pair are forced to pass", name)
		}
	}
}
