package president

import (
	"slices"

	"deuces/game/card"
)

// naive is a second, slow implementation of rules.md P. It tries all subsets of a hand and walks
// from seat to seat. It shares no code with the engine, and both must agree.
type naive struct {
	option           map[string]string
	hands            [][]card.Card // by seat; seat 0 is at the dealer's left
	out              []int
	passed           map[int]bool
	unanswered       map[int]bool // seats that are out of the trick because they didn't answer an equal play
	mustAnswer       bool         // the seat to move plays the rank and size of top, or is out of the trick
	lock             *[4]int      // number of cards of each suit that a play must have; nil: none
	top              *parsedPlay
	owner            int
	leader           int  // seat that led the trick
	turn             int  // seat to move; -1 once the round is over
	mustPlayThree    bool // the first play must include 3c
	inverted         bool // low cards beat high ones, by P6
	turnedOver       bool // Jacks turned the order over for this trick
	counterclockwise bool // play goes counterclockwise
	history          []singleTurn
	pileRank         int // rank of the latest plays of the trick that lie on one another
	pile             int // number of natural cards of these plays
	coups            []playedCoup
	foul             []int          // seats that went out foul, in order
	fallen           int            // the President who fell; -1: nobody
	last             int            // the seat that held cards at the end; -1: none
	placesHeld       []int          // seats in the order of the places of the last round, changed by coups; nil in a first round
	counts           map[string]int // how often things happened that the test must have seen
}

// singleTurn is a turn, recorded to find four single cards of one rank in a row.
type singleTurn struct {
	seat    int
	rank    int // 0 for a pass or for a set of several cards
	natural bool
	suit    string // suit of a card that isn't a Joker
}

func (n *naive) is(key, value string) bool { return n.option[key] == value }

func (n *naive) count(what string) { n.counts[what]++ }

// reversed reports whether low cards beat high ones: by P6, turned over by Jacks (P12).
func (n *naive) reversed() bool { return n.inverted != n.turnedOver }

// nextSeat returns the next seat in the direction of play.
func (n *naive) nextSeat(seat int) int {
	if n.counterclockwise {
		return (seat + len(n.hands) - 1) % len(n.hands)
	}
	return (seat + 1) % len(n.hands)
}

// advance gives the turn to the next seat that may play, after it has skipped this many seats.
func (n *naive) advance(skips int) {
	for seat := n.nextSeat(n.turn); ; seat = n.nextSeat(seat) {
		if seat == n.owner && !n.is("pass", "lap") || seat == n.leader && n.is("pass", "lap") {
			n.finishTrick()
			return
		}
		if len(n.hands[seat]) == 0 || n.is("pass", "out") && n.passed[seat] || n.unanswered[seat] {
			continue
		}
		if skips > 0 {
			skips--
			continue
		}
		n.turn = seat
		return
	}
}

func (n *naive) finishTrick() {
	n.top, n.passed, n.unanswered = nil, map[int]bool{}, map[int]bool{}
	n.mustAnswer, n.lock, n.turnedOver, n.pileRank, n.pile = false, nil, false, 0, 0
	n.turn = n.owner
	for len(n.hands[n.turn]) == 0 {
		n.turn = n.nextSeat(n.turn)
	}
	n.owner, n.leader = n.turn, n.turn
}

// pass passes.
func (n *naive) pass() {
	n.passed[n.turn] = true
	n.history = append(n.history, singleTurn{seat: n.turn})
	if n.mustAnswer {
		n.unanswered[n.turn], n.mustAnswer = true, false
		n.count("out of the trick without an answer")
	}
	n.advance(0)
}

