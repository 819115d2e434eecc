package card

// Run returns cards as a run: successive ranks of one suit, low to high, in the order of Rank.
// names[i] is the card that the Joker cards[i] stands for, or None; names can be nil. Jokers without
// a name fill the gaps, then go on at the high end, then at the low end. ok is false if the cards
// aren't a run with at least two natural cards.
func Run(cards, names []Card) (run []Card, ok bool) {
	var at [Joker]Card // by rank
	var suit Suit
	low, high, naturals := Joker, Rank(0), 0
	var unnamed []Card
	for i, c := range cards {
		as := c
		if c.IsJoker() {
			as = None
			if names != nil {
				as = names[i]
			}
			if as == None {
				unnamed = append(unnamed, c)
				continue
			}
		}
		r := as.Rank()
		switch {
		case r == 0 || r >= Joker || at[r] != None, high > 0 && as.Suit() != suit:
			return nil, false
		case !c.IsJoker():
			naturals++
		}
		at[r], suit = c, as.Suit()
		low, high = min(low, r), max(high, r)
	}
	if naturals < 2 {
		return nil, false
	}
	for r := low; r <= high; r++ {
		if at[r] == None && len(unnamed) > 0 {
			at[r], unnamed = unnamed[0], unnamed[1:]
		}
	}
	for ; len(unnamed) > 0; unnamed = unnamed[1:] {
		switch {
		case high < Two:
			high++
			at[high] = unnamed[0]
		case low > Three:
			low--
			at[low] = unnamed[0]
		default:
			return nil, false
		}
	}
	for r := low; r <= high; r++ {
		if at[r] == None {
			return nil, false
		}
		run = append(run, at[r])
	}
	return run, true
}

// RunNames returns what each Joker of a run stands for, and None for its natural cards. The cards
// must be in the order of the run. RunNames returns nil for other cards, and for a run without
// Jokers.
func RunNames(run []Card) []Card {
	first, naturals, jokers := None, 0, 0
	var start int // rank of run[0]
	for i, c := range run {
		switch {
		case c.IsJoker():
			jokers++
			continue
		case naturals > 0 && (c.Suit() != first.Suit() || int(c.Rank())-i != start):
			return nil
		}
		first, start = c, int(c.Rank())-i
		naturals++
	}
	if naturals < 2 || jokers == 0 || start < int(Three) || start+len(run)-1 > int(Two) {
		return nil
	}
	names := make([]Card, len(run))
	for i, c := range run {
		if c.IsJoker() {
			names[i] = New(Rank(start+i), first.Suit())
		}
	}
	return names
}
