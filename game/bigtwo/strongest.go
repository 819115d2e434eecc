package bigtwo

import "deuces/game/kit"

// BeatsAlike reports whether plays beat one another by the same rules as with other options, except for
// the order of the suits and the straights with a 2.
func (v *Variant) BeatsAlike(o *Variant) bool {
	return v.BeatenBy == o.BeatenBy && v.flushBySuit == o.flushBySuit
}

// Strongest returns, by class, the strength of the strongest play that some cards could make
// (Play.High), or -1 if they can't make any.
func (v *Variant) Strongest(s Cards) (high [8]int8) {
	for c := range high {
		high[c] = -1
	}
	if s == 0 {
		return high
	}
	counts := s.Counts()
	ranks := func(n Cards) Cards { return (counts + kit.Lowest*(8-n)) & (kit.Lowest * 8) >> 3 }
	twos, threes, fours := ranks(2), ranks(3), ranks(4)
	set := func(c Class, strength int) { high[c] = max(high[c], int8(strength)) }
	set(Single, s.High())
	if twos != 0 {
		set(Pair, (s & kit.Rank(twos.High())).High())
	}
	if threes != 0 && v.Has(Triple) {
		set(Triple, threes.High())
	}
	if s.Len() < 5 {
		return high
	}
	if threes != 0 && twos.Len() > 1 {
		set(FullHouse, threes.High())
	}
	if fours != 0 {
		set(Bomb, fours.High())
	}
	for suit := range 4 {
		if all := s & (kit.Lowest << suit); all.Len() >= 5 && v.Has(Flush) {
			set(Flush, v.flushHigh(all))
		}
	}
	loop, t := looped(s), &straightTables[v.straights]
	for starts := inARow((loop|loop>>1|loop>>2|loop>>3)&loopLowest) & t.starts; starts != 0; starts &= starts - 1 {
		straight := &t.all[starts.Low()/4]
		set(Straight, straight.order+(s&kit.Rank(int(straight.bases[4]))).High()&3)
	}
	for starts := inARow(loop) & (t.starts * 15); starts != 0; starts &= starts - 1 {
		set(StraightFlush, t.all[starts.Low()/4].order+starts.Low()&3)
	}
	return high
}
