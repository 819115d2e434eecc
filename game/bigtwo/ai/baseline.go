package ai

import (
	"math/rand/v2"

	"deuces/game/bigtwo"
)

// Randomly plays any legal play, each as likely as the others.
func Randomly(t *Tracked, r *rand.Rand) bigtwo.Play {
	var buffer [bigtwo.MaxPlays]play
	legal := t.Legal(buffer[:0])
	return legal[r.IntN(len(legal))]
}

// Greedily plays the lowest combination that beats, and in control the lowest
// play of five, else the lowest rank with the most cards. It never passes if it
// can play.
func Greedily(t *Tracked, _ *rand.Rand) bigtwo.Play {
	var buffer [bigtwo.MaxPlays]play
	return lowestOf(t, t.Legal(buffer[:0]))
}

// lowestOf is the greedy player's choice of some plays.
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
