package match

import (
	"math/rand/v2"
	"time"

	"deuces/game"
)

// The clock. A player has Settings.Clock for a decision and is warned once before it runs out.
// Then the game's default action is played for them. A player who lets the clock run out twice
// in a row is away: a stand-in plays until they do something. A match without active players is
// paused, and ends when it has been paused too long, which is soon if all of them have left. Time during which the program is down
// doesn't count.

const (
	// maxMissed is the number of times in a row that the clock runs out for a player before a
	// stand-in takes over.
	maxMissed = 2

	// minAfterDowntime is the least time that a player gets after the program was down; the
	// whole clock if that is shorter.
	minAfterDowntime = 30 * time.Second

	// The warning appears when a third of the clock is left, but at least minWarning and at
	// most maxWarning before the end; at a slow table when a quarter is left. Clocks shorter than minWarnedClock have no warning.
	minWarning     = 10 * time.Second
	maxWarning     = time.Hour
	minWarnedClock = 30 * time.Second

	// desertedFor is how long a match goes on that every person has left. That is long enough to
	// come back after a mistake. Players who are only away have Settings.Abandon.
	desertedFor = 10 * time.Minute

	// soonAfter is the time after which a player who may not have noticed that it is their turn is told:
	// this, or half the clock.
	soonAfter = 20 * time.Second

	// nudgeAfter is the time after which a table without a clock reminds the player to move.
	nudgeAfter = 10 * time.Minute

	// keepSeats is how long a rematch keeps the seats of the former players.
	keepSeats = time.Minute
)

// Deadline returns when the table acts by itself: it frees kept seats, starts the match or closes the lobby, plays for the seat to
// move, deals the next round, or ends a match that stayed paused. Zero: never.
func (m Match) Deadline() time.Time {
	after := func(d time.Duration) time.Time {
		if d == 0 {
			return time.Time{}
		}
		return m.since.Add(d)
	}
	set := m.Settings
	switch {
	case m.Phase == Over || m.Seq == 0:
		return time.Time{}
	case !m.KeptUntil().IsZero():
		return m.KeptUntil()
	case m.Phase == Lobby && !m.Schedule.At.IsZero():
		return m.Schedule.At
	case !m.StartsAt().IsZero():
		return m.StartsAt()
	case m.IsDaily() && (m.Phase == Lobby || m.AwaitsHost(false)):
		return m.Daily.Day.End()
	case m.Phase == Lobby:
		return after(set.lobbyIdle())
	case m.Paused && m.Deserted() && (set.abandonAfter() == 0 || set.abandonAfter() > desertedFor):
		return m.since.Add(desertedFor)
	case m.Paused:
		return after(set.abandonAfter())
	case m.Phase == Between && (m.Decision.Round == 0 || m.allReady()):
		return m.since
	case m.Phase == Between:
		return m.since.Add(set.Pause)
	}
	if seat, ok := m.State.Turn(); ok && m.seats[seat].unmanned() {
		return m.since.Add(m.pace())
	}
	return after(set.Clock)
}

// StartsAt returns when a lobby starts the match by itself; zero: it doesn't.
func (m Match) StartsAt() time.Time {
	if m.Phase != Lobby || m.startAfter == 0 {
		return time.Time{}
	}
	if fewest, most := m.Seats(); len(m.seats)-len(m.vacant()) < fewest || len(m.seats) > most {
		return time.Time{}
	}
	at := m.since.Add(m.startAfter)
	if kept := m.KeptUntil(); kept.After(at) {
		return kept
	}
	return at
}

// KeptUntil returns until when a lobby keeps seats for the players of the former match who haven't
// joined it yet: then they are free. Zero: none are kept.
func (m Match) KeptUntil() time.Time {
	if m.Phase != Lobby || len(m.vacant()) == 0 {
		return time.Time{}
	}
	return m.began.Add(keepSeats)
}

// Ready returns the players who don't need the pause after the round, by seat.
func (m Match) Ready() []Player { return m.playersOf(func(s seatState) bool { return s.ready }) }

// Unready returns the players who may need the pause after the round, by seat.
func (m Match) Unready() []Player {
	return m.playersOf(func(s seatState) bool { return !s.unmanned() && !s.ready })
}

// allReady reports whether nobody needs the pause after the round.
func (m Match) allReady() bool { return len(m.Ready()) > 0 && len(m.Unready()) == 0 }

// Warning returns when to warn the player to move that their time is running out or, without a
// clock, to remind them, or when to call the players of a lobby (CallsAt). Zero: not at all. If the player was warned before the program stopped,
// the time is the start of the decision, which has passed.
func (m Match) Warning() time.Time {
	seat, due := m.Turn()
	clock := m.Settings.Clock
	switch {
	case m.Phase == Lobby:
		return m.CallsAt()
	case !due || m.Paused || m.seats[seat].unmanned() || m.IsDaily():
		return time.Time{}
	case m.warned:
		return m.began
	case clock == 0:
		return m.since.Add(nudgeAfter)
	case clock < minWarnedClock:
		return time.Time{}
	case m.Settings.Slow():
		return m.Deadline().Add(-clock / 4)
	}
	return m.Deadline().Add(-min(max(clock/3, minWarning), maxWarning))
}

