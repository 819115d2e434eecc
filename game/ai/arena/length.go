package arena

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Lengths plays the given number of matches, each with its own random numbers, and returns the
// number of rounds that each took. It returns an error for a match that is still going after
// longest rounds.
func Lengths(ctx context.Context, c Contest, matches int) ([]int, error) {
	if err := c.checkSeats(); err != nil {
		return nil, err
	}
	rounds := make([]int, matches)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(c.Tables, 1))
	for number := range matches {
		group.Go(func() error {
			b := board{scores: make([]score, len(c.Entrants))}
			m := match{Contest: c, number: number, into: &b}
			if _, err := m.play(ctx, nil); err != nil {
				return fmt.Errorf("seed %d, match %d: %w", c.Seed, number, err)
			}
			if b.cut > 0 {
				return fmt.Errorf("%s at %d seats, seed %d, match %d: no end after %d rounds", c.Rules.Name(), len(c.Entrants), c.Seed, number, b.rounds)
			}
			rounds[number] = b.rounds
			return nil
		})
	}
	return rounds, group.Wait()
}
