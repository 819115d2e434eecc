package table_test

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/table"
	"deuces/table/tabletest"
)

// dailyOpening returns the command with which a player opens today's first deal.
func dailyOpening(p match.Player) match.Opening {
	day := daily.Of(time.Now())
	o := match.Opening{
		System: "toy", Host: p, Settings: match.Settings{AutoPass: time.Millisecond},
		Daily: match.Daily{Day: day, Deal: 1, Playouts: 7}, Seed: day.Seed(deal.Seed{1}, 1),
	}
	for i := range daily.Opponents {
		c := match.Computer{Player: match.Player(-1 - i), Level: ai.Hard, Name: "Bolt"}
		o.Others, o.Computers = append(o.Others, c.Player), append(o.Computers, c)
	}
	return o
}

// dailyHarness has tables whose computers play the last card they may, or with an odd seed the first.
func dailyHarness(t *testing.T, log *tabletest.Log) (h *harness, seeds func() []ai.Fixed) {
	var mu sync.Mutex
	var given []ai.Fixed
	h = openWith(t, log, func(c *table.Config) {
		c.Think = func(_ context.Context, _ game.Rules, level ai.Level, o ai.Observation, fixed ai.Fixed) (game.Action, error) {
			mu.Lock()
			defer mu.Unlock()
			if level == ai.Hard {
				given = append(given, fixed)
			}
			if fixed.Seed%2 == 1 {
				return o.View.Legal[0], nil
			}
			return o.View.Legal[len(o.View.Legal)-1], nil
		}
	})
	return h, func() []ai.Fixed {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(given)
	}
}

// playDaily plays a daily deal to its end, always the first legal action.
func (h *harness) playDaily(m match.Match) match.Match {
	h.t.Helper()
	for m = h.mustDo(m.ID, match.Start{Player: m.Host}); m.Phase != match.Over; m = h.see(m.ID) {
		if synctest.Wait(); h.see(m.ID).AwaitsHost(true) {
			h.mustDo(m.ID, matchtest.Turn(h.see(m.ID), 0))
		}
		time.Sleep(time.Millisecond)
	}
	return m
}

// TestADailyDealIsTheSameForEveryone checks that whoever plays a deal alike gets the same cards, meets the
// same plays with the same seeds, and that nothing of it adds to standings.
func TestADailyDealIsTheSameForEveryone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, seeds := dailyHarness(t, &tabletest.Log{})
		defer h.stop()
		anns := h.playDaily(h.openTable(dailyOpening(ann)))
		first := seeds()
		bobs := h.playDaily(h.openTable(dailyOpening(bob)))
		if again := seeds()[len(first):]; !slices.Equal(first, again) || len(first) == 0 || first[0].Playouts != 7 {
			t.Errorf("the seeds of Bob's computers are %v, want %v", again, first)
		}
		if !reflect.DeepEqual(anns.Setup, bobs.Setup) {
			t.Errorf("Bob was dealt %v, want %v", bobs.Setup, anns.Setup)
		}
		if !reflect.DeepEqual(anns.Results, bobs.Results) {
			t.Errorf("Bob's result is %v, want %v", bobs.Results, anns.Results)
		}
		if seat, _ := anns.Seat(ann); len(anns.Results) != 1 || anns.Deals()[0].Commitment != bobs.Deals()[0].Commitment {
			t.Errorf("%d rounds were played from seat %d; the commitments are %v and %v", len(anns.Results), seat, anns.Deals(), bobs.Deals())
		}
	})
}

// TestADailyDealEndsWithItsDay checks that a stand-in plays a deal to its end when the day is over, also if
// its table sleeps or the program was restarted, and that the result says so.
func TestADailyDealEndsWithItsDay(t *testing.T) {
	for _, c := range []struct {
		reason  string
		restart bool
		started bool
		want    *standing.Daily // nil: there is no result
	}{
		{"the table has fallen asleep", false, true, &standing.Daily{Deal: 1}},
		{"the program was restarted", true, true, &standing.Daily{Deal: 1}},
		{"the program crashed before the deal", true, false, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			log := &tabletest.Log{}
			h, _ := dailyHarness(t, log)
			m := h.openTable(dailyOpening(ann))
			if c.started {
				m = h.mustDo(m.ID, match.Start{Player: ann})
			}
			if c.restart {
				h.stop()
				h, _ = dailyHarness(t, log)
			}
			defer h.stop()
			time.Sleep(time.Until(m.Daily.Day.End()) - time.Second)
			if m = h.see(m.ID); m.Phase == match.Over {
				t.Fatalf("%s: the deal is over before its day is", c.reason)
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			if m = h.see(m.ID); m.Phase != match.Over {
				t.Fatalf("%s: a minute after the day the deal goes on: %v", c.reason, m)
			}
			var s *standing.Settlement
			was := match.New(m.ID, matchtest.NewToy)
			for _, e := range h.stored(m.ID) {
				was, _ = was.Apply(e)
				if got := match.Settle(was, []match.Event{e}); got != nil {
					s = got
				}
			}
			if c.want == nil {
				if s != nil {
					t.Errorf("%s: the result is %v, want none", c.reason, s)
				}
				return
			}
			if c.want.Day = int(m.Daily.Day); s == nil || s.Daily != *c.want || s.Entries[0].Player != ann {
				t.Errorf("%s: the result is %v, want %v", c.reason, s, c.want)
			}
		})
	}
}
