package match

import (
	"math/rand/v2"
	"time"

	"deuces/game"
)

// The clock. A player has Settings.Clock for a decision and is warned once before
// it runs out; then the game's default is played for them. Who lets that happen
// twice in a row is away: a stand-in plays until they do anything. A match that
// nobody is at pauses, and is ended when it has paused too long. While the program
// is down no time passes.

const (
	// missedMost is how often in a row a player may let the clock run out before
	// a stand-in plays for them.
	missedMost = 2

	// wokenLeast is what a player has left at least after the program was down,
	// or the whole clock where that is shorter.
	wokenLeast = 30 * time.Second

	// A warning comes when a third of the clock is left, but neither too late to
	// act nor hours ahead. A clock so short that a warning would come at once
	// has none.
	warnLast   = 10 * time.Second
	warnFirst  = time.Hour
	warnedFrom = 30 * time.Second

	// nudgeAfter is when a player is reminded at a table without a clock.
	nudgeAfter = 10 * time.Minute
)

// Deadline returns when the table goes on by itself: the lobby closes, the seat
// whose turn it is is played for, the next round is dealt, or a match that stays
// paused ends. Zero: never.
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
	case m.Phase == Lobby:
		return after(set.Lobby)
	case m.Paused:
		return after(set.Abandon)
	case m.Phase == Between && m.Decision.Round == 0:
		return m.since
	case m.Phase == Between:
		return m.since.Add(set.Pause)
	}
	if seat, ok := m.State.Turn(); ok && m.seats[seat].unmanned() {
		return m.since.Add(m.pace())
	}
	return after(set.Clock)
}

// Warning returns when the player to move is to be told that their time runs out,
// or at a table without a clock that everyone waits; zero: not at all. It may lie
// before the decision: they were told before the program went down.
func (m Match) Warning() time.Time {
	seat, due := m.Turn()
	clock := m.Settings.Clock
	switch {
	case !due || m.Paused || m.seats[seat].unmanned():
		return time.Time{}
	case m.warned:
		return m.began
	case clock == 0:
		return m.since.Add(nudgeAfter)
	case clock < warnedFrom:
		return time.Time{}
	}
	return m.Deadline().Add(-min(max(clock/3, warnLast), warnFirst))
}

// Alarm returns when the clock has something to do (TimeUp); zero: never. auto says that it
// passes for whoever can do nothing else.
func (m Match) Alarm(auto bool) time.Time {
	at := m.Deadline()
	if pass := m.passesAt(auto); !pass.IsZero() {
		at = pass // which is never later
	}
	if m.Vote != nil && (at.IsZero() || m.Vote.Until.Before(at)) {
		return m.Vote.Until
	}
	return at
}

// CatchUp makes up for time in which nobody could use the table, and for a machine's clock
// that was set. The Registry gives it.
type CatchUp struct {
	Lost     time.Duration // of it counts what came after the last event, or after the clock was set
	ClockSet time.Duration // by which the machine's clock was set and the log doesn't say so yet
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

// Woken says for how long nobody could do anything: the program was down, or the log failed.
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
	if lacks := m.At.Add(min(clock, wokenLeast)).Sub(m.Deadline()); lacks > 0 {
		m.since, m.began = m.since.Add(lacks), m.since.Add(lacks)
	}
	return nil
}

// Paused stops the clock: everyone who could act has let it run out, or has gone.
type Paused struct{}

func (Paused) apply(m *Match) error {
	if m.Phase != Playing && m.Phase != Between || m.Paused {
		return errMisplaced
	}
	m.Paused, m.since, m.undoable = true, m.At, nil
	return nil
}

// Resumed starts the clock again.
type Resumed struct {
	Player Player `json:"player"`
}

func (Resumed) apply(m *Match) error {
	if !m.Paused {
		return errMisplaced
	}
	m.Paused, m.clockActed = false, 0
	m.begin()
	return nil
}

// ClockSet says that the clock of the machine was set forth, or back, by so much.
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

// LeastClockSet is by how much the machine's clock must have been set to count. What is less is
// lost or won by whoever is to move.
const LeastClockSet = 2 * time.Second

// Earliest returns the earliest time that an event may have after one of a time: the same,
// but where it says that the clock was set back.
func Earliest(after time.Time, e Event) time.Time {
	if b, ok := e.Body.(ClockSet); ok && b.By < 0 {
		return after.Add(b.By)
	}
	return after
}

// hurry is by how much a seat is faster where nobody needs to follow: the turn goes
// on after a draw, or no person holds cards any more.
const hurry = 10

// pace is what the seat to move takes for its decision, where no person plays it:
// Settings.Pace, a third more or less, by chance that is the same in a replay.
func (m Match) pace() time.Duration {
	pace := m.Settings.Pace
	if m.drew || m.alone() {
		return (pace / hurry).Truncate(time.Millisecond)
	}
	r := rand.New(rand.NewPCG(uint64(m.ID), uint64(m.Decision.Round)<<32|uint64(m.Decision.Turn)))
	return time.Duration(float64(pace) * (2 + 2*r.Float64()) / 3).Truncate(time.Millisecond)
}

// alone says that no person holds cards any more.
func (m Match) alone() bool {
	for seat, p := range m.State.View(game.Watcher).Players {
		if p.Cards > 0 && !m.seats[seat].unmanned() {
			return false
		}
	}
	return true
}

// ThinkFor returns how long a computer may think about the decision that is due. It has to be
// done when the seat's time comes, else others learn from a late pass that there was a choice;
// a tenth is left for it to come to its end. Where no person holds cards nobody can use that.
func (m Match) ThinkFor(now time.Time) time.Duration {
	if m.alone() {
		return m.Settings.Pace
	}
	return max(m.Deadline().Sub(now)*9/10, 0)
}

// passesAt returns when the table passes for the seat that is to move, or does what is
// planned; zero: it doesn't. auto says that it passes for whoever can do nothing else.
func (m Match) passesAt(auto bool) time.Time {
	seat, due := m.Turn()
	if !due || m.Paused || m.seats[seat].unmanned() {
		return time.Time{}
	}
	if s := m.seats[seat]; s.passing == notPassing && s.plan == nil && !(auto && m.Settings.AutoPass > 0 && m.onlyPass()) {
		return time.Time{}
	}
	return m.shows()
}

// PassesAlone returns for whom the table passes only because they can do nothing else, and
// when; false where the clock would not do that, or would also do it otherwise.
func (m Match) PassesAlone() (p Player, at time.Time, ok bool) {
	at = m.passesAt(true)
	if at.IsZero() || !m.passesAt(false).IsZero() {
		return 0, at, false
	}
	seat, _ := m.Turn()
	return m.seats[seat].player, at, true
}

// shows returns when a pass that the table makes in this turn shows, and where it
// plays with Settings.AutoPass any pass at the earliest.
func (m Match) shows() time.Time {
	set := m.Settings
	after := set.Pace
	if set.AutoPass > 0 {
		after = m.pause()
	}
	if set.Clock > 0 {
		after = min(after, set.Clock/2)
	}
	return m.since.Add(after)
}

// pause is what passes take in this turn: from a quarter of Settings.AutoPass to all
// of it. It follows from the deal, so that a replay comes to the same and no player
// can work it out.
func (m Match) pause() time.Duration {
	longest := m.Settings.AutoPass
	r := rand.New(rand.NewPCG(m.passSeed, uint64(m.Decision.Turn)))
	return (longest/4 + time.Duration(r.Float64()*float64(longest-longest/4))).Truncate(time.Millisecond)
}
