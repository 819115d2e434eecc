// Package daily has the rules of the daily deals as pure functions: what a day is, which game and
// which seeds it has, and how results are compared.
//
// Each day, in UTC, everyone can play the same three deals of one game alone, against the same
// computer players. The luck is the same for everyone, so the scores can be compared. A deal is an
// ordinary match of one round at a table without a channel (match.Daily).
package daily

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"deuces/game/deal"
	"deuces/standing"
)

const (
	// Deals is the number of deals of a day.
	Deals = 3
	// Opponents is the number of computer players in each deal.
	Opponents = 3
	// playouts is how many playouts a computer player has for a decision, and networkPlayouts how many one
	// with a network has, whose playouts take longer and are worth more. A core computes either in 5 to
	// 20 ms.
	playouts        = 400
	networkPlayouts = 80
	// FewestForPercentile is how many people must have finished a deal until percentiles are shown.
	FewestForPercentile = 20
)

// Day is a calendar day in UTC. Day 1 is January 1, 2026.
type Day int

const (
	dayZero       = 20453 // December 31, 2025, in days since 1970
	secondsPerDay = 24 * 60 * 60
)

// Of returns the day that contains a time.
func Of(t time.Time) Day { return Day(t.Unix()/secondsPerDay - dayZero) }

// Start returns the first moment of the day.
func (d Day) Start() time.Time { return time.Unix(int64(d+dayZero)*secondsPerDay, 0).UTC() }

// End returns the first moment after the day.
func (d Day) End() time.Time { return (d + 1).Start() }

// Game returns the day's entry of a list: one after the other.
func Game[T any](d Day, list []T) T {
	n := len(list)
	return list[(int(d)%n+n)%n]
}

// PlayoutsOf returns how many playouts a computer player has for a decision.
func PlayoutsOf(hasNetwork bool) int {
	if hasNetwork {
		return networkPlayouts
	}
	return playouts
}

// Seed returns the seed of one of the day's deals, from 1, given the day's secret. It says nothing about
// the secret or the other deals.
func (d Day) Seed(secret deal.Seed, number int) deal.Seed {
	mac := hmac.New(sha256.New, secret[:])
	fmt.Fprintf(mac, "deuces-daily-1 %d %d", d, number)
	return deal.Seed(mac.Sum(nil))
}

// Settings are what all tables of a day have in common. They are stored when the day begins, so that an
// upgrade of the program during the day changes nothing.
type Settings struct {
	Day      Day
	System   string
	Version  int    // version of the system's rules
	Playouts int    // for each decision of a computer player
	Weights  string // name of the network's weights; "": the game has none
	Secret   deal.Seed
}

// Result is the result of a deal that somebody played.
type Result struct {
	Day    Day
	Deal   int // from 1
	Player standing.Player
	Points int
	Place  int
	Own    bool // nobody played for the player, as at the day's end
}

// Played is a deal that somebody has begun, and its result if it is over.
type Played struct {
	Table int64 // number of the table
	Over  bool
	Result
}

// Score returns a result for comparison: more is better. penalty means that points are bad.
func Score(points int, penalty bool) int {
	if penalty {
		return -points
	}
	return points
}

// Percentile returns how good a score is among all scores, which include it: 1 for the best of a hundred
// different ones, at most 100. It returns false if there are too few scores to say.
func Percentile(score int, all []int) (percent int, ok bool) {
	if len(all) < FewestForPercentile {
		return 0, false
	}
	better := 0
	for _, s := range all {
		if s > score {
			better++
		}
	}
	return max(1, (100*(better+1)+len(all)-1)/len(all)), true
}

// Place returns the place of a score among all scores, from 1. Equal scores share a place.
func Place(score int, all []int) int {
	place := 1
	for _, s := range all {
		if s > score {
			place++
		}
	}
	return place
}

// Own returns the results of a list that count: those of people for whom nobody played.
func Own(all []Result) []Result {
	return slices.DeleteFunc(slices.Clone(all), func(r Result) bool { return !r.Own })
}
