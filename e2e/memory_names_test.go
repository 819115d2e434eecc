package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// People may call themselves what Discord lets them: whatever shows what a server
// remembers stays within Discord's description and limits, notifies nobody, and
// turns no text around.
func TestNoNameBreaksAMessage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	names := []string{
		"Ann", strings.Repeat("👨‍👩‍👧", 6), strings.Repeat("𝕬", 32), strings.Repeat("*_~`|>#[]()-\\", 2), "\u202eשלום \u202dabc",
		"@everyone @here", "<@1> <@&2> <#3> <t:0:R>", "https://x.com/a :smile:", "\u2800\u3164", "a\u0301\u0300\u0489\u0489\u0489\u0489\u0489\u0489",
	}
	g := h.group(2, "cards", names...)
	ann := g.users[0]
	guild, channel := h.place("cards")
	h.between(func(ctx context.Context, db *store.Store) {
		for i, sys := range systems.All() {
			for from := 0; from < 8; from += 3 {
				past{system: sys.Name, users: g.users[from : from+4][:4], rounds: 2, began: time.Now().AddDate(0, 0, -20+i+from), seed: uint64(i)}.write(ctx, t, db, guild, channel)
			}
		}
	})
	for _, sys := range systems.All() {
		game := map[string]any{"game": sys.Name}
		g.press(ann, g.show(ann, "leaderboard", game, "page 1"), "where/")
		g.show(ann, "titles", game, "Titles in")
		match := g.press(ann, g.show(ann, "history", game, "page 1"), "past/")
		frame := g.press(ann, match, "watch/", "1")
		g.press(ann, frame, ending(frame, "/last"))
	}
	for _, u := range g.users {
		g.show(ann, "stats", map[string]any{"player": u.ID}, "rounds")
		g.show(u, "privacy", nil, "What I know")
		g.has(g.private(u, "privacy/show"), "player number")
	}
	panel := g.panel("season")
	panel = g.press(ann, panel, "settings/season/close/ask")
	g.press(ann, panel, "settings/season/close/now")
	g.awaitText(ann, "The season is over")
	g.show(ann, "seasons", nil, "Hall of fame")
	g.press(ann, g.panel("tables"), "settings/tables/threads/on")
	trouble := &group{house: h, channel: "cards", users: append([]*sandboxtest.User{}, g.users[7], g.users[5], g.users[2], g.users[3])}
	opened := trouble.show(trouble.users[0], "play", map[string]any{"game": "president"}, "opened a table in")
	for _, u := range trouble.users[1:] {
		trouble.press(u, opened, "join/")
	}

	calls, err := h.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	holdAgainstDiscord(t, calls)
	for _, c := range calls {
		var body struct {
			Mentions *struct{ Parse, Users []string } `json:"allowed_mentions"`
			Data     *struct {
				Mentions *struct{ Parse, Users []string } `json:"allowed_mentions"`
			} `json:"data"`
		}
		if json.Unmarshal(c.Body, &body) != nil {
			continue
		}
		allowed := body.Mentions
		if allowed == nil && body.Data != nil {
			allowed = body.Data.Mentions
		}
		if allowed != nil && (len(allowed.Parse) > 0 || len(allowed.Users) > 0) {
			t.Errorf("%s %s notifies: %s", c.Method, c.Path, c.Body)
		}
		if strings.ContainsRune(string(c.Body), '\u202e') {
			t.Errorf("%s %s turns the text around: %s", c.Method, c.Path, c.Body)
		}
	}
	for _, u := range g.users {
		all, err := u.Messages(t.Context(), g.channel)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if m.Everyone {
				t.Errorf("everybody is notified by\n%s", m.Text())
			}
		}
	}
}
