// Package standing has what lasts longer than a round: the points, places, titles
// and ratings of players, as plain types and pure folds. It also has the queries of
// leaderboards, titles, statistics, history and privacy. Package table settles rounds
// with these types, and package store keeps what they add up to.
//
// Standings follow from Settlements and nothing else: they can be rebuilt from
// the logs at any time.
//
// Rounds with a computer player at the table are counted separately. Leaderboards
// leave them out unless a Query asks for them; title runs and ratings count rounds
// among people only. A round that a stand-in finished counts like any other, for the
// player who has the seat.
package standing

import "deuces/game"

// Player is a person's number in logs and standings, from 1. One table of the
// store maps it to the person; forgetting someone touches nothing else. Numbers
// below 0 are computer players: they mean something at one table alone, and
// standings know none of them.
type Player int64

// IsComputer says that a number is a computer player's.
func (p Player) IsComputer() bool { return p < 0 }

// Person is who a player is. Wherever the types of this package have an empty name, the
// player was forgotten, or isn't known any more.
type Person struct {
	ID   string // Discord id
	Name string // last seen, unescaped
}

// Settlement is what one round, or the end of a match, adds to the standings of
// a guild. It is applied in the transaction that stores the events it came from.
type Settlement struct {
	Guild   string  // Discord id
	Channel string  // Discord id
	System  string  // game.Rules.Name
	Match   int64   // the table's id
	Round   int     // from 1; the last round played when Finished
	Entries []Entry // of people alone
	// Finished: the match ends with it; the Winner fields of Entries say for whom.
	Finished bool
	// Won: it ended with a winner, who is not among Entries where a computer
	// player won.
	Won bool
	// Computers: a computer player has a seat, as it has had in all rounds of the
	// match.
	Computers bool
}

// Entry is one player's part of a settlement.
type Entry struct {
	Player Player
	Place  int        // settled place in the round, from 1; 0: none was played to its end
	Points int        // of the round
	Title  game.Title // of the round; "" none
	Winner bool       // won the match that ended here
	// Left: the player had gone, and a stand-in or somebody else finished the round.
	Left bool
	// Finish are the cards with which the player went out, as played, in the
	// notation of records; "" where they did not, or a stand-in did for them.
	Finish string
}
