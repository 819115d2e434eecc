package history_test

import (
	"context"
	"fmt"
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
	"deuces/match"
	"deuces/match/history"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// Rounds of every system are played at live tables with and without cuts, while people join and
// leave. Each record proves that the deal follows from its seal.
func TestEveryRecordCanBeVerified(t *testing.T) {
	rounds := gametest.Dose(t, 150, 1000, 2000)
	luck := rand.New(rand.NewPCG(gametest.Seed(t), 1))
	all := systems.All()
	var sum verified
	for n := 0; sum.rounds < rounds; n++ {
		synctest.Test(t, func(t *testing.T) { playLive(t, all[n%len(all)], luck, 5, &sum) })
		if t.Failed() {
			return
		}
	}
	if sum.cuts < sum.rounds/2 || sum.proven < sum.rounds/3 {
		t.Errorf("%+v say too little", sum)
	}
}

// verified counts rounds whose records were verified.
type verified struct{ rounds, cuts, proven int } // proven: wholly, without the preceding rounds

// playLive plays rounds at a live table and verifies each one alone and together with the
// preceding ones.
func playLive(t *testing.T, sys systems.System, luck *rand.Rand, rounds int, sum *verified) {
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
	if err != nil {
		t.Fatal(err)
	}
	do := func(c match.Command) {
		t.Helper()
		if m, err = tables.Do(t.Context(), m.ID, c); err != nil {
			t.Fatalf("%#v: %v", c, err)
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

// someOptions sets random options of a system under which matches continue, and returns how
// many can play.
func someOptions(t *testing.T, sys systems.System, luck *rand.Rand) (options map[string]string, fewest, most int) {
	t.Helper()
	preset, err := sys.New(nil)
	if err != nil {
		t.Fatal(err)
	}
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

func verifyAll(t *testing.T, m match.Match, log *tabletest.Log, sum *verified) {
	t.Helper()
	read, err := history.Read(m.ID, systems.New, log.Events(t.Context(), m.ID))
	if err != nil {
		t.Fatal(err)
	}
	results := map[int]game.Result{}
	before := func(_ int64, round int) (game.Result, bool) { r, ok := results[round]; return r, ok }
	none := func(int64, int) (game.Result, bool) { return game.Result{}, false }
	for _, round := range read.Rounds {
		text, err := round.Record(nil)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
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
