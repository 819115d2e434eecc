package president

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"deuces/game"
	"deuces/game/card"
)

// longest is how long a label may be.
const longest = 40

// offers lists what the seat whose turn it is may do as buttons. Where suits
// rank nothing, plays of one rank with as many cards and Jokers are one offer,
// of the lowest suits; where they rank, every play leaves another hand.
func (s *State) offers() []game.Offer {
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
		if p.law.suits == suitsNone && !m.IsPass() {
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
		if like := s.likeTop(m); like != 0 {
			offers = append(offers, s.offer(like))
		}
	}
	return offers
}

// likeTop returns Jokers alone named as the rank that lies on top, where that
// does more than beat it: it skips, or may be the fourth of a row. 0 otherwise.
// The name is a card on the table, so that nobody wonders who holds it.
func (s *State) likeTop(m Move) Move {
	p := &s.pos
	if m.As() == card.None || p.top == 0 || p.top.Size() != m.Size() || p.top.Rank() == m.Rank() ||
		p.law.equal != equalSkip && (p.law.equal != equalYes || p.law.four != fourRevolution || m.Size() > 1) {
		return 0
	}
	name := p.top.As()
	for c := range p.top.Cards().All() {
		if !c.IsJoker() {
			name = c
		}
	}
	like := p.law.playOf(card.Joker, 0, uint8(m>>jokerShift&63), name)
	if p.check(like) != legal {
		return 0
	}
	return like
}

// leads returns the card whose holder will lead once the exchange is done; None
// when something else decides.
func (s *State) leads() card.Card {
	switch {
	case s.pos.lead >= 0:
	case s.pos.law.leads == leadQueen:
		return queenOfHearts
	case s.pos.law.leads == leadThree:
		return threeOfClubs
	}
	return card.None
}

func (s *State) offer(m Move) game.Offer {
	if m.IsPass() {
		return game.Offer{Action: game.Action{Verb: game.Pass}, Label: "Pass"}
	}
	o := game.Offer{Action: game.Action{Verb: game.Play, Cards: s.pos.appendCards(nil, m)}}
	if m.IsGift() {
		o.Action.Verb, o.Class = game.Give, "Give"
		var names []string
		for _, c := range o.Action.Cards {
			if s.pos.law.suits == suitsNone && c != s.leads() && s.pos.law.exchange != exchangeMercy {
				names = append(names, c.Rank().Face())
			} else {
				names = append(names, c.Face())
			}
		}
		if o.Label = strings.Join(names, " "); o.Label == "" {
			o.Label = "Nothing"
		}
		return o
	}
	if as := m.As(); as != card.None && as != s.pos.unnamed() {
		o.Action.As = as
	}
	o.Class = sizes(m.Size())
	o.Label = s.label(m)
	o.Says = s.says(m)
	return o
}

// sizes names plays by their number of cards.
func sizes(n int) string {
	switch n {
	case 1:
		return "Singles"
	case 2:
		return "Pairs"
	}
	many := many(n, "")
	return upper(many[:len(many)-2]) + " of a kind"
}

// label writes a play: "7 7 7", "7♥ 7♣ Joker", "Joker as 2". A long one is
// drawn together: "8 × 10 + 2 Jokers", "10♣♦♥♠♠ + Joker".
func (s *State) label(m Move) string {
	suits := s.pos.law.suits != suitsNone
	jokers := "Joker"
	if m.Jokers() > 1 {
		jokers = fmt.Sprintf("%d Jokers", m.Jokers())
	}
	if as := m.As(); as != card.None {
		return jokers + " as " + as.Rank().Face() // the suit would be a card that is not in hand
	}
	var words []string
	short := m.Rank().Face()
	for _, c := range s.pos.appendCards(nil, m) {
		switch {
		case c.IsJoker():
			words = append(words, "Joker")
		case suits:
			words = append(words, c.Face())
			short += c.Suit().Face()
		default:
			words = append(words, c.Rank().Face())
		}
	}
	natural := bits.OnesCount8(m.natural())
	long := strings.Join(words, " ")
	switch {
	case natural == 0 && len(words) > 2:
		return jokers
	case utf8.RuneCountInString(long) <= longest && len(words) <= 6:
		return long
	case !suits:
		short = fmt.Sprintf("%d × %s", natural, short)
	}
	if m.Jokers() > 0 {
		short += " + " + jokers
	}
	return short
}

// says tells what a play would bring about that its cards don't show.
func (s *State) says(m Move) string {
	after := s.pos
	var says []string
	switch e := after.Do(m); {
	case e.Is&Revolution != 0:
		says = append(says, "revolution: order and direction turn, and you lead")
	case e.Is&Inversion != 0 && after.inverted:
		says = append(says, "from then on low cards beat high ones")
	case e.Is&Inversion != 0:
		says = append(says, "from then on high cards beat low ones again")
	case e.Is&Coup != 0:
		says = append(says, "a coup: you take the President's place")
	case e.Is&Guillotine != 0:
		says = append(says, "the guillotine: you take the President's place, the President falls to the bottom")
	case e.Is&Skip != 0:
		says = append(says, "the next player loses a turn")
	}
	return strings.Join(says, "; ")
}
