package commands

import (
	"context"
	"sync"

	"deuces/bot"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// openings counts the tables that are being opened and that the registry doesn't count yet.
type openings struct {
	mu    sync.Mutex
	hosts map[match.Player]int
	in    map[string]int // by guild
	ended int            // number of openings that have ended
}

func newOpenings() *openings {
	return &openings{hosts: map[match.Player]int{}, in: map[string]int{}}
}

// reserve counts a table that a player is about to open, until the caller calls the returned function.
// It refuses a table that exceeds the operator's limits for a person or a guild.
func (c *Commands) reserve(ctx context.Context, guild string, host match.Player) (end func(), err error) {
	o := c.openings
	for {
		o.mu.Lock()
		ended := o.ended
		o.mu.Unlock()
		hosted, err := c.tables.HostedBy(ctx, host)
		if err != nil {
			return nil, err
		}
		there := c.tables.CountInGuild(guild)
		o.mu.Lock()
		if o.ended != ended { // an opening has ended meanwhile, so the count may lack its table
			o.mu.Unlock()
			continue
		}
		defer o.mu.Unlock()
		if most := c.TablesPerPerson; most > 0 && len(hosted)+o.hosts[host] >= most {
			return nil, tooManyHosted(most, hosted)
		}
		if most := c.TablesPerServer; most > 0 && there+o.in[guild] >= most {
			return nil, game.Refuse("This server already has {n:# open table|# open tables}. Join one, or end one with **⋯** below its board.", most)
		}
		o.hosts[host]++
		o.in[guild]++
		return func() {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.ended++
			if o.hosts[host]--; o.hosts[host] == 0 {
				delete(o.hosts, host)
			}
			if o.in[guild]--; o.in[guild] == 0 {
				delete(o.in, guild)
			}
		}, nil
	}
}

// tooManyHosted returns the refusal for a person who hosts the maximum number of tables.
func tooManyHosted(most int, hosted []match.Match) error {
	var channels []string
	for _, m := range hosted[:min(len(hosted), 10)] {
		channels = append(channels, bot.Channel(m.Channel))
	}
	if len(channels) == 0 {
		return game.Refuse("That didn't go through, and nothing has changed. Please try again.")
	}
	return game.Refuse("You already host {n:# open table|# open tables}: {channels}. End one with **⋯** below its board.", most, say.Names(channels...))
}
