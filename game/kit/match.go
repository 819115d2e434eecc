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

// RoundsOrTarget returns the Match of a game that ends after a number of rounds or, with a target, by
// that, and the settings, in which the options that say nothing beside it sleep.
func RoundsOrTarget(set Settings) (Match, Settings) {
	m := Match{Rounds: set.Number("rounds"), Target: set.Number("target"), MaxRounds: set.Number("longest"), RoundsBreakTies: true}
	if m.Target > 0 {
		return m, set.Sleep("rounds")
	}
	return m, set.Sleep("longest")
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
	_, length := m.Ends()
	reached := m.Target > 0 && slices.Max(t.Totals) >= m.Target
	switch {
	case m.LowestWins && reached && slices.Min(t.Totals) >= m.Target:
		t.Reason = say.New("everyone has reached {n:# point|# points}", m.Target)
		return t.Outcome, true
	case m.LowestWins && reached:
		t.Reason = say.New("fewest points when someone reached {n}", m.Target)
	case reached:
		t.Reason = FirstTo(m.Target)
	case length > 0 && len(results) >= length && m.LowestWins:
		t.Reason = say.New("fewest points after {n:# round|# rounds}", len(results))
	case length > 0 && len(results) >= length:
		t.Reason = MostAfter(len(results))
	case ended:
		t.Reason = EndedEarly()
		return t.Outcome, true
	default:
		return game.Outcome{}, false
	}
	t.Winner = t.Order[0]
	switch first, next := t.Order[0], t.Order[1]; {
	case points[first] != points[next]:
	case won[first] > won[next]:
		t.Reason = say.Join("; ", t.Reason, say.New("decided by rounds won"))
	default:
		t.Reason = DecidedByLastRound(t.Reason)
	}
	return t.Outcome, true
}

func (m Match) Ends() (points, rounds int) {
	if m.Target > 0 {
		return m.Target, m.MaxRounds
	}
	return 0, m.Rounds
}

// FirstTo returns the Outcome.Reason of a match that someone won with a number of points.
func FirstTo(points int) say.Message { return say.New("first to {n:# point|# points}", points) }

// MostAfter returns the Outcome.Reason of a match that ended after a number of rounds.
func MostAfter(rounds int) say.Message {
	return say.New("most points after {n:# round|# rounds}", rounds)
}

// EndedEarly returns the Outcome.Reason of a match that the host ended and nobody won.
func EndedEarly() say.Message { return say.New("ended early, so nobody wins") }

// DecidedByLastRound adds to an Outcome.Reason that the last round decided between several players.
func DecidedByLastRound(reason say.Message) say.Message {
	return say.Join("; ", reason, say.New("decided by the last round"))
}

// Describe returns the sentence for players that says when the match ends.
func (m Match) Describe() say.Message { return DescribeLength(m.Ends()) }

// DescribeLength returns the sentence for players that says with how many points and after how many
// rounds a match ends; 0 means no limit.
func DescribeLength(target, rounds int) say.Message {
	switch {
	case target == 0 && rounds == 0:
		return say.New("The match goes on until the host ends it.")
	case target == 0:
		return say.New("The match lasts {n:# round|# rounds}.", rounds)
	case rounds == 0:
		return say.New("The match ends with the round in which someone reaches {n:# point|# points}.", target)
	}
	return say.New("The match ends with the round in which someone reaches {n:# point|# points}, and after {rounds:# round|# rounds} at the latest.", target, rounds)
}

// MaxRoundsOption returns the option that sets Match.MaxRounds.
func MaxRoundsOption(group say.Text) game.Option {
	return game.Option{Key: "longest", Group: group, Name: "Longest match in rounds", Value: "60", Preset: "60", Min: 1, Max: 200}
}

// DescribeOption returns the sentence for players that says how an option is set.
func DescribeOption(o game.Option) say.Message {
	return say.New("**{rule}:** {value}.", say.New(o.Name), o.Words())
}

// Page returns a page of the rules without its empty paragraphs.
func Page(title say.Text, paragraphs ...say.Message) game.Page {
	return game.Page{Title: say.New(title), Paragraphs: slices.DeleteFunc(paragraphs, say.Message.Empty)}
}
