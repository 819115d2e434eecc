package settings

import "time"

// Tempo is how fast a table goes on where nobody has to think.
type Tempo string

// The tempos. A table stores their times and not their names, so it keeps its own.
const (
	BotTempo Tempo = ""        // as the program is set
	Quick    Tempo = "quick"   // short pauses
	Calm     Tempo = "calm"    // pauses that leave time to follow
	Instant  Tempo = "instant" // forced passes show
	ByHand   Tempo = "hand"    // everyone clicks every pass, and it shows
)

// Tempos are those that somebody can choose.
func Tempos() []Tempo { return []Tempo{Quick, Calm, Instant, ByHand} }

// Times returns about how long a bot takes for a play, and the longest pause before a pass
// (match.Settings.Pace and AutoPass); of BotTempo none.
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

// TempoOf returns the tempo that has these times; BotTempo where none does.
func TempoOf(play, pass time.Duration) Tempo {
	for _, t := range Tempos() {
		if p, q := t.Times(); p == play && q == pass {
			return t
		}
	}
	return BotTempo
}
