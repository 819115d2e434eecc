package ai

import (
	"math"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// observations holds what the others did in this round and in earlier ones. Their moves say
// something about their hands: whoever passes rarely holds cards that beat the top play cheaply.
// For hints it holds the seat's own earlier decisions instead.
//
// The likelihood of a world is the probability that each chair would have moved as it did with the
// hand that the world gives it, under each model (models.go). A chair's moves depend only on its
// own hand and on what everyone knows, so each chair is computed separately.
type observations struct {
	moves                [president.MaxChairs][]observedMove   // by chair, oldest first
	earlier              []world                               // the seat's own decisions, with the others' hands as in a sample
	beliefs              [president.MaxChairs]logProbabilities // probability of each model by chair, from earlier rounds
	unknownLogLikelihood [president.MaxChairs]float64          // log likelihood of a chair's moves under the unknown model
	cache                [president.MaxChairs][]cachedLikelihood
	choice               *observedChoice // buffer
}

// observedMove is a move of another chair.
type observedMove struct {
	position president.Position // before the move; the chair's hand has to be filled in
	inPlay   counts             // all cards that were held, by rank
	later    card.Set           // cards that the chair has played since then, including this move
	move     president.Move
}

// replayRound replays this round with the unseen hands of world w, and records either the seat's
// own decisions or the others' moves. It records only one of the two to save memory: a round with
// many seats has hundreds of moves. It records nothing if the round can't be replayed because an
// exchange is still due.
func (q *observations) replayRound(rules *president.Rules, s ai.Observation, w *world, own bool) {
	v := s.View
	if v.Phase == game.Exchanging {
		return
	}
	var hands [president.MaxChairs]card.Set
	for c := range v.Order {
		hands[c] = w.position.Hand(c)
	}
	var kept observations
	end, ok := replay(rules, v, s.News, &hands, func(c int, at observedMove) {
		switch mine := v.Order[c] == v.Seat; {
		case mine && own:
			kept.earlier = append(kept.earlier, world{at.position, at.inPlay})
		case !mine && !own:
			kept.moves[c] = append(kept.moves[c], at)
		}
	})
	if ok && end.Turn() == w.position.Turn() {
		q.earlier, q.moves = kept.earlier, kept.moves
	}
}

// replay replays the news of a round. v has the seating and the places of the previous round, and
// hands are the hands after the last news item. Before every move, replay calls the function each.
// It returns the final position, or false if the news doesn't fit the rules.
func replay(rules *president.Rules, v game.View, told []game.News, hands *[president.MaxChairs]card.Set, each func(chair int, at observedMove)) (president.Position, bool) {
	first := slices.IndexFunc(told, func(n game.News) bool { return n.Kind == game.Played })
	if first < 0 {
		return president.Position{}, false
	}
	var chair [president.MaxChairs]int8
	for c, seat := range v.Order {
		chair[seat] = int8(c)
	}
	var left [president.MaxChairs]card.Set // cards that each chair has yet to play
	for _, n := range told {
		if n.Kind == game.Played {
			c := chair[n.Seat]
			left[c] = left[c].Plus(card.SetOf(n.Cards...))
		}
	}
	start, held := make([]card.Set, len(v.Order)), make([]int, len(v.Order))
	for c, seat := range v.Order {
		start[c], held[c] = hands[c].Plus(left[c]), v.Players[seat].LastPlace
	}
	p := rules.Opening(start, held, int(chair[told[first].Seat]))
	live := countOf(card.SetOf(rules.Deck(len(v.Order))...))
	for _, n := range told {
		var m president.Move
		switch n.Kind {
		case game.Played:
			m = p.PlayOnTable(n.Cards, n.As)
		case game.Passed:
			m = president.PassMove
		default:
			continue
		}
		c := int(chair[n.Seat])
		if p.Turn() != c {
			return p, false
		}
		each(c, observedMove{position: p, inPlay: live, later: left[c], move: m})
		if !m.IsPass() {
			left[c] = left[c].Minus(m.Cards())
			live -= countOf(m.Cards())
		}
		p.Do(m)
	}
	return p, true
}

// learnFromHistory updates the beliefs from earlier rounds of the match, in which all hands are
// known.
func (q *observations) learnFromHistory(rules *president.Rules, t *heuristics, s ai.Observation) {
	q.choice = new(observedChoice)
	for c := range s.View.Order {
		q.beliefs[c] = priorBelief()
	}
	for i, round := range s.History.Rounds {
		n := len(round.Order)
		if n != len(s.View.Order) || len(round.Result.Hands) < n {
			continue
		}
		v := game.View{Seat: s.View.Seat, Order: round.Order, Players: make([]game.PlayerView, n)}
		if before := len(s.History.Results) - len(s.History.Rounds) + i - 1; before >= 0 {
			for place, seat := range s.History.Results[before].Places {
				if int(seat) < n {
					v.Players[seat].LastPlace = place + 1
				}
			}
		}
		var hands [president.MaxChairs]card.Set
		var now [president.MaxChairs]int // chair in this round; -1: ignore
		for c, seat := range round.Order {
			hands[c] = card.SetOf(round.Result.Hands[seat]...)
			if now[c] = slices.Index(s.View.Order, seat); seat == s.View.Seat || !round.SamePlayer(seat) {
				now[c] = -1
			}
		}
		beliefs := q.beliefs
		var all logProbabilities // zero, so no model is ignored
		end, ok := replay(rules, v, round.News, &hands, func(c int, at observedMove) {
			if now[c] >= 0 {
				q.addMove(t, &at, &beliefs[now[c]], &all)
			}
		})
		if !ok || end.Turn() >= 0 {
			continue
		}
		for c := range beliefs[:n] {
			beliefs[c].normalize()
		}
		q.beliefs = beliefs
	}
}

// sampleHands is the number of sampled hands that represent all possible hands of a chair.
const sampleHands = 6

// prepareUnknown computes the likelihood of each chair's moves under the unknown model, as an
// average over sampled hands.
func (q *observations) prepareUnknown(t *heuristics, d *knownCards) {
	r := rand.New(rand.NewPCG(1, 0))
	var worlds [sampleHands]world
	for i := range worlds {
		d.Deal(&worlds[i], r)
	}
	for c := range q.moves {
		if len(q.moves[c]) == 0 {
			continue
		}
		q.cache[c] = make([]cachedLikelihood, 1<<cacheBits)
		for i := range q.moves[c] {
			s, sum := &q.moves[c][i], 0.0
			for j := range worlds {
				s.position.SetHand(c, worlds[j].position.Hand(c).Plus(s.later))
				sum += 1 / float64(t.countDifferent(s.position.Moves(q.choice.buf[:0])))
			}
			q.unknownLogLikelihood[c] += math.Log(sum / sampleHands)
		}
	}
}

// cachedLikelihood is the log likelihood of a chair's moves with one hand. The sampler's chain
// often returns to the same hands.
type cachedLikelihood struct {
	hand          card.Set
	logLikelihood float64
}

// cacheBits is the base-2 logarithm of the cache size.
const cacheBits = 8

// logLikelihood returns the log likelihood of a chair's moves in this round, with the hand that it
// holds now.
func (q *observations) logLikelihood(t *heuristics, chair int, hand card.Set) float64 {
	if len(q.moves[chair]) == 0 {
		return 0
	}
	key := hand
	if !t.terms.Suits {
		key = card.Set{uint64(countOf(hand))}
	}
	known := &q.cache[chair][(key[0]*0x9e37_79b9_7f4a_7c15^key[1]*0xc2b2_ae3d_27d4_eb4f)>>(64-cacheBits)]
	if known.hand == key && key != (card.Set{}) {
		return known.logLikelihood
	}
	believed := &q.beliefs[chair]
	odds := *believed
	for i := range q.moves[chair] {
		s := &q.moves[chair][i]
		s.position.SetHand(chair, hand.Plus(s.later))
		q.addMove(t, s, &odds, believed)
	}
	for k, l := range believed {
		if l < ignoredBelow {
			odds[k] = math.Inf(-1)
		}
	}
	odds[unknownModel] = believed[unknownModel] + q.unknownLogLikelihood[chair]
	*known = cachedLikelihood{key, odds.logSum()}
	return known.logLikelihood
}

// addMove adds the log probability of one move for each model that isn't ignored. The caller must
// have set the chair's hand in s.position.
func (q *observations) addMove(t *heuristics, s *observedMove, odds, believed *logProbabilities) {
	moves := s.position.Moves(q.choice.buf[:0])
	if len(moves) == 1 {
		return
	}
	q.choice.set(t, &s.position, s.inPlay, moves, s.move)
	q.choice.addLogLikelihoods(odds, believed)
}
