package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
)

// overdue returns when data of a removal at noon is deleted.
func overdue() time.Time { return noon().AddDate(0, 0, settings.Default().Keep) }

func TestDeletingAGuildEndsItsTables(t *testing.T) {
	s := openNew(t)
	h := registryOn(t, s, nil)
	goes, stays := dealt(t, h, "g1", "c1"), dealt(t, h, "g2", "c2")
	if err := s.GuildRemoved(t.Context(), "g1", noon()); err != nil {
		t.Fatal(err)
	}
	if n, err := s.PurgeGuilds(t.Context(), overdue(), h.EndGuild); n != 1 || err != nil {
		t.Fatalf("%d guilds are deleted: %v", n, err)
	}
	if _, err := click(t, h, goes); !errors.Is(err, match.ErrNoTable) {
		t.Errorf("a click at a table that is deleted: %v", err)
	}
	if h.TableIn("c1") != 0 {
		t.Error("a deleted table is live")
	}
	if _, err := click(t, h, stays); err != nil {
		t.Errorf("a click at another guild's table: %v", err)
	}
	live, err := live(t.Context(), s)
	if !slices.Equal(live, []match.ID{stays.ID}) || err != nil {
		t.Error(live, err)
	}
	sound(t, s)
}

// If a guild's tables can't be ended, its data is kept, and other guilds are deleted.
func TestAGuildWithALiveTableIsDeletedLater(t *testing.T) {
	s := openNew(t)
	h := registryOn(t, s, nil)
	m := dealt(t, h, "g1", "c1")
	for _, guild := range []string{"g1", "g2"} {
		if err := errors.Join(set(t.Context(), s, guild, time.Minute), s.GuildRemoved(t.Context(), guild, noon())); err != nil {
			t.Fatal(err)
		}
	}
	before := contents(t, s)
	busy := errors.New("the tables can't be ended")
	n, err := s.PurgeGuilds(t.Context(), overdue(), func(_ context.Context, guild string) error {
		if guild == "g1" {
			return busy
		}
		return nil
	})
	if n != 1 || !errors.Is(err, busy) {
		t.Errorf("%d guilds are deleted, want g2 alone: %v", n, err)
	}
	if n, err := s.PurgeGuilds(t.Context(), overdue(), noEvict); n != 0 || err == nil {
		t.Errorf("%d guilds are deleted, with a live table: %v", n, err)
	}
	for _, name := range []string{"tables", "events", "people"} {
		if now := contents(t, s); now[name] != before[name] {
			t.Errorf("%s: %s rows, and then %s", name, before[name], now[name])
		}
	}
	if _, err := click(t, h, m); err != nil {
		t.Errorf("a click at the table: %v", err)
	}
	if n, err := s.PurgeGuilds(t.Context(), overdue(), h.EndGuild); n != 1 || err != nil {
		t.Errorf("%d guilds are deleted the next time: %v", n, err)
	}
}

// While a guild's data is being deleted the bot returns, and may be removed again.
func TestTheBotMayReturnWhileItsGuildIsDeleted(t *testing.T) {
	t.Parallel()
	later := overdue().AddDate(0, 0, 7) // after the second removal
	for _, c := range []struct {
		why   string
		does  func(context.Context, *Store) error
		early bool // before the deletion has begun
		kept  bool // still kept after the second removal
		goes  bool // deleted then
	}{
		{"nothing", func(context.Context, *Store) error { return nil }, false, false, false},
		{"the bot returns", func(ctx context.Context, s *Store) error { return s.GuildJoined(ctx, "g1") }, false, true, false},
		{"the bot returns and is removed again", func(ctx context.Context, s *Store) error {
			return errors.Join(s.GuildJoined(ctx, "g1"), s.GuildRemoved(ctx, "g1", later))
		}, false, true, true},
		{"it is removed again and returns again", func(ctx context.Context, s *Store) error {
			return errors.Join(s.GuildJoined(ctx, "g1"), s.GuildRemoved(ctx, "g1", later), s.GuildJoined(ctx, "g1"))
		}, false, true, false},
		{"the bot returns before the deletion begins", func(ctx context.Context, s *Store) error { return s.GuildJoined(ctx, "g1") }, true, true, false},
		{"the bot returns and is removed again before the deletion begins", func(ctx context.Context, s *Store) error {
			return errors.Join(s.GuildJoined(ctx, "g1"), s.GuildRemoved(ctx, "g1", later))
		}, true, true, true},
	} {
		s := openNew(t)
		rand := gametest.NewRand(7)
		play := func() {
			g := sit(t, s, rand, "g1", ann, bob)
			for c := g.next(); c != nil; c = g.next() {
				g.do(c)
			}
		}
		play()
		if err := s.GuildRemoved(t.Context(), "g1", noon()); err != nil {
			t.Fatal(err)
		}
		if c.early {
			n, err := s.PurgeGuilds(t.Context(), overdue(), func(ctx context.Context, guild string) error { return c.does(ctx, s) })
			if n != 0 || err != nil {
				t.Errorf("%s, and %d guilds are deleted: %v", c.why, n, err)
			}
		} else {
			// The deletion is interrupted and continues after the bot has returned and left.
			if begun, err := s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()}); !begun || err != nil {
				t.Fatal(begun, err)
			}
			if err := c.does(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			if c.kept {
				play()
			}
			if n, err := s.PurgeGuilds(t.Context(), overdue(), noEvict); n != 1 || err != nil {
				t.Errorf("%s: %d guilds are deleted: %v", c.why, n, err)
			}
		}
		for _, then := range []struct {
			when time.Time
			kept bool
		}{
			{overdue(), c.kept},
			{later.AddDate(0, 0, settings.Default().Keep).Add(-time.Second), c.kept},
			{later.AddDate(0, 0, settings.Default().Keep), c.kept && !c.goes},
		} {
			if _, err := s.PurgeGuilds(t.Context(), then.when, noEvict); err != nil {
				t.Error(c.why, err)
			}
			tables := contents(t, s)["tables"]
			page, err := s.Leaderboard(t.Context(), standing.Query{Guild: "g1", Order: standing.ByPoints, Limit: 9})
			if (tables == "1") != then.kept || (page.Total > 0) != then.kept || err != nil {
				t.Errorf("%s: at %v there are %s tables and %d on the board, kept: %v (%v)", c.why, then.when, tables, page.Total, then.kept, err)
			}
			clear(t, s)
		}
		if removed := contents(t, s)["removed"]; removed != "0" {
			t.Errorf("%s: in the end %s removals are noted", c.why, removed)
		}
	}
}

