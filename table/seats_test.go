package table_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// finish plays the round out, each seat playing its lowest card.
func finish(t *testing.T, m table.Match) table.Match {
	t.Helper()
	for m.Phase() == table.Playing {
		if seat, _ := m.Turn(); m.Vacant(seat) || m.Away(seat) {
			m = play(t, m, table.TimeUp{})
			continue
		}
		m = play(t, m, turn(m, 0))
	}
	return m
}

func TestANewcomerGetsAVacantSeatWithTheNextDeal(t *testing.T) {
	m := play(t, lobby(t), table.SetOption{Player: ann, Key: "target", Value: "0"}, table.Start{Player: ann}, table.Deal{})
	m = finish(t, m) // Ann is best and Bob second
	if got := fmt.Sprint(m.Totals()); got != "[2 1 0]" {
		t.Fatalf("the first round gave %s", got)
	}
	m = play(t, m, table.Deal{}, table.Leave{Player: ann}, table.Join{Player: dee})
	if _, seated := m.Seat(dee); seated || !m.Vacant(0) || !slices.Equal(m.Coming(), []table.Player{dee}) {
		t.Fatalf("Dee sits down in a round that is on; coming: %v", m.Coming())
	}
	if m.Host() != bob {
		t.Errorf("the host is %d", m.Host())
	}
	m = finish(t, m)
	before := m
	m = play(t, m, table.Deal{})
	seat, seated := m.Seat(dee)
	if !seated || seat != 0 || m.Vacant(0) || len(m.Players()) != 3 || len(m.Coming()) > 0 {
		t.Fatalf("Dee sits at %d, %v; players %v, coming %v", seat, seated, m.Players(), m.Coming())
	}
	if got := m.Totals(); got[0] != 0 || !slices.Equal(got[1:], before.Totals()[1:]) {
		t.Errorf("the points after Dee took Ann's seat: %v, before %v", got, before.Totals())
	}
	if v, _ := m.View(0); len(v.Hand) != 3 || !slices.Equal(m.Titles(), before.Titles()) || !slices.Equal(m.Places(), before.Places()) {
		t.Errorf("the seat came without cards, title or place: %v, %v, %v", v.Hand, m.Titles(), m.Places())
	}
	// Ann is a newcomer now, and waits for the next round.
	m = finish(t, play(t, m, table.Join{Player: ann}))
	m = play(t, m, table.Deal{})
	if seat, seated := m.Seat(ann); !seated || seat != 3 || len(m.Coming()) > 0 || m.Places()[3] != 4 || m.Totals()[3] != 0 {
		t.Errorf("Ann sits at %d, %v; places %v, totals %v", seat, seated, m.Places(), m.Totals())
	}
	for _, r := range m.Results() {
		if len(r.Places) != 4 || len(r.Points) != 4 || len(r.Titles) != 4 || len(r.Hands) != 4 {
			t.Errorf("a result of three among four: %+v", r)
		}
	}
	if v, _ := m.View(3); len(v.Hand) != 3 {
		t.Errorf("she holds %v", v.Hand)
	}
	play(t, finish(t, m), table.Deal{})
}

func TestWhoeverComesBackIsAheadOfNewcomers(t *testing.T) {
	m := play(t, lobby(t), table.Join{Player: dee}, table.Start{Player: ann}, table.Deal{}) // all four seats
	m = play(t, m, table.Leave{Player: bob}, table.Join{Player: eve}, table.Join{Player: bob})
	if got := m.Waiting(); !slices.Equal(got, []table.Player{eve}) {
		t.Fatalf("waiting: %v", got)
	}
	_, err := m.Decide(table.Join{Player: eve}, m.At())
	if err == nil || !strings.Contains(err.Error(), "as soon as a seat is free") {
		t.Errorf("Eve joins once more: %v", err)
	}
	m = play(t, finish(t, m), table.Deal{})
	if _, seated := m.Seat(eve); seated || !slices.Equal(m.Waiting(), []table.Player{eve}) {
		t.Errorf("players %v, waiting %v", m.Players(), m.Waiting())
	}
	m = play(t, m, table.Leave{Player: cy})
	m = play(t, finish(t, m), table.Deal{})
	if seat, seated := m.Seat(eve); !seated || seat != 2 || len(m.Coming()) > 0 {
		t.Errorf("when Cy has gone Eve sits at %d, %v", seat, seated)
	}
}

