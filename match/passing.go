package match

import (
	"math/rand/v2"
	"slices"
	"time"

	"deuces/game"
)

// Passing by itself. Where a pass bars no later play a player may pass for the
// rest of a trick: the table passes for them whenever their turn comes, until the
// trick ends or they take it back. With Settings.AutoPass it also passes for who
// can do nothing else, unless they want to do so themselves (Config.AutoPass). That
// would tell who can't, so it happens after a pause that begins with the turn and
// that nobody can foretell, and whoever chooses to pass within it is held to its
// end. A pass after that shows at once: it tells that the player could have played,
// or passes without help.

type (
	// PassTrick is a player's pass, in their turn, for as long as the trick lasts.
	// Old decisions give ErrStale.
	PassTrick struct {
		Player   Player
		Decision Decision
	}

	// PlayAfterAll takes back a pass that is held or for the rest of the trick.
	// Where there is none it gives ErrStale.
	PlayAfterAll struct{ Player Player }
)

// passing is what a seat's player has said about passing in the trick that is on.
type passing uint8

const (
	notPassing   passing = iota
	passingHeld          // has passed, and it shows when its time has come
	passingTrick         // passes until the trick ends
)

var pass = game.Action{Verb: game.Pass}

// StaysPassed says that a seat passes by itself until the trick ends, as its
// player chose.
func (m Match) StaysPassed(s game.Seat) bool { return m.sitting[s].passing == passingTrick }

// HasPassed says that the player to move has passed and that it is not shown yet.
// Only they may know.
func (m Match) HasPassed(s game.Seat) bool { return m.sitting[s].passing == passingHeld }

// Stuck says that a seat is to move and can do nothing but pass, and so passes by
// itself where the table plays with Settings.AutoPass and its player lets it. Only
// they may know.
func (m Match) Stuck(s game.Seat) bool {
	turn, due := m.Turn()
	return due && turn == s && m.onlyPass()
}

func (m Match) onlyPass() bool {
	for _, a := range m.state.Legal() {
		if a.Verb != game.Pass {
			return false
		}
	}
	return true
}

// CanPassTrick says whether a seat may pass now for as long as the trick lasts: it
// is its turn, and a pass alone would let it play again in this trick.
func (m Match) CanPassTrick(s game.Seat) bool {
	turn, due := m.Turn()
	if !due || turn != s || m.paused {
		return false
	}
	after, err := m.state.Next(s, pass)
	if err != nil {
		return false
	}
	v := after.View(game.Watcher)
	return v.Phase == game.Playing && len(v.Top.Cards) > 0 && v.Players[s].Passed && !v.Players[s].Barred
}

// passesAt returns when the table passes for the seat that is to move, or does what is
// planned; zero: it doesn't. auto says that it passes for whoever can do nothing else.
func (m Match) passesAt(auto bool) time.Time {
	seat, due := m.Turn()
	if !due || m.paused || m.sitting[seat].gone() {
		return time.Time{}
	}
	if s := m.sitting[seat]; s.passing == notPassing && s.plan == nil && !(auto && m.opened.Settings.AutoPass > 0 && m.onlyPass()) {
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
	return m.sitting[seat].player, at, true
}

// shows returns when a pass that the table makes in this turn shows, and where it
// plays with Settings.AutoPass any pass at the earliest.
func (m Match) shows() time.Time {
	set := m.opened.Settings
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
	longest := m.opened.Settings.AutoPass
	r := rand.New(rand.NewPCG(m.luck, uint64(m.turn)))
	return (longest/4 + time.Duration(r.Float64()*float64(longest-longest/4))).Truncate(time.Millisecond)
}

// actAhead does for the seat that is to move what its player has planned, or passes, as
// they said or because it can do nothing else.
func (d *Draft) actAhead() error {
	seat, _ := d.Turn()
	a := pass
	if plan, ok := d.Plan(seat); ok && d.sitting[seat].passing == notPassing {
		a = plan
	}
	return d.act(Acted{Seat: seat, Action: a, By: ByTable})
}

func (c PassTrick) decide(d *Draft) error {
	seat, err := d.mayAct(c.Player, c.Decision)
	if err != nil {
		return err
	}
	if !d.CanPassTrick(seat) {
		return d.pass(seat)
	}
	if err := d.add(Passing{Seat: seat, Trick: true}); err != nil {
		return err
	}
	if d.opened.Settings.AutoPass > 0 && d.now.Before(d.shows()) {
		return nil
	}
	return d.act(Acted{Seat: seat, Action: pass, By: ByPlayer})
}

// pass is a player's pass: at once, or held where passes show after the same time.
func (d *Draft) pass(seat game.Seat) error {
	if d.opened.Settings.AutoPass == 0 || !d.now.Before(d.shows()) {
		return d.act(Acted{Seat: seat, Action: pass, By: ByPlayer})
	}
	if _, err := d.state.Next(seat, pass); err != nil {
		return plain(err)
	}
	if d.sitting[seat].passing != notPassing {
		return nil
	}
	return d.add(Passing{Seat: seat})
}

func (c PlayAfterAll) decide(d *Draft) error {
	seat, there := d.sits(c.Player)
	if !there {
		return game.Refuse("You aren't at this table.")
	}
	if d.sitting[seat].passing == notPassing {
		return ErrStale
	}
	return d.add(PassingOver{Seat: seat})
}

// Passing is a player's pass that is not shown yet or, with Trick, one for as
// long as the trick lasts.
type Passing struct {
	Seat  game.Seat `json:"seat"`
	Trick bool      `json:"trick,omitempty"`
}

func (Passing) kind() string { return "passing" }

func (b Passing) apply(m *Match) error {
	if m.phase != Playing || m.paused || b.Seat < 0 || int(b.Seat) >= len(m.sitting) {
		return errMisplaced
	}
	p := passingHeld
	if b.Trick {
		p = passingTrick
	}
	m.setPassing(b.Seat, p)
	m.sitting[b.Seat].plan = nil            // the later word holds
	m.idle, m.sitting[b.Seat].missed = 0, 0 // a player did something
	return nil
}

// PassingOver takes it back.
type PassingOver struct {
	Seat game.Seat `json:"seat"`
}

func (PassingOver) kind() string { return "passing-over" }

func (b PassingOver) apply(m *Match) error {
	if m.phase != Playing || b.Seat < 0 || int(b.Seat) >= len(m.sitting) || m.sitting[b.Seat].passing == notPassing {
		return errMisplaced
	}
	m.setPassing(b.Seat, notPassing)
	m.taken = nil
	return nil
}

func (m *Match) setPassing(seat game.Seat, p passing) {
	m.sitting = slices.Clone(m.sitting)
	m.sitting[seat].passing = p
}

// passed forgets, after a decision of a seat, what was said about passing and is
// over: by that seat in that turn, and by all where the trick has ended. Who plays
// does not pass for the rest of the trick any more.
func (m *Match) passed(seat game.Seat, a game.Action) {
	if p := m.sitting[seat].passing; p == passingHeld || p != notPassing && a.Verb != game.Pass {
		m.setPassing(seat, notPassing)
	}
	if !slices.ContainsFunc(m.sitting, func(s sitting) bool { return s.passing != notPassing }) {
		return
	}
	if v := m.state.View(game.Watcher); v.Phase != game.Playing || len(v.Top.Cards) == 0 {
		for s := range m.sitting {
			m.setPassing(game.Seat(s), notPassing)
		}
	}
}
