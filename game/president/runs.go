package president

import (
	"math/bits"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// minRun is the fewest cards of a run.
const minRun = 3

// runs appends the runs of least to most cards that check allows.
func (p *Position) runs(buf []Move, least, most int) []Move {
	hand := &p.hands[p.turn]
	var l runLister
	if l.held = jokersIn(hand); p.rules.jokersWild {
		l.jokers = bits.OnesCount8(l.held)
	}
	for suit := card.Clubs; suit <= card.Spades; suit++ {
		ranks := ranksIn(hand, suit)
		if bits.OnesCount16(ranks)+l.jokers < least {
			continue
		}
		for low := card.Three; int(low)+least-1 <= int(card.Two); low++ {
			missing := 0
			for n := 1; n <= most && int(low)+n-1 <= int(card.Two); n++ {
				if ranks>>(int(low)+n-1)&1 == 0 {
					if missing++; missing > l.jokers {
						break
					}
				}
				if n < least {
					continue
				}
				natural := ranks >> low & (1<<n - 1)
				if bits.OnesCount16(natural) < 2 {
					continue
				}
				buf = l.appendRuns(p, buf, runOf(suit, low, natural, lowestJokers[l.held][missing]), missing, 1<<n)
			}
		}
	}
	return buf
}

// appendRun appends the cards of a run in its order.
func (m Move) appendRun(cards []card.Card) []card.Card {
	var jokers []card.Card
	for c := range m.Cards().All() {
		if c.IsJoker() {
			jokers = append(jokers, c)
		}
	}
	for i := range m.Size() {
		if m.runNaturals()>>i&1 != 0 {
			cards = append(cards, card.New(m.Rank()+card.Rank(i), m.runSuit()))
		} else {
			cards, jokers = append(cards, jokers[0]), jokers[1:]
		}
	}
	return cards
}

// runFrom packs cards that are in the order of a run.
func runFrom(cards []card.Card) Move {
	set, natural := card.SetOf(cards...), uint16(0)
	var first card.Card // what cards[0] is or stands for
	for i, c := range cards {
		if !c.IsJoker() {
			natural |= 1 << i
			first = c - card.Card(i)<<2
		}
	}
	return runOf(first.Suit(), first.Rank(), natural, jokersIn(&set))
}

// isRun reports whether cards have natural cards of several ranks, so that they aren't a set.
func isRun(cards []card.Card) bool {
	first := card.None
	for _, c := range cards {
		switch {
		case c.IsJoker():
		case first == card.None:
			first = c
		case c.Rank() != first.Rank():
			return true
		}
	}
	return false
}

// run reads cards of several ranks as a run.
func (s *roundState) run(cards []card.Card, as card.Card) (Move, error) {
	if as != card.None {
		return 0, game.Refuse("In this run no Joker can stand for {card}.", as.Face())
	}
	if card.RunNames(cards) == nil {
		run, ok := card.Run(cards, nil)
		if !ok {
			return 0, game.RefuseWith(whyNoRun(cards))
		}
		cards = run
	}
	if len(cards) < minRun {
		return 0, game.Refuse("A run takes {n} cards or more.", minRun)
	}
	return runFrom(cards), nil
}

// whyNoRun says why cards of several ranks aren't a run.
func whyNoRun(cards []card.Card) say.Message {
	natural := slices.DeleteFunc(slices.Sorted(slices.Values(cards)), card.Card.IsJoker)
	low, high := natural[0], natural[len(natural)-1]
	for i, c := range natural {
		if c.Suit() != low.Suit() || i > 0 && c == natural[i-1] {
			return say.New("Play cards of one rank, or three or more of one suit in a row.")
		}
	}
	if low.Rank() == card.Three && high.Rank() == card.Two {
		return say.New("{high} doesn't go on to {low}: a run ends with the 2.", high.Face(), low.Face())
	}
	for i := 1; ; i++ { // there is a gap
		if a, b := natural[i-1], natural[i]; b.Rank() > a.Rank()+1 {
			return say.New("{low} and {high} aren't next to each other in a run.", a.Face(), b.Face())
		}
	}
}

// ranksIn returns a bit for each rank of which the hand holds a natural card of a suit.
func ranksIn(hand *card.Set, suit card.Suit) uint16 {
	x := hand[0] &^ (15 << card.Joker1) >> suit & 0x1111_1111_1111_1111
	x = (x | x>>3) & 0x0303_0303_0303_0303
	x = (x | x>>6) & 0x000f_000f_000f_000f
	x = (x | x>>12) & 0x0000_00ff_0000_00ff
	return uint16(x | x>>24)
}

// runLister lists the runs of a hand.
type runLister struct {
	held   uint8 // Jokers in the hand, as in bits 8-13 of a Move
	jokers int   // number of those that may join; 0 if Jokers don't
}

// appendRuns appends a run with n Jokers, and the runs in which further Jokers take the places of
// natural cards below the bit under, as far as check allows them.
func (l *runLister) appendRuns(p *Position, buf []Move, m Move, n int, under uint16) []Move {
	if p.check(m) == legal {
		buf = append(buf, m)
	}
	natural := m.runNaturals()
	if n == l.jokers || bits.OnesCount16(natural) == 2 {
		return buf // a run has two natural cards
	}
	for rest := natural & (under - 1); rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		buf = l.appendRuns(p, buf, runOf(m.runSuit(), m.Rank(), natural&^bit, lowestJokers[l.held][n+1]), n+1, bit)
	}
	return buf
}
