package commands

import (
	"context"
	"sync"

	"deuces/game"
	"deuces/match"
)

// openings counts the tables that are being opened.
type openings struct {
	mu    sync.Mutex
	by    map[match.Player]int
	in    map[string]int // by guild
	ended chan struct{}  // closed when the next opening has ended
}

func newOpenings() *openings {
	return &openings{by: map[match.Player]int{}, in: map[string]int{}, ended: make(chan struct{})}
}

// reserve counts a table that a player is about to open, until the caller calls the returned function.
// It refuses a table that exceeds the operator's limits for a person or a guild. A table counts for
// who opened it until it ends, whoever hosts it meanwhile.
//
// A table that is being opened may be counted twice, because it may be open already. So reserve
// refuses nothing while that would matter: it waits for the opening to end.
func (c *Commands) reserve(ctx context.Context, guild string, opener match.Player) (end func(), err error) {
	o := c.openings
	for {
		o.mu.Lock()
		ended := o.ended
		o.mu.Unlock()
		open, err := c.Store.OpenBy(ctx, opener)
		if err != nil {
			return nil, err
		}
		there := c.tables.CountInGuild(guild)
		o.mu.Lock()
		byThem, here := o.by[opener], o.in[guild]
		tooMany := func(count, pending, most int) bool { return most > 0 && count+pending >= most }
		switch person, server := c.TablesPerPerson, c.TablesPerServer; {
		case o.ended != ended: // an opening has ended meanwhile, so the counts may lack its table
			o.mu.Unlock()
		case tooMany(len(open), 0, person):
			o.mu.Unlock()
			return nil, tooManyOpened(person, open)
		case tooMany(there, 0, server):
			o.mu.Unlock()
			return nil, game.Refuse("This server already has {n:# open table|# open tables}. Join one, or end one with **⋯** below its board.", server)
		case tooMany(len(open), byThem, person), tooMany(there, here, server):
			o.mu.Unlock()
			select {
			case <-ended:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		default:
			o.add(opener, guild, 1)
			o.mu.Unlock()
			return func() {
				o.mu.Lock()
				defer o.mu.Unlock()
				o.add(opener, guild, -1)
				close(o.ended)
				o.ended = make(chan struct{})
			}, nil
		}
	}
}

// add changes the counts of a person and a guild. The caller must hold o.mu.
func (o *openings) add(p match.Player, guild string, n int) {
	if o.by[p] += n; o.by[p] == 0 {
		delete(o.by, p)
	}
	if o.in[guild] += n; o.in[guild] == 0 {
		delete(o.in, guild)
	}
}

// tooManyOpened returns the refusal for a person of whose tables the maximum number is open.
func tooManyOpened(most int, channels []string) error {
	return game.Refuse("You already opened {n:# table|# tables}: {channels}. One of them has to end first. Its host can end it with **⋯** below its board.", most, channelList(channels))
}
