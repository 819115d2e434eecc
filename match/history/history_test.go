package history_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/history"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// playRandomly plays some rounds of a match with random legal plays, undoes some of them, and
// returns the log. If end is true, the host ends the match after these rounds.
func playRandomly(t *testing.T, system string, seats, rounds int, seed uint64, end bool) []match.Event {
	t.Helper()
	rand := gametest.NewRand(seed)
	latest, ok := systems.Latest(system)
	if !ok {
		t.Fatalf("there is no system %s", system)
	}
	d := &match.Draft{Match: match.New(7, systems.New)}
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	do := func(c match.Command) {
		t.Helper()
		now = now.Add(20 * time.Second)
		if err := d.Decide(c, now); err != nil {
			t.Fatalf("%T is refused: %v", c, err)
		}
	}
	open := match.Opening{Guild: "g", Channel: "c", System: system, Version: latest.Version, Host: 1, Settings: match.DefaultSettings()}
	open.Settings.Undo = time.Minute
	for i := range seats - 1 {
		open.Others = append(open.Others, standing.Player(i+2))
	}
	do(open)
	do(match.Start{Player: 1})
	for d.Phase != match.Over && (len(d.Results) < rounds || d.Phase == match.Playing && !end) {
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
	if end && d.Phase != match.Over {
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

// Every round of every system has a record that can be replayed step by step. A play that was
// undone appears neither in the record nor in the frames. At the start of each trick the table is
// empty.
func TestEveryRoundHasARecord(t *testing.T) {
	for _, s := range systems.All() {
		log := playRandomly(t, s.Name, 4, 3, 1, true)
		m, err := history.Read(7, systems.New, seq(log))
		if err != nil {
			t.Fatal(s.Name, err)
		}
		if len(m.Rounds) == 0 || !m.Over || m.System != s.Name || m.Guild != "g" || len(m.Players) != 4 {
			t.Fatalf("%s: got %d rounds, over %v, guild %s, %d players", s.Name, len(m.Rounds), m.Over, m.Guild, len(m.Players))
		}
		var plays []int // number of plays in each round
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
			t.Errorf("%s: the log has no undone play, so this test shows nothing about them", s.Name)
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
				t.Errorf("%s: the record lacks the name Ann, or Player2 for a player without one:\n%s", s.Name, text)
			}
			end := r.Frame(r.Len() - 1)
			if result, over := end.State.Result(); !over || len(result.Places) != 4 || r.Len() < 5 {
				t.Errorf("%s: the last of %d frames is not the end of the round", s.Name, r.Len())
			}
			if first := r.Frame(0); first.Move.Seat != game.Nobody || first.At.After(end.At) || len(first.State.View(0).Hand) == 0 {
				t.Errorf("%s: the first frame is %+v, want the deal", s.Name, first.Move)
			}
		}
		if _, ok := m.Round(len(m.Rounds) + 1); ok {
			t.Errorf("%s: there is a round after the last", s.Name)
		}
	}
}

func TestACurrentRoundIsNotShown(t *testing.T) {
	over := len(playRandomly(t, "ahole", 4, 1, 2, false))
	on := playRandomly(t, "ahole", 4, 2, 2, false)
	log := on[:over+3] // the first round is over, and the next is dealt
	m, err := history.Read(7, systems.New, seq(log))
	if err != nil || len(m.Rounds) != 1 || m.Over {
		t.Errorf("in the second round: got %d rounds, over %v: %v; want only the first, not over", len(m.Rounds), m.Over, err)
	}
}

func TestALogThatCannotBeReadIsAnError(t *testing.T) {
	if _, err := history.Read(7, systems.New, seq(nil)); !errors.Is(err, match.ErrNoTable) {
		t.Errorf("no events: got %v, want ErrNoTable", err)
	}
	log := playRandomly(t, "ahole", 4, 1, 2, true)
	if _, err := history.Read(7, systems.New, seq(log[1:])); !errors.Is(err, match.ErrUnreadable) {
		t.Errorf("a log without its beginning: got %v, want ErrUnreadable", err)
	}
	broken := errors.New("broken")
	_, err := history.Read(7, systems.New, func(yield func(match.Event, error) bool) { yield(match.Event{}, broken) })
	if !errors.Is(err, broken) {
		t.Errorf("a log that cannot be read: got %v, want %v", err, broken)
	}
}

// Rounds of every system are played at live tables, with and without cuts, while people join and
// leave. Each record proves that the deal follows from its seal.
func TestEveryRecordCanBeVerified(t *testing.T) {
	rounds := gametest.Dose(t, 150, 1000, 2000)
	luck := rand.New(rand.NewPCG(gametest.Seed(t), 1))
	all := systems.All()
	var sum verifiedCounts
	for n := 0; sum.rounds < rounds; n++ {
		synctest.Test(t, func(t *testing.T) { playLive(t, all[n%len(all)], luck, 5, &sum) })
		if t.Failed() {
			return
		}
	}
	if sum.cuts < sum.rounds/2 || sum.proven < sum.rounds/6 {
		t.Errorf("got %+v, want half as many cuts as rounds, and a sixth of the rounds proven alone", sum)
	}
}

// verifiedCounts counts rounds whose records were verified.
type verifiedCounts struct{ rounds, cuts, proven int } // proven: verified without the results of preceding rounds

// playLive plays rounds at a live table. It verifies the record of each round, first alone and then
// with the results of the preceding rounds.
func playLive(t *testing.T, sys systems.System, luck *rand.Rand, rounds int, sum *verifiedCounts) {
	log := &tabletest.Log{}
	tables := table.NewRegistry(table.Config{
		Log: log, Rules: systems.New, Logger: zerolog.Nop(),
		Latest: func(name string) (int, bool) { s, ok := systems.Latest(name); return s.Version, ok },
	})
	defer func() {
		if err := tables.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	options, fewest, most := someOptions(t, sys, luck)
	o := match.Opening{Guild: "g", Channel: "c", System: sys.Name, Options: options, Host: 1, Settings: match.DefaultSettings()}
	for p := 2; p <= fewest+luck.IntN(most-fewest+1); p++ {
		o.Others = append(o.Others, standing.Player(p))
	}
	m, err := tables.Open(t.Context(), o)
	errtest.Must(t, err)
	do := func(c match.Command) {
		t.Helper()
		if m, err = tables.Do(t.Context(), m.ID, c); err != nil {
			t.Fatalf("%#v is refused: %v", c, err)
		}
	}
	cut := func() {
		for _, p := range append(m.Players(), m.Newcomers...) {
			if err := m.MayCut(p, len(m.Deals())); err == nil && luck.IntN(3) == 0 {
				typed := fmt.Sprintf("%0*d", 1+luck.IntN(18), luck.IntN(10))
				do(match.CutDeck{Player: p, Deal: len(m.Deals()), Typed: typed})
			}
		}
	}
	newcomer := standing.Player(100)
	cut()
	do(match.Start{Player: 1})
	for len(m.Results) < rounds && m.Phase != match.Over {
		if m.Phase == match.Between {
			cut()
			switch newcomer++; luck.IntN(4) { // these changes invalidate cuts
			case 0:
				if len(m.Players()) < most && len(m.Newcomers) == 0 {
					do(match.Join{Player: newcomer})
				}
			case 1:
				if seat := game.Seat(len(m.Players()) - 1); !m.Vacant(seat) {
					do(match.Leave{Player: m.Players()[seat]})
					do(match.Join{Player: newcomer})
				}
			}
			cut()
			time.Sleep(time.Until(m.Deadline()))
			synctest.Wait()
			m, _ = tables.InChannel(t.Context(), "c")
			continue
		}
		seat, _ := m.Turn()
		legal := m.State.Legal()
		do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[luck.IntN(len(legal))]})
	}
	if m.Phase != match.Over {
		do(match.End{Player: m.Host, Force: true})
	}
	verifyAll(t, m, log, sum)
}

