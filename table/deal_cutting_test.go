package table_test

import (
	"errors"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

// A deal that somebody cut is valid only for the current seats and options. Any change of those
// reveals the seed and replaces the seal, and nothing else does.
func TestAChangeAfterACutReplacesTheSeal(t *testing.T) {
	easy := match.AddComputer{Player: ann, Level: ai.Easy}
	slower := match.DefaultSettings()
	slower.Clock = time.Hour
	for _, c := range []struct {
		reason string
		before []match.Command
		change []match.Command
		anew   bool
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
		{"somebody who is not let in", nil, []match.Command{match.Join{Player: bob}}, false},
	} {
		h := open(t, &tabletest.Log{})
		m := h.lobby(matchtest.Opening(nil))
		for _, command := range append([]match.Command{match.Join{Player: bob}, match.Join{Player: cy}}, c.before...) {
			m = h.do(m.ID, command)
		}
		if len(m.Deals()) != 1 {
			t.Fatalf("%s: %d seals before anybody has cut", c.reason, len(m.Deals()))
		}
		first := h.do(m.ID, matchtest.Cut(m, ann, "7")).Deals()[0]
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
		case !c.anew && (len(deals) != 1 || next.Opened || len(next.Cuts) == 0):
			t.Errorf("%s: %+v; want the same seal, and the cut", c.reason, deals)
		case c.anew && (len(deals) != 2 || len(next.Cuts) != 0 || next.Commitment == first.Commitment || next.Opened):
			t.Errorf("%s: %+v; want another seal without cuts", c.reason, deals)
		case c.anew && (!deals[0].Opened || deals[0].Dealt || deals[0].Seed.Commitment(int64(m.ID), 1) != first.Commitment || len(deals[0].Cuts) != 1):
			t.Errorf("%s: %+v; want the first seed opened, with its cut", c.reason, deals[0])
		}
	}
}

// The same applies between rounds when players join, leave and return.
func TestAChangedSeatBetweenRoundsReplacesTheSeal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.playRound(h.deal(matchtest.Opening(map[string]string{"target": "0"}), bob, cy))
		for i, c := range []struct {
			reason string
			change match.Command
		}{
			{"a newcomer", match.Join{Player: dee}},
			{"who goes", match.Leave{Player: cy}},
			{"a player returns", match.Join{Player: cy}},
			{"a player is removed", match.Kick{Player: ann, Against: cy}},
			{"a player takes a seat", match.Join{Player: eve}},
		} {
			m = h.do(m.ID, matchtest.Cut(m, ann, "7"))
			m = h.do(m.ID, c.change)
			if next, waits := m.NextDeal(); !waits || next.Number != i+3 || len(next.Cuts) != 0 {
				t.Errorf("%s: %+v; want seal %d", c.reason, next, i+3)
			}
		}
		// A newcomer cuts for the seat they will get, the vacant one.
		m = h.do(m.ID, matchtest.Cut(m, dee, "42"))
		if next, _ := m.NextDeal(); !reflect.DeepEqual(next.BySeat(), deal.Cuts{2: "42"}) {
			t.Errorf("cuts by seat: %v", next.BySeat())
		}
		wait(time.Until(m.Deadline()))
		m = h.now()
		if deals := m.Deals(); m.Decision.Round != 2 || len(deals) != 7 || !deals[6].Dealt || deals[6].Opened || deals[6].BySeat()[2] != "42" {
			t.Errorf("round %d: %+v", m.Decision.Round, deals)
		}
	})
}
