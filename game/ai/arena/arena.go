// Package arena plays computer players against each other and measures how good each one is, with
// standard errors.
//
// It plays whole matches, because places carry over from one round to the next. The random numbers
// of a match (decks and draws of every round) are used again for every rotation of the seats, so
// each player has each seat once and the luck of the cards cancels out. These matches together are
// a board. Standard errors are computed over boards, because the rounds of a match and the matches
// of a board depend on each other.
//
// Like a table, the arena holds States and gives players only Observations. With budgets in
// playouts the same seed gives the same figures, whatever the number of tables.
package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
)

// Entrant is a player and the name under which its figures are listed. Entrants with the same name
// are counted together.
type Entrant struct {
	Name   string
	Player ai.Player
}

// Contest is what Run plays.
type Contest struct {
	Rules    game.Rules
	Entrants []Entrant // one per seat
	Rounds   int       // minimum number of rounds to play; the last board is always completed
	Seed     uint64
	Budget   ai.Budget // per decision
	Tables   int       // matches played at the same time; 0: one
}

// longest is the number of rounds after which a match is ended as a host would end it. Only matches
// whose options set no end reach it; all presets end long before (rules.md P8).
const longest = 200

// board is the total of the matches with the same random numbers.
type board struct {
	rounds  int
	matches int
	cut     int     // matches that were ended after longest rounds
	scores  []score // by entrant
}

// score is one entrant's total on a board.
type score struct {
	points, places, firsts, lasts, wins float64
	times                               []time.Duration
}

// Run plays a contest and reports the figures.
func Run(ctx context.Context, c Contest) (Report, error) {
	if err := c.checkSeats(); err != nil {
		return Report{}, err
	}
	// Boards are counted in order, whichever finishes first, so that the number of tables
	// doesn't change the figures.
	tables := max(c.Tables, 1)
	var boards []board
	for rounds := 0; rounds < c.Rounds; {
		batch := make([]board, tables)
		group, ctx := errgroup.WithContext(ctx)
		for i := range batch {
			group.Go(func() (err error) {
				batch[i], err = c.board(ctx, len(boards)+i)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return Report{}, err
		}
		for _, b := range batch {
			if rounds < c.Rounds {
				boards = append(boards, b)
				rounds += b.rounds
			}
		}
	}
	return c.report(boards), nil
}

// checkSeats checks the number of entrants.
func (c Contest) checkSeats() error {
	if low, high := c.Rules.Seats(); len(c.Entrants) < low || len(c.Entrants) > high {
		return fmt.Errorf("%s takes %d to %d players, not %d", c.Rules.Name(), low, high, len(c.Entrants))
	}
	return nil
}

// board plays one match for each rotation of the seats, all with the same random numbers.
func (c Contest) board(ctx context.Context, number int) (board, error) {
	n := len(c.Entrants)
	b := board{scores: make([]score, n)}
	var luck []game.Chance
	for turn := range n {
		m := match{Contest: c, number: number, turn: turn, into: &b}
		var err error
		if luck, err = m.play(ctx, luck); err != nil {
			return board{}, fmt.Errorf("board %d, turn %d: %w", number, turn, err)
		}
	}
	return b, nil
}

// match is one match of a board. Entrant e has seat (e+turn) mod n.
type match struct {
	Contest
	number, turn int
	into         *board
}

func (m *match) entrant(seat game.Seat) int {
	n := len(m.Entrants)
	return (int(seat) - m.turn + n) % n
}

// play plays the match with the board's random numbers. It returns them, extended by those of
// further rounds that this match needed.
func (m *match) play(ctx context.Context, luck []game.Chance) ([]game.Chance, error) {
	n := len(m.Entrants)
	var match ai.History
	for {
		round := len(match.Results)
		if round == len(luck) {
			luck = append(luck, m.chance(round))
		}
		played, err := m.round(ctx, luck[round], match)
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", round+1, err)
		}
		m.count(played.Result)
		match = match.After(played)
		results := match.Results
		o, over := m.Rules.Winner(results, n, false)
		if !over && len(results) == longest {
			o, over = m.Rules.Winner(results, n, true)
			m.into.cut++
		}
		if over {
			m.into.matches++
			if o.Winner != game.Nobody {
				m.into.scores[m.entrant(o.Winner)].wins++
			}
			return luck, nil
		}
	}
}

// chance draws the random numbers of a round.
func (m *match) chance(round int) game.Chance {
	n := len(m.Entrants)
	r := rand.New(rand.NewPCG(m.Seed, uint64(m.number)<<16|uint64(round)))
	shuffled := func() []card.Card {
		cards := slices.Clone(m.Rules.Deck(n))
		r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		return cards
	}
	return game.Chance{Deck: shuffled(), Draws: shuffled(), Pick: r.IntN(n)}
}

// round deals and plays a round.
func (m *match) round(ctx context.Context, luck game.Chance, before ai.History) (ai.Round, error) {
	luck = game.Chance{Deck: slices.Clone(luck.Deck), Draws: slices.Clone(luck.Draws), Pick: luck.Pick}
	state, err := m.Rules.Start(m.Rules.Setup(len(m.Entrants), luck, before.Results))
	if err != nil {
		return ai.Round{}, err
	}
	order := state.View(game.Watcher).Order
	seeds := rand.NewPCG(m.Seed^0x9e3779b97f4a7c15, uint64(m.number)<<24|uint64(m.turn)<<16|uint64(len(before.Results)))
	var told []game.News
	for {
		if err := ctx.Err(); err != nil {
			return ai.Round{}, err
		}
		seat, on := state.Turn()
		if !on {
			break
		}
		e := m.entrant(seat)
		observation := ai.Observation{View: state.View(seat), News: slices.Clip(told), History: before}
		start := time.Now()
		choice, err := m.Entrants[e].Player.Choose(observation, m.Budget, seeds.Uint64())
		took := time.Since(start)
		if err != nil {
			return ai.Round{}, fmt.Errorf("%s: %w", m.Entrants[e].Name, err)
		}
		if len(observation.View.Legal) > 1 {
			m.into.scores[e].times = append(m.into.scores[e].times, took)
		}
		next, news, err := state.Apply(seat, choice.Action)
		if err != nil {
			return ai.Round{}, fmt.Errorf("%s plays %s: %w", m.Entrants[e].Name, choice.Action, err)
		}
		state, told = next, append(told, news...)
	}
	result, _ := state.Result()
	return ai.Round{Order: order, News: told, Result: result}, nil
}

// count adds a round to the board.
func (m *match) count(r game.Result) {
	m.into.rounds++
	for i, seat := range r.Places {
		s := &m.into.scores[m.entrant(seat)]
		s.points += float64(r.Points[seat])
		s.places += float64(r.Place(seat))
		if i == 0 {
			s.firsts++
		}
		if i == len(r.Places)-1 && r.Place(seat) == i+1 {
			s.lasts++
		}
	}
}