// randomOptions returns random options of a system with which matches don't end too soon, and the
// smallest and largest number of players.
func someOptions(t *testing.T, sys systems.System, luck *rand.Rand) (options map[string]string, fewest, most int) {
	t.Helper()
	preset, err := sys.New(nil)
	errtest.Must(t, err)
	for {
		options = map[string]string{}
		for _, o := range preset.Options() {
			switch {
			case o.Key == "target" && o.Min == 0:
				options[o.Key] = "0"
			case len(o.Choices) > 0 && luck.IntN(3) == 0:
				options[o.Key] = o.Choices[luck.IntN(len(o.Choices))].Value
			case o.Key == "jokers":
				options[o.Key] = fmt.Sprint(o.Min + luck.IntN(o.Max-o.Min+1))
			}
		}
		if rules, err := sys.New(options); err == nil { // skip invalid combinations
			fewest, most = rules.Seats()
			return options, fewest, most
		}
	}
}

func verifyAll(t *testing.T, m match.Match, log *tabletest.Log, sum *verifiedCounts) {
	t.Helper()
	read, err := history.Read(m.ID, systems.New, log.Events(t.Context(), m.ID))
	errtest.Must(t, err)
	results := map[int]game.Result{}
	before := func(_ int64, round int) (game.Result, bool) { r, ok := results[round]; return r, ok }
	none := func(int64, int) (game.Result, bool) { return game.Result{}, false }
	for _, round := range read.Rounds {
		text, err := round.Record(nil)
		errtest.Must(t, err)
		rec, err := record.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("cannot parse the record: %v\n%s", err, text)
		}
		alone, err := rec.Verify(latest, none)
		if err != nil || !alone.Sealed {
			t.Fatalf("%s, round %d alone: %v\n%s", m.System, round.Number, err, text)
		}
		whole, err := rec.Verify(latest, before)
		if err != nil || !whole.Sealed || len(whole.Unproven) > 0 {
			t.Fatalf("%s, round %d after those before: %v %v\n%s", m.System, round.Number, err, whole.Unproven, text)
		}
		i := slices.IndexFunc(m.Deals(), func(d match.SealedDeal) bool { return d.Dealt && d.Round == round.Number })
		if d := m.Deals()[i]; d.Commitment != rec.Deal.Commitment || len(d.Cuts) != len(rec.Deal.Cuts) {
			t.Fatalf("%s, round %d: %+v is recorded as %+v", m.System, round.Number, d, rec.Deal)
		}
		results[round.Number] = whole.Result
		sum.rounds++
		sum.cuts += len(rec.Deal.Cuts)
		if len(alone.Unproven) == 0 {
			sum.proven++
		}
	}
}
