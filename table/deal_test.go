package table_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/deal"
	"deuces/internal/toy"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// cut is a cut of the newest deal.
func cut(m table.Match, p table.Player, typed string) table.CutDeck {
	return table.CutDeck{Player: p, Deal: len(m.Deals()), Typed: typed}
}

// sealedLobby is lobby with a sealed first round.
func sealedLobby(t *testing.T) table.Match {
	return play(t, lobby(t), table.Seal{Seed: deal.Seed{1}})
}

func TestACutIsRefused(t *testing.T) {
	annCut := func(t *testing.T) table.Match { return play(t, sealedLobby(t), cut(sealedLobby(t), ann, "7")) }
	anew := func(t *testing.T) table.Match {
		return play(t, annCut(t), table.Join{Player: dee}, table.Seal{Seed: deal.Seed{2}})
	}
	playing := func(t *testing.T) table.Match { return dealtFrom(t, annCut(t), deal.Seed{1}) }
	between := func(t *testing.T) table.Match {
		return play(t, finish(t, playing(t)), table.Seal{Seed: deal.Seed{3}})
	}
	bobLeft := func(t *testing.T) table.Match { return play(t, between(t), table.Leave{Player: bob}) }
	over := func(t *testing.T) table.Match { return play(t, between(t), table.End{Player: ann}) }
	for _, c := range []struct {
		reason string
		match  func(*testing.T) table.Match
		player table.Player
		number int
		typed  string
		says   string
	}{
		{"19 digits", sealedLobby, ann, 1, strings.Repeat("1", 19), "1 to 18 digits"},
		{"letters", sealedLobby, ann, 1, "seven", "1 to 18 digits"},
		{"digits of another script", sealedLobby, ann, 1, "٣٤", "1 to 18 digits"},
		{"wide digits", sealedLobby, ann, 1, "７", "1 to 18 digits"},
		{"a minus", sealedLobby, ann, 1, "-7", "1 to 18 digits"},
		{"a plus", sealedLobby, ann, 1, "+7", "1 to 18 digits"},
		{"nothing", sealedLobby, ann, 1, "", "1 to 18 digits"},
		{"spaces", sealedLobby, ann, 1, "  ", "1 to 18 digits"},
		{"two numbers", sealedLobby, ann, 1, "1 2", "1 to 18 digits"},
		{"a watcher", sealedLobby, eve, 1, "7", "Only players at this table"},
		{"who has left", bobLeft, bob, 2, "7", "You have left"},
		{"twice", annCut, ann, 1, "8", "already cut"},
		{"the same number twice", annCut, ann, 1, "7", "already cut"},
		{"after the deal", playing, bob, 1, "7", "have been dealt"},
		{"for the round before", between, bob, 1, "7", "That round has been dealt"},
		{"the options or seats changed meanwhile", anew, ann, 1, "7", "sealed anew"},
		{"a deal that is yet to come", sealedLobby, ann, 2, "7", "sealed anew"},
		{"no deal at all", sealedLobby, ann, 0, "7", "sealed anew"},
		{"a number below all", sealedLobby, ann, -1, "7", "sealed anew"},
		{"a table without a seal", lobby, ann, 0, "7", "no deck to cut"},
		{"a table that is over", over, ann, 2, "7", "closed"},
	} {
		m := c.match(t)
		before := describe(m)
		events, err := m.Decide(table.CutDeck{Player: c.player, Deal: c.number, Typed: c.typed}, m.At())
		why := (*game.Illegal)(nil)
		if !errors.As(err, &why) || !strings.Contains(why.Reason.String(), c.says) || events != nil {
			t.Errorf("%s: %v, %v; want %q", c.reason, err, events, c.says)
		}
		if describe(m) != before {
			t.Errorf("%s: it changed the table", c.reason)
		}
	}
}

