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

// longest is how long a label may be.
const longest = 40

// Offers lists what the seat whose turn it is may do as buttons. Where suits
// rank nothing, plays of one rank with as many cards and Jokers are one offer,
// of the lowest suits; where they rank, every play leaves another hand.
func (s *roundState) Offers() []game.Offer {
	p := &s.pos
	var room [128]Move
	var offers []game.Offer
	type look struct {
		rank, other  card.Rank
		size, jokers int
		key          bool // holds the card that will lead
	}
	seen := map[look]bool{}
	for _, m := range p.Moves(room[:0]) {
		if p.rules.suits == suitsNone && !m.IsPass() {
			l := look{rank: m.Rank(), size: m.Size(), jokers: m.Jokers()}
			if m.IsGift() {
				l = look{size: m.Size()}
				for c := range m.Cards().All() {
					l.rank, l.other = l.other, c.Rank()
					l.key = l.key || c == s.leads()
				}
			}
			if seen[l] {
				continue
			}
			seen[l] = true
		}
		offers = append(offers, s.offer(m))
		if like := p.likeTop(m); like != 0 {
			offers = append(offers, s.offer(like))
		}
	}
	return offers
}

// leads returns the card whose holder will lead once the exchange is done; None
// when something else decides.
func (s *roundState) leads() card.Card {
	switch {
	case s.pos.lead >= 0:
	case s.pos.rules.leads == leadQueen:
		return queenOfHearts
	case s.pos.rules.leads == leadThree:
		return threeOfClubs
	}
	return card.None
}

func (s *roundState) offer(m Move) game.Offer {
	o := kit.Offer(s.by(m), "Give", say.Message{})
	switch {
	case m.IsPass():
	case m.IsGift():
		var names []string
		for _, c := range o.Action.Cards {
			if s.pos.rules.suits == suitsNone && c != s.leads() && s.pos.rules.exchange != exchangeMercy {
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
		if as := m.As(); as != s.pos.unnamed() {
			o.Action.As = as
		}
		o.Class, o.Label, o.Effect = sizes(m.Size()), s.label(m), s.says(m)
	}
	return o
}

// sizes names plays by their number of cards.
func sizes(n int) say.Text {
	return [...]say.Text{
		1: "Singles", 2: "Pairs", 3: "Three of a kind", 4: "Four of a kind", 5: "Five of a kind", 6: "Six of a kind", 7: "Seven of a kind", 8: "Eight of a kind",
		9: "Nine of a kind", 10: "Ten of a kind", 11: "Eleven of a kind", 12: "Twelve of a kind", 13: "Thirteen of a kind", 14: "Fourteen of a kind",
	}[n]
}

// label writes a play: "7 7 7", "7♥ 7♣ Joker", "Joker as 2". A long one is
// drawn together: "8 × 10 + 2 Jokers", "10♣♦♥♠♠ + Joker".
func (s *roundState) label(m Move) say.Message {
	suits := s.pos.rules.suits != suitsNone
	if as := m.As(); as != card.None { // without its suit, which would be a card that is not in hand
		return say.New("{n:Joker|# Jokers} as {rank}", m.Jokers(), as.Rank().Face())
	}
	var words []say.Message
	short := m.Rank().Face()
	for _, c := range s.pos.rules.append(nil, m) {
		switch {
		case c.IsJoker():
			words = append(words, say.New("Joker"))
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
	case natural == 0 && len(words) > 2:
		return say.New("{n:Joker|# Jokers}", m.Jokers())
	case len(words) <= 6 && utf8.RuneCountInString(long.String()) <= longest:
		return long
	case !suits:
		short = fmt.Sprintf("%d × %s", natural, short)
	}
	if m.Jokers() > 0 {
		return say.New("{cards} + {n:Joker|# Jokers}", short, m.Jokers())
	}
	return say.Verbatim(short)
}