// A guild's sums are deleted a few rows at a time. After each step the rest of the database is
// valid, also after a Rebuild or a new round of the guild.
func TestAGuildIsDeletedInSmallSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why string
		do  func(*Store) error
	}{
		{"it goes on", func(*Store) error { return nil }},
		{"everything is recomputed", func(s *Store) error {
			unread, err := s.Rebuild(t.Context(), matchtest.NewToy)
			if len(unread) > 0 {
				t.Error(unread)
			}
			return err
		}},
		{"somebody plays there", func(s *Store) error {
			g := sit(t, s, gametest.NewRand(5), "g1", ann, cy)
			for c := g.next(); c != nil; c = g.next() {
				g.do(c)
			}
			return nil
		}},
	} {
		s := openNew(t)
		rand := gametest.NewRand(3)
		play := func(guild string) {
			g := sit(t, s, rand, guild, ann, bob)
			for c := g.next(); c != nil; c = g.next() {
				g.do(c)
			}
		}
		play("g2")
		stays := standings(t, s)
		play("g1")
		if err := s.GuildRemoved(t.Context(), "g1", noon()); err != nil {
			t.Fatal(err)
		}
		if begun, err := s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()}); !begun || err != nil {
			t.Fatal(begun, err)
		}
		steps := 0
		for more := true; more; steps++ {
			err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) (err error) {
				more, err = tx.purgeDerived(ctx, "g1", 3)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			clear(t, s)
			if steps == 5 {
				if err := c.do(s); err != nil {
					t.Error(c.why, err)
				}
				clear(t, s)
			}
		}
		if steps < 7 {
			t.Errorf("%s: it went in %d steps", c.why, steps)
		}
		played := standings(t, s)
		if n, err := s.PurgeGuilds(t.Context(), overdue(), noEvict); n != 1 || err != nil {
			t.Errorf("%s: %d guilds are deleted: %v", c.why, n, err)
		}
		clear(t, s)
		if diff := cmp.Diff(played, standings(t, s)); diff != "" {
			t.Errorf("%s: what was played since: %s", c.why, diff)
		}
		if c.why != "somebody plays there" {
			if diff := cmp.Diff(stays, played); diff != "" {
				t.Errorf("%s: of the other guild: %s", c.why, diff)
			}
		}
	}
}

// A person may be forgotten while they sit at a table. The table continues with a former
// player, whose results count, and if they return they are somebody else.
func TestForgettingSomebodyWhoIsSeated(t *testing.T) {
	t.Parallel()
	all := copiesOf(t, newFile(t))
	for _, fault := range []struct {
		nth   int
		after bool
	}{{}, {1, false}, {1, true}, {2, true}, {3, false}, {3, true}, {4, true}, {5, false}, {5, true}} {
		t.Run(fmt.Sprintf("%+v", fault), func(t *testing.T) {
			one := all.take(t)
			t.Cleanup(func() { all.give(t, one) })
			driver := &faultDriver{}
			s := openWith(t, one.path, driver.wrap)
			for _, name := range []string{"100", "200"} {
				if _, err := s.Player(t.Context(), name, name); err != nil {
					t.Fatal(err)
				}
			}
			h := registryOn(t, s, nil)
			m := dealt(t, h, "g1", "c1")
			driver.arm(fault.nth, fault.after, errFault)
			err := s.Forget(t.Context(), bob)
			struck := fault.nth > 0 && driver.left() == 0
			driver.arm(0, false, nil)
			if struck != (err != nil) {
				t.Error(err)
			}
			if err != nil { // the caller retries
				if err := s.Forget(t.Context(), bob); err != nil {
					t.Errorf("again: %v", err)
				}
			}
			if people, err := s.People(t.Context(), ann, bob); len(people) != 1 || people[ann].ID != "100" || err != nil {
				t.Errorf("known are %v, %v", people, err)
			}
			again, err := s.Player(t.Context(), "200", "200")
			if again == bob || err != nil {
				t.Errorf("who comes back is %d, %v", again, err)
			}
			if _, err := h.Do(t.Context(), m.ID, match.Leave{Player: again}); !refused(err) {
				t.Errorf("who comes back leaves a seat that is not theirs: %v", err)
			}
			for m.Phase == match.Playing {
				if m, err = click(t, h, m); err != nil {
					t.Fatal(err)
				}
			}
			page, err := s.Leaderboard(t.Context(), standing.Query{Guild: "g1", Order: standing.ByPoints, Limit: 9})
			if page.Total != 2 || err != nil {
				t.Fatalf("%d on the board, %v", page.Total, err)
			}
			for _, r := range page.Rows {
				if (r.Name == "") != (r.Player == bob) {
					t.Errorf("player %d has the name %q", r.Player, r.Name)
				}
			}
			sound(t, s)
			clear(t, s)
		})
	}
}

func refused(err error) bool {
	refused := (*game.Illegal)(nil)
	return errors.As(err, &refused)
}