// play executes a legal play.
func (n *naive) play(p *parsedPlay) {
	seat, t, reversed := n.turn, n.top, n.reversed()
	for _, c := range p.cards {
		i := slices.Index(n.hands[seat], c)
		n.hands[seat] = slices.Delete(slices.Clone(n.hands[seat]), i, i+1)
	}
	n.countPlay(p, t, reversed)
	n.top, n.owner, n.mustPlayThree, n.mustAnswer = p, seat, false, false
	turned := n.applySpecial(p, seat)
	if n.is("jacks", "back") && !p.run && p.rank == int(card.Jack) {
		n.turnedOver = !n.turnedOver
		n.count("a Jack turned the order")
	}
	if n.is("lock", "suits") && n.lock == nil && t != nil && p.suits == t.suits && p.natural == len(p.cards) && t.natural == len(t.cards) {
		n.lock = &p.suits
		n.count("locked")
	}
	ends := n.endsTrick(p, t, reversed) || turned
	foul := len(n.hands[seat]) == 0 && n.isFoul(p, reversed)
	if len(n.hands[seat]) == 0 {
		n.goOut(seat, foul)
	}
	if n.isOver() {
		return
	}
	if ends || foul {
		n.finishTrick()
		return
	}
	skips := 0
	if n.is("equal", "skip") && n.equals(p, t) {
		skips = 1
	}
	n.mustAnswer = n.is("equal", "ornothing") && n.equals(p, t) && (p.rank != int(card.Two) || reversed)
	if n.mustAnswer {
		n.count("must answer")
	}
	n.advance(skips)
}

// endsTrick reports whether a play ends the trick at once by itself (P12).
func (n *naive) endsTrick(p, t *parsedPlay, reversed bool) bool {
	if p.run {
		return false
	}
	if p.natural > 0 {
		if p.rank != n.pileRank {
			n.pileRank, n.pile = p.rank, 0
		}
		n.pile += p.natural
	}
	eight := n.is("eights", "stop") && p.rank == int(card.Eight)
	three := n.beatsLoneJoker(p, t)
	twos := (n.is("twos", "clear") || n.is("twos", "clearany")) && n.areTwos(p) && !reversed
	burn := n.is("burn", "yes") && p.natural > 0 && n.pile >= 4 && !n.isCoup(p) && !n.isGuillotine(p)
	for what, happened := range map[string]bool{
		"an 8 ended the trick": eight, "the 3 of spades beat a Joker": three, "twos ended the trick": twos, "burned": burn,
		"burned by several plays": burn && p.natural < 4,
	} {
		if happened {
			n.count(what)
		}
	}
	return eight || three || twos || burn
}

// isFoul reports whether a play is foul as the last one of a hand (P12).
func (n *naive) isFoul(p *parsedPlay, reversed bool) bool {
	strict := n.is("finish", "strict")
	forbidden := card.Two
	if reversed {
		forbidden = card.Three
	}
	for _, c := range p.cards {
		if !n.is("finish", "any") && c.Rank() == forbidden || strict && c.IsJoker() || strict && n.is("eights", "stop") && c.Rank() == card.Eight {
			return true
		}
	}
	return strict && n.is("spade3", "yes") && n.isThreeOfSpades(p)
}

// goOut records that a seat is out. If it is the first to go out cleanly, the President of the last
// round may fall (P12).
func (n *naive) goOut(seat int, foul bool) {
	n.out = append(n.out, seat)
	if foul {
		n.foul = append(n.foul, seat)
		n.count("went out foul")
		return
	}
	if n.is("downfall", "no") || n.placesHeld == nil || len(n.hands) < 4 || len(n.out)-len(n.foul) > 1 {
		return
	}
	if president := n.placesHeld[0]; len(n.hands[president]) > 0 {
		n.hands[president] = nil
		n.out = append(n.out, president)
		n.fallen = president
		n.count("the President fell")
	}
}

// isOver reports whether the round is over, and ends it if it is.
func (n *naive) isOver() bool {
	holding := []int{}
	for seat, hand := range n.hands {
		if len(hand) > 0 {
			holding = append(holding, seat)
		}
	}
	if len(holding) > 1 {
		return false
	}
	if len(holding) == 1 {
		n.last = holding[0]
	}
	n.turn = -1
	return true
}

