package table

import (
	"time"

	"deuces/game"
)

// Event is one line of a table's log.
type Event struct {
	Seq  int       // from 1, without gaps
	At   time.Time // UTC, whole milliseconds; never before the event ahead of it
	Body Body
}

// Body is what happened: one of the types below. How they are stored is
// Encode's business and never changes.
type Body interface{ kind() string }

// Opened is the first event: a lobby, still empty, in a channel.
type Opened struct {
	Guild    string // Discord id
	Channel  string // Discord id
	System   string
	Version  int               // of the system's rules, for the whole match
	Options  map[string]string // what differs from the system's preset
	Host     Player
	Settings Settings
	Former   ID // the table that this one is the rematch of; 0: none
}

// Settings are what a table plays with beside the rules, fixed when the lobby ends.
type Settings struct {
	Clock   time.Duration // for a decision; 0: no clock
	Pause   time.Duration // between a round's end and the next deal
	Pace    time.Duration // that a computer player or a stand-in takes for a decision, more or less
	Lobby   time.Duration // after which a lobby that nobody touches closes; 0: never
	Abandon time.Duration // after which a paused match is ended; 0: never

	// AutoPass: a seat that can't beat the top play passes by itself, and every
	// pass shows so long after the turn began, or at half the clock where that is
	// shorter. 0: nobody passes by itself.
	AutoPass time.Duration
	Seats    int  // how many may play at most; 0: as many as the rules let
	NoHint   bool // players can't ask what to play
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

type (
	// Seated gives a player the next seat: of a lobby at once, of a match when the
	// next round is dealt.
	Seated struct{ Player Player }

	// ComputerSeated gives a computer player the next seat of a lobby, for the whole
	// match. Left takes it away again.
	ComputerSeated struct{ Computer Computer }

	// Left is a player's going: from a lobby with the seat, from a match so that
	// the seat is vacant and a stand-in plays it on.
	Left struct{ Player Player }

	// Returned gives a player the seat back that they left, or were Away from.
	Returned struct{ Player Player }

	// Took gives a vacant seat to a newcomer, as it stands: cards, place and title.
	// In the match their points begin at 0.
	Took struct {
		Player Player
		Seat   game.Seat
	}

	// Away has a stand-in play for a player who let the clock run out again and
	// again, until they return.
	Away struct{ Player Player }

	// Kicked removes a player, as Left does, and keeps them from joining again.
	Kicked struct {
		Player Player
		By     Player // 0: the others, by vote
	}

	// Pardoned lets a player who was kicked join again.
	Pardoned struct{ Player, By Player }

	// VoteCalled begins a vote to kick a player; who called it has voted for it.
	VoteCalled struct {
		By, Against Player
		Within      time.Duration
	}

	// Voted is one player's vote.
	Voted struct {
		Player Player
		For    bool
	}

	// VoteOver ends a vote that did not kick.
	VoteOver struct{ Against Player }

	// Woken says that the program was down: nobody could do anything for so long.
	Woken struct{ Away time.Duration }

	// HostIs makes another player the host.
	HostIs struct{ Player Player }

	// OptionsSet replaces the options of a lobby: what differs from the preset.
	OptionsSet struct{ Options map[string]string }

	// SettingsSet replaces the settings of a lobby.
	SettingsSet struct{ Settings Settings }

	// Started ends the lobby.
	Started struct{ By Player }

	// Dealt starts a round (from 1): all its luck.
	Dealt struct {
		Round  int
		Chance game.Chance
	}

	// Acted is a decision of a seat, or for it.
	Acted struct {
		Seat   game.Seat
		Action game.Action
		By     By
	}

	// Passing is a player's pass that is not shown yet or, with Trick, one for as
	// long as the trick lasts.
	Passing struct {
		Seat  game.Seat
		Trick bool
	}

	// PassingOver takes it back.
	PassingOver struct{ Seat game.Seat }

	// Settled is a round's end, in the same append as the act that ended it.
	// Places are seats, best first; the others are by seat.
	Settled struct {
		Round  int
		Places []game.Seat
		Points []int
		Titles []game.Title
	}

	// Paused stops the clock: everyone who could act has let it run out, or has gone.
	Paused struct{}

	// Resumed starts it again.
	Resumed struct{ Player Player }

	// Ended is the last event. The outcome is empty where nothing was dealt.
	Ended struct {
		Cause   Cause
		By      Player // who ended it or left last; 0: nobody
		Outcome game.Outcome
	}
)

// By says who made a decision.
type By string

// Who makes decisions.
const (
	ByPlayer   By = "player"
	ByComputer By = "computer" // whose seat it is
	ByClock    By = "clock"    // the player let it run out
	ByStandIn  By = "stand-in" // the seat's player has left or is away
	ByTable    By = "table"    // a pass that the player had chosen before, or by who can do nothing else
)

// Cause says why a table ended.
type Cause string

// Why tables end.
const (
	Won       Cause = "won"       // by the rules, after a round
	ByHost    Cause = "host"      // the host ended it
	ByForce   Cause = "force"     // someone else did who may
	Empty     Cause = "empty"     // the last player left, of a lobby
	Abandoned Cause = "abandoned" // nobody touched it for too long
)

func (Opened) kind() string         { return "opened" }
func (Seated) kind() string         { return "seated" }
func (ComputerSeated) kind() string { return "computer" }
func (Left) kind() string           { return "left" }
func (Returned) kind() string       { return "returned" }
func (Took) kind() string           { return "took" }
func (Away) kind() string           { return "away" }
func (Kicked) kind() string         { return "kicked" }
func (Pardoned) kind() string       { return "pardoned" }
func (VoteCalled) kind() string     { return "vote" }
func (Voted) kind() string          { return "voted" }
func (VoteOver) kind() string       { return "vote-over" }
func (Woken) kind() string          { return "woken" }
func (HostIs) kind() string         { return "host" }
func (OptionsSet) kind() string     { return "options" }
func (SettingsSet) kind() string    { return "settings" }
func (Passing) kind() string        { return "passing" }
func (PassingOver) kind() string    { return "passing-over" }
func (Started) kind() string        { return "started" }
func (Dealt) kind() string          { return "dealt" }
func (Acted) kind() string          { return "acted" }
func (Settled) kind() string        { return "settled" }
func (Paused) kind() string         { return "paused" }
func (Resumed) kind() string        { return "resumed" }
func (Ended) kind() string          { return "ended" }
