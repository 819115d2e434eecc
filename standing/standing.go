// Package standing has what outlasts a round: players' points, places, titles and ratings, as plain
// types and pure functions, and the queries for leaderboards, titles, statistics, history and
// privacy. Package table produces settlements of these types, and package store keeps their sums.
//
// Standings are computed only from Settlements, so they can be rebuilt from the logs at any time.
//
// A round counts if at least two people held seats at its deal and computer players were not the
// majority (Settlement.Counts). Leaderboards, title runs and ratings use these rounds. A Query can
// ask for rounds among people alone, or for all rounds. A seat with a stand-in is its player's.
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
	// People and Bots are the numbers of seats that people and computer players had when the round
	// was dealt.
	People, Bots int
	// BotTitles are the titles that computer players got, one for each of them with a title.
	BotTitles []game.Title
}

// Rounds selects the rounds that a query sums. Each value includes the ones before it.
type Rounds int

// The rounds that can be summed.
const (
	AmongPeople Rounds = iota // no computer player had a seat
	Counting                  // at least two people, and computer players were not the majority
	AllRounds                 // with any number of computer players
)

// MarshalText returns the name used in exports.
func (r Rounds) MarshalText() ([]byte, error) {
	return []byte([...]string{"rounds among people", "rounds that count", "all rounds"}[r]), nil
}

// Counts returns the smallest selection that includes this round.
func (s Settlement) Counts() Rounds {
	switch {
	case s.Bots == 0:
		return AmongPeople
	case s.People >= 2 && s.Bots <= s.People:
		return Counting
	}
	return AllRounds
}

// CountedBefore is Counts by the older rule, under which a round with a computer player counted
// only for AllRounds.
func (s Settlement) CountedBefore() Rounds {
	if s.Bots == 0 {
		return AmongPeople
	}
	return AllRounds
}

// Entry is one player's result in a settlement.
type Entry struct {
	Player Player
	Place  int        // place in the round, from 1; 0: the player finished no round
	Points int        // points of the round
	Title  game.Title // title of the round, or ""
	Winner bool       // the player won the match, which ended here
	// Left means that the player left and a stand-in or somebody else finished the round.
	Left bool
	// Finish holds the cards with which the player went out, in the notation of records; "" if
	// they didn't, or a stand-in did.
	Finish string
}
