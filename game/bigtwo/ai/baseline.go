package ai

import (
	"math/rand/v2"

	"deuces/game/bigtwo"
)

// RandomPlay returns a random legal play; all are equally likely.
func RandomPlay(t *Tracked, r *rand.Rand) bigtwo.Play {
	var buffer [bigtwo.MaxPlays]play
	legal := t.Legal(buffer[:0])
	return legal[r.IntN(len(legal))]
}

// GreedyPlay returns the play of the player Greedy.
func GreedyPlay(t *Tracked, _ *rand.Rand) bigtwo.Play {
	var buffer [bigtwo.MaxPlays]play
	return lowestOf(t, t.Legal(buffer[:0]))
}

// lowestOf returns Greedy's choice out of some plays.
func lowestOf(t *Tracked, legal []play) play {
	choice := legal[0]
	for _, p := range legal[1:] {
		switch {
		case p == pass:
		case choice == pass:
			choice = p
		case t.Top != pass, p.Class() >= bigtwo.Straight && choice.Class() >= bigtwo.Straight:
			if p < choice {
				choice = p
			}
		case p.Class() >= bigtwo.Straight:
			choice = p
		case choice.Class() >= bigtwo.Straight:
		case p.High()/4 < choice.High()/4, p.High()/4 == choice.High()/4 && p.Class() > choice.Class():
			choice = p
		}
	}
	return choice
}
