package match_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
)

// endRound plays the rest of the round; each player plays their lowest card. It returns the match with the
// events of the command that ended the round.
func endRound(t *testing.T, m match.Match) *match.Draft {
	t.Helper()
	for {
		var c match.Command = matchtest.Turn(m, 0)
		now := m.At.Add(time.Second)
		seat, _ := m.Turn()
		if _, computer := m.Computer(seat); computer || m.Vacant(seat) || m.Away(seat) {
			c, now = match.TimeUp{}, m.Deadline()
		}
		d := &match.Draft{Match: m}
		if err := d.Decide(c, now); err != nil {
			t.Fatal(err)
		}
		if m = d.Match; m.Phase != match.Playing {
			return d
		}
	}
}

func finish(t *testing.T, m match.Match) match.Match {
	t.Helper()
	return endRound(t, m).Match
}

// Dee gets Ann's seat with its cards, title and place, but no points. Then Ann, who comes back, is last in a
// new seat, and so in the results of earlier rounds.
func TestANewcomerGetsAVacantSeatAtTheNextDeal(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "target", Value: "0"}, match.Start{Player: ann}, match.Deal{})
	m = finish(t, m) // Ann is best and Bob second
	if got := fmt.Sprint(m.Totals()); got != "[2 1 0]" {
		t.Fatalf("the first round gave %s", got)
	}
	before := finish(t, matchtest.Play(t, m, match.Deal{}, match.Leave{Player: ann}, match.Join{Player: dee}))
	m = matchtest.Play(t, before, match.Deal{})
	if got := people(m); got != "Dee Bob* Cy playing" {
		t.Fatalf("at the table are %s", got)
	}
	if got := m.Totals(); got[0] != 0 || !slices.Equal(got[1:], before.Totals()[1:]) {
		t.Errorf("the points after Dee took Ann's seat: %v, before %v", got, before.Totals())
	}
	if v, _ := m.View(0); len(v.Hand) != 3 || !slices.Equal(m.Titles(), before.Titles()) || !slices.Equal(m.Places(), before.Places()) {
		t.Errorf("the seat came without cards, title or place: %v, %v, %v", v.Hand, m.Titles(), m.Places())
	}
	m = finish(t, matchtest.Play(t, m, match.Join{Player: ann}))
	m = matchtest.Play(t, m, match.Deal{})
	if v, _ := m.View(3); people(m) != "Dee Bob* Cy Ann playing" || len(v.Hand) != 3 || m.Places()[3] != 4 || m.Totals()[3] != 0 {
		t.Errorf("%s: Ann has %v; places %v, totals %v", people(m), v.Hand, m.Places(), m.Totals())
	}
	for _, r := range m.Results {
		if len(r.Places) != 4 || len(r.Points) != 4 || len(r.Titles) != 4 || len(r.Hands) != 4 {
			t.Errorf("a result of three among four: %+v", r)
		}
	}
	matchtest.Play(t, finish(t, m), match.Deal{})
}

// take gives a vacant seat to a player during a round, as in older logs.
func take(t *testing.T, m match.Match, p match.Player, seat game.Seat) match.Match {
	t.Helper()
	m, err := m.Apply(match.Event{Seq: m.Seq + 1, At: m.At, Body: match.Took{Player: p, Seat: seat}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAnEntryRecordsThatItsPlayerLeft(t *testing.T) {
	bobLeft := matchtest.Play(t, matchtest.Dealt(t), match.Leave{Player: bob})
	deeTook := take(t, bobLeft, dee, 1)
	for _, c := range []struct {
		reason string
		m      match.Match
		left   []bool
	}{
		{"nobody left", matchtest.Dealt(t), []bool{false, false, false}},
		{"Bob left", bobLeft, []bool{false, true, false}},
		{"Bob was kicked", matchtest.Play(t, matchtest.Dealt(t), match.Kick{Player: ann, Against: bob}), []bool{false, true, false}},
		{"Bob came back", matchtest.Play(t, bobLeft, match.Join{Player: bob}), []bool{false, false, false}},
		{"Dee waits for his seat", matchtest.Play(t, bobLeft, match.Join{Player: dee}), []bool{false, true, false}},
		{"in an older log Dee took his seat", deeTook, []bool{false, false, false, true}},
		{"and left it to him", take(t, matchtest.Play(t, deeTook, match.Leave{Player: dee}), bob, 1), []bool{false, false, false, true}},
	} {
		d := endRound(t, c.m)
		entries := match.Settle(d.Match, d.Events).Entries
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

// An append that settles a round may also deal the next one, in which newcomers have seats.
func TestASettlementCountsTheSeatsOfItsDeal(t *testing.T) {
	d := endRound(t, matchtest.Play(t, matchtest.Dealt(t), match.Join{Player: dee}))
	if err := d.Decide(matchtest.Deal(d.Match), d.Deadline()); err != nil {
		t.Fatal(err)
	}
	m, events := d.Match, d.Events
	if _, seated := m.Seat(dee); !seated {
		t.Fatal("Dee has no seat")
	}
	if s := match.Settle(m, events); s == nil || s.People != 3 || s.Bots != 0 || len(s.Entries) != 3 || s.Round != 1 {
		t.Errorf("three people played the round: %+v", s)
	}
}

func TestAMajorityVoteRemovesAPlayer(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.Join{Player: dee}, match.Start{Player: ann}, match.Deal{}, match.Kick{Player: bob, Against: cy})
	vote := func(p match.Player, yes bool) match.Command {
		return match.Ballot{Player: p, Number: m.Vote.Number, For: yes}
	}
	if v := m.Vote; v == nil || v.By != bob || v.Against != cy || len(v.Yes) != 1 || len(m.Electors()) != 3 {
		t.Fatalf("the vote: %+v, electors %v", v, m.Electors())
	}
	for _, c := range []struct {
		reason  string
		does    []match.Command
		kicked  bool
		stillOn bool
	}{
		{"one of three is not enough", nil, false, true},
		{"two of three are", []match.Command{vote(ann, true)}, true, false},
		{"one against, one open", []match.Command{vote(ann, false)}, false, true},
		{"two against", []match.Command{vote(ann, false), vote(dee, false)}, false, false},
		{"the remaining player decides", []match.Command{vote(ann, false), match.Leave{Player: ann}, vote(dee, true)}, true, false},
		{"one yes of two is no majority", []match.Command{vote(ann, false), match.Leave{Player: dee}}, false, false},
		{"players who leave don't count", []match.Command{match.Leave{Player: ann}, match.Leave{Player: dee}}, true, false},
		{"the player it was about has left", []match.Command{match.Leave{Player: cy}}, true, false},
		{"the host takes the turn first", []match.Command{match.Kick{Player: ann, Against: cy}}, true, false},
		{"its time is up", []match.Command{match.TimeUp{}}, false, false},
		{"a newcomer has no vote before the next deal", []match.Command{match.Leave{Player: ann}, match.Join{Player: eve}}, false, true},
	} {
		after := matchtest.Play(t, m, c.does...)
		if kicked := after.Vacant(2); kicked != c.kicked || (after.Vote != nil) != c.stillOn {
			t.Errorf("%s: kicked %v, vote %+v", c.reason, kicked, after.Vote)
		}
	}
}
