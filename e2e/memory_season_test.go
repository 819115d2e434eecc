package e2e

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
	"deuces/settings"
	"deuces/standing"
	"deuces/store"
)

// A season ends by its plan while the bot is down: when it is back it posts what
// the season is remembered for, once, and nothing is deleted.
func TestASeasonEndsByItsPlan(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC()
	for _, tt := range []struct {
		plan standing.Plan
		in   time.Time // some time in the season before this one
		name string
	}{
		{standing.Monthly, standing.Monthly.Start(now).AddDate(0, 0, -10), standing.Monthly.Start(now).AddDate(0, 0, -10).Format("January 2006")},
		{standing.Quarterly, standing.Quarterly.Start(now).AddDate(0, 0, -10), ""},
	} {
		t.Run(string(tt.plan), func(t *testing.T) {
			t.Parallel()
			if tt.name == "" {
				tt.name = fmt.Sprintf("Quarter %d of %d", (tt.in.Month()+2)/3, tt.in.Year())
			}
			h := newHouse(t)
			g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
			ann, bob := g.users[0], g.users[1]
			panel := g.show(ann, "settings", nil, "settings · Tables")
			panel = g.press(ann, panel, "settings/page", "season")
			g.has(panel, "No season yet")
			g.press(ann, panel, "settings/season/plan", string(tt.plan))
			guild, channel := h.place("cards")
			h.between(func(ctx context.Context, db *store.Store) {
				set, err := db.GuildSettings(ctx, guild)
				if err != nil || set.Season != tt.plan {
					t.Fatalf("the plan is %q, %v", set.Season, err)
				}
				past{system: "ahole", options: map[string]string{"target": "2"}, users: g.users, began: tt.in, seed: 1}.write(ctx, t, db, guild, channel)
			})

			post := g.awaitText(bob, "The season is over")
			g.has(post, "### "+tt.name)
			g.has(post, "1 round · 4 players")
			g.has(post, "🏅 **")
			final, err := bob.Click(t.Context(), post.ID, button(post, "season/1"))
			if err != nil {
				t.Fatal(err)
			}
			g.has(final.Message(), "Sorted by matches won · Season: "+tt.name)
			g.has(final.Message(), "4 players")
			if !final.Message().Ephemeral {
				t.Error("the season's leaderboard is shown to everybody")
			}
			if again := g.awaitText(bob, "The season is over"); again.ID != post.ID || again.Text() != post.Text() {
				t.Errorf("whoever looks at the leaderboard replaces the post:\n%s", again.Text())
			}

			hall := g.show(ann, "seasons", nil, "### "+tt.name)
			g.has(hall, "ended 1 ")
			g.has(hall, "in progress · 0 rounds")
			g.has(g.show(ann, "leaderboard", nil, "All games"), "4 players") // for good
			board := g.show(ann, "leaderboard", map[string]any{"game": "ahole"}, "Sorted by matches won")
			board = g.press(ann, board, ending(board, "/period"), "season")
			g.has(board, "nobody played a round that counts here in this period")
			board = g.press(ann, board, ending(board, "/period"), "s1")
			g.has(board, "4 players")
			g.show(ann, "history", nil, "**President**")
			g.show(ann, "titles", nil, "President: **") // titles outlast seasons

			h.stop()
			h.start()
			g.show(ann, "seasons", nil, "### "+tt.name)
			if n := len(posts(g, bob, "The season is over")); n != 1 {
				t.Errorf("the end of the season was posted %d times", n)
			}
		})
	}
}

// posts are the messages of the group's channel that say something.
func posts(g *group, u *sandboxtest.User, text string) (found []sandboxtest.Message) {
	g.t.Helper()
	all, err := u.Messages(g.t.Context(), g.channel)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, m := range all {
		if strings.Contains(m.Text(), text) {
			found = append(found, m)
		}
	}
	return found
}

