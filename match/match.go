// Package match models one match at a table as an immutable value: the lobby where players
// join, the rounds, and the result.
//
// A Match is a fold over the event log of its table. Events record accepted decisions and
// randomness: Opened, Seated, Dealt with the shuffled deck, Acted, Settled, Ended. A Command is
// a request. Decide validates it and returns the events to append, or a refusal that can be
// shown to the player. Apply returns the match after one event. Live play and recovery both use
// Apply, so a match that is read back from its log has the same turn, hands and deadlines.
//
// Time and randomness are inputs. Decide receives the current time. Deadline, Warning and Alarm
// return when the table has to act by itself; TimeUp makes it act. Seal supplies the seed of a
// round. If no person plays a seat, Unmanned names the seat, Observation returns what it may
// know, and Chosen submits its decision.
//
// Players are numbers (Player), and the rules come from a Rulebook: the package doesn't depend
// on any game, Discord or a database. It starts no goroutines, reads no clock and does no I/O.
// Package table does that: it stores the events, runs the timers and wakes the tables.
package match

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/standing"
)

// ID identifies a table. The log assigns it when the table opens and never reuses it.
type ID int64

// Player identifies a person, or a computer player if it is negative.
type Player = standing.Player

// Rulebook returns the rules of a system, given its name, rules version and options (as
// game.Changed lists them). If the options don't go together, the error is a *game.Illegal that
// can be shown to the player.
type Rulebook func(system string, version int, options map[string]string) (game.Rules, error)

// Errors of Decide and Decode. Any other error of Decide is a *game.Illegal or a bug.
var (
	// ErrStale means that the command refers to a decision that is no longer due, or to something
	// that has changed. Nothing happened. The caller should show how the table stands now.
	ErrStale = errors.New("that decision is over")
	// ErrNoTable means that the table doesn't exist: its log has no events.
	ErrNoTable = errors.New("no such table")
	// ErrUnreadable means that this program can't read the log: an event has an unknown kind or
	// form, or can't follow the events before it.
	ErrUnreadable = errors.New("the log cannot be read")
)

// Refusals of Decide to which a caller can add something, such as a button.
var (
	ErrHostOnly  = game.Refuse("Only the host can do that.")
	ErrNotSeated = game.Refuse("You aren't at this table.")
	ErrLeft      = game.Refuse("You gave up your seat.")
	ErrRemoved   = game.Refuse("You were removed from this table. You can watch, and the host can let you in again.")
	ErrOver      = game.Refuse("This table is closed.")
)

// Refusals of several commands.
var (
	errAlready        = game.Refuse("You have already done that.")
	errKept           = game.Refuse("The seats are kept for the players of the last match, for a minute or until they have joined. Try again then.")
	errBegun          = game.Refuse("The match has already begun.")
	errOtherNotSeated = game.Refuse("They aren't at this table.")
)

func allTaken(most int) error { return game.Refuse("All {most} seats are taken.", most) }

func needs(fewest, most int) error {
	return game.Refuse("This game is for {fewest} to {most} players.", fewest, most)
}

func tooMany(most, seated int) error {
	return game.Refuse("At most {most} can play this way, and {seated} have joined.", most, seated)
}

