package world

import (
	"time"

	"deuces/sandbox/wire"
)

// ids makes snowflakes, each greater than the one before. The world's lock guards it.
type ids struct{ last wire.Snowflake }

// Next makes an id that is greater than all before.
func (g *ids) Next(now time.Time) wire.Snowflake {
	id := wire.Snowflake(now.UnixMilli()-wire.Epoch) << 22
	if id <= g.last {
		id = g.last + 1
	}
	g.last = id
	return id
}

// nextGuild gives each guild its own millisecond. The shard is computed from it, so guilds made in quick succession still spread
// over the shards.
func (g *ids) nextGuild(now time.Time) wire.Snowflake {
	id := wire.Snowflake(now.UnixMilli()-wire.Epoch) << 22
	if floor := (g.last>>22 + 1) << 22; id < floor {
		id = floor
	}
	g.last = id
	return id
}
