package table_test

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game/deal"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// A seed is revealed only when its round is over, was given up, or will never be dealt.
func TestASeedIsRevealedWhenItsRoundIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.lobby(matchtest.Opening(map[string]string{"target": "0"}))
		check := func(when string, opened ...bool) {
			t.Helper()
			deals := m.Deals()
			if len(deals) != len(opened) {
				t.Fatalf("%s: %d deals, want %d", when, len(deals), len(opened))
			}
			for i, d := range deals {
				if d.Opened != opened[i] || d.Opened != (d.Seed != deal.Seed{}) {
					t.Errorf("%s, deal %d: opened %v, seed %v", when, i+1, d.Opened, d.Seed)
				}
			}
		}
		check("in the lobby", false)
		commitment := m.Deals()[0].Commitment
		h.do(m.ID, match.Join{Player: bob})
		m = h.do(m.ID, match.Start{Player: ann})
		for m.Phase == match.Playing {
			check("while it is played", false)
			m = h.do(m.ID, matchtest.Turn(m, 0))
		}
		check("after the round", true, false)
		if again := m.Deals()[0].Seed.Commitment(int64(m.ID), 1); again != commitment {
			t.Errorf("the seed gives %s, and %s was shown", again, commitment)
		}
		m = h.do(m.ID, match.CutDeck{Player: ann, Deal: 2, Typed: "5"})
		wait(time.Until(m.Deadline()))
		m = h.now()
		check("while the second round is played", true, false)
		m = h.do(m.ID, match.End{Player: ann})
		check("given up", true, true)
		m = h.lobby(matchtest.Opening(nil))
		m = h.do(m.ID, match.Leave{Player: ann})
		check("ended before it was dealt", true)
	})
}

// Every round has a seed of its own. A decided match seals no further round. Rounds that follow without a
// pause are sealed too.
func TestEveryRoundIsSealedBeforeItIsDealt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		o := matchtest.Opening(nil)
		o.Settings = match.Settings{Clock: time.Minute} // no pause
		m := h.deal(o, bob, cy)
		for m.Phase != match.Over {
			m = h.do(m.ID, matchtest.Turn(m, 0))
		}
		deals, seeds := 0, map[deal.Seed]bool{}
		for _, e := range h.stored(m.ID, match.Sealed{}, match.Dealt{}) {
			if b, seals := e.Body.(match.Sealed); !seals {
				deals++
			} else if seeds[b.Seed] = true; b.Round != deals+1 {
				t.Errorf("event %d seals round %d after %d deals", e.Seq, b.Round, deals)
			}
			if n := len(seeds); n != deals && n != deals+1 {
				t.Errorf("event %d: %d seeds, %d deals", e.Seq, n, deals)
			}
		}
		if deals < 2 || len(seeds) != deals {
			t.Errorf("%d seeds, %d deals", len(seeds), deals)
		}
		synctest.Wait()
		for _, told := range h.notified() {
			if told.Phase == match.Lobby || told.Phase == match.Between {
				if _, sealed := told.NextDeal(); !sealed {
					t.Errorf("%v was shown without a commitment", told)
				}
			}
		}
	})
}

// storeWithoutSeals stores a table like an older program, after these commands.
func storeWithoutSeals(t *testing.T, log *tabletest.Log, channel string, commands ...match.Command) {
	t.Helper()
	o := matchtest.Opening(map[string]string{"target": "0"})
	o.Version, o.Settings, o.Others, o.Channel = 1, match.DefaultSettings(), []match.Player{bob, cy}, channel
	o.Settings.Lobby = 0 // so that nothing wakes a lobby
	d := &match.Draft{Match: match.New(0, matchtest.NewToy)}
	for _, c := range append([]match.Command{o}, commands...) {
		if _, dealing := c.(match.Deal); dealing {
			c = matchtest.Deal(d.Match)
		}
		if err := d.Decide(c, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := log.Create(t.Context(), d.Events); err != nil {
		t.Fatal(err)
	}
}

// Tables of an older program have no seals: a lobby or a pause gets one when it is recovered, a
// running round when it ends. After another restart nothing is sealed twice.
func TestTablesWithoutSealsSealTheirNextRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		storeWithoutSeals(t, log, "lobby")
		storeWithoutSeals(t, log, "playing", match.Start{Player: ann}, match.Deal{})
		h := open(t, log)
		synctest.Wait()
		m, _ := h.In("playing")
		if len(m.Deals()) != 0 || m.Phase != match.Playing {
			t.Errorf("in mid-round there are %d seals", len(m.Deals()))
		}
		m = h.playRound(m)
		if next, sealed := m.NextDeal(); !sealed || next.Round != 2 || next.Number != 1 {
			t.Errorf("after the round: %+v, %v", next, sealed)
		}
		for range 2 {
			if m, _ := h.In("lobby"); len(m.Deals()) != 1 {
				t.Errorf("the lobby has %d seals", len(m.Deals()))
			}
			h = h.restartAfter(time.Minute, time.Second)
		}
	})
}

// A seed that wasn't stored is never shown: what is acknowledged after the fault matches the
// log.
func TestASeedThatWasNotStoredIsNeverShown(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		synctest.Test(t, func(t *testing.T) {
			fail := false
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				if op == tabletest.Append && fail {
					fail = false
					return fault
				}
				return tabletest.None
			}}
			h := open(t, log)
			m := h.lobby(matchtest.Opening(nil))
			h.do(m.ID, matchtest.Cut(m, ann, "7"))
			fail = true
			m, err := h.Do(t.Context(), m.ID, match.Join{Player: bob}) // replaces the seal
			if errors.Is(err, table.ErrNotStored) {
				m = h.do(m.ID, match.Join{Player: bob})
			} else if err != nil {
				t.Fatal(err)
			}
			stored := map[string]bool{}
			for _, e := range h.stored(m.ID, match.Sealed{}) {
				b := e.Body.(match.Sealed)
				stored[b.Seed.Commitment(int64(m.ID), b.Round)] = true
			}
			synctest.Wait()
			for _, told := range append(h.notified(), m) {
				for _, d := range told.Deals() {
					if !stored[d.Commitment] {
						t.Errorf("fault %d: %s was shown and is not in the log", fault, d.Commitment)
					}
				}
			}
			if len(m.Deals()) != 2 {
				t.Errorf("fault %d: %d seals", fault, len(m.Deals()))
			}
		})
	}
}

func TestNothingIsSealedWhenTheRandomSourceFails(t *testing.T) {
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.Random = bytes.NewReader(nil) })
	if m, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil {
		t.Errorf("%v opened without a seed", m)
	}
	if live := h.Live(); len(live) != 0 {
		t.Errorf("%d tables", len(live))
	}
}
