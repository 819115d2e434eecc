package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
	"deuces/standing"
	"deuces/store"
)

// rude are words that a clean server never shows.
var rude = regexp.MustCompile(`(?i)ahole|asshole|acehole|half\\?-ass`)

// rudely finds the rude words in what the bot sent between two calls, as people see
// it: custom_ids and values of menus are keys that no client shows, and so are those
// of commands. Files are data: records name their system and its own titles.
func (h *house) rudely(from, to int) (found []string, bodies int) {
	h.t.Helper()
	calls, err := h.Calls(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	var walk func(v any, look func(string))
	walk = func(v any, look func(string)) {
		switch v := v.(type) {
		case string:
			look(v)
		case []any:
			for _, x := range v {
				walk(x, look)
			}
		case map[string]any:
			for key, x := range v {
				if key != "custom_id" && key != "value" {
					walk(x, look)
				}
			}
		}
	}
	for _, c := range calls {
		if c.Number <= from || c.Number > to || strings.HasPrefix(c.Path, "/applications/") {
			continue
		}
		var body any
		if json.Unmarshal(c.Body, &body) != nil {
			continue
		}
		bodies++
		walk(body, func(s string) {
			if word := rude.FindString(s); word != "" {
				found = append(found, fmt.Sprintf("%s %s: %q in %.200q", c.Method, c.Path, word, s))
			}
		})
	}
	return found, bodies
}

// A server wants clean words: from then on no rude one stands in anything that the
// bot sends there, whatever people do and whatever they are called.
func TestNoRudeWordInACleanServer(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "MENTION=turn")
	g := h.group(5, "cards", "Ann", "AHOLE Bob", "AssHole", "acehole half-ass")
	ann, bob, cy := g.users[0], g.users[1], g.users[2]
	ctx := t.Context()
	// Before: the same bodies do have them, else the search would show nothing.
	lobby := g.show(ann, "play", map[string]any{"game": "acehole"}, "Acehole")
	g.end(ann)
	g.await(ann, func(m sandboxtest.Message) bool { return m.ID == lobby.ID && len(m.Buttons()) == 0 }) // its last edit has the word
	if found, _ := h.rudely(0, h.lastCall()); len(found) == 0 {
		t.Fatal("the search finds no rude word where there are some")
	}
	panel := g.press(ann, g.panel("titles"), "settings/titles/wording", "clean")
	from := h.lastCall()

	_, channel := h.place("cards")
	guild, _ := h.place("cards")
	h.between(func(ctx context.Context, db *store.Store) {
		before := standing.Monthly.Start(time.Now()).AddDate(0, 0, -3)
		for i, sys := range systems.All() {
			past{system: sys.Name, users: g.users, rounds: 2, began: before.Add(time.Duration(i) * time.Hour), seed: uint64(i)}.write(ctx, t, db, guild, channel)
		}
		past{system: "acehole", users: g.users[:2], computers: 1, rounds: 1, began: time.Now().AddDate(0, 0, -1), seed: 9}.write(ctx, t, db, guild, channel)
	})

	// What is remembered, from every side.
	for _, sys := range systems.All() {
		game := map[string]any{"game": sys.Name}
		rules := g.show(bob, "rules", game, "")
		for i := 1; ; i++ { // all pages
			next := ""
			for _, b := range rules.Buttons() {
				if strings.HasSuffix(b.CustomID, fmt.Sprintf("/%d", i)) {
					next = b.CustomID
				}
			}
			if next == "" || i > 20 {
				break
			}
			rules = g.press(bob, rules, next)
		}
		board := g.show(bob, "leaderboard", game, "Leaderboard · ")
		for _, by := range board.All() {
			if strings.HasSuffix(by.CustomID, "/by") {
				for _, o := range by.Options {
					board = g.press(bob, board, ending(board, "/by"), o.Value)
					g.has(board, "Sorted by ")
				}
			}
		}
		g.press(bob, board, "where/")
		g.show(bob, "titles", game, "Titles in")
		for _, u := range g.users {
			g.show(bob, "stats", map[string]any{"player": u.ID, "game": sys.Name}, "rounds")
		}
		list := g.show(bob, "history", game, "page 1 of 1")
		match := g.press(bob, list, "past/")
		frame := g.press(bob, match, "watch/", "1")
		g.press(bob, g.press(bob, frame, ending(frame, "/next")), ending(frame, "/last"))
	}
	for _, command := range []string{"leaderboard", "titles", "stats", "history", "help", "privacy"} {
		g.show(bob, command, nil, "")
	}
	g.private(bob, "privacy/show")
	for _, command := range []string{"play", "leaderboard", "help"} {
		for _, typed := range []string{"", "a", "scum"} {
			if _, err := bob.Autocomplete(ctx, g.channel, command, "game", map[string]any{"game": typed}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := bob.Autocomplete(ctx, g.channel, "leaderboard", "by", map[string]any{"game": "asshole", "by": ""}); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"tables", "season", "roles", "data", "presets", "titles"} {
		panel = g.press(ann, panel, "settings/page", page)
	}
	form, err := ann.Click(ctx, panel.ID, "form/words")
	if err != nil || form.Response.Type != 9 {
		t.Fatalf("the form of own words: %v", err)
	}

	// The end of a season, and the hall of fame.
	panel = g.press(ann, panel, "settings/page", "season")
	panel = g.press(ann, panel, "settings/season/close/ask")
	g.press(ann, panel, "settings/season/close/now")
	post := g.awaitText(bob, "The season is over")
	g.press(bob, post, "season/")
	g.show(bob, "seasons", nil, "Hall of fame")

	// Tables: lobbies, options, hands, pings, a vote, a kick, results, in a thread too.
	for _, sys := range systems.All() {
		g.open(sys.Name, brief(t, sys, 2))
		board := g.await(bob, func(m sandboxtest.Message) bool {
			return !m.Ephemeral && button(m, "hand/"+g.table) != "" && isBoard(m)
		})
		g.press(bob, g.press(bob, board, "menu/"), "rules/")
		if _, err := bob.Command(ctx, g.channel, "hand", nil); err != nil {
			t.Fatal(err)
		}
		g.do(bob, "cards", map[string]any{"cards": "7c 7d 8h"}, "")
		g.do(bob, "kick", map[string]any{"player": "Scum"}, "You voted to remove")
		vote := "vote/" + g.table + "/" // the poll of the table before may be there still
		poll := g.await(ann, func(m sandboxtest.Message) bool { return button(m, vote) != "" })
		g.has(poll, "wants to remove")
		g.press(g.users[3], poll, vote)
		g.do(ann, "kick", map[string]any{"player": "ace vice-scum"}, "removed from the table")
		g.do(ann, "table", nil, "")
		g.end(ann)
		g.await(ann, func(m sandboxtest.Message) bool {
			return button(m, "rematch/"+g.table) != "" || m.ID == board.ID && button(m, "hand/") == ""
		})
	}
	g.open("ahole", map[string]any{"target": 2})
	last, _ := g.playOn(nil)
	g.has(last, "Scum")
	g.press(ann, g.panel("tables"), "settings/tables/threads/on")
	g.show(cy, "play", map[string]any{"game": "acehole"}, "opened a table in <#")

	found, bodies := h.rudely(from, h.lastCall())
	for _, what := range found {
		t.Error(what)
	}
	if bodies < 200 {
		t.Errorf("only %d bodies were looked through", bodies)
	}
}
