package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/store/engine"
)

// overdue returns when data of a removal at noon is deleted.
func overdue() time.Time { return noon().AddDate(0, 0, settings.Default().Keep) }

// The tables of a deleted guild end. If they can't be ended, the guild's data is kept, and other
// guilds are deleted.
func TestDeletingAGuildEndsItsTables(t *testing.T) {
	s := openNew(t)
	h := registryOn(t, s)
	m, stays := dealt(t, h, "g1", "c1"), dealt(t, h, "g3", "c3")
	for _, guild := range []string{"g1", "g2"} {
		must(t, set(t.Context(), s, guild, time.Minute), s.GuildRemoved(t.Context(), guild, noon()))
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
	isError(t, "a click at the table", errOf(click(t, h, m)), nil)
	purges(t, s, overdue(), h.EndGuild, 1)
	if _, err := click(t, h, m); !errors.Is(err, match.ErrNoTable) || h.TableIn("c1") != 0 {
		t.Errorf("a click at a table that is deleted: %v", err)
	}
	isError(t, "a click at another guild's table", errOf(click(t, h, stays)), nil)
	live, err := live(t.Context(), s)
	equal(t, "live tables", []match.ID{stays.ID}, live, err)
	sound(t, s)
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
		play := func() { sit(t, s, rand, "g1", ann, bob).finish() }
		play()
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		if c.early {
			purges(t, s, overdue(), func(ctx context.Context, guild string) error { return c.does(ctx, s) }, 0)
		} else {
			// The deletion is interrupted and continues after the bot has returned and left.
			if begun, err := s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()}); !begun || err != nil {
				t.Fatal(begun, err)
			}
			must(t, c.does(t.Context(), s))
			if c.kept {
				play()
			}
			purges(t, s, overdue(), noEvict, 1)
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
		do  func(*Store)
	}{
		{"it goes on", func(*Store) {}},
		{"everything is recomputed", func(s *Store) { rebuild(t, s) }},
		{"somebody plays there", func(s *Store) { sit(t, s, gametest.NewRand(5), "g1", ann, cy).finish() }},
	} {
		s := openNew(t)
		rand := gametest.NewRand(3)
		sit(t, s, rand, "g2", ann, bob).finish()
		stays := standings(t, s)
		sit(t, s, rand, "g1", ann, bob).finish()
		must(t, s.GuildRemoved(t.Context(), "g1", noon()))
		if begun, err := s.beginPurge(t.Context(), removal{guild: "g1", at: noon().UnixMilli()}); !begun || err != nil {
			t.Fatal(begun, err)
		}
		steps := 0
		for more := true; more; steps++ {
			err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) (err error) {
				more, err = tx.purgeDerived(ctx, "g1", 3)
				return err
			})
			must(t, err)
			clear(t, s)
			if steps == 5 {
				c.do(s)
				clear(t, s)
			}
		}
		if steps < 7 {
			t.Errorf("%s: it went in %d steps", c.why, steps)
		}
		played := standings(t, s)
		purges(t, s, overdue(), noEvict, 1)
		clear(t, s)
		equal(t, c.why+": what was played since", played, standings(t, s), nil)
		if c.why != "somebody plays there" {
			equal(t, c.why+": the other guild", stays, played, nil)
		}
	}
}

// A person may be forgotten while they sit at a table. The table continues with a former
// player, whose results count, and if they return they are somebody else.
func TestForgettingSomebodyWhoIsSeated(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	h := registryOn(t, s)
	m := dealt(t, h, "g1", "c1")
	must(t, s.Forget(t.Context(), bob))
	people, err := s.People(t.Context(), ann, bob)
	equal(t, "known", map[standing.Player]standing.Person{ann: {ID: "100", Name: "Ann"}}, people, err)
	again, err := s.Player(t.Context(), "200", "Bob")
	if again == bob || err != nil {
		t.Errorf("who comes back is %d, %v", again, err)
	}
	refused := (*game.Illegal)(nil)
	if _, err := h.Do(t.Context(), m.ID, match.Leave{Player: again}); !errors.As(err, &refused) {
		t.Errorf("who comes back leaves a seat that is not theirs: %v", err)
	}
	for m.Phase == match.Playing {
		m, err = click(t, h, m)
		must(t, err)
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
	clear(t, s)
}
