// Package rating estimates how strong players are from the order in which they
// finished games with two or more players.
//
// It is the Plackett-Luce model of Ruby C. Weng and Chih-Jen Lin, "A Bayesian
// Approximation Method for Online Ranking", Journal of Machine Learning Research
// 12 (2011), pages 267-300, algorithm 4, for players without teams. A player's
// strength is believed to be normally distributed; a game moves the belief about
// everyone in it at once, and narrows it. As in TrueSkill, each game first widens
// the belief a little, so that a player who gets better rises even after thousands
// of games.
//
// Ratings are whole millionths. The next game starts from exactly what is stored,
// so the last bit of an exponential function, which differs between machines, never
// grows into a different rating.
package rating

import "math"

// Rating is what is believed of a player's strength: a normal distribution.
// Both are millionths.
type Rating struct {
	Mu    int64 // its mean
	Sigma int64 // its standard deviation
}

// The scale is that of TrueSkill, which most know: 25 ± 25/3.
const (
	unit  = 1_000_000
	mu    = 25.0
	sigma = mu / 3
	beta  = sigma / 2   // how much a player's form varies from game to game
	tau   = sigma / 100 // how much strength may have changed since the last game
	kappa = 0.0001      // the least share of the variance that a game leaves
)

// New is the rating of a player who has not played yet.
func New() Rating { return stored(mu, sigma) }

// Shown is the rating as players see it: what the player is worth almost surely
// (mean less three standard deviations), on a scale where newcomers have 1000.
// It is never below 0.
func (r Rating) Shown() int {
	return int(max(0, 1000+math.Round(float64(40*(r.Mu-3*r.Sigma))/unit)))
}

// Placed is a player of a game that is over.
type Placed struct {
	Rating
	Place int // smaller is better; players alike share one
}

// Rate returns what is believed of the players after a game, in their order. A
// game of one changes nothing.
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

// update is the paper's algorithm 4 with teams of one and its gamma = sigma/c.
// The names are the paper's.
func update(players []belief) []belief {
	var variance float64
	for _, p := range players {
		variance += p.sigma*p.sigma + beta*beta
	}
	c := math.Sqrt(variance)

	// Of each player: how many share the place (A), and the sum of the strengths
	// of those placed no better (the sum over C).
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
			chance := math.Exp(p.mu/c) / rest[q] // that p takes the place of q
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
