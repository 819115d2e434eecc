package kit

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// Match decides when a match ends and who wins. A match that the host ends early has no winner.
type Match struct {
	Rounds          int  // length of the match, if Target is 0
	Target          int  // points that end the match; 0: none
	MaxRounds       int  // if Target is set, the match ends after this many rounds at the latest; 0: no limit
	LowestWins      bool // points are bad: once someone reaches Target the lowest total wins, and if all have reached it nobody does
	RoundsBreakTies bool // of players with equal points, the one who won more rounds is ahead
}

// Tally is the standing of a match after some rounds. Its Winner isn't set.
type Tally struct {
	game.Outcome
	Won  []int       // rounds won, by seat
	Last game.Result // result of the last round; empty before the first
}

// Count adds up the results of some rounds.
func Count(results []game.Result, seats int) *Tally {
	t := &Tally{Outcome: game.Outcome{Winner: game.Nobody, Totals: make([]int, seats)}, Won: make([]int, seats)}
	for s := range game.Seat(seats) {
		t.Order = append(t.Order, s)
	}
	for _, t.Last = range results {
		for s, p := range t.Last.Points {
			t.Totals[s] += p
		}
		t.Won[t.Last.Places[0]]++
	}
	return t
}

// Sort orders the seats by the first list of numbers, higher first. Ties are broken by the next
// lists, then by the place in the last round, then by seat number.
func (t *Tally) Sort(numbers ...[]int) {
	slices.SortStableFunc(t.Order, func(a, b game.Seat) int {
		for _, n := range numbers {
			if n[a] != n[b] {
				return cmp.Compare(n[b], n[a])
			}
		}
		return cmp.Compare(t.Last.Place(a), t.Last.Place(b))
	})
}

// Winner implements game.Rules.
func (m Match) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	t := Count(results, seats)
	points, won := slices.Clone(t.Totals), t.Won
	if m.LowestWins {
		for s := range points {
			points[s] = -points[s]
		}
	}
	if !m.RoundsBreakTies {
		won = make([]int, seats)
	}
	t.Sort(points, won)
	length := m.Rounds
	if m.Target > 0 {
		length = m.MaxRounds
	}
	reached := m.Target > 0 && slices.Max(t.Totals) >= m.Target
	switch {
	case m.LowestWins && reached && slices.Min(t.Totals) >= m.Target:
		t.Reason = say.New("everyone has reached {n:# point|# points}", m.Target)
		return t.Outcome, true
	case m.LowestWins && reached:
		t.Reason = say.New("fewest points when someone reached {n}", m.Target)
	case reached:
		t.Reason = say.New("first to {n:# point|# points}", m.Target)
	case length > 0 && len(results) >= length && m.LowestWins:
		t.Reason = say.New("fewest points after {n:# round|# rounds}", len(results))
	case length > 0 && len(results) >= length:
		t.Reason = say.New("most points after {n:# round|# rounds}", len(results))
	case ended:
		t.Reason = say.New("ended early, so nobody wins")
		return t.Outcome, true
	default:
		return game.Outcome{}, false
	}
	t.Winner = t.Order[0]
	switch first, next := t.Order[0], t.Order[1]; {
	case points[first] != points[next]:
	case won[first] > won[next]:
		t.Reason = say.Join("; ", t.Reason, say.New("tied on points, but won more rounds"))
	case t.Last.Place(first) < t.Last.Place(next):
		t.Reason = say.Join("; ", t.Reason, say.New("tied on points, but better placed in the last round"))
	default:
		t.Reason = say.Join("; ", t.Reason, say.New("tied on points and in the last round, but earlier at the table"))
	}
	return t.Outcome, true
}

// Describe returns the sentence for players that says when the match ends.
func (m Match) Describe() say.Message {
	switch {
	case m.Target == 0:
		return say.New("A match lasts {n:# round|# rounds}.", m.Rounds)
	case m.MaxRounds == 0:
		return say.New("A match ends after the round in which someone reaches {n:# point|# points}, however many rounds it takes.", m.Target)
	}
	return say.New("A match ends after the round in which someone reaches {n:# point|# points}, and after {rounds:# round|# rounds} at the latest.", m.Target, m.MaxRounds)
}

// MaxRoundsOption returns the option that sets Match.MaxRounds.
func MaxRoundsOption() game.Option {
	return game.Option{Key: "longest", Name: "Longest match", Question: "After how many rounds does a match end in any case?", Value: "60", Preset: "60", Min: 10, Max: 200}
}

// Paragraphs joins messages with an empty line between them.
func Paragraphs(p ...say.Message) say.Message { return say.Join("\n\n", p...) }
