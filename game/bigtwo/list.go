package bigtwo

import "deuces/game/kit"

// MaxPlays is more than the number of plays of any hand: 13 cards of one suit have 1287 flushes.
const MaxPlays = 2048

// Legal appends every legal play of the place whose turn it is, including Pass. It doesn't allocate
// if the buffer has room for MaxPlays. Each set of cards is listed once, as the best play that it
// makes.
func (c *Core) Legal(plays []Play) []Play {
	hand := c.Hands[c.Turn]
	if c.Top == Pass {
		return c.leads(plays, hand)
	}
	class := c.Top.Class()
	if class >= Straight {
		return append(c.fives(plays, hand, c.Top, c.BeatenBy[class]), Pass)
	}
	if c.lastCard || c.bombs() {
		return c.answers(plays, hand, class)
	}
	// These three are in answers, too: a call of it takes every playout of the standard rules 4 % longer.
	switch class {
	case Single:
		plays = singles(plays, hand, c.Top)
	case Pair:
		plays = pairs(plays, hand, c.Top)
	case Triple:
		plays = triples(plays, hand, c.Top)
	}
	return append(plays, Pass)
}

// answers appends what may follow one to three cards where bombs beat them or a single may have to be
// the highest card.
func (c *Core) answers(plays []Play, hand Cards, class Class) []Play {
	switch class {
	case Single:
		alone := hand
		if c.lastCard {
			alone = c.alone(hand)
		}
		plays = singles(plays, alone, c.Top)
	case Pair:
		plays = pairs(plays, hand, c.Top)
	case Triple:
		plays = triples(plays, hand, c.Top)
	}
	if c.bombs() {
		plays = c.fives(plays, hand, c.Top, c.BeatenBy[class])
	}
	return append(plays, Pass)
}

// leads appends what a hand may lead.
func (c *Core) leads(plays []Play, hand Cards) []Play {
	start, alone := len(plays), hand
	if c.lastCard {
		alone = c.alone(hand)
	}
	plays = singles(plays, alone, Pass)
	plays = pairs(plays, hand, Pass)
	if c.Has(Triple) {
		plays = triples(plays, hand, Pass)
	}
	plays = c.fives(plays, hand, Pass, c.classes)
	if c.MustPlayLowest {
		plays = containing(plays, start, hand&-hand)
	}
	return plays
}

// alone returns the cards of the hand to move that may be played alone.
func (c *Core) alone(hand Cards) Cards {
	if c.SingleMustBeHighest() {
		return 1 << hand.High()
	}
	return hand
}

// containing keeps the plays from start on that contain a card.
func containing(plays []Play, start int, card Cards) []Play {
	kept := plays[:start]
	for _, p := range plays[start:] {
		if p.Cards()&card != 0 {
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

// fives appends the plays of five cards that beat a top play, class by class. by are the classes that
// can beat it.
func (v *Variant) fives(plays []Play, hand Cards, top Play, by uint8) []Play {
	// loop has A and 2 at both ends, so that no straight wraps around.
	loop, t := looped(hand), &straightTables[v.straights]
	flushed := inARow(loop) & (t.starts * 15) // straight flushes, by their lowest cards
	if by>>Straight&1 != 0 {
		ranks := (loop | loop>>1 | loop>>2 | loop>>3) & loopLowest
		for starts := inARow(ranks) & t.starts; starts != 0; starts &= starts - 1 {
			start := starts.Low()
			plays = straights(plays, hand, &t.all[start/4], flushed>>start&15 != 0, floor(top, Straight))
		}
	}
	if by>>Flush&1 != 0 {
		plays = v.flushes(plays, hand, flushed, floor(top, Flush))
	}
	if by>>FullHouse&1 != 0 {
		plays = fullHouses(plays, hand, top)
	}
	if by>>Bomb&1 != 0 {
		plays = bombs(plays, hand, top)
	}
	if by>>StraightFlush&1 == 0 {
		return plays
	}
	for lowest := floor(top, StraightFlush); flushed != 0; flushed &= flushed - 1 {
		start := flushed.Low()
		s := &t.all[start/4]
		if high := s.order + start&3; high > lowest {
			plays = append(plays, play(StraightFlush, high, s.ranks<<(start&3)))
		}
	}
	return plays
}

// floor returns the strength that a play of a class must exceed to beat a top play, or -1 if any of
// that class does.
func floor(top Play, c Class) int {
	if top == Pass || top.Class() != c {
		return -1
	}
	return top.High()
}

// straights appends the straights of the ranks of s that are stronger than floor. flushed means that
// one of them is a straight flush, which is left out.
func straights(plays []Play, hand Cards, s *straight, flushed bool, floor int) []Play {
	as, bs := hand&kit.Rank(int(s.bases[0])), hand&kit.Rank(int(s.bases[1]))
	cs, ds := hand&kit.Rank(int(s.bases[2])), hand&kit.Rank(int(s.bases[3]))
	for es := hand & kit.Rank(int(s.bases[4])); es != 0; es &= es - 1 {
		e := es & -es
		high := s.order + es.Low()&3
		if high <= floor {
			continue
		}
		for ds := ds; ds != 0; ds &= ds - 1 {
			de := e | ds&-ds
			for cs := cs; cs != 0; cs &= cs - 1 {
				cde := de | cs&-cs
				for bs := bs; bs != 0; bs &= bs - 1 {
					bcde := cde | bs&-bs
					for as := as; as != 0; as &= as - 1 {
						if all := bcde | as&-as; !flushed || !oneSuit(all) {
							plays = append(plays, play(Straight, high, all))
						}
					}
				}
			}
		}
	}
	return plays
}

// flushes appends the flushes that are stronger than floor. flushed has the straight flushes, which
// are left out.
func (v *Variant) flushes(plays []Play, hand, flushed Cards, floor int) []Play {
	for suit := range 4 {
		all := hand & (kit.Lowest << suit)
		if all.Len() < 5 {
			continue
		}
		straight := flushed&(loopLowest<<suit) != 0
		for highs := all; highs != 0; highs &= highs - 1 {
			e := highs & -highs
			high := v.flushHigh(e)
			if high <= floor {
				continue
			}
			for ds := all & (e - 1); ds != 0; ds &= ds - 1 {
				d := ds & -ds
				for cs := all & (d - 1); cs != 0; cs &= cs - 1 {
					c := cs & -cs
					for bs := all & (c - 1); bs != 0; bs &= bs - 1 {
						b := bs & -bs
						for as := all & (b - 1); as != 0; as &= as - 1 {
							if five := as&-as | b | c | d | e; !straight || v.straightOf(five>>suit) == nil {
								plays = append(plays, play(Flush, high, five))
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

// Fives appends all plays of five cards in a hand.
func (v *Variant) Fives(plays []Play, hand Cards) []Play {
	return v.fives(plays, hand, Pass, v.classes)
}
