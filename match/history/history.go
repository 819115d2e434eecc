// Package history replays a table's log into its finished rounds, each as a record (rules.md R)
// and as a sequence of frames that can be watched.
//
// It reveals all hands, but only of finished rounds: a round that is still being played can't
// be read.
package history

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"deuces/game"
	"deuces/game/record"
	"deuces/match"
	"deuces/standing"
)

type Match struct {
	ID      match.ID
	Guild   string // Discord id
	Channel string // Discord id
	Parent  string // see match.Match
	System  string
	Rules   game.Rules // rules at the last event
	Opened  time.Time
	Over    bool // Ended, Outcome and Cause are set
	Ended   time.Time
	Cause   match.Cause
	Outcome game.Outcome
	Players []standing.Player // by seat, at the last event
	Rounds  []Round
	Deals   []match.SealedDeal
	Daily   match.Daily // zero: an ordinary table
}

// Round is a finished round.
type Round struct {
	Number  int // number of the round, from 1
	Rules   game.Rules
	Players []standing.Player // by seat, when the round ended
	Result  game.Result       // result as settled
	At      time.Time         // when the round ended
	frames  []Frame
	setup   game.Setup
	deal    *record.Deal // nil: the deal wasn't sealed
	moves   []record.Move
}

// Frame is the state after the deal or after a move. Its State can show every hand.
type Frame struct {
	State game.State
	Move  match.Move // the move that led to this state; Seat is game.Nobody after the deal
	At    time.Time
}

// Read replays the log of a table. It returns match.ErrNoTable if there are no events, and
// errors of the log and of match.Match.Apply.
func Read(id match.ID, rules match.Rulebook, events iter.Seq2[match.Event, error]) (Match, error) {
	m := match.New(id, rules)
	var read Match
	var round Round
	for e, err := range events {
		if err != nil {
			return Match{}, err
		}
		if m, err = m.Apply(e); err != nil {
			return Match{}, fmt.Errorf("%w: %w", match.ErrUnreadable, err)
		}
		switch b := e.Body.(type) {
		case match.Dealt:
			round = Round{
				Number: b.Round, Rules: m.Rules,
				setup:  m.Setup,
				frames: []Frame{{State: m.State, Move: match.Move{Seat: game.Nobody}, At: e.At}},
			}
		case match.Acted:
			moves := m.Moves
			round.frames = append(round.frames, Frame{State: m.State, Move: moves[len(moves)-1], At: e.At})
			round.moves = append(round.moves, record.Move{Seat: b.Seat, Action: b.Action})
		case match.Undone:
			round.frames, round.moves = round.frames[:len(round.frames)-1], round.moves[:len(round.moves)-1]
		case match.Settled:
			for _, d := range m.Deals() {
				if d.Dealt && d.Opened && d.Round == b.Round {
					table, number := m.BoundTo(d.Round)
					round.deal = &record.Deal{Table: table, Round: number, Seed: d.Seed, Cuts: d.BySeat()}
				}
			}
			results := m.Results
			round.Players, round.Result, round.At = m.Players(), results[len(results)-1], e.At
			read.Rounds = append(read.Rounds, round)
		case match.Ended:
			read.Over, read.Ended, read.Cause, read.Outcome = true, e.At, b.Cause, b.Outcome
		}
	}
	if m.Seq == 0 {
		return Match{}, match.ErrNoTable
	}
	read.ID, read.Guild, read.Channel, read.Parent, read.System = id, m.Guild, m.Channel, m.Parent, m.System
	read.Rules, read.Opened, read.Players, read.Deals = m.Rules, m.OpenedAt, m.Players(), m.Deals()
	read.Daily = m.Daily
	return read, nil
}

// Round returns a finished round by its number; false if there is none.
func (m Match) Round(number int) (Round, bool) {
	if number < 1 || number > len(m.Rounds) {
		return Round{}, false
	}
	return m.Rounds[number-1], true
}

// Len returns the number of frames: one for the deal and one per move.
func (r Round) Len() int { return len(r.frames) }

// Frame returns the nth frame, from 0 to Len()-1.
func (r Round) Frame(n int) Frame { return r.frames[n] }

// Write writes the round as a record that can be replayed. names are by seat. Empty names are
// replaced, so former players can stay anonymous.
func (r Round) Write(w io.Writer, names []string) error {
	if len(r.frames) == 0 {
		return errors.New("the round was not played")
	}
	return record.Write(w, record.Round{Rules: r.Rules, Names: named(names, len(r.Players)), Deal: r.deal, Setup: r.setup, Moves: r.moves})
}

// Record returns the output of Write as a string.
func (r Round) Record(names []string) (string, error) {
	var b strings.Builder
	err := r.Write(&b, names)
	return b.String(), err
}

// named replaces empty names so that every seat has one.
func named(names []string, seats int) []string {
	full := make([]string, seats)
	copy(full, names)
	for i := range full {
		if full[i] == "" {
			full[i] = fmt.Sprintf("Player%d", i+1)
		}
	}
	return full
}
