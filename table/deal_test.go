package table_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// A seed is revealed only when its round is over or was given up, or when it can't be dealt any
// more.
func TestASeedIsRevealedWhenItsRoundIsOver(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.openTable(matchtest.Opening(map[string]string{"target": "0"}))
		check := func(when string, opened ...bool) {
			t.Helper()
			deals := m.Deals()
			if len(deals) != len(opened) {
				t.Fatalf("%s: %d deals, want %d", when, len(deals), len(opened))
			}
			for i, d := range deals {
				if d.Opened != opened[i] || d.Opened != (d.Seed != deal.Seed{}) {
					t.Errorf("%s, deal %d: opened is %v and the seed %v; want the seed shown exactly if it is opened", when, i+1, d.Opened, d.Seed)
				}
			}
		}
		check("in the lobby", false)
		commitment := m.Deals()[0].Commitment
		h.mustDo(m.ID, match.Join{Player: bob})
		m = h.mustDo(m.ID, match.Start{Player: ann})
		for m.Phase == match.Playing {
			check("while it is played", false)
			m = h.mustDo(m.ID, matchtest.Turn(m, 0))
		}
		check("after the round", true, false)
		if again := m.Deals()[0].Seed.Commitment(int64(m.ID), 1); again != commitment {
			t.Errorf("the seed gives the commitment %s, but %s was shown", again, commitment)
		}
		m = h.mustDo(m.ID, match.CutDeck{Player: ann, Deal: 2, Typed: "5"})
		advance(time.Until(m.Deadline()))
		m = h.table()
		check("while the second round is played", true, false)
		m = h.mustDo(m.ID, match.End{Player: ann})
		check("given up", true, true)
		m = h.openTable(matchtest.Opening(nil))
		m = h.mustDo(m.ID, match.Leave{Player: ann})
		check("ended before it was dealt", true)
	})
}

// Every round has its own seed, taken from the next bytes of the random source. No further round is
// sealed once the match is decided. Rounds that follow without a pause are sealed too.
func TestEveryRoundIsSealedBeforeItIsDealt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random := rand.NewChaCha8([32]byte{1})
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.Random = rand.NewChaCha8([32]byte{1}) })
		o := matchtest.Opening(nil)
		o.Settings = match.Settings{Clock: time.Minute} // no pause between rounds
		m := h.startMatch(o, bob, cy)
		for m.Phase != match.Over {
			m = h.mustDo(m.ID, matchtest.Turn(m, 0))
		}
		seals, deals := 0, 0
		for _, e := range h.stored(m.ID, match.Sealed{}, match.Dealt{}) {
			if b, is := e.Body.(match.Sealed); is {
				var want deal.Seed
				_, _ = random.Read(want[:])
				if seals++; b.Seed != want || b.Round != seals || deals != seals-1 {
					t.Errorf("event %d seals round %d after %d deals with %v, want the next bytes of the random source for the next round", e.Seq, b.Round, deals, b.Seed)
				}
			} else if deals++; deals != seals {
				t.Errorf("event %d deals a round without a seal", e.Seq)
			}
		}
		if deals < 2 || seals != deals {
			t.Errorf("got %d seals and %d deals, want the same number, at least 2", seals, deals)
		}
		synctest.Wait()
		for _, notified := range h.notified() {
			if notified.Phase == match.Lobby || notified.Phase == match.Between {
				if _, sealed := notified.NextDeal(); !sealed {
					t.Errorf("%v was notified without the commitment of its next deal", notified)
				}
			}
		}
	})
}

// A seed that wasn't stored is never shown. The state that is acknowledged after the fault equals
// the log.
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
			m := h.openTable(matchtest.Opening(nil))
			h.mustDo(m.ID, matchtest.Cut(m, ann, "7"))
			fail = true
			m, err := h.Do(t.Context(), m.ID, match.Join{Player: bob}) // replaces the seal, but the log fails
			if errors.Is(err, table.ErrNotStored) {
				m = h.mustDo(m.ID, match.Join{Player: bob})
			} else if err != nil {
				t.Fatal(err)
			}
			stored := map[string]bool{}
			for _, e := range h.stored(m.ID, match.Sealed{}) {
				b := e.Body.(match.Sealed)
				stored[b.Seed.Commitment(int64(m.ID), b.Round)] = true
			}
			synctest.Wait()
			for _, notified := range append(h.notified(), m) {
				for _, d := range notified.Deals() {
					if !stored[d.Commitment] {
						t.Errorf("fault %d: commitment %s was shown, but the log lacks its seed", fault, d.Commitment)
					}
				}
			}
			if len(m.Deals()) != 2 {
				t.Errorf("fault %d: got %d seals, want 2", fault, len(m.Deals()))
			}
		})
	}
}

func TestNothingIsSealedWhenTheRandomSourceFails(t *testing.T) {
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.Random = bytes.NewReader(nil) })
	if m, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil {
		t.Errorf("got the table %v, want an error without a seed", m)
	}
	if live := h.Live(); len(live) != 0 {
		t.Errorf("got %d live tables, want 0", len(live))
	}
}

