package table

import (
	"errors"
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// Apply returns the match after one event, the next of its log. An error says
// that the event cannot follow: of a log, that it cannot be read.
func (m Match) Apply(e Event) (Match, error) {
	next := m
	if err := next.apply(e); err != nil {
		return m, fmt.Errorf("table %d, event %d: %w", m.id, e.Seq, err)
	}
	return next, nil
}

// errMisplaced is the error of an event that cannot happen where the match stands.
var errMisplaced = errors.New("cannot happen here")

// apply works on a copy of a match: it replaces slices and never writes into one.
func (m *Match) apply(e Event) error {
	_, first := e.Body.(Opened)
	switch {
	case e.Body == nil:
		return errors.New("it has no body")
	case e.Seq != m.seq+1:
		return fmt.Errorf("it should be number %d", m.seq+1)
	case first != (m.seq == 0), m.phase == Over:
		return fmt.Errorf("%s: %w", e.Body.kind(), errMisplaced)
	}
	m.seq, m.at = e.Seq, e.At

	var err error
	switch b := e.Body.(type) {
	case Opened:
		err = m.open(b)
	case Seated:
		err = m.seat(b.Player)
	case ComputerSeated:
		err = m.seatComputer(b.Computer)
	case Left:
		if slices.Contains(m.coming, b.Player) {
			return m.stayOut(b.Player) // which changes no seat
		}
		err = m.leave(b.Player)
	case Returned:
		err = m.giveBack(b.Player)
	case Took:
		err = m.take(b)
	case Away:
		err = m.stayAway(b.Player)
	case Kicked:
		err = m.bar(b.Player)
	case Pardoned:
		err = m.pardon(b.Player)
	case VoteCalled:
		err = m.callVote(b)
	case Voted:
		err = m.ballot(b)
	case VoteOver:
		err = m.endVote(b)
	case Woken:
		err = m.woken(b)
	case HostIs:
		err = m.handOn(b.Player)
	case OptionsSet:
		err = m.configure(b.Options)
	case SettingsSet:
		err = m.adjust(b.Settings)
	case Passing:
		err = m.pass(b)
	case PassingOver:
		err = m.unpass(b)
	case Started:
		err = m.start()
	case Dealt:
		err = m.deal(b)
	case Acted:
		err = m.act(b)
	case Settled:
		err = m.settle(b)
	case Paused:
		err = m.pause()
	case Resumed:
		err = m.resume()
	case Ended:
		m.phase, m.paused, m.vote, m.ended = Over, false, nil, b
	default:
		err = fmt.Errorf("of type %T: %w", b, errMisplaced)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.Body.kind(), err)
	}
	m.note(e.Body)
	return nil
}

func (m *Match) open(b Opened) error {
	m.opened, m.made, m.since = b, m.at, m.at
	return m.configure(b.Options)
}

func (m *Match) configure(options map[string]string) error {
	if m.phase != Lobby {
		return errMisplaced
	}
	rules, err := m.rules(m.opened.System, m.opened.Version, options)
	if err != nil {
		return err
	}
	m.system, m.opened.Options, m.since = rules, options, m.at
	return nil
}

func (m *Match) adjust(s Settings) error {
	if m.phase != Lobby {
		return errMisplaced
	}
	m.opened.Settings, m.since = s, m.at
	return nil
}

func (m *Match) start() error {
	if m.phase != Lobby {
		return errMisplaced
	}
	m.phase, m.since = Between, m.at
	m.totals = make([]int, len(m.sitting))
	return nil
}

func (m *Match) deal(b Dealt) error {
	if m.phase != Between || m.paused || b.Round != m.round+1 {
		return errMisplaced
	}
	m.sitDown()
	state, err := m.system.Start(m.system.Setup(len(m.sitting), b.Chance, m.Results()))
	if err != nil {
		return err
	}
	m.phase = Playing
	m.begin()
	m.round, m.turn, m.state = b.Round, 1, state
	m.moves, m.notes, m.trickWon = nil, nil, false
	m.told, m.drew = nil, false
	m.finish = make([]string, len(m.sitting))
	return nil
}

func (m *Match) act(b Acted) error {
	if m.phase != Playing || m.paused {
		return errMisplaced
	}
	state, news, err := m.state.Apply(b.Seat, b.Action)
	if err != nil {
		return err
	}
	m.state = state
	m.begin()
	m.turn++
	missed := m.sitting[b.Seat].missed
	switch b.By {
	case ByPlayer:
		m.idle, missed = 0, 0
	case ByClock:
		m.idle |= 1 << b.Seat
		if b.Action.Verb != game.Draw { // which ends no turn
			missed = min(missed+1, missedMost)
		}
	}
	if missed != m.sitting[b.Seat].missed {
		m.sitting = slices.Clone(m.sitting)
		m.sitting[b.Seat].missed = missed
	}
	m.passed(b.Seat, b.Action)
	m.told, m.drew = append(slices.Clip(m.told), news...), b.Action.Verb == game.Draw
	if b.By != ByStandIn && slices.ContainsFunc(news, func(n game.News) bool { return n.Kind == game.WentOut && n.Seat == b.Seat }) {
		m.finish = slices.Clone(m.finish)
		m.finish[b.Seat] = card.Format(b.Action.Cards)
	}
	m.remember(Move{Seat: b.Seat, By: b.By, At: m.at, News: news})
	return nil
}

// remember keeps the moves of the trick that is on; the one after a trick's end
// begins a new list.
func (m *Match) remember(move Move) {
	switch {
	case m.trickWon:
		m.moves, m.notes = nil, nil
	case len(m.moves) == maxMoves:
		m.moves = m.moves[1:]
	}
	m.moves = append(slices.Clip(m.moves), move)
	m.trickWon = slices.ContainsFunc(move.News, func(n game.News) bool { return n.Kind == game.TrickWon })
}

// settle takes the places, points and titles from the log, not from the state:
// what was settled stays so even where a rule was mended since.
func (m *Match) settle(b Settled) error {
	if m.phase != Playing || b.Round != m.round {
		return errMisplaced
	}
	result, over := m.state.Result()
	n := len(m.sitting)
	if !over || len(b.Places) != n || len(b.Points) != n || len(b.Titles) != n {
		return errMisplaced
	}
	result.Places, result.Points, result.Titles = b.Places, b.Points, b.Titles
	m.results = append(slices.Clip(m.results), result)
	m.totals = slices.Clone(m.totals)
	for i, p := range b.Points {
		m.totals[i] += p
	}
	m.share(b)
	m.phase, m.since = Between, m.at
	return nil
}