// The bot is removed from a server and invited back in time: all is there. It is
// removed for longer than the server keeps data: nothing is, and another server has
// all of its own.
func TestAServersDataOutlivesAShortRemoval(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	ann := g.users[0]
	var other struct {
		ID       string
		Channels []struct{ ID string }
	}
	if err := h.Do(t.Context(), "POST", "/sandbox/guilds", map[string]any{"name": "Elsewhere", "channels": []string{"den"}}, &other); err != nil {
		t.Fatal(err)
	}
	there := &group{house: h, channel: other.Channels[0].ID, users: g.users}
	panel := g.show(ann, "settings", nil, "settings · Tables")
	panel = g.press(ann, panel, "settings/page", "data")
	g.press(ann, panel, "settings/data/keep", "7")
	guild, channel := h.place("cards")
	h.between(func(ctx context.Context, db *store.Store) {
		past{system: "ahole", options: map[string]string{"target": "2"}, users: g.users, began: time.Now().AddDate(0, 0, -1), seed: 1}.write(ctx, t, db, guild, channel)
		past{system: "acehole", rounds: 1, users: g.users[:3], began: time.Now().AddDate(0, 0, -1), seed: 2}.write(ctx, t, db, other.ID, there.channel)
	})
	shown := g.remembered()
	elsewhere := there.remembered()

	removed := func(days int) {
		t.Helper()
		if err := h.Do(t.Context(), "DELETE", "/sandbox/guilds/Sandbox", nil, nil); err != nil {
			t.Fatal(err)
		}
		h.noted(guild, true)
		h.between(func(ctx context.Context, db *store.Store) { // and it was so for a while
			for _, err := range []error{db.GuildJoined(ctx, guild), db.GuildRemoved(ctx, guild, time.Now().AddDate(0, 0, -days).Add(-time.Minute))} {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	back := func() {
		t.Helper()
		if err := h.Do(t.Context(), "POST", "/sandbox/guilds", map[string]any{"name": "Sandbox"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	removed(6)
	back()
	h.noted(guild, false)
	if now := g.remembered(); now != shown {
		t.Errorf("after six days of seven, from\n%s\nto\n%s", shown, now)
	}
	g.has(g.press(ann, g.show(ann, "settings", nil, "Tables"), "settings/page", "data"), "removed from this server")

	removed(7)
	h.noted(guild, false) // when all is deleted, that is forgotten too
	back()
	g.show(ann, "leaderboard", nil, "Nobody has finished a round yet")
	g.show(ann, "history", nil, "No finished matches yet")
	g.show(ann, "titles", nil, "Nobody holds a title yet")
	g.show(ann, "seasons", nil, "No season yet")
	if now := there.remembered(); now != elsewhere {
		t.Errorf("the other server had\n%s\nand has\n%s", elsewhere, now)
	}
	h.between(func(ctx context.Context, db *store.Store) {
		if set, err := db.GuildSettings(ctx, guild); err != nil || set.Keep != settings.Default().Keep {
			t.Errorf("its settings are still there: %+v, %v", set, err)
		}
		if _, known, err := db.Find(ctx, g.users[3].ID); err != nil || known {
			t.Errorf("who played nowhere else is still known: %v, %v", known, err)
		}
		if _, known, err := db.Find(ctx, ann.ID); err != nil || !known {
			t.Errorf("who plays elsewhere is not known any more: %v", err)
		}
	})
}

// remembered is what the server shows of its past.
func (g *group) remembered() string {
	g.t.Helper()
	said := ""
	for _, command := range []string{"leaderboard", "titles", "seasons", "history"} {
		said += g.show(g.users[0], command, nil, "").Text() + "\n"
	}
	return said
}

// noted waits until the bot's database has it, or has it no more, that a guild
// removed the bot.
func (h *house) noted(guild string, want bool) {
	h.t.Helper()
	db, err := sql.Open("sqlite", "file:"+h.db+"?mode=ro")
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	h.stored(fmt.Sprintf("that the guild removed the bot is noted: %t", want), func() (noted bool) {
		if err := db.QueryRowContext(h.t.Context(), `SELECT count(*) FROM removed WHERE guild = ?`, guild).Scan(&noted); err != nil {
			h.t.Fatal(err)
		}
		return noted == want
	})
}
