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

// Winner says whether the match ends with the last of these rounds. Ties go to the
// better place in the last round, then to the earlier seat.
func (m Match) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o := game.Outcome{Winner: game.Nobody, Order: make([]game.Seat, seats), Totals: make([]int, seats)}
	won := make([]int, seats)
	var last game.Result
	for s := range o.Order {
		o.Order[s] = game.Seat(s)
	}
	for _, last = range results {
		for s, p := range last.Points {
			o.Totals[s] += p
		}
		if m.Wins {
			won[last.Places[0]]++
		}
	}
	points := func(a, b game.Seat) int {
		if m.Losing {
			a, b = b, a
		}
		return cmp.Compare(o.Totals[b], o.Totals[a])
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int {
		return cmp.Or(points(a, b), cmp.Compare(won[b], won[a]), cmp.Compare(last.Place(a), last.Place(b)))
	})
	length := m.Rounds
	if m.Target > 0 {
		length = m.Longest
	}
	reached := m.Target > 0 && slices.Max(o.Totals) >= m.Target
	switch {
	case m.Losing && reached && slices.Min(o.Totals) >= m.Target:
		o.Reason = say.New("everyone has reached {n:# point|# points}", m.Target)
		return o, true
	case m.Losing && reached:
		o.Reason = say.New("fewest points when someone reached {n}", m.Target)
	case reached:
		o.Reason = say.New("first to {n:# point|# points}", m.Target)
	case length > 0 && len(results) >= length && m.Losing:
		o.Reason = say.New("fewest points after {n:# round|# rounds}", len(results))
	case length > 0 && len(results) >= length:
		o.Reason = say.New("most points after {n:# round|# rounds}", len(results))
	case ended:
		o.Reason = say.New("ended early, so nobody wins")
		return o, true
	default:
		return game.Outcome{}, false
	}
	o.Winner = o.Order[0]
	switch first, next := o.Order[0], o.Order[1]; {
	case points(first, next) != 0:
	case won[first] > won[next]:
		o.Reason = say.Join("; ", o.Reason, say.New("tied on points, but won more rounds"))
	case last.Place(first) < last.Place(next):
		o.Reason = say.Join("; ", o.Reason, say.New("tied on points, but better placed in the last round"))
	default:
		o.Reason = say.Join("; ", o.Reason, say.New("tied on points and in the last round, but earlier at the table"))
	}
	return o, true
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
