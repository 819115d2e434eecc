package commands

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
)

// removals is a Store that knows guilds and records which of them removed the bot.
type removals struct {
	Store          // nil; the other methods must not be called
	known, removed []string
	fails          error // why the guilds can't be read
}

func (r *removals) Guilds(context.Context) ([]string, error) { return slices.Clone(r.known), r.fails }

func (r *removals) GuildRemoved(_ context.Context, guild string, _ time.Time) error {
	r.removed = append(r.removed, guild)
	return nil
}

// No event tells the bot of a removal while it has no session. Guilds that Discord no longer lists when one begins
// have removed it, unless so many are missing that the token is probably another application's.
func TestServersThatRemovedTheBotWhileItWasAwayAreNoticed(t *testing.T) {
	for _, tt := range []struct {
		why           string
		known, listed string // the guilds 1 to 4 belong to the shard, and 5 to 9 to another
		fails         error
		want          string // those that count as removed
		warns         string
	}{
		{"all are there, and a new one", "1 2", "1 2 3", nil, "", ""},
		{"nothing is known yet", "", "1 2 3", nil, "", ""},
		{"one of one", "1", "", nil, "1", ""},
		{"one of two", "1 2", "2", nil, "1", ""},
		{"half of four", "1 2 3 4", "2 3", nil, "1 4", ""},
		{"two of two", "1 2", "", nil, "", "most of the servers"},
		{"two of three", "1 2 3", "1", nil, "", "most of the servers"},
		{"all of four, in which the other application is in others", "1 2 3 4", "10 11 12 13", nil, "", "most of the servers"},
		{"those of another shard are not expected", "1 2 5 6 7 8 9", "1 2", nil, "", ""},
		{"those of another shard don't count", "1 2 3 5 6 7 8 9", "3", nil, "", "most of the servers"},
		{"the database can't be read", "1", "", errors.New("the disk is gone"), "", "the disk is gone"},
	} {
		var log strings.Builder
		store := &removals{known: strings.Fields(tt.known), fails: tt.fails}
		c := New(Config{Store: store, Logger: zerolog.New(&log).Level(zerolog.WarnLevel)})
		c.Listed(func(guild string) bool { return guild < "5" }, strings.Fields(tt.listed))
		if d := cmp.Diff(strings.Fields(tt.want), store.removed, cmp.Transformer("", func(s []string) string { return strings.Join(s, " ") })); d != "" {
			t.Errorf("%s: what counts as removed (-want +got):\n%s", tt.why, d)
		}
		if lines := log.String(); !strings.Contains(lines, tt.warns) || (lines == "") != (tt.warns == "") {
			t.Errorf("%s: got the log %q, want %q", tt.why, lines, tt.warns)
		}
	}
}

// No event tells the bot that a channel was deleted while it was stopped. Discord refuses the next message there, and
// then the table ends: a table that was awake at once, a sleeping one when something is due.
func TestTheTableOfAChannelThatWasDeletedWhileTheBotWasAwayEnds(t *testing.T) {
	for _, tt := range []struct {
		why           string
		before, after time.Duration // how long nobody does anything before the stop and after the next start
	}{
		{"awake", time.Minute, 2 * time.Minute},
		{"asleep until the turn's time is out", 20 * time.Minute, 25 * time.Hour},
	} {
		withTable(t, 24*time.Hour, nil, func(e *fixture) {
			e.sleep(tt.before)
			e.stop()
			e.discord.change(func(p *fakeDiscord) { p.gone = tableChannel })
			e.start()
			e.sleep(tt.after)
			if live := e.tables.Live(); len(live) > 0 {
				t.Errorf("%s: the table is still live: %+v", tt.why, e.match().Phase)
			}
		})
	}
}
