package table

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"deuces/game"
	"deuces/game/card"
)

// Command is what someone, or the clock, asks of a table: one of the types below.
type Command interface{ decide(*draft) error }

type (
	// Opening is the command that a table begins with; Registry.Open gives it.
	Opening struct {
		Guild, Channel string
		System         string
		Version        int // 0: Config.Latest
		Options        map[string]string
		Host           Player
		Others         []Player   // seated after the host
		Computers      []Computer // those of Others who are computers
		Settings       Settings   // zero: Config.Settings
		Former         ID         // the table that this one is the rematch of
	}

	// SetOptions replaces the options of a lobby; for the host. Options that are
	// not named have their system's preset.
	SetOptions struct {
		Player  Player
		Options map[string]string
	}

	// SetOption sets one option of a lobby; for the host.
	SetOption struct {
		Player     Player
		Key, Value string
	}

	// SetSettings replaces the settings of a lobby; for the host.
	SetSettings struct {
		Player   Player
		Settings Settings
	}

	// Start ends the lobby and deals; for the host.
	Start struct{ Player Player }

	// Act is a player's decision in their turn. Old decisions give ErrStale.
	Act struct {
		Player   Player
		Decision Decision
		Action   game.Action
	}

	// End ends the table before its time; for the host, by Force, or for anyone
	// where all players have left.
	End struct {
		Player Player
		Force  bool // the player may end other people's tables
	}

	// Deal starts the next round when its time has come. The Registry gives it.
	Deal struct{ Chance game.Chance }
)

// Decide says what a command would add to the log now, and changes nothing. An
// *game.Illegal says in a player's words why it is refused; ErrStale says that
// the table has moved past it.
func (m Match) Decide(c Command, now time.Time) ([]Event, error) {
	d := newDraft(m, now)
	if err := d.decide(c); err != nil {
		return nil, err
	}
	return d.events, nil
}

// draft is a match with the events that a command adds, each applied as it is
// added, so that what is stored is known to fold.
type draft struct {
	Match
	now    time.Time
	events []Event
}

func newDraft(m Match, now time.Time) *draft {
	now = now.UTC().Truncate(time.Millisecond)
	if now.Before(m.at) {
		now = m.at // the system's clock went back; the table's does not
	}
	return &draft{Match: m, now: now}
}

func (d *draft) decide(c Command) error {
	_, opening := c.(Opening)
	switch {
	case opening != (d.seq == 0):
		return ErrNoTable
	case d.phase == Over:
		return game.Refuse("This table is closed.")
	}
	return c.decide(d)
}

// add applies events in their order.
func (d *draft) add(bodies ...Body) error {
	for _, b := range bodies {
		e := Event{Seq: d.seq + 1, At: d.now, Body: b}
		next, err := d.Apply(e)
		if err != nil {
			return err
		}
		d.Match, d.events = next, append(d.events, e)
	}
	return nil
}

func (c Opening) decide(d *draft) error {
	if err := c.Settings.tidy(); err != nil {
		return err
	}
	rules, err := d.rules(c.System, c.Version, c.Options)
	if err != nil {
		return err
	}
	if err := d.add(Opened{
		Guild: c.Guild, Channel: c.Channel, System: c.System, Version: c.Version, Options: changed(rules),
		Host: c.Host, Settings: c.Settings, Former: c.Former,
	}, Seated{c.Host}); err != nil {
		return err
	}
	for _, p := range c.Others {
		var b Body = Seated{p}
		if i := slices.IndexFunc(c.Computers, func(c Computer) bool { return c.Player == p }); i >= 0 {
			b = ComputerSeated{c.Computers[i]}
		}
		if err := d.add(b); err != nil {
			return err
		}
	}
	return nil
}

// tidy cuts durations to what the log keeps.
func (s *Settings) tidy() error {
	for _, t := range []*time.Duration{&s.Clock, &s.Pause, &s.Pace, &s.Lobby, &s.Abandon, &s.AutoPass} {
		if *t < 0 {
			return fmt.Errorf("a duration of a table's settings is negative: %v", *t)
		}
		*t = t.Truncate(time.Millisecond)
	}
	if s.Seats < 0 {
		return fmt.Errorf("a table with %d seats", s.Seats)
	}
	return nil
}

// changed lists what differs from the preset, nil for nothing, as logs give it back.
func changed(rules game.Rules) map[string]string {
	if options := game.Changed(rules.Options()); len(options) > 0 {
		return options
	}
	return nil
}

// maySet says whether a player may change how it is played.
func (d *draft) maySet(p Player) error {
	switch {
	case d.phase != Lobby:
		return game.Refuse("The options can't be changed any more: cards have been dealt.")
	case p != d.opened.Host:
		return game.Refuse("Only the host can change the options.")
	}
	return nil
}

func (c SetOptions) decide(d *draft) error {
	if err := d.maySet(c.Player); err != nil {
		return err
	}
	rules, err := d.rules(d.opened.System, d.opened.Version, c.Options)
	if err != nil {
		return err
	}
	if _, most := rules.Seats(); len(d.sitting) > most {
		return game.Refuse("With these options at most %d can play, and %d are seated.", most, len(d.sitting))
	}
	return d.add(OptionsSet{changed(rules)})
}

func (c SetOption) decide(d *draft) error {
	options := maps.Clone(d.opened.Options)
	if options == nil {
		options = map[string]string{}
	}
	options[c.Key] = c.Value
	return SetOptions{c.Player, options}.decide(d)
}

