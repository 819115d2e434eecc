package president

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// maxLabel is the longest label, in characters.
const maxLabel = 40

// Offers lists the legal moves as buttons. If suits don't matter, sets of one rank with the same
// number of cards and of Jokers are one offer, with the lowest suits; one that locks the trick gets
// its own. If suits matter, each play leaves a different hand and gets its own offer. Of offers with the
// same rank, size and effect, all but the one with the cheapest cards are marked as alike.
func (s *roundState) Offers() []game.Offer {
	p := &s.position
	var room [128]Move
	var offers, locking []game.Offer
	type look struct {
		rank, other  card.Rank
		size, jokers int
		key          bool // the gift includes the card that decides who leads
		locks        bool
	}
	type shape struct {
		rank card.Rank
		size int
		run  bool
		is   Happening
	}
	seen, cheapest := map[look]bool{}, map[shape]int{} // cheapest: index of the offer
	for _, m := range p.Moves(room[:0]) {
		var happened Happening
		if p.rules.more && m.Verb() == game.Play {
			after := *p
			happened = after.Do(m).Happened
		}
		if p.rules.suits == suitsNone && !m.IsPass() && !m.IsRun() {
			l := look{rank: m.Rank(), size: m.Size(), jokers: m.Jokers(), locks: happened&Lock != 0}
			if m.IsGift() {
				l = look{size: m.Size()}
				for c := range m.Cards().All() {
					l.rank, l.other = l.other, c.Rank()
					l.key = l.key || c == s.nextLeadCard()
				}
			}
			if seen[l] {
				continue
			}
			seen[l] = true
		}
		o := s.offer(m)
		if happened&Foul != 0 {
			o.Cost = say.New("puts you in last place")
		}
		to := &offers
		switch shape := (shape{m.Rank(), m.Size(), m.IsRun(), p.rules.special(m)}); {
		case happened&Lock != 0:
			to, o.Label = &locking, s.labelWith(m, true)
		case m.Verb() == game.Play:
			i, found := cheapest[shape]
			switch {
			case !found:
				cheapest[shape] = len(offers)
			case s.worth(o) < s.worth(offers[i]):
				offers[i].Alike, cheapest[shape] = true, len(offers)
			default:
				o.Alike = true
			}
		}
		*to = append(*to, o)
		for _, other := range p.otherNames(m) {
			*to = append(*to, s.offer(other))
		}
	}
	return append(offers, locking...)
}

// otherNames returns the play m of Jokers alone with names that do something which its name doesn't.
func (p *Position) otherNames(m Move) (others []Move) {
	if m.As() == card.None {
		return nil
	}
	if like := p.namedLikeTop(m); like != 0 {
		others = append(others, like)
	}
	for r := card.Three; r <= card.Two; r++ {
		if p.rules.does[r]&(stops|turnsOver) == 0 || p.top != 0 && r == p.top.Rank() && len(others) > 0 {
			continue
		}
		named := p.rules.playOf(card.Joker, 0, uint8(m>>jokerShift&63), card.New(r, p.rules.topSuit()))
		if p.check(named) == legal {
			others = append(others, named)
		}
	}
	return others
}

// worth returns the total worth of an offer's cards.
func (s *roundState) worth(o game.Offer) (sum int) {
	for _, c := range o.Action.Cards {
		sum += int(s.position.rules.worth(c))
	}
	return sum
}

// nextLeadCard returns the card whose holder will lead after the exchange, or None if another rule
// decides.
func (s *roundState) nextLeadCard() card.Card {
	if s.position.lead >= 0 {
		return card.None
	}
	return leadCard(s.position.rules.laterLead)
}

func (s *roundState) offer(m Move) game.Offer {
	o := kit.Offer(s.asPlay(m), "Give", say.Message{})
	switch {
	case m.IsPass():
	case m.IsGift():
		var names []string
		for _, c := range o.Action.Cards {
			if s.position.rules.suits == suitsNone && c != s.nextLeadCard() && s.position.rules.exchange != exchangeMercy {
				names = append(names, c.Rank().Face())
			} else {
				names = append(names, c.Face())
			}
		}
		o.Label = say.Verbatim(strings.Join(names, " "))
		if len(names) == 0 {
			o.Label = say.New("Give nothing")
		}
	default:
		if as := m.As(); as != s.position.defaultName() {
			o.Action.As = as
		}
		o.Class, o.Label, o.Effect = className(m), s.label(m), s.effectText(m)
	}
	return o
}

// className returns the heading for plays like this one.
func className(m Move) say.Text {
	if m.IsRun() {
		return "Run"
	}
	n := m.Size()
	return [...]say.Text{"Single", "Pair", "Three of a kind", "Four of a kind", "Five of a kind or more"}[min(n, 5)-1]
}

// label writes a play: "7 7 7", "7♥ 7♣ Joker", "Joker as 2". Long ones are shortened: "8 × 10
// + 2 Jokers", "10♣♦♥♠♠ + Joker".
func (s *roundState) label(m Move) say.Message {
	return s.labelWith(m, s.position.rules.suits != suitsNone || m.IsRun())
}

// labelWith writes a play with its suits or without them.
func (s *roundState) labelWith(m Move, suits bool) say.Message {
	if as := m.As(); as != card.None { // without a suit: with one it would look like a card in the hand
		return say.New("{n:Joker|# Jokers} as {rank}", m.Jokers(), as.Rank().Face())
	}
	var words []say.Message
	short := m.Rank().Face()
	for _, c := range s.position.rules.append(nil, m) {
		switch {
		case c.IsJoker():
			words = append(words, say.Verbatim(c.Face()))
		case suits:
			words = append(words, say.Verbatim(c.Face()))
			short += c.Suit().Face()
		default:
			words = append(words, say.Verbatim(c.Rank().Face()))
		}
	}
	natural := bits.OnesCount8(m.natural())
	long := say.Join(" ", words...)
	switch {
	case m.IsRun() && utf8.RuneCountInString(long.String()) > maxLabel:
		last := m.Rank() + card.Rank(m.Size()-1)
		return say.New("{suit} {low} to {high}, with {n:a Joker|# Jokers}", m.runSuit().Face(), m.Rank().Face(), last.Face(), m.Jokers())
	case m.IsRun():
		return long
	case natural == 0 && len(words) > 2:
		return say.New("{n:Joker|# Jokers}", m.Jokers())
	case len(words) <= 6 && utf8.RuneCountInString(long.String()) <= maxLabel:
		return long
	case !suits:
		short = fmt.Sprintf("%d × %s", natural, short)
	}
	if m.Jokers() > 0 {
		return say.New("{cards} + {n:Joker|# Jokers}", short, m.Jokers())
	}
	return say.Verbatim(short)
}
