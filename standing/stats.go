package standing

import (
	"time"

	"deuces/game"
	"deuces/game/card"
)

// StatsQuery asks for one player's figures in a guild.
type StatsQuery struct {
	Guild     string
	Player    Player
	System    string // "" for all
	Computers bool   // rounds dealt with a computer player seated count too
}

// Stats are a player's figures. They are zero for somebody who has not played.
type Stats struct {
	Player  Player
	Name    string // "" for a former player
	Rounds  int    // played to their end
	Points  int
	Matches int   // with a winner
	Wins    int   // of these
	Left    int   // rounds that others finished for the player
	Places  []int // how often each place was taken, the first at 0
	Titles  map[game.Title]int
	// Finish is the card that was most often among those the player went out
	// with, and Finishes how often; card.None where they never did.
	Finish   card.Card
	Finishes int
	Longest  Streak // the longest of the guild's in these systems, of any system's best title; Rounds 0: none
	With     []Partner
	Rating   int // as shown, now; 0: none
	// Ratings is the rating over time, oldest first, at most RatingPoints of
	// them, the last one exact.
	Ratings []RatingPoint
	First   time.Time // when the first and the last of the rounds ended
	Last    time.Time
}

// RatingPoints is how many points of a rating over time Stats has at most.
const RatingPoints = 200

// PartnersMost is how many partners Stats has at most.
const PartnersMost = 5

// Partner is somebody the player shared rounds with, most first.
type Partner struct {
	Player Player
	Name   string // "" for a former player
	Rounds int
}

// RatingPoint is a rating as it stood after a round.
type RatingPoint struct {
	At     time.Time
	Round  int // which of the player's rated rounds, from 1
	Rating int // as shown
}

// MatchQuery asks for matches that are over and of which a round was played to
// its end, the newest first.
type MatchQuery struct {
	Guild    string
	Channels []string // only those that were played there; nil: anywhere
	Parent   string   // with Channels: and those in threads that were opened from this channel for them; "": none
	System   string   // "": all
	Player   Player   // 0: anybody's
	Offset   int
	Limit    int
}

// Summary is a match in short. Package history has it round by round.
type Summary struct {
	Match     int64
	Channel   string
	System    string
	Opened    time.Time
	Ended     time.Time
	Rounds    int  // played to their end
	Computers bool // a computer player was seated in one of them
	Players   []Part
}

// Part is a player's part of a match, winners first, then by points.
type Part struct {
	Player Player
	Name   string // "" for a former player
	Rounds int
	Points int
	Winner bool
	Title  game.Title // of the last round
	Left   bool       // others finished a round for them
}

// MatchPage is one page of a history.
type MatchPage struct {
	Matches []Summary
	Total   int
}
