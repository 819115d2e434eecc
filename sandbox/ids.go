package sandbox

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// snowflake is Discord's id: milliseconds since 2015 in the upper 42 bits. In JSON it is a string.
type snowflake uint64

// epoch is the first instant a snowflake can name, in Unix milliseconds.
const epoch = 1420070400000

func (s snowflake) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(s), 10), nil
}

// UnmarshalJSON takes a number for an id as Discord does, though it gives out strings only.
func (s *snowflake) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	n, err := strconv.ParseUint(strings.Trim(string(b), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is not a snowflake", b)
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

// snowflake reads an id that came as text, "" being none; what is no number fails.
func (p *field) snowflake(text string) snowflake {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil && text != "" {
		p.coerced(text, "snowflake")
	}
	return snowflake(n)
}

// pathIDs are the ids in the routes' paths, by the names that Discord has for them. A webhook's is its application's.
var pathIDs = map[string]string{
	"app": "application_id", "channel": "channel_id", "command": "command_id", "emoji": "emoji_id", "guild": "guild_id",
	"interaction": "interaction_id", "message": "message_id", "overwrite": "overwrite_id", "role": "role_id", "user": "user_id",
}

// checkIDs refuses a path with something else where its route wants an id.
func checkIDs(r *http.Request) error {
	f, at := newForm()
	hook := strings.Contains(r.Pattern, " /webhooks/")
	for name, called := range pathIDs {
		text := r.PathValue(name)
		switch {
		case text == "@original" && name == "message" && hook, text == "@me" && strings.Contains(r.Pattern, "/thread-members/"):
			continue // the words that these routes take for an id
		case name == "app" && hook:
			called = "webhook_id"
		}
		at.key(called).snowflake(text)
	}
	return f.err()
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