// dealtFrom starts a lobby that was sealed with a seed.
func dealtFrom(t *testing.T, m table.Match, seed deal.Seed) table.Match {
	t.Helper()
	d, _ := m.NextDeal()
	n := len(m.Players())
	c, err := seed.Chance(int64(m.ID()), d.Round, d.BySeat(), m.Rules().Deck(n), n)
	if err != nil {
		t.Fatal(err)
	}
	m = play(t, m, table.Start{Player: m.Host()})
	events, err := m.Decide(table.Deal{Chance: c}, m.Deadline())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestOnlyTheSealedChanceIsDealt(t *testing.T) {
	m := play(t, sealedLobby(t), table.Start{Player: ann})
	if _, err := m.Decide(chance(m), m.At()); err == nil || !strings.Contains(err.Error(), "sealed") {
		t.Errorf("another deck was dealt: %v", err)
	}
}

// A deal that was cut is for those who sit there and the options as they are:
// whatever changes them opens its seed and seals anew, and nothing else does.
func TestAChangeAfterACutSealsAnew(t *testing.T) {
	easy := table.AddComputer{Player: ann, Level: ai.Easy}
	slower := table.DefaultSettings()
	slower.Clock = time.Hour
	for _, c := range []struct {
		reason string
		before []table.Command
		change []table.Command
		anew   bool
	}{
		{"somebody sits down", nil, []table.Command{table.Join{Player: dee}}, true},
		{"somebody leaves", nil, []table.Command{table.Leave{Player: bob}}, true},
		{"who cut leaves", nil, []table.Command{table.Leave{Player: ann}}, true},
		{"somebody is removed", nil, []table.Command{table.Kick{Player: ann, Against: cy}}, true},
		{"a computer comes", nil, []table.Command{easy}, true},
		{"a computer goes", []table.Command{easy}, []table.Command{table.RemoveComputer{Player: ann}}, true},
		{"a computer makes room", []table.Command{easy}, []table.Command{table.Join{Player: eve}}, true},
		{"another computer in its place", []table.Command{easy}, []table.Command{table.RemoveComputer{Player: ann}, table.AddComputer{Player: ann, Level: ai.Hard}}, true},
		{"an option", nil, []table.Command{table.SetOption{Player: ann, Key: "cards", Value: "4"}}, true},
		{"the options of before are set again", nil, []table.Command{table.SetOptions{Player: ann}}, false},
		{"the clock, on which no card depends", nil, []table.Command{table.SetSettings{Player: ann, Settings: slower}}, false},
		{"nothing but another cut", nil, []table.Command{table.CutDeck{Player: bob, Deal: 1, Typed: "9"}}, false},
		{"somebody who is not let in", nil, []table.Command{table.Join{Player: bob}}, false},
	} {
		h := open(t, &tabletest.Log{})
		m, err := h.Open(t.Context(), opening(nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range append([]table.Command{table.Join{Player: bob}, table.Join{Player: cy}}, c.before...) {
			m = h.do(m.ID(), command)
		}
		if len(m.Deals()) != 1 {
			t.Fatalf("%s: %d seals before anybody has cut", c.reason, len(m.Deals()))
		}
		first := h.do(m.ID(), cut(m, ann, "7")).Deals()[0]
		for _, command := range c.change {
			after, err := h.Do(t.Context(), m.ID(), command)
			if why := (*game.Illegal)(nil); err != nil && !errors.As(err, &why) {
				t.Fatalf("%s: %v", c.reason, err)
			}
			m = after
		}
		deals := m.Deals()
		next, _ := m.NextDeal()
		switch {
		case !c.anew && (len(deals) != 1 || next.Opened || len(next.Cuts) == 0):
			t.Errorf("%s: %+v; want the same seal, and the cut", c.reason, deals)
		case c.anew && (len(deals) != 2 || len(next.Cuts) != 0 || next.Commitment == first.Commitment || next.Opened):
			t.Errorf("%s: %+v; want another seal without cuts", c.reason, deals)
		case c.anew && (!deals[0].Opened || deals[0].Dealt || deals[0].Seed.Commitment(int64(m.ID()), 1) != first.Commitment || len(deals[0].Cuts) != 1):
			t.Errorf("%s: %+v; want the first seed opened, with its cut", c.reason, deals[0])
		}
	}
}

// Between rounds it is the same: for newcomers, for those who go and come back.
func TestASeatThatChangesBetweenRoundsSealsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.playRound(h.deal(opening(map[string]string{"target": "0"}), bob, cy))
		for i, c := range []struct {
			reason string
			change table.Command
		}{
			{"a newcomer", table.Join{Player: dee}},
			{"who goes", table.Leave{Player: cy}},
			{"who comes back", table.Join{Player: cy}},
			{"who is removed", table.Kick{Player: ann, Against: cy}},
			{"who takes a seat", table.Join{Player: eve}},
		} {
			m = h.do(m.ID(), cut(m, ann, "7"))
			m = h.do(m.ID(), c.change)
			if next, waits := m.NextDeal(); !waits || next.Number != i+3 || len(next.Cuts) != 0 {
				t.Errorf("%s: %+v; want seal %d", c.reason, next, i+3)
			}
		}
		// Who comes with the next round cuts from the seat that they will have: the vacant one.
		m = h.do(m.ID(), cut(m, dee, "42"))
		if next, _ := m.NextDeal(); !reflect.DeepEqual(next.BySeat(), deal.Cuts{2: "42"}) {
			t.Errorf("cuts by seat: %v", next.BySeat())
		}
		wait(time.Until(m.Deadline()))
		m = h.now()
		if deals := m.Deals(); m.Round() != 2 || len(deals) != 7 || !deals[6].Dealt || deals[6].Opened || deals[6].BySeat()[2] != "42" {
			t.Errorf("round %d: %+v", m.Round(), deals)
		}
	})
}

