package kit

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// Match says when a match ends, and for whom. A match that the host ends before has
// no winner.
type Match struct {
	Rounds  int  // that it lasts where there is no target
	Target  int  // points that end it; 0: none
	Longest int  // rounds after which it ends where there is a target; 0: it goes on
	Losing  bool // points count against a player: the fewest win when someone has reached the target, and nobody when all have
	Wins    bool // a tie goes to whoever won more rounds
}

// Tally is how a match stands after some rounds; who has won it is open.
type Tally struct {
	game.Outcome
	Won  []int       // how many rounds each seat has won
	Last game.Result // of the last round; empty before the first
}

// Count adds up rounds.
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

// Sort puts the seats with the higher numbers first. Ties go to the next numbers, to the
// better place in the last round, then to the earlier seat.
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

// Winner says whether the match ends with the last of these rounds.
func (m Match) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	t := Count(results, seats)
	points, won := slices.Clone(t.Totals), t.Won
	if m.Losing {
		for s := range points {
			points[s] = -points[s]
		}
	}
	if !m.Wins {
		won = make([]int, seats)
	}
	t.Sort(points, won)
	length := m.Rounds
	if m.Target > 0 {
		length = m.Longest
	}
	reached := m.Target > 0 && slices.Max(t.Totals) >= m.Target
	switch {
	case m.Losing && reached && slices.Min(t.Totals) >= m.Target:
		t.Reason = say.New("everyone has reached {n:# point|# points}", m.Target)
		return t.Outcome, true
	case m.Losing && reached:
		t.Reason = say.New("fewest points when someone reached {n}", m.Target)
	case reached:
		t.Reason = say.New("first to {n:# point|# points}", m.Target)
	case length > 0 && len(results) >= length && m.Losing:
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

// Says tells when a match that goes by rounds or to a winning score ends.
func (m Match) Says() say.Message {
	switch {
	case m.Target == 0:
		return say.New("A match lasts {n:# round|# rounds}.", m.Rounds)
	case m.Longest == 0:
		return say.New("A match ends after the round in which someone reaches {n:# point|# points}, however many rounds it takes.", m.Target)
	}
	return say.New("A match ends after the round in which someone reaches {n:# point|# points}, and after {rounds:# round|# rounds} at the latest.", m.Target, m.Longest)
}

// Longest is the option that Match.Longest is set by.
func Longest() game.Option {
	return game.Option{Key: "longest", Name: "Longest match", About: "How many rounds a match with a winning or losing score lasts at most.", Value: "60", Preset: "60", Min: 10, Max: 200}
}

// Paragraphs puts an empty line between messages.
func Paragraphs(p ...say.Message) say.Message { return say.Join("\n\n", p...) }
