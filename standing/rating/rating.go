// Package rating estimates players' strength from the order in which they finished games of two
// or more players.
//
// It uses the Plackett-Luce model of Ruby C. Weng and Chih-Jen Lin, "A Bayesian Approximation
// Method for Online Ranking", Journal of Machine Learning Research 12 (2011), pages 267-300,
// algorithm 4, for players without teams. A player's strength is modelled as a normal
// distribution; each game shifts the distributions of all its players and narrows them. As in
// TrueSkill, each game first widens them slightly, so that a player who improves can rise even
// after thousands of games.
//
// Ratings are integers in millionths. The next game starts from exactly what is stored, so
// differences in the last bit of an exponential function between machines don't accumulate.
package rating

import "math"

// Rating is the normal distribution of a player's strength, in millionths.
type Rating struct {
	Mu    int64 // mean
	Sigma int64 // standard deviation
}

// The scale is that of TrueSkill: 25 ± 25/3.
const (
	unit  = 1_000_000
	mu    = 25.0
	sigma = mu / 3
	beta  = sigma / 2   // variation of a player's form between games
	tau   = sigma / 100 // how much strength may change between two games
	kappa = 0.0001      // the least share of the variance that remains after a game
)

// New returns the rating of a player who hasn't played yet.
func New() Rating { return stored(mu, sigma) }

// Shown returns the rating as players see it: a value that the player's strength almost
// certainly exceeds (mean minus three standard deviations), on a scale on which new players
// have 1000. It is never negative.
func (r Rating) Shown() int {
	return int(max(0, 1000+math.Round(float64(40*(r.Mu-3*r.Sigma))/unit)))
}

// Placed is a player with their place in a finished game.
type Placed struct {
	Rating
	Place int // smaller is better; players may share a place
}

// Rate returns the ratings after a game, in the order of the players. A game of one player
// changes nothing.
func Rate(players []Placed) []Rating {
	believed := make([]belief, len(players))
	for i, p := range players {
		believed[i] = belief{float64(p.Mu) / unit, math.Hypot(float64(p.Sigma)/unit, tau), p.Place}
	}
	ratings := make([]Rating, len(players))
	if len(players) < 2 {
		for i, p := range players {
			ratings[i] = p.Rating
		}
		return ratings
	}
	for i, b := range update(believed) {
		ratings[i] = stored(b.mu, b.sigma)
	}
	return ratings
}

func stored(mu, sigma float64) Rating {
	return Rating{int64(math.Round(mu * unit)), int64(math.Round(sigma * unit))}
}

type belief struct {
	mu, sigma float64
	place     int
}

// update applies the paper's algorithm 4 with teams of one and gamma = sigma/c. The variables have
// the paper's names.
func update(players []belief) []belief {
	var variance float64
	for _, p := range players {
		variance += p.sigma*p.sigma + beta*beta
	}
	c := math.Sqrt(variance)

	// For each player: the number of players with the same place (A), and the sum of the
	// strengths of those with the same or a worse place (the sum over C).
	share := make([]float64, len(players))
	rest := make([]float64, len(players))
	for q, of := range players {
		for _, p := range players {
			if p.place == of.place {
				share[q]++
			}
			if p.place >= of.place {
				rest[q] += math.Exp(p.mu / c)
			}
		}
	}

	after := make([]belief, len(players))
	for i, p := range players {
		var omega, delta float64
		for q, of := range players {
			if of.place > p.place {
				continue
			}
			chance := math.Exp(p.mu/c) / rest[q] // probability that p takes the place of q
			if q == i {
				omega += (1 - chance) / share[q]
			} else {
				omega -= chance / share[q]
			}
			delta += chance * (1 - chance) / share[q]
		}
		gamma := p.sigma / c
		scale := p.sigma * p.sigma / c
		after[i] = belief{
			mu:    p.mu + scale*omega,
			sigma: p.sigma * math.Sqrt(max(1-gamma*scale/c*delta, kappa)),
			place: p.place,
		}
	}
	return after
}