// A seed stays closed until its round is over, given up, or never to be dealt.
func TestASeedIsOpenedWhenItsRoundIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m, err := h.Open(t.Context(), opening(map[string]string{"target": "0"}))
		if err != nil {
			t.Fatal(err)
		}
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
		h.do(m.ID(), table.Join{Player: bob})
		m = h.do(m.ID(), table.Start{Player: ann})
		check("as soon as it is dealt", false)
		for m.Phase() == table.Playing {
			check("while it is played", false)
			m = h.do(m.ID(), turn(m, 0))
		}
		check("after the round", true, false)
		if again := m.Deals()[0].Seed.Commitment(int64(m.ID()), 1); again != commitment {
			t.Errorf("the seed gives %s, and %s was shown", again, commitment)
		}
		m = h.do(m.ID(), table.CutDeck{Player: ann, Deal: 2, Typed: "5"})
		wait(time.Until(m.Deadline()))
		m = h.now()
		check("while the second round is played", true, false)
		given := h.do(m.ID(), table.End{Player: ann})
		m = given
		check("given up", true, true)

		o := opening(nil)
		o.Channel = "elsewhere"
		if m, err = h.Open(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		m = h.do(m.ID(), table.Leave{Player: ann})
		check("ended before it was dealt", true)
	})
}

// A match that is won has no further round to seal; rounds that follow at once are
// sealed all the same.
func TestEveryRoundIsSealedBeforeItIsDealt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		o := opening(nil)
		o.Settings = table.Settings{Clock: time.Minute} // no pause
		m := h.deal(o, bob, cy)
		for m.Phase() != table.Over {
			m = h.do(m.ID(), turn(m, 0))
		}
		events, err := log.All(m.ID())
		if err != nil {
			t.Fatal(err)
		}
		var seals, deals int
		for _, e := range events {
			switch b := e.Body.(type) {
			case table.Sealed:
				if seals++; b.Round != seals || deals != seals-1 {
					t.Errorf("event %d seals round %d after %d deals", e.Seq, b.Round, deals)
				}
			case table.Dealt:
				if deals++; deals != seals {
					t.Errorf("event %d deals round %d without a seal", e.Seq, b.Round)
				}
			}
		}
		if deals < 2 || seals != deals {
			t.Errorf("%d seals, %d deals", seals, deals)
		}
		synctest.Wait()
		for _, told := range h.sofar() {
			if told.Phase() == table.Lobby || told.Phase() == table.Between {
				if _, sealed := told.NextDeal(); !sealed {
					t.Errorf("%v was shown without a commitment", told)
				}
			}
		}
	})
}

