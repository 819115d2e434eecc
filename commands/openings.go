package commands

import (
	"context"
	"hash/maphash"

	"golang.org/x/sync/semaphore"

	"deuces/game"
	"deuces/match"
)

// openings lets a person and a guild open one table at a time, so that it is counted before the next one may
// be opened. People or guilds whose hashes are equal wait for one another, too.
type openings struct {
	seed           maphash.Seed
	people, guilds [64]*semaphore.Weighted
}

func newOpenings() *openings {
	o := openings{seed: maphash.MakeSeed()}
	for i := range o.people {
		o.people[i], o.guilds[i] = semaphore.NewWeighted(1), semaphore.NewWeighted(1)
	}
	return &o
}

// reserve makes other openings by the same person or in the same guild wait until the caller has opened a
// table and calls the returned function. It refuses a table that exceeds the operator's limits for a person or
// a guild. A table counts for who opened it until it ends, whoever hosts it meanwhile.
func (c *Commands) reserve(ctx context.Context, guild string, opener match.Player) (end func(), err error) {
	person, server := c.openings.people[opener&63], c.openings.guilds[maphash.String(c.openings.seed, guild)&63]
	if err := person.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if err := server.Acquire(ctx, 1); err != nil {
		person.Release(1)
		return nil, err
	}
	end = func() { server.Release(1); person.Release(1) }
	open, err := c.Store.OpenBy(ctx, opener)
	switch {
	case err != nil:
	case c.TablesPerPerson > 0 && len(open) >= c.TablesPerPerson:
		err = game.Refuse("You already opened {n:# table|# tables}: {channels}. One of them has to end first. Its host can end it with **⋯** below its board.", c.TablesPerPerson, channelList(open))
	case c.TablesPerServer > 0 && c.tables.CountInGuild(guild) >= c.TablesPerServer:
		err = game.Refuse("This server already has {n:# open table|# open tables}. Join one, or end one with **⋯** below its board.", c.TablesPerServer)
	default:
		return end, nil
	}
	end()
	return nil, err
}
