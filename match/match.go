// Package match is a match at a table, as a value: from the lobby where people sit
// down, through its rounds, to the winner.
//
// A match is a fold over the log of its table. The log's events are the decisions that
// were accepted, and chance itself: Opened, Seated, Dealt with the shuffled deck, Acted,
// Settled, Ended. A Command asks for something. Decide returns the events that the command
// adds to the log, or a refusal in a player's words; Apply returns the match after one
// event. Live play and recovery run the same Apply, so a match that is read back from its
// log has the same turn, the same hands and the same deadlines.
//
// Time and chance are data. Decide is told what time it is, Deadline, Warning and Alarm
// return when the clock has something to do, TimeUp does it, and Seal brings the seed of a
// round. Seats that no person plays are data as well: Unmanned names the seat,
// Observation returns what it may know, and Chosen brings its decision.
//
// People are numbers here (Player), and systems are handed in (Rulebook): the package
// knows no game, no Discord and no database. It starts no goroutine, reads no clock and
// writes no log. Package table keeps matches: it gives them their time, stores their events
// and wakes them.
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

// ID is a table's number: given by the log when the table opens, never used again.
type ID int64

// Player is a person's number.
type Player = standing.Player

// Rulebook returns the rules of a system as a table has pinned them: name,
// rules version and options as game.Changed lists them. An *game.Illegal says in
// a player's words which options do not go together.
type Rulebook func(system string, version int, options map[string]string) (game.Rules, error)

// The errors of Decide and Decode. All others that Decide returns are *game.Illegal, or faults.
var (
	// ErrStale says that a decision is no longer the table's present one.
	// Nothing changed; the answer to give is the present hand.
	ErrStale = errors.New("that decision is over")
	// ErrNoTable says that there is no such table: its log has no events.
	ErrNoTable = errors.New("no such table")
	// ErrUnreadable says that a log holds what this program cannot read: an event
	// of an unknown kind or form, or one that cannot follow the ones before it.
	ErrUnreadable = errors.New("the log cannot be read")
)

// Match is a match at a table at one moment: the fold of the table's events. It is a
// value: copies share what they have in common, so nobody writes into its slices and
// maps, and any goroutine may read it. It knows every hand: what leaves the process for
// a viewer is made from View, never from State or Setup.
type Match struct {
	ID       ID
	Seq      int       // number of the last event; 0 before the first
	At       time.Time // of the last event
	OpenedAt time.Time
	ClockSet time.Duration // by which the machine's clock was set since the table opened

	Guild, Channel string // Discord ids
	Parent         string // channel from which the table's thread was opened for it alone; empty: there is no such thread
	System         string
	Version        int               // of the system's rules, for the whole match
	Options        map[string]string // what differs from the system's preset
	Rules          game.Rules        // the system with these options
	Settings       Settings
	Former         ID // the table that this one is the rematch of; 0: none

	Host   Player
	Phase  Phase
	Paused bool     // the clock stands still until someone seated does something
	Coming []Player // have joined and sit down when a round is dealt, in this order
	Barred []Player // were removed and can't join
	Vote   *Vote    // nil: none is open
	Notes  []Body   // the last events by which seats changed, oldest first

	// Decision numbers the decision that is due. It changes with each decision and each
	// deal, and not when people come and go. Its Round is the one that is on, or was last.
	Decision Decision
	Setup    game.Setup    // of that round
	State    game.State    // of that round; nil before the first deal
	Moves    []Move        // since the trick began, at most the last 32; a trick that was won stays until the next lead
	Results  []game.Result // of the finished rounds

	rulebook Rulebook
	seats    []seatState
	called   []Player // who have called a vote in this round

	since  time.Time // when what the clock waits for began
	began  time.Time // when the decision that is due began; earlier where the seat changed hands since
	warned bool      // the player to move was warned before the program went down

	seals     []sealed // the deals of all rounds, oldest first
	sealStale bool     // what the last of them is made for has changed since somebody cut

	news         []game.News   // of this round
	handsChanged uint32        // by seat: somebody else played it before in this round
	drew         bool          // the last decision was to draw, so that its turn goes on
	trickWon     bool          // the last move ended its trick
	trick        int           // how many have begun in the round
	undoable     *undoablePlay // the last decision, where it may be taken back; never written to
	lastCards    []string      // by seat: the cards it went out with in the round, in notation
	clockActed   uint64        // by seat: the clock has acted for it since any player did something
	replaced     []Player      // whose seats others took over in this round
	passSeed     uint64        // of the round: the pauses before passes follow from it

	settled int              // number of the event that settled the last finished round
	rounds  []ai.Round       // the last few, for computer players
	totals  []int            // points by seat
	entries []standing.Entry // of the last settled round
	ended   Ended
}