// Tables of an older program have no seals: a lobby and a pause get one as soon as
// they are recovered, a round that is on when it is over.
func TestTablesOfBeforeSealTheirNextRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		o := opening(map[string]string{"target": "0"})
		o.Version, o.Settings, o.Others = 1, table.DefaultSettings(), []table.Player{bob, cy}
		o.Settings.Lobby = 0 // a lobby that nothing wakes
		store := func(channel string, commands ...table.Command) table.ID {
			o.Channel = channel
			m, events := table.New(0, tabletest.NewToy), []table.Event(nil)
			for _, c := range append([]table.Command{o}, commands...) {
				if _, dealing := c.(table.Deal); dealing {
					c = chance(m)
				}
				more, err := m.Decide(c, time.Now())
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range more {
					if m, err = m.Apply(e); err != nil {
						t.Fatal(err)
					}
				}
				events = append(events, more...)
			}
			id, err := log.Create(t.Context(), events)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		waiting := store("lobby")
		playing := store("playing", table.Start{Player: ann}, table.Deal{})
		h := open(t, log)
		synctest.Wait()
		if m, _ := h.In("lobby"); len(m.Deals()) != 1 || m.ID() != waiting {
			t.Errorf("the lobby has %d seals", len(m.Deals()))
		}
		m, _ := h.In("playing")
		if len(m.Deals()) != 0 || m.ID() != playing {
			t.Errorf("in mid-round there are %d seals", len(m.Deals()))
		}
		m = h.playRound(m)
		if next, sealed := m.NextDeal(); !sealed || next.Round != 2 || next.Number != 1 {
			t.Errorf("after the round: %+v, %v", next, sealed)
		}
		// Recovered again, nothing is sealed twice.
		h = h.down(time.Minute, time.Second)
		if m, _ := h.In("lobby"); len(m.Deals()) != 1 {
			t.Errorf("the lobby has %d seals after another start", len(m.Deals()))
		}
	})
}

