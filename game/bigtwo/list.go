package bigtwo

import "deuces/game/kit"

// MaxPlays is more than the number of plays of any hand of 13 cards: 13 cards of one suit have 1287
// flushes.
const MaxPlays = 2048

// Legal appends every legal play of the place whose turn it is, including Pass. It doesn't allocate
// if the buffer has room for MaxPlays. Each set of cards is listed once, as the best play that it
// makes.
func (c *Core) Legal(plays []Play) []Play {
	hand := c.Hands[c.Turn]
	if c.Top != Pass {
		switch c.Top.Class() {
		case Single:
			plays = singles(plays, hand, c.Top)
		case Pair:
			plays = pairs(plays, hand, c.Top)
		case Triple:
			plays = triples(plays, hand, c.Top)
		default:
			plays = fives(plays, hand, c.Top)
		}
		return append(plays, Pass)
	}
	start := len(plays)
	plays = singles(plays, hand, Pass)
	plays = pairs(plays, hand, Pass)
	plays = triples(plays, hand, Pass)
	plays = fives(plays, hand, Pass)
	if !c.MustPlayThree {
		return plays
	}
	kept := plays[:start]
	for _, p := range plays[start:] {
		if p.Cards()&ThreeOfDiamonds != 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// higherThanTop returns the cards of a hand that are higher than the deciding card of the top play;
// all of them for a lead.
func higherThanTop(hand Cards, top Play) Cards {
	if top == Pass {
		return hand
	}
	return hand &^ (2<<top.High() - 1)
}

func singles(plays []Play, hand Cards, top Play) []Play {
	for rest := higherThanTop(hand, top); rest != 0; rest &= rest - 1 {
		plays = append(plays, play(Single, rest.Low(), rest&-rest))
	}
	return plays
}

func pairs(plays []Play, hand Cards, top Play) []Play {
	// The higher card of a pair decides, so each card above the top play is paired with the lower
	// cards of its rank.
	some := hand.Ranks(2) * 15
	for rest := higherThanTop(hand, top) & some; rest != 0; rest &= rest - 1 {
		high := rest.Low()
		for lower := hand & kit.Rank(high&^3) & (1<<high - 1); lower != 0; lower &= lower - 1 {
			plays = append(plays, play(Pair, high, 1<<high|lower&-lower))
		}
	}
	return plays
}

func triples(plays []Play, hand Cards, top Play) []Play {
	for ranks := rankTriples(hand, top, Triple); ranks != 0; ranks &= ranks - 1 {
		base := ranks.Low()
		same := hand & kit.Rank(base)
		if same.Len() == 3 {
			plays = append(plays, play(Triple, base, same))
			continue
		}
		for left := same; left != 0; left &= left - 1 {
			plays = append(plays, play(Triple, base, same&^(left&-left)))
		}
	}
	return plays
}

// rankTriples returns the lowest bit of each rank of which a hand has at least three cards, without
// ranks that can't beat a top play of this class.
func rankTriples(hand Cards, top Play, class Class) Cards {
	ranks := hand.Ranks(3)
	if top != Pass && top.Class() == class {
		ranks = higherThanTop(ranks, top)
	}
	return ranks
}

// fives appends the plays of five cards, class by class.
func fives(plays []Play, hand Cards, top Play) []Play {
	class := top.Class() // Single for Pass
	if class <= Straight {
		plays = straights(plays, hand, top)
	}
	if class <= Flush {
		plays = flushes(plays, hand, top)
	}
	if class <= FullHouse {
		plays = fullHouses(plays, hand, top)
	}
	if class <= Bomb {
		plays = bombs(plays, hand, top)
	}
	return straightFlushes(plays, hand, top)
}

func straights(plays []Play, hand Cards, top Play) []Play {
	ranks := (hand | hand>>1 | hand>>2 | hand>>3) & kit.Lowest
	starts := ranks & (ranks >> 4) & (ranks >> 8) & (ranks >> 12) & (ranks >> 16)
	for ; starts != 0; starts &= starts - 1 {
		base := starts.Low()
		// Each of a to e is a card's suit, as one of four bits.
		as, bs, cs, ds := hand>>base&15, hand>>(base+4)&15, hand>>(base+8)&15, hand>>(base+12)&15
		es := hand
		if top != Pass && top.Class() == Straight {
			es = higherThanTop(hand, top)
		}
		for es = es >> (base + 16) & 15; es != 0; es &= es - 1 {
			e := es & -es
			strength := play(Straight, base+16+e.Low(), e<<(base+16))
			for ds := ds; ds != 0; ds &= ds - 1 {
				d := ds & -ds
				for cs := cs; cs != 0; cs &= cs - 1 {
					c := cs & -cs
					for bs := bs; bs != 0; bs &= bs - 1 {
						b := bs & -bs
						for as := as; as != 0; as &= as - 1 {
							a := as & -as
							if a&b&c&d&e == 0 { // else it is a straight flush
								plays = append(plays, strength|Play((a|b<<4|c<<8|d<<12)<<base))
							}
						}
					}
				}
			}
		}
	}
	return plays
}

func flushes(plays []Play, hand Cards, top Play) []Play {
	for suit := range 4 {
		all := hand & (kit.Lowest << suit)
		if all.Len() < 5 {
			continue
		}
		highs := all
		if top != Pass && top.Class() == Flush {
			highs = higherThanTop(all, top)
		}
		for ; highs != 0; highs &= highs - 1 {
			e := highs & -highs
			strength := play(Flush, e.Low(), e)
			for ds := all & (e - 1); ds != 0; ds &= ds - 1 {
				d := ds & -ds
				for cs := all & (d - 1); cs != 0; cs &= cs - 1 {
					c := cs & -cs
					for bs := all & (c - 1); bs != 0; bs &= bs - 1 {
						b := bs & -bs
						for as := all & (b - 1); as != 0; as &= as - 1 {
							a := as & -as
							if e != a<<16 { // else it is a straight flush
								plays = append(plays, strength|Play(a|b|c|d))
							}
						}
					}
				}
			}
		}
	}
	return plays
}

func fullHouses(plays []Play, hand Cards, top Play) []Play {
	ranks := rankTriples(hand, top, FullHouse)
	if ranks == 0 {
		return plays
	}
	some := hand.Ranks(2) * 15
	for ; ranks != 0; ranks &= ranks - 1 {
		base := ranks.Low()
		same := hand & kit.Rank(base)
		for left := same; left != 0; left &= left - 1 {
			three := same
			if same.Len() == 4 {
				three &^= left & -left
			}
			for rest := hand & some &^ same; rest != 0; rest &= rest - 1 {
				high := rest.Low()
				for lower := hand & kit.Rank(high&^3) & (1<<high - 1); lower != 0; lower &= lower - 1 {
					plays = append(plays, play(FullHouse, base, three|1<<high|lower&-lower))
				}
			}
			if same.Len() == 3 {
				break
			}
		}
	}
	return plays
}

func bombs(plays []Play, hand Cards, top Play) []Play {
	ranks := hand.Ranks(4)
	if top != Pass && top.Class() == Bomb {
		ranks = higherThanTop(ranks, top)
	}
	for ; ranks != 0; ranks &= ranks - 1 {
		base := ranks.Low()
		four := kit.Rank(base)
		for rest := hand &^ four; rest != 0; rest &= rest - 1 {
			plays = append(plays, play(Bomb, base, four|rest&-rest))
		}
	}
	return plays
}

func straightFlushes(plays []Play, hand Cards, top Play) []Play {
	lows := hand & (hand >> 4) & (hand >> 8) & (hand >> 12) & (hand >> 16)
	for ; lows != 0; lows &= lows - 1 {
		low := lows.Low()
		if top == Pass || top.Class() != StraightFlush || low+16 > top.High() {
			plays = append(plays, play(StraightFlush, low+16, run<<low))
		}
	}
	return plays
}

// Fives appends all plays of five cards in a hand.
func Fives(plays []Play, hand Cards) []Play { return fives(plays, hand, Pass) }