// seatState is a seat and who has it. A seat that is vacant or whose player is away
// is played by a stand-in.
type seatState struct {
	player   Player
	computer *Computer // nil: a person's; never written to
	vacant   bool      // the player has left, or was kicked
	away     bool      // the player let the clock run out again and again
	missed   int8      // how often in a row
	passing  passing
	plan     *game.Action // for the next turn; nil: none; never written to
	dropped  *game.Action // the plan that was not legal when the turn came
	acted    int          // the last turn of the round in which the seat decided
	undid    int          // the last trick of the round in which it took a play back
}

// unmanned reports that no person plays the seat.
func (s seatState) unmanned() bool { return s.vacant || s.away || s.computer != nil }

// hasPerson reports that the seat is a person's who has not left it.
func (s seatState) hasPerson() bool { return !s.vacant && s.computer == nil }

// Phase is a table's way from its opening to its end.
type Phase uint8

// The phases of a table.
const (
	Lobby   Phase = iota // people sit down
	Playing              // a round is on
	Between              // the next round deals itself at the deadline
	Over
)

// String returns the phase's name for logs.
func (p Phase) String() string {
	return [...]string{"lobby", "playing", "between", "over"}[min(p, Over)]
}

// Decision numbers the decisions of a match: buttons carry it, so that a click
// on an old message is known as such. The zero Decision is a lobby's.
type Decision struct {
	Round int // from 1
	Turn  int // in the round, from 1
}

// String returns the decision as buttons carry it: "3.17".
func (d Decision) String() string { return strconv.Itoa(d.Round) + "." + strconv.Itoa(d.Turn) }

// ParseDecision reads what Decision.String writes.
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

// Move is what the table saw of one decision.
type Move struct {
	Seat game.Seat
	By   By
	At   time.Time
	News []game.News
}

// maxMoves bounds Match.Moves where a trick, or a game without tricks, goes on long.
const maxMoves = 32

// New returns the table before its first event.
func New(id ID, rules Rulebook) Match { return Match{ID: id, rulebook: rules} }

// String names the match for logs, and shows no card.
func (m Match) String() string {
	return fmt.Sprintf("table %d (%s, %v, decision %v)", m.ID, m.System, m.Phase, m.Decision)
}

// Players returns who sits where, by seat; computers (below 0) and whoever left
// the match included.
func (m Match) Players() []Player {
	players := make([]Player, len(m.seats))
	for i, s := range m.seats {
		players[i] = s.player
	}
	return players
}

// Seats returns how few and how many may play here.
func (m Match) Seats() (fewest, most int) {
	fewest, most = m.Rules.Seats()
	if n := m.Settings.Seats; n > 0 {
		most = max(fewest, min(most, n))
	}
	return fewest, most
}

// Seat returns a player's seat, also when they have left it vacant and nobody has
// got it since; false for anyone who is not seated.
func (m Match) Seat(p Player) (game.Seat, bool) {
	i := slices.IndexFunc(m.seats, func(s seatState) bool { return s.player == p })
	return game.Seat(i), i >= 0
}

// Vacant says that a seat's player has left the match; a stand-in plays it until
// they return or somebody else gets it with a deal.
func (m Match) Vacant(s game.Seat) bool { return m.seats[s].vacant }

// Away says that a stand-in plays for a seat's player, who let the clock run out
// again and again, until they do anything.
func (m Match) Away(s game.Seat) bool { return m.seats[s].away }

