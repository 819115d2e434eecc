package match

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/game"
	"deuces/game/card"
)

// Rounds: the deal, the decisions and the settlement.

// Deal starts the next round when it is due (DealDue). If Chance is empty, it is derived from the
// round's seal. If the round is sealed, a different Chance is rejected.
type Deal struct{ Chance game.Chance }

func (c Deal) decide(d *Draft) error {
	if !d.DealDue(d.now) {
		return ErrStale
	}
	chance := c.Chance
	if _, sealed := d.nextSeal(); sealed || chance.Deck == nil {
		var err error
		if chance, err = d.sealedChance(); err != nil {
			return err
		}
		if c.Chance.Deck != nil && !sameChance(c.Chance, chance) {
			return errors.New("the chance doesn't follow from the sealed seed and the cuts")
		}
	}
	seats := d.nextSeats()
	deck := d.Rules.Deck(seats)
	if !isPermutation(chance.Deck, deck) || !isPermutation(chance.Draws, deck) || chance.Pick < 0 || chance.Pick >= seats {
		return errors.New("the stored deck or random numbers don't fit the game and its seats")
	}
	if err := d.seatNewcomers(); err != nil {
		return err
	}
	if err := d.add(Dealt{Round: d.Decision.Round + 1, Chance: chance}); err != nil {
		return err
	}
	return d.settle()
}

// DealDue reports whether the next round must be dealt now.
func (m Match) DealDue(now time.Time) bool {
	return m.Phase == Between && !m.Paused && !now.Before(m.Deadline())
}

// FirstTrick reports whether the first trick of the match is being played or, in a game without tricks,
// whether somebody hasn't had a turn yet.
func (m Match) FirstTrick() bool {
	return m.Phase == Playing && m.Decision.Round == 1 && m.trick == 1 && !m.trickWon && (m.Rules.Passes() || m.Decision.Turn <= len(m.seats))
}

// isPermutation reports whether a has the same cards as b in any order.
func isPermutation(a, b []card.Card) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// sameChance reports whether two chances deal the same round.
func sameChance(a, b game.Chance) bool {
	return slices.Equal(a.Deck, b.Deck) && slices.Equal(a.Draws, b.Draws) && a.Pick == b.Pick
}

// Dealt starts a round, numbered from 1, and contains all its randomness.
type Dealt struct {
	Round       int `json:"round"`
	game.Chance     // embedded: its fields are stored beside the round
}

func (b Dealt) apply(m *Match) error {
	if m.Phase != Between || m.Paused || b.Round != m.Decision.Round+1 {
		return errMisplaced
	}
	m.addSeats()
	m.dealSeal()
	setup := m.Rules.Setup(len(m.seats), b.Chance, m.Results)
	state, err := m.Rules.Start(setup)
	if err != nil {
		return err
	}
	m.Phase = Playing
	m.startDecision()
	m.Decision.Round, m.Decision.Turn, m.Setup, m.State = b.Round, 1, setup, state
	m.passSeed = b.passSeed()
	m.clearRound()
	m.dealParts()
	m.trick, m.undoable = 1, nil
	m.Moves, m.trickWon = nil, false
	m.SeatChanges = slices.DeleteFunc(slices.Clone(m.SeatChanges), func(b Body) bool {
		_, took := b.(Took) // recorded by this deal
		return !took
	})
	m.news, m.drew, m.skips, m.handsChanged = nil, false, false, 0
	m.lastCards = make([]string, len(m.seats))
	return nil
}

// passSeed derives a seed that can't be computed without knowing the whole deck.
func (b Dealt) passSeed() uint64 {
	sum := sha256.Sum256([]byte(card.Format(b.Chance.Deck)))
	return binary.BigEndian.Uint64(sum[:])
}

// act adds a decision and, if it ends the round, the settlement.
func (d *Draft) act(b Acted) error {
	a, err := game.ParseAction(b.Action.String())
	if err != nil {
		return fmt.Errorf("the notation of an action can't be read: %w", err)
	}
	b.Action = a // as it will be read back from the log
	if err := d.add(b); err != nil {
		return refusal(err)
	}
	return d.settle()
}