// A cut is valid only for the current seats and options. Any change to them reveals the seed and
// replaces the seal; other changes don't.
func TestAChangeAfterACutReplacesTheSeal(t *testing.T) {
	easy := match.AddComputer{Player: ann, Level: ai.Easy}
	slower := match.DefaultSettings()
	slower.Clock = time.Hour
	for _, c := range []struct {
		reason   string
		before   []match.Command
		change   []match.Command
		replaced bool
	}{
		{"somebody sits down", nil, []match.Command{match.Join{Player: dee}}, true},
		{"somebody leaves", nil, []match.Command{match.Leave{Player: bob}}, true},
		{"the player who cut leaves", nil, []match.Command{match.Leave{Player: ann}}, true},
		{"somebody is removed", nil, []match.Command{match.Kick{Player: ann, Against: cy}}, true},
		{"a computer joins", nil, []match.Command{easy}, true},
		{"a computer leaves", []match.Command{easy}, []match.Command{match.RemoveComputer{Player: ann}}, true},
		{"a computer makes room", []match.Command{easy}, []match.Command{match.Join{Player: eve}}, true},
		{"another computer in its place", []match.Command{easy}, []match.Command{match.RemoveComputer{Player: ann}, match.AddComputer{Player: ann, Level: ai.Hard}}, true},
		{"an option", nil, []match.Command{match.SetOption{Player: ann, Key: "cards", Value: "4"}}, true},
		{"the previous options are set again", nil, []match.Command{match.SetOptions{Player: ann}}, false},
		{"the clock, which doesn't affect the cards", nil, []match.Command{match.SetSettings{Player: ann, Settings: slower}}, false},
		{"nothing but another cut", nil, []match.Command{match.CutDeck{Player: bob, Deal: 1, Typed: "9"}}, false},
		{"a seated player joins again", nil, []match.Command{match.Join{Player: bob}}, false},
	} {
		h := open(t, &tabletest.Log{})
		m := h.openTable(matchtest.Opening(nil))
		for _, command := range append([]match.Command{match.Join{Player: bob}, match.Join{Player: cy}}, c.before...) {
			m = h.mustDo(m.ID, command)
		}
		if len(m.Deals()) != 1 {
			t.Fatalf("%s: got %d seals before the first cut, want 1", c.reason, len(m.Deals()))
		}
		first := h.mustDo(m.ID, matchtest.Cut(m, ann, "7")).Deals()[0]
		for _, command := range c.change {
			after, err := h.Do(t.Context(), m.ID, command)
			if why := (*game.Illegal)(nil); err != nil && !errors.As(err, &why) {
				t.Fatalf("%s: %v", c.reason, err)
			}
			m = after
		}
		deals := m.Deals()
		next, _ := m.NextDeal()
		switch {
		case !c.replaced && (len(deals) != 1 || next.Opened || len(next.Cuts) == 0):
			t.Errorf("%s: %+v; want the same seal, and the cut", c.reason, deals)
		case c.replaced && (len(deals) != 2 || len(next.Cuts) != 0 || next.Commitment == first.Commitment || next.Opened):
			t.Errorf("%s: %+v; want another seal without cuts", c.reason, deals)
		case c.replaced && (!deals[0].Opened || deals[0].Dealt || deals[0].Seed.Commitment(int64(m.ID), 1) != first.Commitment || len(deals[0].Cuts) != 1):
			t.Errorf("%s: %+v; want the first seed opened, with its cut", c.reason, deals[0])
		}
	}
}

// Between rounds, the seal is also replaced when players join, leave or return.
func TestAChangedSeatBetweenRoundsReplacesTheSeal(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.playRound(h.startMatch(matchtest.Opening(map[string]string{"target": "0"}), bob, cy))
		for i, change := range []match.Command{
			match.Join{Player: dee}, match.Leave{Player: cy}, match.Join{Player: cy}, match.Kick{Player: ann, Against: cy}, match.Join{Player: eve},
		} {
			h.mustDo(m.ID, matchtest.Cut(m, ann, "7"))
			m = h.mustDo(m.ID, change)
			if next, waits := m.NextDeal(); !waits || next.Number != i+3 || len(next.Cuts) != 0 {
				t.Errorf("%#v: %+v; want seal %d", change, next, i+3)
			}
		}
		h.mustDo(m.ID, matchtest.Cut(m, dee, "42")) // Dee will get the vacant seat
		advance(time.Until(m.Deadline()))
		m = h.table()
		if deals := m.Deals(); m.Decision.Round != 2 || len(deals) != 7 || !deals[6].Dealt || deals[6].Opened || !reflect.DeepEqual(deals[6].BySeat(), deal.Cuts{2: "42"}) {
			t.Errorf("round %d has the deals %+v, want round 2 dealt from the seventh seal with Dee's cut", m.Decision.Round, deals)
		}
	})
}

// Without pauses, the events that end a round aren't in the same append as a deal that decides the
// next round, because an append settles at most one round.
func TestAnAppendSettlesAtMostOneRound(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		o := matchtest.Opening(map[string]string{"aces": "yes", "cards": "6", "target": "60"})
		o.Settings = match.DefaultSettings()
		o.Settings.Pause = 0
		m := h.startMatch(o, bob)
		id := m.ID
		for m.Phase != match.Over {
			if _, due := m.Turn(); due {
				m = h.mustDo(id, matchtest.Turn(m, 0))
				continue
			}
			synctest.Wait()
			next := h.see(id)
			if next.Seq == m.Seq {
				t.Fatalf("the match stops after %d rounds, want it played to the end", len(m.Results))
			}
			m = next
		}
		kinds := ""
		for _, e := range h.stored(id, match.Acted{}, match.Settled{}, match.Dealt{}) {
			kind, _, _ := match.Encode(e.Body)
			kinds += kind + " "
		}
		if !strings.Contains(kinds, "acted settled dealt settled ") {
			t.Error("no round that was played is followed by one that is over when dealt")
		}
		if n, rounds := len(h.log.Settled()), strings.Count(kinds, "settled"); n != rounds {
			t.Errorf("got %d settlements, want one for each of %d rounds", n, rounds)
		}
	})
}