// View returns what a seat may know of the round that is on, or was last;
// false before the first deal.
func (m Match) View(s game.Seat) (game.View, bool) {
	if m.State == nil {
		return game.View{}, false
	}
	return m.State.View(s), true
}

// Turn returns the seat that has to decide; false when none has.
func (m Match) Turn() (game.Seat, bool) {
	if m.Phase != Playing {
		return game.Nobody, false
	}
	return m.State.Turn()
}

// RoundEnd returns the number of the event that settled the last finished round; of a
// table that is over, the number of its last event. 0 before the first.
func (m Match) RoundEnd() int {
	if m.Phase == Over {
		return m.Seq
	}
	return m.settled
}

// Totals returns the points of all finished rounds, by seat.
func (m Match) Totals() []int {
	if m.totals == nil {
		return make([]int, len(m.seats))
	}
	return slices.Clone(m.totals)
}

// Titles returns the titles of the last finished round, by seat; "" for none.
func (m Match) Titles() []game.Title {
	titles := make([]game.Title, len(m.seats))
	if n := len(m.Results); n > 0 {
		copy(titles, m.Results[n-1].Titles)
	}
	return titles
}

// Places returns the places of the last finished round, by seat, 1 the best; 0
// before the first round is over.
func (m Match) Places() []int {
	places := make([]int, len(m.seats))
	if n := len(m.Results); n > 0 {
		for s := range places {
			places[s] = m.Results[n-1].Place(game.Seat(s))
		}
	}
	return places
}

// Outcome returns how the match ended; false while it goes on, and for a table
// that ended before its first deal.
func (m Match) Outcome() (game.Outcome, bool) {
	return m.ended.Outcome, m.Phase == Over && m.Decision.Round > 0
}

// Ended returns why the table ended, and by whom; false while it goes on.
func (m Match) Ended() (Ended, bool) { return m.ended, m.Phase == Over }

// Settings are what a table plays with beside the rules, fixed when the lobby ends. Events
// store them as they are declared here.
type Settings struct {
	Clock   time.Duration `json:"clock_ms"`   // for a decision; 0: no clock
	Pause   time.Duration `json:"pause_ms"`   // between a round's end and the next deal
	Pace    time.Duration `json:"pace_ms"`    // that a computer player or a stand-in takes for a decision, more or less
	Lobby   time.Duration `json:"lobby_ms"`   // after which a lobby that nobody touches closes; 0: never
	Abandon time.Duration `json:"abandon_ms"` // after which a paused match is ended; 0: never

	// AutoPass: a seat that can't beat the top play passes by itself, and any pass
	// shows after a pause that begins with the turn: from a quarter of AutoPass to all
	// of it by chance, or half the clock where that is shorter. 0: nobody passes by
	// itself.
	AutoPass time.Duration `json:"auto_pass_ms,omitempty"`
	Undo     time.Duration `json:"undo_ms,omitempty"` // for which a play may be taken back; 0: none may
	Seats    int           `json:"seats,omitempty"`   // how many may play at most; 0: as many as the rules let
	NoHint   bool          `json:"no_hint,omitempty"` // players can't ask what to play
}

// DefaultSettings are what tables play with where nobody chose otherwise.
func DefaultSettings() Settings {
	return Settings{
		Clock:   90 * time.Second,
		Pause:   15 * time.Second,
		Pace:    1500 * time.Millisecond,
		Lobby:   30 * time.Minute,
		Abandon: 24 * time.Hour,
	}
}

// normalize cuts durations to what the log keeps.
func (s *Settings) normalize() error {
	var err error
	changeDurations(reflect.ValueOf(s).Elem(), func(d time.Duration) time.Duration {
		if d < 0 {
			err = fmt.Errorf("a duration of a table's settings is negative: %v", d)
		}
		return d.Truncate(time.Millisecond)
	})
	if err == nil && s.Seats < 0 {
		err = fmt.Errorf("a table with %d seats", s.Seats)
	}
	return err
}

// begin lets the time for a decision begin.
func (m *Match) begin() { m.since, m.began, m.warned = m.At, m.At, false }
