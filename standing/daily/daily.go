// Package daily has the rules of the daily deals as pure functions: what a day is, which game and
// which seeds it has, and how results are compared.
//
// Each day, in UTC, everyone can play the same three deals of one game alone, against the same
// computer players. The luck is the same for everyone, so the scores can be compared. A deal is an
// ordinary match of one round at a table without a channel (match.Daily).
package daily

import (
	"cmp"
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
	// 15 ms. Twice as many win no more often against normal players.
	playouts        = 400
	networkPlayouts = 40
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

// Played is a deal that somebody has begun.
type Played struct {
	Table  int64 // number of the table
	Day    Day
	Deal   int // from 1
	Player standing.Player
	Over   bool // the rest is set
	Points int
	Place  int
	Own    bool // nobody played for the player, as at the day's end
}

// Field is how many people have how many points in a deal, or on a day.
type Field struct {
	Tallies []Tally // the best first
	Penalty bool    // points are bad
}

// Tally is how many people have the same points.
type Tally struct{ Points, People int }

// NewField returns the field of people by points. penalty means that points are bad.
func NewField(people map[int]int, penalty bool) Field {
	f := Field{Penalty: penalty}
	for points, n := range people {
		f.Tallies = append(f.Tallies, Tally{points, n})
	}
	slices.SortFunc(f.Tallies, func(a, b Tally) int { return f.compare(a.Points, b.Points) })
	return f
}

// FieldOf returns the field of the totals of a day.
func FieldOf(totals []Total, penalty bool) Field {
	people := map[int]int{}
	for _, t := range totals {
		people[t.Points]++
	}
	return NewField(people, penalty)
}

// compare is negative if a are better points than b.
func (f Field) compare(a, b int) int {
	if f.Penalty {
		return a - b
	}
	return b - a
}

// People returns how many people are in the field.
func (f Field) People() (n int) {
	for _, t := range f.Tallies {
		n += t.People
	}
	return n
}

// Place returns the place of points in the field, from 1. Equal points share a place.
func (f Field) Place(points int) int {
	place := 1
	for _, t := range f.Tallies {
		if f.compare(t.Points, points) < 0 {
			place += t.People
		}
	}
	return place
}

// Percentile returns in which part of the field points are: 1 means among the best of a hundred. It returns
// false if there are too few people to say.
func (f Field) Percentile(points int) (percent int, ok bool) {
	n := f.People()
	if n < FewestForPercentile {
		return 0, false
	}
	return (100*f.Place(points) + n - 1) / n, true
}

// Total is what somebody has scored on a day of which they finished all deals themselves.
type Total struct {
	Day    Day
	System string
	Player standing.Player
	Name   string // in the guild; "" for a former player
	Points int
}

// Medals is how often somebody had the first, second and third place of a guild's day.
type Medals struct {
	Player standing.Player
	Name   string
	Days   int    // days finished
	Count  [3]int // first, second and third places
}

// value is by what medals are compared.
func (m Medals) value() int { return 3*m.Count[0] + 2*m.Count[1] + m.Count[2] }

// Week returns the medals of a guild's days, the best first. Points of different games can't be added, so
// places count. penalty reports whether points are bad in a system.
func Week(totals []Total, penalty func(system string) bool) []Medals {
	byDay := map[Day][]Total{}
	for _, t := range totals {
		byDay[t.Day] = append(byDay[t.Day], t)
	}
	found := map[standing.Player]*Medals{}
	for _, day := range byDay {
		field := FieldOf(day, penalty(day[0].System))
		for _, t := range day {
			if found[t.Player] == nil {
				found[t.Player] = &Medals{Player: t.Player, Name: t.Name}
			}
			m := found[t.Player]
			m.Days++
			if place := field.Place(t.Points); place <= len(m.Count) {
				m.Count[place-1]++
			}
		}
	}
	var all []Medals
	for _, m := range found {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Medals) int {
		return cmp.Or(b.value()-a.value(), b.Days-a.Days, cmp.Compare(a.Player, b.Player))
	})
	return all
}
