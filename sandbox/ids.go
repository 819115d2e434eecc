package sandbox

import (
	"fmt"
	"strconv"
	"time"
)

// snowflake is Discord's id: milliseconds since 2015 in the upper 42 bits. In JSON it is a string.
type snowflake uint64

// epoch is the first instant a snowflake can name, in Unix milliseconds.
const epoch = 1420070400000

func (s snowflake) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(s), 10), nil
}

func (s *snowflake) UnmarshalText(b []byte) error {
	n, err := strconv.ParseUint(string(b), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a snowflake", b)
	}
	*s = snowflake(n)
	return nil
}

func (s snowflake) String() string { return strconv.FormatUint(uint64(s), 10) }

// time is when the id was given out, to the millisecond.
func (s snowflake) time() time.Time { return time.UnixMilli(int64(s>>22) + epoch) }

func parseID(text string) (snowflake, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	return snowflake(n), err == nil && n > 0
}

// ids gives out snowflakes, each greater than the one before. The world's lock guards it.
type ids struct{ last snowflake }

func (g *ids) next(now time.Time) snowflake {
	id := snowflake(now.UnixMilli()-epoch) << 22
	if id <= g.last {
		id = g.last + 1
	}
	g.last = id
	return id
}

// nextGuild gives each guild a millisecond of its own, so that guilds made at once still spread over shards, which count
// those milliseconds.
func (g *ids) nextGuild(now time.Time) snowflake {
	id := snowflake(now.UnixMilli()-epoch) << 22
	if floor := (g.last>>22 + 1) << 22; id < floor {
		id = floor
	}
	g.last = id
	return id
}
