// Package standing holds what outlasts a round: points, placings and titles
// that players gathered, and the questions a leaderboard asks of them. Plain
// types, shared by the table that settles rounds and the store that sums them.
//
// Standings are sums of Settlements and nothing else: they can be rebuilt from
// the logs at any time.
package standing

import "deuces/game"

// Player is a person's number in logs and standings. One table of the store
// maps it to the person; forgetting someone touches nothing else.
type Player int64

// Person is who a player is.
type Person struct {
	ID   string // Discord id
	Name string // last seen, unescaped
}

// Settlement is what one round, or the end of a match, adds to the standings of
// a guild. It is applied in the transaction that stores the events it came from.
type Settlement struct {
	Guild   string // Discord id
	Channel string // Discord id
	System  string // game.Rules.Name
	Match   int64  // the table's id
	Round   int    // from 1; the last round played when Finished
	Entries []Entry
	// Finished: the match ends with it; the Winner fields of Entries say for whom.
	Finished bool
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
}

// Order is what a leaderboard is sorted by.
type Order string

// The orders of a leaderboard.
const (
	ByPoints Order = "points"
	ByWins   Order = "wins"
)

// Query is one page of a guild's leaderboard.
type Query struct {
	Guild  string
	System string     // "" for all
	Order  Order      // ByPoints, ByWins; or empty when Title is set
	Title  game.Title // sorted by how often this title was held
	Offset int        // rows to skip
	Limit  int        // rows at most
}

// Row is a player's sums in a guild, for one system or all.
type Row struct {
	Rank   int // from 1; players alike share one
	Player Player
	Name   string // last seen, unescaped
	Points int
	Rounds int
	Wins   int // matches won
	Left   int // rounds that others finished for the player
	Titles map[game.Title]int
	// Running are the titles held since the last settled round the player was
	// in, by system.
	Running map[string]game.Title
}

// Page is one page of a leaderboard.
type Page struct {
	Rows  []Row
	Total int // players on all pages
}