// Soon returns when to tell the player to move that it is their turn if they may not have noticed: at
// once in the first turn of a match, otherwise a little later; at a slow table once it is clear that the table
// doesn't pass for them. Zero: no person is to move.
func (m Match) Soon() time.Time {
	seat, due := m.Turn()
	switch after := soonAfter; {
	case !due || m.Paused || m.seats[seat].unmanned():
		return time.Time{}
	case m.Settings.Slow():
		return m.began.Add(m.Settings.AutoPass)
	case m.Decision == Decision{Round: 1, Turn: 1}:
		return m.began
	case m.Settings.Clock > 0:
		return m.began.Add(min(after, m.Settings.Clock/2))
	default:
		return m.began.Add(after)
	}
}

// Alarm returns when TimeUp has something to do; zero: never. If auto is set, the table also
// passes for a player who can do nothing else.
func (m Match) Alarm(auto bool) time.Time {
	at := m.Deadline()
	if pass := m.passesAt(auto); !pass.IsZero() {
		at = pass // never later than the deadline
	}
	if m.Vote != nil && (at.IsZero() || m.Vote.Until.Before(at)) {
		return m.Vote.Until
	}
	return at
}

// CatchUp compensates for time during which the table was unavailable, and for changes of the
// machine's clock. The registry issues it.
type CatchUp struct {
	Lost     time.Duration // unavailable time; only the part after the last event or clock change counts
	ClockSet time.Duration // change of the machine's clock that isn't in the log yet
}

func (c CatchUp) decide(d *Draft) error {
	lost := c.Lost.Truncate(time.Millisecond)
	if c.ClockSet == 0 {
		lost = min(lost, d.now.Sub(d.At))
	} else if err := d.add(ClockSet{c.ClockSet}); err != nil {
		return err
	}
	dealing := d.Phase == Between && !d.Paused && d.Vote == nil
	if lost <= 0 || dealing || d.Alarm(true).IsZero() && d.Warning().IsZero() {
		return nil
	}
	return d.add(Woken{lost})
}

// Woken records how long the table was unavailable because the program was down or the log
// failed.
type Woken struct {
	Away time.Duration `json:"away_ms"`
}

func (b Woken) apply(m *Match) error {
	if b.Away < 0 {
		return errMisplaced
	}
	m.undoable = nil
	asleep := m.At.Add(-b.Away)
	if w := m.Warning(); !w.IsZero() && !asleep.Before(w) {
		m.warned = true
	}
	earlier := func(a, b time.Time) time.Time {
		if a.Before(b) {
			return a
		}
		return b
	}
	m.since, m.began = earlier(m.since.Add(b.Away), m.At), earlier(m.began.Add(b.Away), m.At)
	if m.Vote != nil {
		v := *m.Vote
		v.Until = v.Until.Add(b.Away)
		m.Vote = &v
	}
	seat, due := m.Turn()
	clock := m.Settings.Clock
	if !due || m.Paused || clock == 0 || m.seats[seat].unmanned() {
		return nil
	}
	if lacks := m.At.Add(min(clock, minAfterDowntime)).Sub(m.Deadline()); lacks > 0 {
		m.since, m.began = m.since.Add(lacks), m.since.Add(lacks)
	}
	return nil
}

// Paused stops the clock because every player who could act has left or let it run out.
type Paused struct{}

func (Paused) apply(m *Match) error {
	if m.Phase != Playing && m.Phase != Between || m.Paused {
		return errMisplaced
	}
	m.Paused, m.since, m.undoable = true, m.At, nil
	return nil
}

// Resumed restarts the clock.
type Resumed struct {
	Player Player `json:"player"`
}

func (Resumed) apply(m *Match) error {
	if !m.Paused {
		return errMisplaced
	}
	m.Paused, m.clockActed, m.unplayed = false, 0, 0
	m.startDecision()
	return nil
}

// ClockSet records that the machine's clock was changed by this amount.
type ClockSet struct {
	By time.Duration `json:"by_ms"`
}

func (b ClockSet) apply(m *Match) error {
	if b.By == 0 {
		return errMisplaced
	}
	m.undoable = nil
	m.ClockSet += b.By
	m.since, m.began = m.since.Add(b.By), m.began.Add(b.By)
	if m.Vote != nil {
		v := *m.Vote
		v.Until = v.Until.Add(b.By)
		m.Vote = &v
	}
	return nil
}

// LeastClockSet is the smallest clock change that is compensated. The player to move gains or
// loses smaller ones.
const LeastClockSet = 2 * time.Second