// settle settles a finished round and ends the match if it is decided.
func (d *Draft) settle() error {
	result, over := d.State.Result()
	if !over {
		return nil
	}
	if err := d.add(Settled{Round: d.Decision.Round, Places: result.Places, Ranks: result.Ranks, Points: result.Points, Titles: result.Titles}); err != nil {
		return err
	}
	if outcome, ended := d.Rules.Winner(d.Results, len(d.seats), d.IsDaily()); ended {
		return d.add(Ended{Cause: Won, Outcome: outcome})
	}
	return nil
}

// Acted is a decision made by a seat's player, or for them.
type Acted struct {
	Seat   game.Seat   `json:"seat"`
	Action game.Action `json:"action"`
	By     By          `json:"by"`
}

// By says who made a decision.
type By string

// Who makes decisions.
const (
	ByPlayer   By = "player"
	ByComputer By = "computer" // the seat belongs to a computer
	ByClock    By = "clock"    // the player's time ran out
	ByStandIn  By = "stand-in" // the player left or is away
	ByTable    By = "table"    // a plan, a held pass, or a pass because nothing else was possible
)

func (b Acted) apply(m *Match) error {
	if m.Phase != Playing || m.Paused {
		return errMisplaced
	}
	state, news, err := m.State.Apply(b.Seat, b.Action)
	if err != nil {
		return err
	}
	before := *m
	m.notePart(b)
	m.State = state
	m.startDecision()
	m.Decision.Turn++
	missed := m.seats[b.Seat].missed
	switch b.By {
	case ByPlayer:
		m.clockActed, m.unplayed, missed = 0, 0, 0
	case ByTable:
		if m.seats[b.Seat].plan != nil {
			m.unplayed = 0
		}
	case ByClock:
		m.clockActed |= 1 << b.Seat
		if b.Action.Verb != game.Draw { // a draw doesn't end the turn
			missed, m.unplayed = min(missed+1, maxMissed), min(m.unplayed+1, maxUnplayed)
		}
	}
	if missed != m.seats[b.Seat].missed {
		m.seats = slices.Clone(m.seats)
		m.seats[b.Seat].missed = missed
	}
	m.endPasses(b.Seat, b.Action)
	m.dropPlans(b.Seat)
	m.news, m.drew = append(slices.Clip(m.news), news...), b.Action.Verb == game.Draw
	if m.sits(int(b.Seat)) && slices.ContainsFunc(news, func(n game.News) bool { return n.Kind == game.WentOut && n.Seat == b.Seat }) {
		m.lastCards = slices.Clone(m.lastCards)
		m.lastCards[b.Seat] = card.Format(b.Action.Cards)
	}
	m.addMove(Move{Seat: b.Seat, By: b.By, At: m.At, News: news})
	m.mayUndo(b, before)
	return nil
}

// addMove adds a move to those of the current trick. The first move after a completed trick
// starts a new list.
func (m *Match) addMove(move Move) {
	switch {
	case m.trickWon:
		m.Moves, m.SeatChanges, m.trick = nil, nil, m.trick+1
	case len(m.Moves) == maxMoves:
		m.Moves = m.Moves[1:]
	}
	m.Moves = append(slices.Clip(m.Moves), move)
	m.trickWon = slices.ContainsFunc(move.News, func(n game.News) bool { return n.Kind == game.TrickWon })
}

// Settled records the result of a round. It is in the same append as the action that ended the
// round, or as the deal if that ended it. Places lists the seats from best to last; the other
// slices are by seat.
type Settled struct {
	Round  int          `json:"round"`
	Places []game.Seat  `json:"places"`
	Ranks  []int        `json:"ranks,omitempty"` // only if seats share a place
	Points []int        `json:"points"`
	Titles []game.Title `json:"titles"`
}

