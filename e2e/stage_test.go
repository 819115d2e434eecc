package e2e

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/game/table"
	"deuces/store"
)

// stage is a match as a test wants to see it: who holds what, and what was played.
type stage struct {
	system  string
	options map[string]string
	users   []string
	hands   []string // by seat, in notation; what is left open comes from the rest of the deck
	next    string   // the cards after the hands: Acehole's top card, then its pile
	moves   []string // in notation, of whoever's turn it is
}

// set writes a match to the log of a bot that is down, and starts the bot on it.
func (h *house) set(s stage, channel string) *group {
	h.t.Helper()
	h.stop()
	g := h.group(1, channel, s.users...)
	ctx := h.t.Context()
	db, err := store.Open(ctx, h.db, zerolog.Nop())
	if err != nil {
		h.t.Fatal(err)
	}
	guild, id := h.place(channel)
	open := table.Opening{Guild: guild, Channel: id, System: s.system, Version: 1, Options: s.options, Settings: table.DefaultSettings()}
	open.Settings.Clock = time.Hour
	for i, u := range g.users {
		p, err := db.Player(ctx, u.ID, u.Name)
		if err != nil {
			h.t.Fatal(err)
		}
		if i == 0 {
			open.Host = p
		} else {
			open.Others = append(open.Others, p)
		}
	}
	m := table.New(0, systems.New)
	var events []table.Event
	do := func(c table.Command) {
		h.t.Helper()
		more, err := m.Decide(c, time.Now())
		if err != nil {
			h.t.Fatalf("%+v: %v", c, err)
		}
		for _, e := range more {
			if m, err = m.Apply(e); err != nil {
				h.t.Fatal(err)
			}
		}
		events = append(events, more...)
	}
	do(open)
	do(table.Start{Player: open.Host})
	do(table.Deal{Chance: s.chance(h.t, m.Rules())})
	for _, text := range s.moves {
		a, err := game.ParseAction(text)
		if err != nil {
			h.t.Fatal(err)
		}
		seat, _ := m.Turn()
		do(table.Act{Player: m.Players()[seat], Decision: m.Decision(), Action: a})
	}
	if _, err := db.Create(ctx, events); err != nil {
		h.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		h.t.Fatal(err)
	}
	g.table = "1"
	h.start()
	return g
}

// chance shuffles the deck so that everyone is dealt what the stage says: it looks
// where each card of a deck goes, and puts the wanted ones there.
func (s stage) chance(t testing.TB, rules game.Rules) game.Chance {
	t.Helper()
	deck := rules.Deck(len(s.users))
	setup := rules.Setup(len(s.users), game.Chance{Deck: deck, Draws: deck}, nil)
	var order []int // places in the deck, seat by seat, then the rest
	taken := make([]bool, len(deck))
	for _, hand := range setup.Hands {
		for _, c := range hand {
			for i := range deck {
				if deck[i] == c && !taken[i] {
					order, taken[i] = append(order, i), true
					break
				}
			}
		}
	}
	for i := range deck {
		if !taken[i] {
			order = append(order, i)
		}
	}
	rest := slices.Clone(deck)
	parse := func(text string) []card.Card {
		cards, err := card.ParseAll(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cards {
			i := slices.Index(rest, c)
			if i < 0 {
				t.Fatalf("%v is on the stage more often than in the deck", c)
			}
			rest = slices.Delete(rest, i, i+1)
		}
		return cards
	}
	var parts [][]card.Card
	for i, hand := range setup.Hands {
		part := make([]card.Card, 0, len(hand))
		if i < len(s.hands) {
			part = append(part, parse(s.hands[i])...)
		}
		parts = append(parts, part)
	}
	next := parse(s.next)
	for i, hand := range setup.Hands {
		missing := len(hand) - len(parts[i])
		if missing < 0 {
			t.Fatalf("seat %d is dealt %d cards, not %d", i, len(hand), len(parts[i]))
		}
		parts[i], rest = append(parts[i], rest[:missing]...), rest[missing:]
	}
	cards := slices.Concat(append(parts, next, rest)...)
	c := game.Chance{Deck: make([]card.Card, len(deck)), Draws: deck}
	for i, at := range order {
		c.Deck[at] = cards[i]
	}
	return c
}

// place is the ids of a channel and of its guild.
func (h *house) place(channel string) (guild, id string) {
	h.t.Helper()
	var world struct {
		Guilds []struct {
			ID       string `json:"id"`
			Channels []struct {
				ID   string `json:"id"`
				Name string `json:"name"`
			} `json:"channels"`
		} `json:"guilds"`
	}
	if err := h.Do(context.Background(), "GET", "/sandbox/world", nil, &world); err != nil {
		h.t.Fatal(err)
	}
	for _, g := range world.Guilds {
		for _, c := range g.Channels {
			if strings.EqualFold(c.Name, channel) {
				return g.ID, c.ID
			}
		}
	}
	h.t.Fatalf("there is no channel %s", channel)
	return "", ""
}
