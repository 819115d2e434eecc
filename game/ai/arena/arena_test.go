package arena_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/game/president"
	presidentai "deuces/game/president/ai"
	"deuces/internal/errtest"
)

// newContest returns a contest of President with the given options and players.
func newContest(t *testing.T, options string, names ...string) arena.Contest {
	t.Helper()
	rules := gametest.New(t, president.President, options)
	players, err := presidentai.New(rules)
	errtest.Must(t, err)
	players["random"] = ai.Random{}
	c := arena.Contest{Rules: rules, Rounds: 60, Seed: 1, Budget: ai.Budget{Playouts: 60}}
	for _, name := range names {
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, Player: players[ai.Level(name)]})
	}
	return c
}

// newEqualContest returns a contest of four equal players.
func newEqualContest(t *testing.T) arena.Contest {
	t.Helper()
	return newContest(t, "", "normal", "normal", "normal", "normal")
}

// runContest returns the report of a contest without times, which differ from run to run.
func runContest(t *testing.T, c arena.Contest) arena.Report {
	t.Helper()
	r, err := arena.Run(t.Context(), c)
	errtest.Must(t, err)
	for i := range r.Lines {
		r.Lines[i].Median, r.Lines[i].P99 = 0, 0
	}
	return r
}

func TestTheSameSeedGivesTheSameFigures(t *testing.T) {
	c := newContest(t, "rounds=3", "hard", "normal", "easy", "random")
	c.Rounds, c.Budget.Playouts = gametest.Dose(t, 12, 60, 60), gametest.Dose(t, 8, 24, 60)
	one := runContest(t, c)
	c.Tables = 3
	if three := runContest(t, c); !reflect.DeepEqual(one, three) {
		t.Errorf("the report of one table\n%+v\ndiffers from that of three\n%+v", one, three)
	}
	c.Seed++
	if other := runContest(t, c); reflect.DeepEqual(one, other) {
		t.Error("another seed gives the same report")
	}
}

// TestEqualPlayersGetEqualFigures checks that each of four equal players gets a quarter of
// everything. The result is exact, because the deals are duplicate: every player plays the same
// cards in the same seats.
func TestEqualPlayersGetEqualFigures(t *testing.T) {
	c := newEqualContest(t)
	c.Rounds = 150 // enough for at least two boards
	for i := range c.Entrants {
		c.Entrants[i].Name += string('1' + rune(i))
	}
	for _, l := range runContest(t, c).Lines {
		if l.First.Mean != 0.25 || l.Place.Mean != 2.5 || l.Ahead.Error > 1e-9 {
			t.Errorf("%+v: equal players with the same cards must have equal figures", l)
		}
	}
}

func TestTheErrorOfOneBoardIsUnknown(t *testing.T) {
	c := newContest(t, "", "normal", "easy", "random", "random")
	for rounds, unknown := range map[int]bool{1: true, 150: false} {
		c.Rounds = rounds
		r := runContest(t, c)
		if unknown != (r.Boards == 1) {
			t.Fatalf("%d rounds: got %d boards, want one only: %t", rounds, r.Boards, unknown)
		}
		var out bytes.Buffer
		errtest.Must(t, r.Write(&out))
		if strings.Contains(out.String(), "± ?") != unknown || strings.Contains(out.String(), "± 0") == unknown {
			t.Errorf("%d boards: want an unknown error: %t, got\n%s", r.Boards, unknown, &out)
		}
	}
}

func TestAContestEndsWithAnError(t *testing.T) {
	endingProgram, err := arena.Start(t.Context(), "head -n 1 > /dev/null", newEqualContest(t).Rules, &bytes.Buffer{})
	errtest.Must(t, err)
	for why, change := range map[string]func(*arena.Contest){
		"two play President": func(c *arena.Contest) { c.Entrants = c.Entrants[:2] },
		"one plays what isn't legal": func(c *arena.Contest) {
			c.Entrants[2].Player = ai.Func(func(ai.Observation, ai.Budget, uint64) (ai.Choice, error) {
				return ai.Choice{Action: game.Action{Verb: game.Draw}}, nil
			})
		},
		"a program gives no answer": func(c *arena.Contest) { c.Entrants[0].Player = endingProgram },
	} {
		c := newEqualContest(t)
		change(&c)
		if r, err := arena.Run(t.Context(), c); err == nil {
			t.Errorf("%s: Run returns %+v, want an error", why, r)
		}
	}
}

// TestProgram tests an external program as a player. The program plays the first legal action of
// each question.
func TestProgram(t *testing.T) {
	c := newEqualContest(t)
	var stderr bytes.Buffer
	p, err := arena.Start(t.Context(), `sed -u 's/.*"legal":\["\([^"]*\)".*/\1/'`, c.Rules, &stderr)
	errtest.Must(t, err)
	c.Entrants[3] = arena.Entrant{Name: "sed", Player: p}
	r := runContest(t, c)
	if last := r.Lines[1]; last.Name != "sed" || last.Place.Mean < 3 {
		t.Errorf("the last line is %+v, want sed, which passes whenever it can", last)
	}
	if err := p.Close(); err != nil || stderr.Len() > 0 {
		t.Errorf("the program ended with %v and wrote %q to stderr, want no error and nothing", err, &stderr)
	}
}

func TestLengths(t *testing.T) {
	c := newEqualContest(t)
	rounds, err := arena.Lengths(t.Context(), c, 12)
	errtest.Must(t, err)
	c.Tables = 3
	if again, err := arena.Lengths(t.Context(), c, 12); err != nil || !slices.Equal(rounds, again) {
		t.Errorf("got the lengths %v on three tables (error %v), want those on one, %v", again, err, rounds)
	}
	if slices.Max(rounds) <= 12 {
		t.Errorf("no match of %v is long enough for this test", rounds)
	}

	c = newContest(t, "target=0 rounds=0", "random", "random", "random", "random")
	if rounds, err := arena.Lengths(t.Context(), c, 1); err == nil {
		t.Errorf("a match that only its host can end: got %v rounds, want an error", rounds)
	}
	c.Rounds = 1
	if r := runContest(t, c); r.Cut != r.Matches || r.Cut == 0 {
		t.Errorf("%d of %d matches without an end were ended", r.Cut, r.Matches)
	}
}
