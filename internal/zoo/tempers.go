package zoo

import "math/rand/v2"

// temper rates a move.
type temper func(Trait, *rand.Rand) float64

// tempers are the tempers by name.
var tempers = map[string]temper{
	"grabber": greedy,
	"patient": patient,
	"hasty":   hasty,
	"showy":   showy,
	"lowest":  lowest,
	"saver":   saver,
	"tight":   tight,
	"loose":   loose,
	"bluffer": bluffer,
}

// never is the rating of moves that a temper makes only if it has no other.
const never = -1000

// greedy plays whenever it can. It prefers to play whole sets, and the lowest of these first.
func greedy(t Trait, _ *rand.Rand) float64 {
	if t.Pass {
		return never
	}
	return -t.High - 2*count(t.Breaks)
}

// patient is greedy, but passes instead of breaking up a set.
func patient(t Trait, r *rand.Rand) float64 {
	if t.Pass {
		return -1.5
	}
	return greedy(t, r)
}

// hasty gets rid of as many cards as it can.
func hasty(t Trait, _ *rand.Rand) float64 {
	if t.Pass {
		return never
	}
	return float64(t.Cards) - t.High
}

// showy always plays its highest cards.
func showy(t Trait, _ *rand.Rand) float64 {
	if t.Pass {
		return never
	}
	return t.High
}

// lowest plays the lowest single card that it can play, even if that breaks up a set.
func lowest(t Trait, _ *rand.Rand) float64 {
	if t.Pass {
		return never
	}
	return -100*t.High - float64(t.Cards)
}

// saver plays like patient, and keeps its high cards until it is nearly out.
func saver(t Trait, r *rand.Rand) float64 {
	if !t.Pass && !t.Lead && t.High > 0.7 && t.Left > 2 {
		return -10
	}
	return patient(t, r)
}

// tight beats a play only if it can do so cheaply. Otherwise it waits until it leads.
func tight(t Trait, r *rand.Rand) float64 {
	if !t.Pass && !t.Lead && t.Left > 1 && (t.High > 0.45 || t.Breaks) {
		return -10
	}
	return patient(t, r)
}

// loose plays at random, but never passes if it can play.
func loose(t Trait, r *rand.Rand) float64 {
	if t.Pass {
		return never
	}
	return r.Float64()
}

// bluffer hides its hand: in a third of the cases it passes although it could beat the top play,
// and in a third it leads high. Otherwise it is greedy.
func bluffer(t Trait, r *rand.Rand) float64 {
	bluffs := r.IntN(3) == 0
	switch {
	case t.Pass:
		return -1.5
	case t.Lead && bluffs:
		return 2 + t.High
	case !t.Lead && bluffs && t.Left > 0:
		return -3 - t.High
	}
	return greedy(t, r)
}

func count(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
