package e2e

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/store"
)

// Situation describes a table in the middle of a round by the hands and the moves so far.
type Situation struct {
	channel string // "": the channel "cards"
	system  string
	options map[string]string
	people  []string
	passing time.Duration // the longest pause before an automatic pass; 0: no automatic passes
	undo    time.Duration // how long a play may be taken back
	hands   []string      // by seat, in notation; cards that are left open come from the rest of the deck
	next    string        // the cards after the hands: Acehole's top card, then its pile
	moves   []string      // in notation; each is made by the player to move

	// winner describes a table without hands and moves: a random round without its last play, with
	// which the person at this position comes first. Positions count from 1. If it is 0, hands and
	// moves are used.
	winner int
}

// Begin stops the bot, adds these tables to its database, and starts the bot again.
func (s *Server) Begin(all ...Situation) (tables []*Table) {
	s.t.Helper()
	s.WithDatabase(func(ctx context.Context, db *store.Store) {
		for _, x := range all {
			tables = append(tables, s.begin(ctx, db, x))
		}
	})
	return tables
}

// BeginOne is like Begin for one table.
func (s *Server) BeginOne(x Situation) *Table {
	s.t.Helper()
	return s.Begin(x)[0]
}

func (s *Server) begin(ctx context.Context, db *store.Store, x Situation) *Table {
	s.t.Helper()
	x.channel = cmp.Or(x.channel, "cards")
	table := s.Table(x.channel, x.people...)
	open := s.opening(ctx, db, x.system, x.options, table.People)
	open.Guild, open.Channel = s.GuildAndChannel(x.channel)
	open.Settings.Clock, open.Settings.AutoPass, open.Settings.Undo = time.Hour, x.passing, x.undo
	w := &matchWriter{Match: match.New(0, systems.New), t: s.t}
	w.do(open, time.Now())
	w.do(match.Start{Player: open.Host}, time.Now())
	chance, err := gametest.Deal(w.Rules, len(x.people), x.hands, x.next)
	if x.winner > 0 {
		chance, x.moves, err = roundWithoutLastPlay(w.Rules, len(x.people), game.Seat(x.winner-1))
	}
	errtest.Must(s.t, err)
	w.do(match.Deal{Chance: chance}, time.Now())
	for _, text := range x.moves {
		a, err := game.ParseAction(text)
		errtest.Must(s.t, err)
		w.act(a, time.Now())
	}
	id, err := db.Create(ctx, w.events)
	errtest.Must(s.t, err)
	table.id = fmt.Sprint(id)
	return table
}

// matchWriter creates the events of a match for the database of a stopped bot.
type matchWriter struct {
	match.Match
	events []match.Event
	t      testing.TB
}

// do executes a command. It records the events and returns them.
func (w *matchWriter) do(c match.Command, at time.Time) []match.Event {
	w.t.Helper()
	more, err := w.Decide(c, at)
	for _, e := range more {
		if err == nil {
			w.Match, err = w.Apply(e)
		}
	}
	if err != nil {
		w.t.Fatalf("%+v: %v", c, err)
	}
	w.events = append(w.events, more...)
	return more
}

// act makes the player to move, who may be a bot, take an action.
func (w *matchWriter) act(a game.Action, at time.Time) []match.Event {
	w.t.Helper()
	seat, _ := w.Turn()
	if _, bot := w.Computer(seat); bot {
		return w.do(match.Chosen{Decision: w.Decision, Action: a}, at)
	}
	return w.do(match.Act{Player: w.Players()[seat], Decision: w.Decision, Action: a}, at)
}

// opening returns the command that opens a table of these people. It has no channel yet.
func (s *Server) opening(ctx context.Context, db *store.Store, system string, options map[string]string, people []*Person) match.Opening {
	s.t.Helper()
	sys, ok := systems.Latest(system)
	if !ok {
		s.t.Fatalf("there is no system %s", system)
	}
	open := match.Opening{System: sys.Name, Version: sys.Version, Options: options, Settings: match.DefaultSettings()}
	for i, p := range people {
		player, err := db.Player(ctx, p.ID, p.Name)
		errtest.Must(s.t, err)
		if i == 0 {
			open.Host = player
		} else {
			open.Others = append(open.Others, player)
		}
	}
	return open
}

