package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// past is a match that was played before the test begins to look.
type past struct {
	system    string
	options   map[string]string
	users     []*sandboxtest.User
	rounds    int // after which the host ends it; 0: when somebody has won
	computers int
	began     time.Time
	seed      uint64
}

// between is the database of a bot that is down for it: what the tests could not
// wait for is written there as the bot would have written it.
func (h *house) between(do func(ctx context.Context, db *store.Store)) {
	h.t.Helper()
	h.stop()
	ctx := h.t.Context()
	db, err := store.Open(ctx, h.db, zerolog.Nop())
	if err != nil {
		h.t.Fatal(err)
	}
	do(ctx, db)
	if err := db.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.start()
}

// write plays a match by random legal plays, a minute each, in a channel, and stores
// it event by event with what it settles.
func (p past) write(ctx context.Context, t testing.TB, db *store.Store, guild, channel string) match.ID {
	t.Helper()
	sys, ok := systems.Latest(p.system)
	if !ok {
		t.Fatalf("there is no system %s", p.system)
	}
	open := match.Opening{Guild: guild, Channel: channel, System: sys.Name, Version: sys.Version, Options: p.options, Settings: match.DefaultSettings()}
	for i, u := range p.users {
		player, err := db.Player(ctx, u.ID, u.Name)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			open.Host = player
		} else {
			open.Others = append(open.Others, player)
		}
	}
	events, err := match.New(0, systems.New).Decide(open, p.began)
	if err != nil {
		t.Fatal(err)
	}
	id, err := db.Create(ctx, events)
	if err != nil {
		t.Fatal(err)
	}
	m := match.New(id, systems.New)
	become := func(events []match.Event) {
		for _, e := range events {
			if m, err = m.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	become(events)
	do := func(c match.Command) {
		t.Helper()
		events, err := m.Decide(c, m.At.Add(time.Minute))
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		become(events)
		if err := db.Append(ctx, id, events, match.Settle(m, events)); err != nil {
			t.Fatal(err)
		}
	}
	for range p.computers {
		do(match.AddComputer{Player: open.Host, Level: ai.Easy})
	}
	do(match.Start{Player: open.Host})
	r := gametest.NewRand(p.seed)
	for m.Phase != match.Over {
		seat, due := m.Turn()
		switch {
		case m.Phase == match.Between && p.rounds > 0 && len(m.Results) >= p.rounds:
			do(match.End{Player: open.Host})
		case m.Phase == match.Between:
			do(match.Deal{Chance: r.Chance(m.Rules, len(m.Players()))})
		case !due:
			t.Fatalf("nobody's turn in round %d", m.Decision.Round)
		default:
			legal := m.State.Legal()
			a := legal[r.Intn(len(legal))]
			if _, robot := m.Computer(game.Seat(seat)); robot {
				do(match.Chosen{Decision: m.Decision, Action: a})
			} else {
				do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: a})
			}
		}
	}
	return id
}