// countPlay counts plays that the rounds must have had.
func (n *naive) countPlay(p, t *parsedPlay, reversed bool) {
	if p.run {
		n.count("a run")
		if p.natural < len(p.cards) {
			n.count("a run with a Joker")
		}
		if len(p.cards) >= 4 && n.is("runrev", "yes") && !n.is("four", "none") {
			n.count("a run as a complete set")
		}
		if t != nil {
			n.count("a run on a run")
			if reversed {
				n.count("a run on a run in inverted order")
			}
		}
		return
	}
	if n.mustAnswer {
		n.count("answered")
		if p.natural == 0 && n.is("joker", "wild") {
			n.count("Jokers alone answered")
		}
	}
	if t != nil && n.is("twos", "clearany") && n.areTwos(p) && len(p.cards) < len(t.cards) {
		n.count("one 2 beat a larger set")
	}
}

// applySpecial applies the special plays of P6 and P7. It reports whether there was a revolution.
func (n *naive) applySpecial(p *parsedPlay, seat int) bool {
	one := singleTurn{seat: seat}
	if len(p.cards) == 1 {
		one.rank, one.natural = p.rank, p.natural == 1
		if one.natural {
			one.suit = p.cards[0].Suit().String()
		}
	}
	n.history = append(n.history, one)
	if n.is("four", "revolution") && !n.is("equal", "no") && n.fourInRow() {
		n.inverted, n.counterclockwise, n.history = !n.inverted, !n.counterclockwise, nil
		return true
	}
	switch {
	case n.isCoup(p), n.isGuillotine(p):
		c := playedCoup{seat, n.isGuillotine(p)}
		n.coups = append(n.coups, c)
		if n.placesHeld != nil {
			n.placesHeld = c.settle(n.placesHeld)
		}
	case len(p.cards) < 4 || p.natural == 0 || p.run && n.is("runrev", "no"):
	case n.is("four", "invert"):
		n.inverted = !n.inverted
	case n.is("four", "invertround"):
		n.inverted = true
	case n.is("four", "revolution"):
		n.inverted, n.counterclockwise, n.history = !n.inverted, !n.counterclockwise, nil
		return true
	}
	return false
}

func (n *naive) isCoup(p *parsedPlay) bool {
	jokers := len(p.cards) - p.natural
	return n.is("coup", "yes") && !p.run && (p.natural == 4 && jokers == 1 || p.natural == 3 && jokers == 2)
}

func (n *naive) isGuillotine(p *parsedPlay) bool {
	return n.is("guillotine", "yes") && !p.run && p.natural == 4 && len(p.cards) == 6
}

func (n *naive) fourInRow() bool {
	if len(n.history) < 4 {
		return false
	}
	seats, natural := map[int]bool{}, false
	last := n.history[len(n.history)-4:]
	suits := map[string]bool{}
	for _, s := range last {
		if n.is("foursuits", "distinct") && s.natural && suits[s.suit] {
			return false
		}
		suits[s.suit] = true
		if s.rank == 0 || s.rank != last[0].rank {
			return false
		}
		seats[s.seat] = true
		natural = natural || s.natural
	}
	return len(seats) == 4 && natural
}

// leadFirst decides who leads (P4, P12).
func (n *naive) leadFirst() {
	n.turn = 0
	leads := n.option["opening"]
	if n.placesHeld != nil {
		leads = n.option["leads"]
	}
	named := card.None
	switch leads {
	case "president":
		n.turn = n.placesHeld[0]
	case "asshole":
		n.turn = n.placesHeld[len(n.placesHeld)-1]
	case "qh":
		named = queenOfHearts
	case "3c":
		named = threeOfClubs
	case "3d":
		named = card.New(card.Three, card.Diamonds)
	}
	for s, h := range n.hands {
		if named != card.None && slices.Contains(h, named) {
			n.turn, n.mustPlayThree = s, leads == "3c"
			break
		}
	}
	n.owner, n.leader = n.turn, n.turn
}