// roundWithoutLastPlay returns a random round in which the seat first comes first: its deal and its
// moves without the last play. Only one play is then possible, so one click makes it.
func roundWithoutLastPlay(rules game.Rules, seats int, first game.Seat) (game.Chance, []string, error) {
	for seed := range uint64(10_000) {
		r := gametest.NewRand(seed)
		chance := r.Chance(rules, seats)
		state, err := rules.Start(rules.Setup(seats, chance, nil))
		if err != nil {
			return chance, nil, err
		}
		before := state
		over, all, err := r.Playout(state)
		if err != nil {
			return chance, nil, err
		}
		if result, _ := over.Result(); len(all) == 0 || result.Places[0] != first {
			continue
		}
		var moves []string
		for _, m := range all[:len(all)-1] {
			if before, _, err = before.Apply(m.Seat, m.Action); err != nil {
				return chance, nil, err
			}
			moves = append(moves, m.Action.String())
		}
		plays := slices.DeleteFunc(before.Legal(), func(a game.Action) bool { return a.Verb == game.Pass })
		if len(plays) == 1 && plays[0].String() == all[len(all)-1].Action.String() {
			return chance, moves, nil
		}
	}
	return game.Chance{}, nil, fmt.Errorf("seat %d comes first in no round", first)
}

// WithDatabase stops the bot, calls do with its database, and starts the bot again. Stories use it
// to store what would take too long to play.
func (s *Server) WithDatabase(do func(ctx context.Context, db *store.Store)) {
	s.t.Helper()
	s.Stop()
	ctx := s.t.Context()
	db, err := store.Open(ctx, s.db, zerolog.Nop())
	errtest.Must(s.t, err)
	do(ctx, db)
	errtest.Must(s.t, db.Close())
	s.Start()
}

// Past describes a match from before the story. Its plays are random and legal, and a minute apart.
type Past struct {
	channel string // "": the channel "cards"
	system  string
	options map[string]string
	people  []*Person
	rounds  int // number of rounds after which the host ends the match; 0: the match is played to its end
	bots    int
	began   time.Time // when the match began; zero: yesterday
	seed    uint64
}

// Remember stops the bot, adds finished matches to its database, and starts the bot again. It
// returns the numbers of the matches.
func (s *Server) Remember(all ...Past) (ids []match.ID) {
	s.t.Helper()
	s.WithDatabase(func(ctx context.Context, db *store.Store) {
		for _, x := range all {
			ids = append(ids, s.remember(ctx, db, x))
		}
	})
	return ids
}

// remember stores the events of a match and its settlements.
func (s *Server) remember(ctx context.Context, db *store.Store, p Past) match.ID {
	s.t.Helper()
	if p.began.IsZero() {
		p.began = time.Now().AddDate(0, 0, -1)
	}
	open := s.opening(ctx, db, p.system, p.options, p.people)
	open.Guild, open.Channel = s.GuildAndChannel(cmp.Or(p.channel, "cards"))
	w := &matchWriter{Match: match.New(0, systems.New), t: s.t}
	id, err := db.Create(ctx, w.do(open, p.began))
	errtest.Must(s.t, err)
	w.ID = id
	keep := func(events []match.Event) {
		s.t.Helper()
		errtest.Must(s.t, db.Append(ctx, id, events, match.Settle(w.Match, events)))
	}
	for range p.bots {
		keep(w.do(match.AddComputer{Player: open.Host, Level: ai.Easy}, w.At.Add(time.Minute)))
	}
	keep(w.do(match.Start{Player: open.Host}, w.At.Add(time.Minute)))
	r := gametest.NewRand(p.seed)
	for w.Phase != match.Over {
		at := w.At.Add(time.Minute)
		switch {
		case w.Phase == match.Playing:
			legal := w.State.Legal()
			keep(w.act(legal[r.Intn(len(legal))], at))
		case p.rounds > 0 && len(w.Results) >= p.rounds:
			keep(w.do(match.End{Player: open.Host}, at))
		default:
			keep(w.do(match.Deal{Chance: r.Chance(w.Rules, len(w.Players()))}, at))
		}
	}
	return id
}