func (c SetSettings) decide(d *draft) error {
	if err := d.maySet(c.Player); err != nil {
		return err
	}
	if err := c.Settings.tidy(); err != nil {
		return err
	}
	if n := c.Settings.Seats; n > 0 {
		fewest, most := d.system.Seats()
		switch {
		case n < fewest || n > most:
			return game.Refuse("This game is for %d to %d players.", fewest, most)
		case n < len(d.sitting):
			return game.Refuse("%d are seated already.", len(d.sitting))
		}
	}
	return d.add(SettingsSet{c.Settings})
}

func (c Start) decide(d *draft) error {
	fewest, most := d.Seats()
	n := len(d.sitting)
	switch {
	case d.phase != Lobby:
		return game.Refuse("The match has begun already.")
	case c.Player != d.opened.Host:
		return game.Refuse("Only the host can start the match.")
	case n < fewest:
		if f, ok := d.system.(game.Fitting); ok {
			if err := f.Fits(n); err != nil {
				return err
			}
		}
		return game.Refuse("This game needs at least %d players, and %s seated so far.", fewest, count(n))
	case n > most:
		return game.Refuse("At most %d can play this game, and %s seated.", most, count(n))
	}
	return d.add(Started{c.Player})
}

func count(n int) string {
	if n == 1 {
		return "one is"
	}
	return fmt.Sprintf("%d are", n)
}

func (c Deal) decide(d *draft) error {
	if !d.dealing() {
		return ErrStale
	}
	seats := d.nextSeats()
	deck := d.system.Deck(seats)
	if !same(c.Chance.Deck, deck) || !same(c.Chance.Draws, deck) || c.Chance.Pick < 0 || c.Chance.Pick >= seats {
		return errors.New("the chance is not one of this game's")
	}
	return d.add(Dealt{Round: d.round + 1, Chance: c.Chance})
}

// dealing says that the next round is due.
func (d *draft) dealing() bool {
	return d.phase == Between && !d.paused && !d.now.Before(d.Deadline())
}

// nextSeats is how many play the next round.
func (m Match) nextSeats() int { return len(m.sitting) + len(m.coming) }

// same says whether a is b in some order.
func same(a, b []card.Card) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func (c Act) decide(d *draft) error {
	seat, err := d.mayAct(c.Player, c.Decision)
	switch {
	case err != nil:
		return err
	case c.Action.Verb == game.Pass:
		return d.pass(seat)
	}
	return d.act(Acted{Seat: seat, Action: c.Action, By: ByPlayer})
}

// mayAct returns the seat of a player who may decide what is due now, and lets
// what waits for them go on.
func (d *draft) mayAct(p Player, on Decision) (game.Seat, error) {
	seat, seated := d.Seat(p)
	turn, due := d.Turn()
	switch {
	case !seated:
		return seat, game.Refuse("You don't sit at this table.")
	case !due || on != d.Decision():
		return seat, ErrStale
	case d.sitting[seat].vacant:
		return seat, game.Refuse("You have left. Join to take your seat back.")
	case seat != turn:
		return seat, game.Refuse("It isn't your turn.")
	}
	return seat, d.here(p)
}

// act adds a decision, and all that follows from it by itself.
func (d *draft) act(b Acted) error {
	a, err := game.ParseAction(b.Action.String())
	if err != nil {
		return fmt.Errorf("an action does not read back: %w", err)
	}
	b.Action = a // as the log will have it
	if err := d.add(b); err != nil {
		return plain(err)
	}
	result, over := d.state.Result()
	if !over {
		return nil
	}
	if err := d.add(Settled{Round: d.round, Places: result.Places, Points: result.Points, Titles: result.Titles}); err != nil {
		return err
	}
	if outcome, ended := d.system.Winner(d.Results(), len(d.sitting), false); ended {
		return d.add(Ended{Cause: Won, Outcome: outcome})
	}
	return nil
}

// plain returns the refusal in an error's chain by itself: players read it.
func plain(err error) error {
	if refused, ok := errors.AsType[*game.Illegal](err); ok {
		return refused
	}
	return err
}

func (c End) decide(d *draft) error {
	switch {
	case c.Player == d.opened.Host:
		return d.end(ByHost, c.Player)
	case c.Force, d.Deserted():
		return d.end(ByForce, c.Player)
	}
	return game.Refuse("Only the host, or someone who may manage messages here, can end the table.")
}

// Deserted says that everyone has left the table; computers may be there.
func (m Match) Deserted() bool {
	return len(m.coming) == 0 && !slices.ContainsFunc(m.sitting, sitting.claimed)
}

// end ends the table before its rules do: finished rounds keep their points
// (rules.md P8).
func (d *draft) end(why Cause, by Player) error {
	e := Ended{Cause: why, By: by}
	if d.round > 0 {
		e.Outcome = d.cut()
	}
	return d.add(e)
}

// cut is the outcome of a match that is ended early.
func (d *draft) cut() game.Outcome {
	if len(d.results) > 0 {
		if outcome, ok := d.system.Winner(d.Results(), len(d.sitting), true); ok {
			return outcome
		}
	}
	order := make([]game.Seat, len(d.sitting))
	for i := range order {
		order[i] = game.Seat(i)
	}
	return game.Outcome{Winner: game.Nobody, Order: order, Totals: d.Totals(), Reason: "ended before a round was over"}
}
