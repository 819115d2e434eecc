// Package standing has what outlasts a round: players' points, places, titles and ratings, as plain
// types and pure functions, and the queries for leaderboards, titles, statistics, history and
// privacy. Package table produces settlements of these types, and package store keeps their sums.
//
// Standings are computed only from Settlements, so they can be rebuilt from the logs at any time.
//
// A round counts if it counts for at least two people, and other seats were not the majority
// (Half.Counts). Leaderboards, title runs and ratings use these rounds. A Query can ask for rounds
// among people alone, or for all rounds. Package match has the rules of whom a round counts for.
package standing

import (
	"cmp"

	"deuces/game"
)

// Player is a person's number in logs and standings, from 1. Only one table of the store maps
// it to the person, so forgetting someone changes nothing else. Negative numbers are computer
// players. They are unique only at their table, and standings don't contain them.
type Player int64

// IsComputer reports whether the number belongs to a computer player.
func (p Player) IsComputer() bool { return p < 0 }

// Person is a player's identity. In the types of this package an empty name means that the
// player was forgotten or is unknown.
type Person struct {
	ID   string // Discord id
	Name string // last known, not escaped
}

// Called returns the person with another name, unless it is empty.
func (p Person) Called(name string) Person {
	p.Name = cmp.Or(name, p.Name)
	return p
}

// Settlement is what a round, or the end of a match, adds to the standings of a guild. It is
// stored in the same transaction as its events.
type Settlement struct {
	Guild   string  // Discord id
	Channel string  // Discord id
	System  string  // game.Rules.Name
	Match   int64   // the table's id
	Round   int     // from 1; if Finished, the last round played
	Entries []Entry // people only
	// Finished means that the match ends; the Winner fields of Entries have its winner.
	Finished bool
	// Won means that the match has a winner. A computer that won isn't in Entries.
	Won bool
	// People is the number of people in the last finished round, and Bots that of all other seats:
	// those of computer players, and those where a bot played because their player had left, was
	// away or was removed. If a round counts for fewer people than played in it, one of them spoiled
	// it, and has it as last place alone.
	People, Bots int
	// BotTitles are the titles that bots got, one for each seat with a title.
	BotTitles []game.Title
	// Daily is the daily deal that the only entry is about. It adds to no standings.
	Daily Daily
	// Unfinished is the round in which a player closed the table; nil if it counts for nobody.
	Unfinished *Unfinished
}

// Daily identifies a daily deal (package daily); zero: none.
type Daily struct {
	Day, Deal int
	Own       bool // nobody played for the player
}

// Unfinished is the last place of a player who closed the table in the middle of a round with other
// people.
type Unfinished struct {
	Round, Place int
	Player       Player
	People, Bots int // as in Settlement
}

// Rounds selects the rounds that a query sums. Each value includes the ones before it.
type Rounds int

// The rounds that can be summed.
const (
	AmongPeople Rounds = iota // no bot had a seat
	Counting                  // at least two people, and bots were not the majority
	AllRounds                 // with any number of bots
)

// MarshalText returns the name used in exports.
func (r Rounds) MarshalText() ([]byte, error) {
	return []byte([...]string{"rounds among people", "rounds that count", "all rounds"}[r]), nil
}

// Entry is one player's result in a settlement.
type Entry struct {
	Player Player
	Place  int        // place in the round, from 1; 0: this is no round
	Points int        // points of the round
	Title  game.Title // title of the round, or ""
	Winner bool       // the player won the match, which ended here
	// Left means that the player had left or was away at the end of the round.
	Left bool
	// Finish holds the cards with which the player went out, in the notation of records; "" if
	// they didn't, or a stand-in did.
	Finish string
}
