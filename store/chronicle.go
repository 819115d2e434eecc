package store

import (
	"slices"

	"deuces/game"
	"deuces/standing"
	"deuces/standing/rating"
)

// A chronicle is the fold of a guild's rounds among people, in the order in which
// they ended: what each does to the ratings of those who played it, and to the
// titles that run. It is the one place where that is said: settling a round folds
// that round on to what is stored, Rebuild and Check fold all from the first.
type chronicle struct {
	ratings map[rated]rating.Rating
	running map[place]map[game.Title]*reign
}

// rated is whose rating: a player's in one system, or with "" overall.
type rated struct {
	system string
	player standing.Player
}

// place is where titles run: a channel of the guild, or with "" the guild.
type place struct{ channel, system string }

// key is a round's position in the order.
type key struct {
	at    int64
	match int64
	round int
}

// bout is a round as the chronicle needs it.
type bout struct {
	id int64 // of its settlement
	key
	channel, system string
	parts           []placed
}

type placed struct {
	player standing.Player
	place  int
	title  game.Title
}

// change is what a round did to a rating.
type change struct {
	settlement    int64
	overall       bool
	player        standing.Player
	before, after rating.Rating
}

// reign is a row of reigns, without the guild.
type reign struct {
	place
	title         game.Title
	began         key
	player        standing.Player
	rounds        int
	last          int64
	running       bool
	deposed       standing.Player
	deposedRounds int
	takenBy       standing.Player
}

// kept says whether a reign is stored: one round that is over is no dynasty.
func (r reign) kept() bool { return r.running || r.rounds > 1 }

func newChronicle() *chronicle {
	return &chronicle{ratings: map[rated]rating.Rating{}, running: map[place]map[game.Title]*reign{}}
}

// rate folds a round on to the ratings.
func (c *chronicle) rate(b bout) []change {
	var seats []placed
	for _, p := range b.parts {
		if p.place > 0 {
			seats = append(seats, p)
		}
	}
	if len(seats) < 2 {
		return nil
	}
	var changes []change
	for _, system := range []string{b.system, ""} {
		before := make([]rating.Placed, len(seats))
		for i, p := range seats {
			r, known := c.ratings[rated{system, p.player}]
			if !known {
				r = rating.New()
			}
			before[i] = rating.Placed{Rating: r, Place: p.place}
		}
		for i, after := range rating.Rate(before) {
			c.ratings[rated{system, seats[i].player}] = after
			changes = append(changes, change{b.id, system == "", seats[i].player, before[i].Rating, after})
		}
	}
	return changes
}

// reign folds a round on to the titles of the guild and of its channel. It returns
// the reigns that it changed or began, the ended ones first.
func (c *chronicle) reign(b bout) []reign {
	holders := holders(b)
	var changed []reign
	for _, at := range []place{{"", b.system}, {b.channel, b.system}} {
		running := c.running[at]
		if running == nil {
			running = map[game.Title]*reign{}
			c.running[at] = running
		}
		former := map[game.Title]reign{}
		for title, r := range running {
			if holders[title] == r.player {
				continue
			}
			r.running, r.takenBy = false, holders[title]
			former[title] = *r
			changed = append(changed, *r)
			delete(running, title)
		}
		for title, player := range holders {
			r := running[title]
			if r == nil {
				before := former[title]
				r = &reign{place: at, title: title, began: b.key, player: player, running: true, deposed: before.player, deposedRounds: before.rounds}
				running[title] = r
			}
			r.rounds++
			r.last = b.at
			changed = append(changed, *r)
		}
	}
	return changed
}

// holders returns who got the titles that one player alone got.
func holders(b bout) map[game.Title]standing.Player {
	alone := map[game.Title]standing.Player{}
	for i, p := range b.parts {
		same := func(q placed) bool { return q.title == p.title }
		if p.title != "" && slices.IndexFunc(b.parts, same) == i && !slices.ContainsFunc(b.parts[i+1:], same) {
			alone[p.title] = p.player
		}
	}
	return alone
}
