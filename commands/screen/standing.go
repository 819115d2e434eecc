package screen

import (
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// This file renders how a match stands: what ends it, who is ahead, and by how much.

// lastRounds is how many rounds before its limit a match with a target shows the limit, too.
const lastRounds = 10

// round renders the number of the current or last round: "Round 2 of 5".
func (s Snapshot) round() say.Message {
	n := s.Decision.Round
	if points, most := s.Rules.Ends(); most > 0 && (points == 0 || most-n < lastRounds) {
		return say.New("Round {n} of {most}", n, most)
	}
	return say.New("Round {n}", n)
}

// target renders the points that end the match. It is empty if none do.
func (s Snapshot) target() say.Message {
	switch points, _ := s.Rules.Ends(); {
	case points == 0, !s.reachable():
		return say.Message{}
	case s.fewestWin():
		return say.New("ends at {n}", points)
	default:
		return say.New("first to {n}", points)
	}
}

// reachable reports whether somebody may still get the points that end the match before its last round, with
// as many a round as anybody has had so far.
func (s Snapshot) reachable() bool {
	points, rounds := s.Rules.Ends()
	played := len(s.Results)
	if rounds == 0 || played == 0 {
		return true
	}
	most := 0
	for _, r := range s.Results {
		most = max(most, slices.Max(r.Points))
	}
	return slices.Max(s.Totals())+(rounds-played)*most >= points
}

func (s Snapshot) fewestWin() bool { return s.GuildSettings.Penalty(s.System) }

// ranking returns all seats, the one that is ahead first.
func (s Snapshot) ranking() []game.Seat {
	if o, ends := s.Rules.Winner(s.Results, len(s.People), true); ends && len(o.Order) > 0 {
		return o.Order
	}
	return s.clockwise()
}

// rank returns the place of a seat in the match, 1 the best. Seats with equal points share it.
func (s Snapshot) rank(seat game.Seat) int {
	totals := s.Totals()
	return 1 + slices.IndexFunc(s.ranking(), func(other game.Seat) bool { return totals[other] == totals[seat] })
}

// finalPlaces returns the places in a match that is over, in the order of its outcome. Equal points are equal
// places, except that only one player wins.
func finalPlaces(o game.Outcome) []int {
	places := make([]int, len(o.Order))
	for i, seat := range o.Order {
		if places[i] = i + 1; i > 0 && o.Order[i-1] != o.Winner && o.Totals[o.Order[i-1]] == o.Totals[seat] {
			places[i] = places[i-1]
		}
	}
	return places
}

// standing renders the places in the match with the points that each player lacks to end it. Where few
// points are good, only the one who has most is near the end.
func (s Snapshot) standing() say.Message {
	totals := s.Totals()
	target, _ := s.Rules.Ends()
	lines := []say.Message{bold(say.New("Standing"))}
	for _, seat := range s.ranking() {
		var left say.Message
		switch {
		case s.fewestWin() && totals[seat] == slices.Min(totals):
			left = say.New("few is good")
		case !s.reachable():
		case s.fewestWin() && totals[seat] == slices.Max(totals):
			left = say.New("{n} from the end", target-totals[seat])
		case target > 0 && !s.fewestWin():
			left = say.New("{n} to go", target-totals[seat])
		}
		lines = append(lines, dotted(say.Join(" ", medal(s.rank(seat)), s.name(seat)), s.scored(seat), left))
	}
	return say.Lines(lines...)
}

// scored renders the points of a seat or, if rounds give none, how often it held the best title.
func (s Snapshot) scored(seat game.Seat) say.Message {
	totals := s.Totals()
	if best := s.bestHeld(s.Results, seat); slices.Max(totals) == 0 && slices.Min(totals) == 0 && !best.Empty() {
		return best
	}
	return bold(points(totals[seat]))
}

// yourStanding renders a player's points and place beside those of who is ahead or next: "You 4 (2nd) ·
// Bob 7 · first to 10".
func (s Snapshot) yourStanding(seat game.Seat) say.Message {
	if s.IsDaily() {
		return say.Message{}
	}
	ends := s.target()
	if ends.Empty() {
		ends = s.round()
	}
	if len(s.Results) == 0 {
		return ends
	}
	totals, order := s.Totals(), s.ranking()
	other := order[0]
	if other == seat {
		other = order[1]
	}
	return dotted(
		say.New("You {n} ({place})", totals[seat], place(s.rank(seat))),
		say.New("{who} {n}", s.name(other), totals[other]),
		ends)
}

// led renders who was ahead when a match ended early: "Ann led 2 to 0". It is empty if nobody was.
func (s Snapshot) led() say.Message {
	if len(s.Results) == 0 {
		return say.Message{}
	}
	totals, order := s.Totals(), s.ranking()
	if totals[order[0]] == totals[order[1]] {
		return say.Message{}
	}
	return say.New("{who} led {n} to {other}", s.name(order[0]), totals[order[0]], totals[order[1]])
}
