// Package matchtest provides players, a small game, and functions that play matches with commands
// only, for tests of matches.
package matchtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/internal/toy"
	"deuces/match"
)

// These are the players of test matches.
const (
	Ann match.Player = 11 + iota
	Bob
	Cy
	Dee
	Eve
)

// NewToy creates the rules of the toy game. It is a match.Rulebook that has only version 1.
func NewToy(system string, version int, options map[string]string) (game.Rules, error) {
	if system != "toy" || version != 1 {
		return nil, fmt.Errorf("no system %q with rules version %d", system, version)
	}
	return toy.New(options)
}

// ToyVersion returns the newest version of the toy game. It is a table.Config.Latest.
func ToyVersion(system string) (int, bool) { return 1, system == "toy" }

// Opening returns the command with which Ann opens a table of the toy game.
func Opening(options map[string]string) match.Opening {
	return match.Opening{Guild: "g", Channel: "c", System: "toy", Options: options, Host: Ann}
}

// Turn returns the command that plays legal action i of the seat to move. A negative i counts from
// the end.
func Turn(m match.Match, i int) match.Act {
	seat, _ := m.Turn()
	legal := m.State.Legal()
	if i < 0 {
		i += len(legal)
	}
	return match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[i]}
}

// Refused reports whether an error is a refusal that players can read.
func Refused(err error) bool {
	_, ok := errors.AsType[*game.Illegal](err)
	return ok
}

// Noon is the time at which Play opens a table.
var Noon = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// Deal returns the command that deals the deck in its original order. The first seat leads.
func Deal(m match.Match) match.Deal {
	deck := m.Rules.Deck(len(m.Players()))
	return match.Deal{Chance: game.Chance{Deck: deck, Draws: deck}}
}

// Play sends commands to a match without a registry. The time between commands is one second, but
// match.Deal and match.TimeUp are sent at the deadline. Each match.Deal is replaced by the result
// of Deal.
func Play(t *testing.T, m match.Match, commands ...match.Command) match.Match {
	t.Helper()
	for _, c := range commands {
		now := Noon
		if m.Seq > 0 {
			now = m.At.Add(time.Second)
		}
		if _, dealing := c.(match.Deal); dealing {
			c, now = Deal(m), m.Deadline()
		}
		if _, late := c.(match.TimeUp); late {
			now = m.Deadline()
		}
		events, err := m.Decide(c, now)
		if err != nil {
			t.Fatalf("%#v: %v", c, err)
		}
		for _, e := range events {
			if m, err = m.Apply(e); err != nil {
				t.Fatalf("%#v: %v", c, err)
			}
		}
	}
	return m
}

// Lobby returns a match in the lobby phase, with Ann, Bob and Cy.
func Lobby(t *testing.T) match.Match {
	o := Opening(nil)
	o.Version, o.Settings, o.Others = 1, match.DefaultSettings(), []match.Player{Bob, Cy}
	return Play(t, match.New(1, NewToy), o)
}

// Dealt returns the match of Lobby after its first deal. Ann leads, and everyone has three cards.
func Dealt(t *testing.T) match.Match {
	return Play(t, Lobby(t), match.Start{Player: Ann}, match.Deal{})
}

// Describe returns a text with everything that the methods of a match reveal.
func Describe(m match.Match) string {
	outcome, over := m.Outcome()
	ended, _ := m.Ended()
	var s strings.Builder
	fmt.Fprintf(&s, "%d %d %v %v %q %q %q %d %v %d %+v\n", m.ID, m.Seq, m.At, m.OpenedAt, m.Guild, m.Channel, m.System, m.Version, m.Settings, m.Former, m.Rules.Options())
	fmt.Fprintf(&s, "%v paused %v host %d players %v deadline %v decision %v totals %v titles %v places %v\n",
		m.Phase, m.Paused, m.Host, m.Players(), m.Deadline(), m.Decision, m.Totals(), m.Titles(), m.Places())
	fmt.Fprintf(&s, "results %+v\nmoves %+v\noutcome %+v %v ended %+v\n", m.Results, m.Moves, outcome, over, ended)
	vote := match.Vote{}
	if m.Vote != nil {
		vote = *m.Vote
	}
	fmt.Fprintf(&s, "warning %v coming %v vote %+v electors %v notes %#v\n", m.Warning(), m.Newcomers, vote, m.Electors(), m.SeatChanges)
	fmt.Fprintf(&s, "deals %+v\n", m.Deals())
	for seat := range m.Players() {
		view, _ := m.View(game.Seat(seat))
		fmt.Fprintf(&s, "seat %d vacant %v away %v: %+v\n", seat, m.Vacant(game.Seat(seat)), m.Away(game.Seat(seat)), view)
	}
	return s.String()
}

// Cut returns the command with which a player cuts the deck of the newest deal.
func Cut(m match.Match, p match.Player, typed string) match.CutDeck {
	return match.CutDeck{Player: p, Deal: len(m.Deals()), Typed: typed}
}

// Paced reports whether the next move, by a computer or a stand-in, takes about as long as the
// pace.
func Paced(m match.Match) bool {
	took, pace := m.Deadline().Sub(m.At), m.Settings.Pace
	return took >= pace*2/3-time.Millisecond && took <= pace*4/3
}
