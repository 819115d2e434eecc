package tienlen

import "deuces/game/kit"

// MaxPlays is more than the number of plays of any hand of 13 cards.
const MaxPlays = 2048

// longest is the maximum number of ranks in a sequence: 3 to A.
const longest = 12

// Legal appends every legal play of the place whose turn it is, including Pass. It doesn't allocate
// if the buffer has room for MaxPlays.
func (c *Core) Legal(plays []Play) []Play {
	hand, start := c.Hands[c.Turn], len(plays)
	switch k := c.Top.Kind(); {
	case c.Over:
		return plays
	case c.Top == Pass:
		for n := range 4 {
			plays = appendLines(plays, hand, n+1, 1, 1)
		}
		plays = appendLines(plays, hand, 1, 3, longest)
		plays = appendLines(plays, hand, 2, 3, longest)
	case c.Passed>>c.Turn&1 != 0: // a late chop
		plays = appendLines(plays, hand, 2, 4, longest)
	default:
		if k == Single {
			plays = appendLines(plays, hand&kit.Above(c.Top.High()), 1, 1, 1)
		} else if k < Four {
			plays = appendLines(plays, hand, int(k)+1, 1, 1)
		} else if k == Sequence {
			plays = appendLines(plays, hand, 1, c.Top.Size(), c.Top.Size())
		}
		plays = appendLines(plays, hand, 4, 1, 1)
		plays = appendLines(plays, hand, 2, 3, longest)
	}
	kept := plays[:start]
	for _, p := range plays[start:] {
		if c.Top == Pass && p.Cards()&c.MustPlay == c.MustPlay || c.Top != Pass && c.Beats(p, c.Top) {
			kept = append(kept, p)
		}
	}
	if c.Top != Pass {
		kept = append(kept, Pass)
	}
	return kept
}

// appendLines appends the plays of some successive ranks with the same number of cards of each.
// Pairs, triples and fours have one rank.
func appendLines(plays []Play, hand kit.Cards, each, fewest, most int) []Play {
	l := lineSearch{hand, each, fewest, most, Kind(each - 1)}
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

// lineSearch is the search of appendLines.
type lineSearch struct {
	hand               kit.Cards
	each, fewest, most int
	kind               Kind
}

// choose adds need cards of a rank to the chosen ones, and appends all plays that this leads to.
// rank has the cards to choose from, and ranks is the position of their rank in the sequence, from
// 1.
func (l *lineSearch) choose(plays []Play, rank kit.Cards, need, ranks int, chosen kit.Cards) []Play {
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