// A seed that could not be stored is never shown: what is acknowledged after the
// fault is what the log has.
func TestASealThatFailsIsNeverShown(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		synctest.Test(t, func(t *testing.T) {
			fail := false
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ table.ID) tabletest.Fault {
				if op == tabletest.Append && fail {
					fail = false
					return fault
				}
				return tabletest.None
			}}
			h := open(t, log)
			m, err := h.Open(t.Context(), opening(nil))
			if err != nil {
				t.Fatal(err)
			}
			h.do(m.ID(), cut(m, ann, "7"))
			fail = true
			m, err = h.Do(t.Context(), m.ID(), table.Join{Player: bob}) // which seals anew
			if errors.Is(err, table.ErrAgain) {
				m = h.do(m.ID(), table.Join{Player: bob})
			} else if err != nil {
				t.Fatal(err)
			}
			stored := map[string]bool{}
			events, err := log.All(m.ID())
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if b, ok := e.Body.(table.Sealed); ok {
					stored[b.Seed.Commitment(int64(m.ID()), b.Round)] = true
				}
			}
			synctest.Wait()
			for _, told := range append(h.sofar(), m) {
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

// numbered is a log whose first table has a number of the test's choosing.
type numbered struct {
	*tabletest.Log
	first table.ID
}

func (l numbered) Create(ctx context.Context, events []table.Event) (table.ID, error) {
	id, err := l.Log.Create(ctx, events)
	return id + l.first - 1, err
}

func (l numbered) Append(ctx context.Context, id table.ID, events []table.Event, s *standing.Settlement) error {
	return l.Log.Append(ctx, id-l.first+1, events, s)
}

func (l numbered) Events(ctx context.Context, id table.ID) iter.Seq2[table.Event, error] {
	return l.Log.Events(ctx, id-l.first+1)
}

// stacked is the toy with other cards, and a card for each of any number of seats.
type stacked struct {
	toy.Rules
	cards []card.Card
}

func (stacked) Seats() (min, max int)        { return 2, 9 }
func (s stacked) Deck(seats int) []card.Card { return s.cards }

// repeated gives the same bytes again and again.
type repeated struct {
	mu    sync.Mutex
	bytes []byte
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range p {
		p[i] = r.bytes[(r.at+i)%len(r.bytes)]
	}
	r.at += len(p)
	return len(p), nil
}

// The published vectors, dealt at live tables: their seeds come from the source of
// chance, their cuts from players.
func TestTablesDealAsTheVectorsSay(t *testing.T) {
	data, err := os.ReadFile("../game/deal/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Table       table.ID
		Round       int
		Seed        string
		Cuts        deal.Cuts
		Commitment  string
		Seats       int
		Cards       string
		Deck, Draws string
		Pick        int
	}
	if err := json.Unmarshal(data, &vectors); err != nil || len(vectors) < 4 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		synctest.Test(t, func(t *testing.T) {
			seed, err := deal.ParseSeed(v.Seed)
			if err != nil {
				t.Fatal(err)
			}
			cards, err := card.ParseAll(v.Cards)
			if err != nil {
				t.Fatal(err)
			}
			log := numbered{&tabletest.Log{}, v.Table}
			h := openWith(t, log.Log, func(c *table.Config) {
				c.Log, c.Random = log, io.Reader(&repeated{bytes: seed[:]})
				c.Rules = func(string, int, map[string]string) (game.Rules, error) {
					rules, err := tabletest.NewToy("toy", 1, map[string]string{"cards": "1", "target": "0"})
					if err != nil {
						return nil, err
					}
					return stacked{rules.(toy.Rules), cards}, nil
				}
			})
			o := opening(nil)
			for i := 1; i < v.Seats; i++ {
				o.Others = append(o.Others, ann+table.Player(i))
			}
			m, err := h.Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			for round := 1; ; round++ {
				if round == v.Round {
					for seat, cut := range v.Cuts {
						m = h.do(m.ID(), table.CutDeck{Player: m.Players()[seat], Deal: round, Typed: cut})
					}
					if next, _ := m.NextDeal(); next.Commitment != v.Commitment {
						t.Errorf("table %d: the commitment is %s, want %s", v.Table, next.Commitment, v.Commitment)
					}
				}
				if round == 1 {
					m = h.do(m.ID(), table.Start{Player: ann})
				} else {
					wait(time.Until(m.Deadline()))
					m, _ = h.In("c")
				}
				if round == v.Round {
					break
				}
				m = h.playRound(m)
			}
			var last table.Dealt
			for e, err := range log.Events(t.Context(), v.Table) {
				if err != nil {
					t.Fatal(err)
				}
				if b, ok := e.Body.(table.Dealt); ok {
					last = b
				}
			}
			if last.Round != v.Round || card.Format(last.Chance.Deck) != v.Deck || card.Format(last.Chance.Draws) != v.Draws || last.Chance.Pick != v.Pick {
				t.Errorf("table %d: round %d was dealt as %v", v.Table, last.Round, last.Chance)
			}
		})
	}
}

func TestWithoutChanceNothingIsSealed(t *testing.T) {
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.Random = bytes.NewReader(nil) })
	if m, err := h.Open(t.Context(), opening(nil)); err == nil {
		t.Errorf("%v opened without a seed", m)
	}
	if live := h.Live(); len(live) != 0 {
		t.Errorf("%d tables", len(live))
	}
}
