package e2e

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/standing"
	"deuces/store"
)

// stage is a match as a test wants to see it: who holds what, and what was played.
type stage struct {
	system  string
	options map[string]string
	users   []string
	robots  int           // easy computer players at the seats after theirs
	pace    time.Duration // of those; 0: the default
	passing time.Duration // the longest pause before a pass; 0: nobody passes by themselves
	undo    time.Duration // for which a play may be taken back
	hands   []string      // by seat, in notation; what is left open comes from the rest of the deck
	next    string        // the cards after the hands: Acehole's top card, then its pile
	moves   []string      // in notation, of whoever's turn it is
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
	open := match.Opening{Guild: guild, Channel: id, System: s.system, Version: 1, Options: s.options, Settings: match.DefaultSettings()}
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
	for i := range s.robots {
		c := match.Computer{Player: standing.Player(-1 - i), Level: ai.Easy, Name: fmt.Sprintf("Bot %d", i+1)}
		open.Others, open.Computers = append(open.Others, c.Player), append(open.Computers, c)
	}
	if s.pace > 0 {
		open.Settings.Pace = s.pace
	}
	open.Settings.AutoPass, open.Settings.Undo = s.passing, s.undo
	m := match.New(0, systems.New)
	var events []match.Event
	do := func(c match.Command) {
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
	do(match.Start{Player: open.Host})
	chance, err := gametest.Deal(m.Rules, len(s.users)+s.robots, s.hands, s.next)
	if err != nil {
		h.t.Fatal(err)
	}
	do(match.Deal{Chance: chance})
	for _, text := range s.moves {
		a, err := game.ParseAction(text)
		if err != nil {
			h.t.Fatal(err)
		}
		seat, _ := m.Turn()
		do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: a})
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