func TestANewcomerIsTheHostWhereAllHaveLeft(t *testing.T) {
	m := play(t, dealt(t), table.Leave{Player: ann}, table.Leave{Player: bob}, table.Leave{Player: cy})
	if !m.Paused() {
		t.Fatal("nobody is there, and the match goes on")
	}
	m = finish(t, play(t, m, table.Join{Player: dee}))
	m = play(t, m, table.Deal{})
	if seat, seated := m.Seat(dee); !seated || m.Host() != dee {
		t.Errorf("Dee sits at %d, %v; the host is %d", seat, seated, m.Host())
	}
}

// take gives a vacant seat to a player within a round, which older logs have.
func take(t *testing.T, m table.Match, p table.Player, seat game.Seat) table.Match {
	t.Helper()
	m, err := m.Apply(table.Event{Seq: m.Seq() + 1, At: m.At(), Body: table.Took{Player: p, Seat: seat}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestARoundThatWasLeftIsMarked(t *testing.T) {
	settled := func(m table.Match) []standing.Entry {
		for {
			seat, _ := m.Turn()
			var c table.Command = turn(m, 0)
			now := m.At().Add(time.Second)
			if m.Vacant(seat) || m.Away(seat) {
				c, now = table.TimeUp{}, m.Deadline()
			}
			events, err := m.Decide(c, now)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if m, err = m.Apply(e); err != nil {
					t.Fatal(err)
				}
			}
			if s := table.Settle(m, events); s != nil {
				return s.Entries
			}
		}
	}
	for _, c := range []struct {
		reason string
		m      table.Match
		left   []bool
	}{
		{"nobody left", dealt(t), []bool{false, false, false}},
		{"Bob left", play(t, dealt(t), table.Leave{Player: bob}), []bool{false, true, false}},
		{"Bob was kicked", play(t, dealt(t), table.Kick{Player: ann, Against: bob}), []bool{false, true, false}},
		{"Bob came back", play(t, dealt(t), table.Leave{Player: bob}, table.Join{Player: bob}), []bool{false, false, false}},
		{"Dee waits for his seat", play(t, dealt(t), table.Leave{Player: bob}, table.Join{Player: dee}), []bool{false, true, false}},
		{"in an older log Dee took his seat", take(t, play(t, dealt(t), table.Leave{Player: bob}), dee, 1), []bool{false, false, false, true}},
		{"and left it to him", take(t, play(t, take(t, play(t, dealt(t), table.Leave{Player: bob}), dee, 1), table.Leave{Player: dee}), bob, 1),
			[]bool{false, false, false, true}},
	} {
		entries := settled(c.m)
		var left []bool
		points := 0
		for _, e := range entries {
			left = append(left, e.Left)
			points += e.Points
		}
		if !slices.Equal(left, c.left) || points != 3 {
			t.Errorf("%s: %+v", c.reason, entries)
		}
	}
}

func TestNewcomersSitDownInTheLobbyAndWithTheNextDeal(t *testing.T) {
	m := play(t, dealt(t), table.Join{Player: dee}, table.Leave{Player: dee})
	if len(m.Coming()) > 0 {
		t.Errorf("who thought better of it still comes: %v", m.Coming())
	}
	m = play(t, finish(t, m), table.Join{Player: dee}, table.Deal{})
	if seat, seated := m.Seat(dee); !seated || seat != 3 {
		t.Errorf("who came between rounds sits at %d, %v", seat, seated)
	}
	m = play(t, play(t, dealt(t), table.Join{Player: dee}), table.Kick{Player: ann, Against: dee})
	if len(m.Coming()) > 0 {
		t.Error("who was sent away still comes")
	}
}

func TestTheHostKicks(t *testing.T) {
	m := play(t, lobby(t), table.Kick{Player: ann, Against: bob})
	if len(m.Players()) != 2 {
		t.Errorf("kicked in the lobby: %v", m.Players())
	}
	m = play(t, dealt(t), table.Kick{Player: ann, Against: bob})
	if seat, seated := m.Seat(bob); !seated || !m.Vacant(seat) {
		t.Errorf("kicked in the match: seat %d, %v", seat, seated)
	}
	m = play(t, m, table.Pardon{Player: ann, Kicked: bob}, table.Join{Player: bob})
	if seat, _ := m.Seat(bob); m.Vacant(seat) {
		t.Error("pardoned, and not back")
	}
	m = play(t, m, table.Kick{Player: eve, Against: ann, Force: true})
	if m.Host() != bob {
		t.Errorf("the host was kicked: host %d", m.Host())
	}
}

func TestMoreThanHalfOfTheOthersKick(t *testing.T) {
	four := func() table.Match {
		return play(t, lobby(t), table.Join{Player: dee}, table.Start{Player: ann}, table.Deal{}, table.Kick{Player: bob, Against: cy})
	}
	number := func(m table.Match) int { v, _ := m.Vote(); return v.Number }
	vote := func(m table.Match, p table.Player, yes bool) table.Ballot {
		return table.Ballot{Player: p, Number: number(m), For: yes}
	}
	kicked := func(m table.Match) bool { seat, _ := m.Seat(cy); return m.Vacant(seat) }
	m := four()
	if v, open := m.Vote(); !open || v.By != bob || v.Against != cy || len(v.Yes) != 1 || len(m.Electors()) != 3 {
		t.Fatalf("the vote: %+v, %v, electors %v", v, open, m.Electors())
	}
	for _, c := range []struct {
		reason  string
		m       table.Match
		kicked  bool
		stillOn bool
	}{
		{"one of three is not enough", m, false, true},
		{"two of three are", play(t, m, vote(m, ann, true)), true, false},
		{"one against, one open", play(t, m, vote(m, ann, false)), false, true},
		{"two against", play(t, m, vote(m, ann, false), vote(m, dee, false)), false, false},
		{"the one who is left decides", play(t, m, vote(m, ann, false), table.Leave{Player: ann}, vote(m, dee, true)), true, false},
		{"one for of two is no majority", play(t, m, vote(m, ann, false), table.Leave{Player: dee}), false, false},
		{"those who leave count no more", play(t, m, table.Leave{Player: ann}, table.Leave{Player: dee}), true, false},
		{"it is about nobody any more", play(t, m, table.Leave{Player: cy}), true, false},
		{"the host does not wait for it", play(t, m, table.Kick{Player: ann, Against: cy}), true, false},
		{"its time is up", play(t, m, table.TimeUp{}), false, false},
		{"a newcomer has no vote before the next deal", play(t, m, table.Leave{Player: ann}, table.Join{Player: eve}), false, true},
	} {
		v, open := c.m.Vote()
		if kicked(c.m) != c.kicked || open != c.stillOn {
			t.Errorf("%s: kicked %v, open %v: %+v", c.reason, kicked(c.m), open, v)
		}
	}
}

// oblivion is a log that keeps nothing, so that what memory there is is the table's.
type oblivion struct{}

func (oblivion) Create(context.Context, []table.Event) (table.ID, error) { return 1, nil }

func (oblivion) Append(context.Context, table.ID, []table.Event, *standing.Settlement) error {
	return nil
}

func (oblivion) Events(context.Context, table.ID) iter.Seq2[table.Event, error] {
	return func(func(table.Event, error) bool) {}
}

func (oblivion) Index(context.Context) ([]table.Listed, error) { return nil, nil }

func (oblivion) Rest(context.Context, map[table.ID]*table.Sleep) error { return nil }

// A table takes no more memory after thousands of clicks than after ten each.
func TestClicksTakeUpNoMemory(t *testing.T) {
	h := table.NewRegistry(table.Config{Log: oblivion{}, Rules: tabletest.NewToy, Latest: tabletest.ToyVersion, Logger: zerolog.Nop()})
	defer h.Close(context.Background())
	o := opening(nil)
	o.Settings = table.Settings{Clock: time.Hour}
	o.Others = []table.Player{bob, cy}
	m, err := h.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = h.Do(t.Context(), m.ID(), table.Start{Player: ann}); err != nil {
		t.Fatal(err)
	}
	clicks := func(n int) {
		for i := range n {
			now, _ := h.Match(t.Context(), m.ID())
			v, _ := now.Vote()
			for _, c := range []table.Command{
				table.Act{Player: bob, Decision: now.Decision(), Action: game.Action{Verb: game.Pass}},
				table.Act{Player: ann, Decision: table.Decision{Round: 9}, Action: game.Action{Verb: game.Pass}},
				table.Here{Player: cy},
				table.Leave{Player: bob}, table.Join{Player: bob},
				table.Leave{Player: bob}, table.Join{Player: eve}, table.Leave{Player: eve}, table.Join{Player: bob},
				table.Join{Player: dee}, table.Leave{Player: dee},
				table.Kick{Player: bob, Against: cy}, table.Ballot{Player: ann, Number: v.Number},
				table.Kick{Player: ann, Against: cy}, table.Pardon{Player: ann, Kicked: cy}, table.Join{Player: cy},
				table.SetOptions{Player: ann, Options: map[string]string{fmt.Sprint(i): "1"}},
			} {
				_, _ = h.Do(t.Context(), m.ID(), c) // some are refused, as is meant
			}
		}
	}
	heap := func() int64 {
		var s runtime.MemStats
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	clicks(10)
	few := heap()
	clicks(1000)
	if grown := heap() - few; grown > 16<<10 {
		t.Errorf("a thousand rounds of clicks took %d bytes", grown)
	}
	runtime.KeepAlive(h)
}
