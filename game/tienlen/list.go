package tienlen

import "deuces/game/kit"

// MaxPlays is more than the plays that a hand of 13 cards can have.
const MaxPlays = 2048

// longest is how many ranks a sequence can have: 3 to A.
const longest = 12

// Legal appends all that the place whose turn it is may do, Pass included, to a buffer
// of the caller's; with room for MaxPlays nothing is allocated.
func (c *Core) Legal(plays []Play) []Play {
	hand, start := c.Hands[c.Turn], len(plays)
	switch k := c.Top.Kind(); {
	case c.Over:
		return plays
	case c.Top == Pass:
		plays = All(plays, hand)
	case c.Passed>>c.Turn&1 != 0: // a late chop
		plays = lines(plays, hand, 2, 4, longest)
	default:
		switch {
		case k == Single:
			plays = lines(plays, hand&kit.Above(c.Top.High()), 1, 1, 1)
		case k < Four:
			plays = lines(plays, hand, int(k)+1, 1, 1)
		case k == Sequence:
			plays = lines(plays, hand, 1, c.Top.Size(), c.Top.Size())
		}
		plays = lines(plays, hand, 4, 1, 1)
		plays = lines(plays, hand, 2, 3, longest)
	}
	kept := plays[:start]
	for _, p := range plays[start:] {
		if c.Top == Pass && p.Cards()&c.Due == c.Due || c.Top != Pass && c.Beats(p, c.Top) {
			kept = append(kept, p)
		}
	}
	if c.Top == Pass {
		return kept
	}
	return append(kept, Pass)
}

// All appends all plays of a hand.
func All(plays []Play, hand kit.Cards) []Play {
	for n := range 4 {
		plays = lines(plays, hand, n+1, 1, 1)
	}
	plays = lines(plays, hand, 1, 3, longest)
	return lines(plays, hand, 2, 3, longest)
}

// lines appends the plays of so many cards of each of some successive ranks. A set has
// one rank.
func lines(plays []Play, hand kit.Cards, each, fewest, most int) []Play {
	l := line{hand, each, fewest, most, Kind(each - 1)}
	if most > 1 {
		l.hand &^= Twos
		l.kind = Sequence + Kind(each-1)
	}
	ranks := l.hand.Ranks(each)
	starts := ranks
	for i := 1; i < fewest; i++ {
		starts &= ranks >> (4 * i)
	}
	for ; starts != 0; starts &= starts - 1 {
		plays = l.choose(plays, l.hand&kit.Rank(starts.Low()), each, 1, 0)
	}
	return plays
}

// line is the plays that lines looks for.
type line struct {
	hand               kit.Cards
	each, fewest, most int
	kind               Kind
}

// choose appends the plays that have some cards already, and need so many more of a rank,
// which is the last of so many ranks.
func (l *line) choose(plays []Play, rank kit.Cards, need, ranks int, chosen kit.Cards) []Play {
	for ; rank.Len() >= need; rank &= rank - 1 {
		with := chosen | rank&-rank
		if need > 1 {
			plays = l.choose(plays, rank&(rank-1), need-1, ranks, with)
			continue
		}
		if ranks >= l.fewest {
			plays = append(plays, play(l.kind, with))
		}
		if ranks < l.most {
			plays = l.choose(plays, l.hand&kit.Rank(with.High()+4), l.each, ranks+1, with)
		}
	}
	return plays
}