// Match is the state of a match after an event. It is immutable: copies share slices and maps,
// which nobody may modify, so any goroutine may read them. It contains every hand. Anything
// shown to a player must come from View, never from State or Setup.
type Match struct {
	ID       ID
	Seq      int       // number of the last event; 0 before the first
	Public   int       // number of the last event whose effect others than its player may see
	At       time.Time // time of the last event
	OpenedAt time.Time
	ClockSet time.Duration // sum of all changes of the machine's clock since the table opened

	Guild, Channel string // Discord ids
	Parent         string // parent channel if the table has a thread of its own; else empty
	System         string
	Version        int               // version of the system's rules; fixed for the whole match
	Options        map[string]string // options that differ from the system's defaults
	Rules          game.Rules        // the system's rules with these options
	Settings       Settings
	Former         ID    // the table of which this is a rematch; 0: none
	Daily          Daily // the daily deal that the host plays alone; zero: this is an ordinary table

	Host        Player
	Phase       Phase
	Paused      bool      // the clock is stopped until a seated player does something
	Schedule    Schedule  // in a lobby: when the match starts
	Unstarted   Unstarted // in a lobby: why the match hasn't started at its time; "": it had none, or has a new one
	Caller      Player    // who called others to the lobby; 0: nobody
	Waiter      Player    // in a lobby: who stopped the match from starting by itself; 0: nobody
	Newcomers   []Player  // players who get a seat at the next deal, in this order
	Banned      []Player  // removed players, who can't join again
	Vote        *Vote     // nil: no vote is open
	SeatChanges []Body    // the last events that changed seats, oldest first

	// Decision identifies the decision that is due. It changes with every decision and every
	// deal, but not when players join or leave. Decision.Round is the current round or, between
	// rounds, the last one.
	Decision Decision
	Setup    game.Setup    // setup of that round
	State    game.State    // state of that round; nil before the first deal
	Moves    []Move        // moves of the current trick, at most 32; those of a completed trick stay until the next lead
	Results  []game.Result // results of the finished rounds

	rulebook   Rulebook
	seats      []seatState
	calledVote []Player // players who have called a vote in this round
	removers   []Player // who removed the players in Banned; 0: a vote

	since      time.Time     // start of the period that Deadline measures
	startAfter time.Duration // time after since at which a lobby starts the match by itself; 0: it doesn't
	began      time.Time     // start of the current decision, even if someone else has taken over the seat since
	warned     bool          // the player to move was warned before the program stopped

	seals     []sealed // one per deal, oldest first
	sealStale bool     // the last seal must be replaced, because seats or options changed after a cut

	news         []game.News   // news of this round
	handsChanged uint32        // bit set of seats that changed players during this round
	drew         bool          // the last decision was a draw, so the same turn continues
	skips        bool          // a player skipped to the result of this round
	trickWon     bool          // the last move ended its trick
	trick        int           // number of the current trick in the round, from 1
	undoable     *undoablePlay // last decision if it can be undone; immutable
	lastCards    []string      // by seat: the cards with which it went out, in notation
	clockActed   uint64        // bit set of seats for which the clock acted since a player last did something
	unplayed     int8          // how many turns in a row the clock played since a player last did something
	parts        []part        // by seat: what its player has done in this round
	passSeed     uint64        // seed of the delays before passes in this round

	settled                int              // number of the event that settled the last finished round
	rounds                 []ai.Round       // the last few rounds, for computer players
	totals                 []int            // points by seat
	entries                []standing.Entry // by seat: whom the last settled round counts for; Player 0: nobody
	roundPeople, roundBots int              // number of seats of people and of bots in that round
	unfinished             *standing.Unfinished
	ended                  Ended
}

// seatState is a seat and its player. A stand-in plays the seat while it is vacant or its
// player is away. In a lobby, a vacant seat is kept for its player (Match.KeptUntil).
type seatState struct {
	player   Player
	computer *Computer // nil for a person; immutable
	vacant   bool      // the player has left, was kicked, or hasn't joined the rematch yet
	away     bool      // the player repeatedly let the clock run out
	missed   int8      // how many times in a row the clock ran out
	ready    bool      // the player doesn't need the pause after this round
	passing  passing
	plan     *game.Action // planned action for the next turn, or nil; immutable
	dropped  *game.Action // plan that turned out to be illegal when the turn came
	acted    int          // turn number of the seat's last decision in this round
	undid    int          // number of the last trick in which the seat undid a play
}

// unmanned reports whether a computer or a stand-in plays the seat.
func (s seatState) unmanned() bool { return s.vacant || s.away || s.computer != nil }

// hasPerson reports whether the seat belongs to a person who hasn't left.
func (s seatState) hasPerson() bool { return !s.vacant && s.computer == nil }

// Phase is the stage of a match.
type Phase uint8

// The phases of a table.
const (
	Lobby   Phase = iota // players are joining
	Playing              // a round is being played
	Between              // the next round is dealt at the deadline
	Over
)

// String returns the phase's name for logs.
func (p Phase) String() string {
	return [...]string{"lobby", "playing", "between", "over"}[min(p, Over)]
}

// Decision identifies a decision of a match. Buttons carry it, so that a click on an outdated
// message can be recognized. In the lobby it is the zero Decision.
type Decision struct {
	Round int // number of the round, from 1
	Turn  int // number of the turn in the round, from 1
}

