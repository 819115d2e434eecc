package tienlen

import "deuces/game/kit"

// MaxPlays is more than the plays that a hand of 13 cards can have.
const MaxPlays = 2048

// Legal appends all that the place whose turn it is may do, Pass included, to a buffer
// of the caller's; with room for MaxPlays nothing is allocated.
func (c *Core) Legal(plays []Play) []Play {
	hand, start := c.Hands[c.Turn], len(plays)
	switch {
	case c.Over:
		return plays
	case c.Top == Pass:
		plays = All(plays, hand)
		if c.Due == 0 {
			return plays
		}
		kept := plays[:start]
		for _, p := range plays[start:] {
			if p.Cards()&c.Due != 0 {
				kept = append(kept, p)
			}
		}
		return kept
	}
	pairs := 3
	if c.Passed>>c.Turn&1 != 0 {
		pairs = 4 // a late chop
	} else {
		plays = alike(plays, hand, c.Top)
		if c.Top.Kind() != Four {
			plays = fours(plays, hand)
		}
	}
	if c.late || pairs == 3 {
		plays = lines(plays, hand, 2, pairs, 12)
	}
	kept := plays[:start]
	for _, p := range plays[start:] {
		if c.Beats(p, c.Top) {
			kept = append(kept, p)
		}
	}
	return append(kept, Pass)
}

// All appends all plays of a hand.
func All(plays []Play, hand kit.Cards) []Play {
	for rest := hand; rest != 0; rest &= rest - 1 {
		plays = append(plays, play(Single, rest&-rest))
	}
	plays = sets(plays, hand, 2)
	plays = sets(plays, hand, 3)
	plays = fours(plays, hand)
	plays = lines(plays, hand, 1, 3, 12)
	return lines(plays, hand, 2, 3, 12)
}

// alike appends the plays of the same kind and as many cards as a top play, but pair
// sequences.
func alike(plays []Play, hand kit.Cards, top Play) []Play {
	switch k := top.Kind(); k {
	case Single:
		for rest := hand & kit.Above(top.High()); rest != 0; rest &= rest - 1 {
			plays = append(plays, play(Single, rest&-rest))
		}
	case Pair, Triple:
		plays = sets(plays, hand, int(k)+1)
	case Four:
		plays = fours(plays, hand)
	case Sequence:
		plays = lines(plays, hand, 1, top.Size(), top.Size())
	}
	return plays
}

// sets appends the pairs or the triples of a hand.
func sets(plays []Play, hand kit.Cards, n int) []Play {
	for ranks := hand.Ranks(n); ranks != 0; ranks &= ranks - 1 {
		plays = some(plays, hand&kit.Rank(ranks.Low()), n, 0, Kind(n-1))
	}
	return plays
}

// some appends every play of n of some cards of a rank, with those that are chosen already.
func some(plays []Play, same kit.Cards, n int, chosen kit.Cards, k Kind) []Play {
	if n == 0 {
		return append(plays, play(k, chosen))
	}
	for rest := same; rest.Len() >= n; rest &= rest - 1 {
		plays = some(plays, rest&(rest-1), n-1, chosen|rest&-rest, k)
	}
	return plays
}

func fours(plays []Play, hand kit.Cards) []Play {
	for ranks := hand.Ranks(4); ranks != 0; ranks &= ranks - 1 {
		plays = append(plays, play(Four, kit.Rank(ranks.Low())))
	}
	return plays
}

// lines appends the sequences of each cards of a rank, with so many ranks.
func lines(plays []Play, hand kit.Cards, each, fewest, most int) []Play {
	hand &^= Twos
	ranks := hand.Ranks(each)
	for starts := ranks; starts != 0; starts &= starts - 1 {
		plays = line(plays, hand, each, starts.Low(), fewest, most, 0)
	}
	return plays
}

// line goes on with a sequence at the rank of a place.
func line(plays []Play, hand kit.Cards, each, place, fewest, most int, chosen kit.Cards) []Play {
	same := hand & kit.Rank(place)
	if same.Len() < each || most == 0 {
		return plays
	}
	for a := same; a != 0; a &= a - 1 {
		first := a & -a
		if each == 1 {
			plays = goOn(plays, hand, each, place, fewest, most, chosen|first)
			continue
		}
		for b := a & (a - 1); b != 0; b &= b - 1 {
			plays = goOn(plays, hand, each, place, fewest, most, chosen|first|b&-b)
		}
	}
	return plays
}

// goOn lists a sequence that is long enough, and those that it begins.
func goOn(plays []Play, hand kit.Cards, each, place, fewest, most int, chosen kit.Cards) []Play {
	if fewest <= 1 {
		k := Sequence
		if each == 2 {
			k = Pairs
		}
		plays = append(plays, play(k, chosen))
	}
	return line(plays, hand, each, place+4, fewest-1, most-1, chosen)
}