// apply takes the result from the log, not from the state: a settled result stays even if a bug
// in the rules is fixed later.
func (b Settled) apply(m *Match) error {
	if m.Phase != Playing || b.Round != m.Decision.Round {
		return errMisplaced
	}
	result, over := m.State.Result()
	n := len(m.seats)
	if !over || len(b.Places) != n || len(b.Points) != n || len(b.Titles) != n {
		return errMisplaced
	}
	result.Places, result.Ranks, result.Points, result.Titles = b.Places, b.Ranks, b.Points, b.Titles
	m.Results, m.settled = append(slices.Clip(m.Results), result), m.Seq
	m.rememberRound(result)
	m.totals = slices.Clone(m.totals)
	for i, p := range b.Points {
		m.totals[i] += p
	}
	m.setEntries(b)
	m.Phase, m.since = Between, m.At
	return nil
}

// Act is a player's decision in their turn. It is refused with ErrStale for a decision that is no
// longer due.
type Act struct {
	Player   Player
	Decision Decision
	Action   game.Action
}

func (c Act) decide(d *Draft) error {
	seat, err := d.beginAct(c.Player, c.Decision)
	switch {
	case err != nil:
		return err
	case c.Action.Verb == game.Pass:
		return d.pass(seat)
	}
	return d.act(Acted{Seat: seat, Action: c.Action, By: ByPlayer})
}

// beginAct returns the seat of a player who may make the current decision, and marks the player
// as active.
func (d *Draft) beginAct(p Player, on Decision) (game.Seat, error) {
	seat, seated := d.Seat(p)
	turn, due := d.Turn()
	switch {
	case !seated:
		return seat, ErrNotSeated
	case !due || on != d.Decision:
		return seat, ErrStale
	case d.seats[seat].vacant:
		return seat, d.whyGone(p)
	case seat != turn:
		_, _, err := d.State.Apply(seat, pass)
		return seat, refusal(err)
	}
	return seat, d.markPresent(p)
}

// pass passes for a player. With AutoPass the pass is held until the delay is over.
func (d *Draft) pass(seat game.Seat) error {
	if d.Settings.AutoPass == 0 || !d.now.Before(d.passShowsAt()) {
		return d.act(Acted{Seat: seat, Action: pass, By: ByPlayer})
	}
	if _, _, err := d.State.Apply(seat, pass); err != nil {
		return refusal(err)
	}
	if d.seats[seat].passing != notPassing {
		return nil
	}
	return d.add(Passing{Seat: seat})
}

type (
	// PassTrick passes until the trick ends. It is refused with ErrStale for a decision that is no
	// longer due.
	PassTrick struct {
		Player   Player
		Decision Decision
	}

	// CancelPass cancels a held pass or a pass until the end of the trick. It is refused with ErrStale
	// if there is none.
	CancelPass struct{ Player Player }
)

func (c PassTrick) decide(d *Draft) error {
	seat, err := d.beginAct(c.Player, c.Decision)
	if err != nil {
		return err
	}
	if !d.CanPassTrick(seat) {
		return d.pass(seat)
	}
	if err := d.add(Passing{Seat: seat, Trick: true}); err != nil {
		return err
	}
	if d.Settings.AutoPass > 0 && d.now.Before(d.passShowsAt()) {
		return nil
	}
	return d.act(Acted{Seat: seat, Action: pass, By: ByPlayer})
}

func (c CancelPass) decide(d *Draft) error {
	seat, there := d.ownSeat(c.Player)
	if !there {
		return ErrNotSeated
	}
	if d.seats[seat].passing == notPassing {
		return ErrStale
	}
	return d.add(PassingOver{Seat: seat})
}

// DrawOut draws until the player can play a card or the round is over, adding one event per
// draw. It is refused with ErrStale for a decision that is no longer due.
type DrawOut struct {
	Player   Player
	Decision Decision
}

func (c DrawOut) decide(d *Draft) error {
	seat, err := d.beginAct(c.Player, c.Decision)
	if err != nil {
		return err
	}
	if !d.onlyDraw() {
		return game.Refuse("You have a card that you can play. Draw one card at a time, or play it.")
	}
	for d.CanDrawOut(seat) && d.Phase == Playing {
		if err := d.act(Acted{Seat: seat, Action: game.Action{Verb: game.Draw}, By: ByPlayer}); err != nil {
			return err
		}
	}
	return nil
}

