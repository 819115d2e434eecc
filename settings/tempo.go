package settings

import "time"

// Tempo says how quickly a table continues when nobody has to think.
type Tempo string

// The tempos. A table stores the resulting times instead of the name, so a later change of a
// tempo doesn't affect it.
const (
	BotTempo Tempo = ""        // the operator's default
	Quick    Tempo = "quick"   // short pauses
	Calm     Tempo = "calm"    // longer pauses, to follow the game
	Instant  Tempo = "instant" // automatic passes are visible as such
	ByHand   Tempo = "hand"    // no automatic passes; manual ones appear at once
)

// Tempos lists the tempos that can be chosen.
func Tempos() []Tempo { return []Tempo{Quick, Calm, Instant, ByHand} }

// Times returns the average time that a computer player takes for a play and the longest delay
// before a pass (match.Settings.Pace and AutoPass). BotTempo has neither.
func (t Tempo) Times() (play, pass time.Duration) {
	switch t {
	case Quick:
		return 900 * time.Millisecond, 1500 * time.Millisecond
	case Calm:
		return 1500 * time.Millisecond, 4 * time.Second
	case Instant:
		return 900 * time.Millisecond, time.Millisecond
	case ByHand:
		return 900 * time.Millisecond, 0
	}
	return 0, 0
}

// TempoOf returns the tempo with these times, or BotTempo.
func TempoOf(play, pass time.Duration) Tempo {
	for _, t := range Tempos() {
		if p, q := t.Times(); p == play && q == pass {
			return t
		}
	}
	return BotTempo
}
