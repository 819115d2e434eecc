package standing

import (
	"time"

	"deuces/game"
)

// StatsQuery selects a player's statistics in a guild.
type StatsQuery struct {
	Guild  string
	Player Player
	System string // "" for all
}

// Stats holds a player's statistics. It is zero for somebody who hasn't played.
type Stats struct {
	Player  Player
	Name    string // "" for a former player
	Rounds  int    // finished rounds
	Points  int
	Matches int   // matches with a winner
	Wins    int   // matches won
	Left    int   // rounds that somebody else finished for the player
	Places  []int // number of times each place was taken, first place at index 0
	Titles  map[game.Title]int
	Longest Streak // longest streak in the guild; Rounds is 0 if there is none
	With    []Partner
	Rating  int // current rating as shown; 0: none
	// Ratings is the rating over time, oldest first. It has at most RatingPoints points, and
	// the last one is exact.
	Ratings []RatingPoint
}

// RatingPoints is the maximum length of Stats.Ratings.
const RatingPoints = 200

// PartnersMost is the maximum length of Stats.With.
const PartnersMost = 5

// Partner is somebody who played rounds with the player.
type Partner struct {
	Player Player
	Name   string // "" for a former player
	Rounds int    // together
	Ahead  int    // rounds in which the player was placed before this one
	Behind int    // rounds in which the player was placed after this one
}

// RatingPoint is a rating after a round.
type RatingPoint struct {
	At     time.Time
	Round  int // number among the player's rated rounds, from 1
	Rating int // rating as shown
}

// MatchQuery selects a page of finished matches with at least one finished round, newest first.
type MatchQuery struct {
	Guild    string
	Channels []string // only matches in these channels; nil: all
	Parent   string   // with Channels: also matches in tables' own threads below this channel; "": none
	System   string   // "": all
	Player   Player   // 0: anyone
	Offset   int
	Limit    int
}

// Summary summarizes a match. Package history has its rounds.
type Summary struct {
	Match     int64
	Channel   string
	System    string
	Opened    time.Time
	Ended     time.Time
	Rounds    int  // finished rounds
	Computers bool // a computer player took part
	Players   []Part
}

// Part is a player's result in a match.
type Part struct {
	Player Player
	Name   string // "" for a former player
	Rounds int
	Points int
	Winner bool
	Title  game.Title // title from the last round
	Left   bool       // somebody else finished a round for them
}

// MatchPage is one page of a history.
type MatchPage struct {
	Matches []Summary
	Total   int
}