// TimeUp does the first thing that is due by now, except dealing. For an unmanned seat it plays the
// default if no choice arrived. The registry issues it.
type TimeUp struct {
	ByHand bool // the player to move wants to pass manually
}

// decide checks what is due in a fixed order, which is part of the rules.
func (c TimeUp) decide(d *Draft) error {
	if d.VoteDue(d.now) {
		return d.add(VoteOver{d.Vote.Against})
	}
	if at := d.passesAt(!c.ByHand); !at.IsZero() && !d.now.Before(at) {
		return d.actForPlayer()
	}
	deadline := d.Deadline()
	switch {
	case deadline.IsZero() || d.now.Before(deadline) || d.Phase == Between && !d.Paused:
		return ErrStale
	case !d.KeptUntil().IsZero():
		return d.freeKeptSeats()
	case d.Phase == Lobby && !d.Schedule.At.IsZero():
		return d.startScheduled()
	case !d.StartsAt().IsZero():
		return Start{Player: d.Host}.decide(d)
	case d.Phase == Lobby || d.Paused:
		return d.end(Abandoned, 0)
	}
	seat, _ := d.State.Turn()
	by, unmanned := d.playedBy(seat)
	if d.IsDaily() && !unmanned {
		return d.add(Left{d.Host}) // a stand-in plays the rest
	}
	// A draw doesn't end the turn, so keep drawing until the seat has played.
	for drawing := true; drawing && d.Phase == Playing; {
		act := Acted{Seat: seat, Action: d.State.Default(), By: by}
		if err := d.act(act); err != nil {
			return err
		}
		drawing = act.Action.Verb == game.Draw
	}
	if unmanned || d.Phase == Over {
		return nil
	}
	if d.Settings.Slow() && d.unplayed >= maxUnplayed {
		return d.end(Abandoned, 0)
	}
	if d.seats[seat].missed >= maxMissed && !d.stays() {
		if err := d.addAway(d.seats[seat].player); err != nil {
			return err
		}
	}
	if !d.Settings.Slow() && !d.Paused && d.Phase == Playing && d.nobodyPresent() {
		return d.add(Paused{})
	}
	return nil
}

// actForPlayer plays the plan of the seat to move, or passes if the player chose so or can do
// nothing else.
func (d *Draft) actForPlayer() error {
	seat, _ := d.Turn()
	a := pass
	if plan, ok := d.Plan(seat); ok && d.seats[seat].passing == notPassing {
		a = plan
	}
	return d.act(Acted{Seat: seat, Action: a, By: ByTable})
}

// nobodyPresent reports whether every person with cards has left or run out of time, and nobody
// has done anything since.
func (d *Draft) nobodyPresent() bool {
	if len(d.Newcomers) > 0 {
		return false
	}
	for seat, p := range d.State.View(game.Watcher).Players {
		if p.Cards > 0 && !d.seats[seat].unmanned() && d.clockActed>>seat&1 == 0 {
			return false
		}
	}
	return true
}

// Chosen is the decision for an unmanned seat. It is refused with ErrStale before the seat's time has
// come and for other decisions. The registry issues it.
type Chosen struct {
	Decision Decision
	Action   game.Action
}

func (c Chosen) decide(d *Draft) error {
	seat, due := d.Turn()
	if !due || d.Paused || c.Decision != d.Decision {
		return ErrStale
	}
	by, unmanned := d.playedBy(seat)
	if !unmanned || d.now.Before(d.Deadline()) {
		return ErrStale
	}
	return d.act(Acted{Seat: seat, Action: c.Action, By: by})
}

// playedBy returns who decides for a seat when its time is up, and whether the seat is
// unmanned.
func (m Match) playedBy(s game.Seat) (by By, unmanned bool) {
	switch {
	case m.seats[s].computer != nil:
		return ByComputer, true
	case m.seats[s].unmanned():
		return ByStandIn, true
	}
	return ByClock, false
}