// String returns the form that custom ids carry, such as "3.17".
func (d Decision) String() string { return strconv.Itoa(d.Round) + "." + strconv.Itoa(d.Turn) }

// ParseDecision parses the result of Decision.String.
func ParseDecision(s string) (Decision, error) {
	round, turn, _ := strings.Cut(s, ".")
	r, err1 := strconv.Atoi(round)
	t, err2 := strconv.Atoi(turn)
	d := Decision{Round: r, Turn: t}
	if err1 != nil || err2 != nil || r < 0 || t < 0 || d.String() != s {
		return Decision{}, fmt.Errorf("%.20q is not a decision", s)
	}
	return d, nil
}

// Move is the public part of a decision.
type Move struct {
	Seat game.Seat
	By   By
	At   time.Time
	News []game.News
}

// maxMoves limits Match.Moves for long tricks and for games without tricks.
const maxMoves = 32

// New returns a match to which no event has been applied.
func New(id ID, rules Rulebook) Match { return Match{ID: id, rulebook: rules} }

// String describes the match for logs. It reveals no cards.
func (m Match) String() string {
	return fmt.Sprintf("table %d (%s, %v, decision %v)", m.ID, m.System, m.Phase, m.Decision)
}

// Players returns the players by seat, including computers (negative numbers) and players who
// left.
func (m Match) Players() []Player {
	players := make([]Player, len(m.seats))
	for i, s := range m.seats {
		players[i] = s.player
	}
	return players
}

// playersOf returns the players of those seats for which is returns true.
func (m Match) playersOf(is func(seatState) bool) (players []Player) {
	for _, s := range m.seats {
		if is(s) {
			players = append(players, s.player)
		}
	}
	return players
}

// Seats returns the minimum and maximum number of players.
func (m Match) Seats() (fewest, most int) {
	fewest, most = m.Rules.Seats()
	if n := m.Settings.Seats; n > 0 {
		most = max(fewest, min(most, n))
	}
	return fewest, most
}

// Seat returns the seat of a player. Players who left keep their seat until somebody else takes
// it. It returns false for anyone without a seat.
func (m Match) Seat(p Player) (game.Seat, bool) {
	i := slices.IndexFunc(m.seats, func(s seatState) bool { return s.player == p })
	return game.Seat(i), i >= 0
}

// Vacant reports whether the player of a seat has left the match. A stand-in plays the seat
// until they return or a newcomer takes it at the next deal. In a lobby, it reports whether the
// seat is kept for a player who hasn't joined.
func (m Match) Vacant(s game.Seat) bool { return m.seats[s].vacant }

// whyGone returns the refusal for a player whose seat is vacant.
func (m Match) whyGone(p Player) error {
	if slices.Contains(m.Banned, p) {
		return ErrRemoved
	}
	return ErrLeft
}

// vacant lists the seats whose players have left the match. In a lobby, it lists the kept seats.
func (m Match) vacant() []game.Seat {
	var seats []game.Seat
	for i, s := range m.seats {
		if s.vacant {
			seats = append(seats, game.Seat(i))
		}
	}
	return seats
}

// Away reports whether a stand-in plays because the player repeatedly let the clock run out. The
// stand-in stops as soon as the player does anything.
func (m Match) Away(s game.Seat) bool { return m.seats[s].away }

// Deserted reports whether every person has left the table.
func (m Match) Deserted() bool {
	return len(m.Newcomers) == 0 && !slices.ContainsFunc(m.seats, seatState.hasPerson)
}

// View returns what a seat may know about the current or last round; false before the first
// deal.
func (m Match) View(s game.Seat) (game.View, bool) {
	if m.State == nil {
		return game.View{}, false
	}
	return m.State.View(s), true
}

// NewsSince returns the news of this round since the last play, pass or draw of a seat, and whether
// there was one.
func (m Match) NewsSince(s game.Seat) (news []game.News, acted bool) {
	for i, n := range slices.Backward(m.news) {
		if n.Seat == s && (n.Kind == game.Played || n.Kind == game.Passed || n.Kind == game.Drew) {
			return slices.Clone(m.news[i+1:]), true
		}
	}
	return slices.Clone(m.news), false
}

