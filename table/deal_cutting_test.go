package table_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/match"
	"deuces/table/tabletest"
)

// cut is a cut of the newest deal.
func cut(m match.Match, p match.Player, typed string) match.CutDeck {
	return match.CutDeck{Player: p, Deal: len(m.Deals()), Typed: typed}
}

// sealedLobby is lobby with a sealed first round.
func sealedLobby(t *testing.T) match.Match {
	return play(t, lobby(t), match.Seal{Seed: deal.Seed{1}})
}

func TestACutIsRefused(t *testing.T) {
	annCut := func(t *testing.T) match.Match { return play(t, sealedLobby(t), cut(sealedLobby(t), ann, "7")) }
	anew := func(t *testing.T) match.Match {
		return play(t, annCut(t), match.Join{Player: dee}, match.Seal{Seed: deal.Seed{2}})
	}
	playing := func(t *testing.T) match.Match { return dealtFrom(t, annCut(t), deal.Seed{1}) }
	between := func(t *testing.T) match.Match {
		return play(t, finish(t, playing(t)), match.Seal{Seed: deal.Seed{3}})
	}
	bobLeft := func(t *testing.T) match.Match { return play(t, between(t), match.Leave{Player: bob}) }
	over := func(t *testing.T) match.Match { return play(t, between(t), match.End{Player: ann}) }
	for _, c := range []struct {
		reason string
		match  func(*testing.T) match.Match
		player match.Player
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
		events, err := m.Decide(match.CutDeck{Player: c.player, Deal: c.number, Typed: c.typed}, m.At)
		why := (*game.Illegal)(nil)
		if !errors.As(err, &why) || !strings.Contains(why.Reason.String(), c.says) || events != nil {
			t.Errorf("%s: %v, %v; want %q", c.reason, err, events, c.says)
		}
		if describe(m) != before {
			t.Errorf("%s: it changed the table", c.reason)
		}
	}
}

// A deal that was cut is for those who sit there and the options as they are:
// whatever changes them opens its seed and seals anew, and nothing else does.
func TestAChangeAfterACutSealsAnew(t *testing.T) {
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
		{"who cut leaves", nil, []match.Command{match.Leave{Player: ann}}, true},
		{"somebody is removed", nil, []match.Command{match.Kick{Player: ann, Against: cy}}, true},
		{"a computer comes", nil, []match.Command{easy}, true},
		{"a computer goes", []match.Command{easy}, []match.Command{match.RemoveComputer{Player: ann}}, true},
		{"a computer makes room", []match.Command{easy}, []match.Command{match.Join{Player: eve}}, true},
		{"another computer in its place", []match.Command{easy}, []match.Command{match.RemoveComputer{Player: ann}, match.AddComputer{Player: ann, Level: ai.Hard}}, true},
		{"an option", nil, []match.Command{match.SetOption{Player: ann, Key: "cards", Value: "4"}}, true},
		{"the options of before are set again", nil, []match.Command{match.SetOptions{Player: ann}}, false},
		{"the clock, on which no card depends", nil, []match.Command{match.SetSettings{Player: ann, Settings: slower}}, false},
		{"nothing but another cut", nil, []match.Command{match.CutDeck{Player: bob, Deal: 1, Typed: "9"}}, false},
		{"somebody who is not let in", nil, []match.Command{match.Join{Player: bob}}, false},
	} {
		h := open(t, &tabletest.Log{})
		m, err := h.Open(t.Context(), opening(nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range append([]match.Command{match.Join{Player: bob}, match.Join{Player: cy}}, c.before...) {
			m = h.do(m.ID, command)
		}
		if len(m.Deals()) != 1 {
			t.Fatalf("%s: %d seals before anybody has cut", c.reason, len(m.Deals()))
		}
		first := h.do(m.ID, cut(m, ann, "7")).Deals()[0]
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

// Between rounds it is the same: for newcomers, for those who go and come back.
func TestASeatThatChangesBetweenRoundsSealsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.playRound(h.deal(opening(map[string]string{"target": "0"}), bob, cy))
		for i, c := range []struct {
			reason string
			change match.Command
		}{
			{"a newcomer", match.Join{Player: dee}},
			{"who goes", match.Leave{Player: cy}},
			{"who comes back", match.Join{Player: cy}},
			{"who is removed", match.Kick{Player: ann, Against: cy}},
			{"who takes a seat", match.Join{Player: eve}},
		} {
			m = h.do(m.ID, cut(m, ann, "7"))
			m = h.do(m.ID, c.change)
			if next, waits := m.NextDeal(); !waits || next.Number != i+3 || len(next.Cuts) != 0 {
				t.Errorf("%s: %+v; want seal %d", c.reason, next, i+3)
			}
		}
		// Who comes with the next round cuts from the seat that they will have: the vacant one.
		m = h.do(m.ID, cut(m, dee, "42"))
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