// Earliest returns the earliest time that event e may have after an event at the given time. It
// is the same time, unless e sets the clock back.
func Earliest(after time.Time, e Event) time.Time {
	if b, ok := e.Body.(ClockSet); ok && b.By < 0 {
		return after.Add(b.By)
	}
	return after
}

// fastFactor is how much faster an unmanned seat acts if nobody needs to follow the game: after a
// draw, and when a player skips to the result.
const fastFactor = 10

// pace returns how long an unmanned seat to move takes: Settings.Pace ± a third. The variation is
// pseudorandom, so a replay gives the same pace. A pass that everyone can foresee takes no time.
func (m Match) pace() time.Duration {
	pace := m.Settings.Pace
	if (m.Settings.AutoPass > 0 || m.Settings.Slow()) && m.ForcedInView() {
		return 0
	}
	if m.drew || m.skips {
		return (pace / fastFactor).Truncate(time.Millisecond)
	}
	r := rand.New(rand.NewPCG(uint64(m.ID), uint64(m.Decision.Round)<<32|uint64(m.Decision.Turn)))
	return time.Duration(float64(pace) * (2 + 2*r.Float64()) / 3).Truncate(time.Millisecond)
}

// onlyComputersHoldCards reports whether all seats that still hold cards are unmanned.
func (m Match) onlyComputersHoldCards() bool {
	for seat, p := range m.State.View(game.Watcher).Players {
		if p.Cards > 0 && !m.seats[seat].unmanned() {
			return false
		}
	}
	return true
}

// ThinkFor returns how long a computer may think about the current decision. It must finish
// when the seat acts, because a late pass would reveal that it had a choice; so a tenth of the
// time is left for stopping. If no person holds cards, nobody can benefit, and it gets
// Settings.Pace.
func (m Match) ThinkFor(now time.Time) time.Duration {
	if m.skips {
		return m.Settings.Pace / fastFactor
	}
	if m.onlyComputersHoldCards() {
		return m.Settings.Pace
	}
	return max(m.Deadline().Sub(now)*9/10, 0)
}

// passesAt returns when the table passes for the seat to move or plays its plan; zero: not at
// all. If auto is set, the table also passes for a player who can do nothing else.
func (m Match) passesAt(auto bool) time.Time {
	seat, due := m.Turn()
	if !due || m.Paused || m.seats[seat].unmanned() {
		return time.Time{}
	}
	s, foreseen := m.seats[seat], m.Settings.Slow() && m.ForcedInView()
	if s.passing == notPassing && s.plan == nil && !foreseen && !(auto && m.Settings.AutoPass > 0 && m.onlyPass()) {
		return time.Time{}
	}
	return m.passShowsAt()
}

// ForcedPass returns the player for whom the table will pass only because they can do nothing
// else, and when. It returns false if the table won't pass, or has another reason to.
func (m Match) ForcedPass() (p Player, at time.Time, ok bool) {
	at = m.passesAt(true)
	if at.IsZero() || !m.passesAt(false).IsZero() {
		return 0, at, false
	}
	seat, _ := m.Turn()
	return m.seats[seat].player, at, true
}

// UndoEnds returns the time until which the last play can be undone; zero if it can't.
func (m Match) UndoEnds() time.Time {
	if m.undoable == nil {
		return time.Time{}
	}
	return m.undoable.until
}

// passShowsAt returns when a pass or a plan by the table appears in this turn. With
// Settings.AutoPass it is also the earliest time at which any pass appears. Unless everyone can
// foresee the pass, the delay begins when the play before can no longer be undone.
func (m Match) passShowsAt() time.Time {
	set := m.Settings
	after := set.Pace
	if (set.AutoPass > 0 || set.Slow()) && m.ForcedInView() {
		return m.since
	}
	if set.AutoPass > 0 {
		after = m.passDelay()
	}
	after += max(0, m.UndoEnds().Sub(m.since))
	if set.Clock > 0 {
		after = min(after, set.Clock/2) // undoTime is shorter
	}
	return m.since.Add(after)
}

// ForcedInView reports whether everyone can see that the seat to move can only pass. Such a pass
// reveals nothing, so it appears at once.
func (m Match) ForcedInView() bool {
	return m.Phase == Playing && m.State != nil && game.ForcedInView(m.Rules, m.State.View(game.Watcher))
}

// passDelay returns the delay of passes in this turn: between a quarter of Settings.AutoPass and
// all of it. It is derived from the deck, so a replay gives the same delay and players can't
// predict it.
func (m Match) passDelay() time.Duration {
	longest := m.Settings.AutoPass
	r := rand.New(rand.NewPCG(m.passSeed, uint64(m.Decision.Turn)))
	return (longest/4 + time.Duration(r.Float64()*float64(longest-longest/4))).Truncate(time.Millisecond)
}