// Turn returns the seat to move; false if none is.
func (m Match) Turn() (game.Seat, bool) {
	if m.Phase != Playing {
		return game.Nobody, false
	}
	return m.State.Turn()
}

// RoundEnd returns the number of the event that settled the last finished round, 0 before the
// first. For a table that is over it returns the number of the last event.
func (m Match) RoundEnd() int {
	if m.Phase == Over {
		return m.Seq
	}
	return m.settled
}

// Totals returns each seat's points over all finished rounds.
func (m Match) Totals() []int {
	if m.totals == nil {
		return make([]int, len(m.seats))
	}
	return slices.Clone(m.totals)
}

// Titles returns each seat's title from the last finished round, or "".
func (m Match) Titles() []game.Title {
	titles := make([]game.Title, len(m.seats))
	if n := len(m.Results); n > 0 {
		copy(titles, m.Results[n-1].Titles)
	}
	return titles
}

// Places returns each seat's place in the last finished round, 1 being the best; 0 before the
// first round ends.
func (m Match) Places() []int {
	places := make([]int, len(m.seats))
	if n := len(m.Results); n > 0 {
		for s := range places {
			places[s] = m.Results[n-1].Place(game.Seat(s))
		}
	}
	return places
}

// Outcome returns the result of a match that is over. It returns false while the match goes on,
// and if it ended before the first deal.
func (m Match) Outcome() (game.Outcome, bool) {
	outcome := m.ended.Outcome
	if m.Phase != Over || m.Decision.Round == 0 {
		return outcome, false
	}
	if again := m.outcome(m.ended.Cause != Won); again.Reason.Equal(outcome.Reason) {
		outcome.Reason = again.Reason // events have it in English only
	}
	return outcome, true
}

// Ended returns why the table ended and who ended it; false while it goes on.
func (m Match) Ended() (Ended, bool) { return m.ended, m.Phase == Over }

// Settings are a table's settings other than the rules. They can't change after the lobby. The
// JSON form is stored in events.
type Settings struct {
	Clock   time.Duration `json:"clock_ms"`   // time per decision; 0: unlimited
	Pause   time.Duration `json:"pause_ms"`   // time between the end of a round and the next deal
	Pace    time.Duration `json:"pace_ms"`    // average time that a computer or stand-in takes per decision
	Lobby   time.Duration `json:"lobby_ms"`   // an inactive lobby closes after this time; 0: never
	Abandon time.Duration `json:"abandon_ms"` // a paused match ends after this time; 0: never

	// AutoPass makes a seat that can't beat the top play pass automatically. So that the delay
	// doesn't reveal the hand, every pass appears after a random delay from the start of the
	// turn or the end of Undo: between a quarter of AutoPass and all of it. The pass appears
	// before half the clock is over. 0: no automatic passes.
	AutoPass time.Duration `json:"auto_pass_ms,omitempty"`
	Undo     time.Duration `json:"undo_ms,omitempty"` // how long a play can be undone; 0: never
	Seats    int           `json:"seats,omitempty"`   // maximum number of players; 0: as many as the rules allow
	NoHint   bool          `json:"no_hint,omitempty"` // players can't ask for a hint
}

// DefaultSettings returns the settings of a table whose host and server chose nothing.
func DefaultSettings() Settings {
	return Settings{
		Clock:   90 * time.Second,
		Pause:   15 * time.Second,
		Pace:    1500 * time.Millisecond,
		Lobby:   30 * time.Minute,
		Abandon: 24 * time.Hour,
	}
}

// normalize truncates durations to the precision of the log, milliseconds. It returns an error
// for negative values.
func (s *Settings) normalize() error {
	var err error
	changeDurations(reflect.ValueOf(s).Elem(), func(d time.Duration) time.Duration {
		if d < 0 {
			err = fmt.Errorf("a duration of a table's settings is negative: %v", d)
		}
		return d.Truncate(time.Millisecond)
	})
	if err == nil && s.Seats < 0 {
		err = fmt.Errorf("a table can't have %d seats", s.Seats)
	}
	return err
}

// startDecision restarts the time for a decision at the last event.
func (m *Match) startDecision() { m.since, m.began, m.warned = m.At, m.At, false }
