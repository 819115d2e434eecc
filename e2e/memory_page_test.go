package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// What a server remembers, as people see it, on a computer and on a phone, light
// and dark. The pictures are kept where DEUCES_OUT says, to be looked at; what is
// tested is that all of it is drawn, and fits.
func TestMemoryFitsOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(4, "general", "Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lee")
	ann := g.users[0]
	guild, channel := h.place("general")
	h.between(func(ctx context.Context, db *store.Store) {
		began := time.Now().AddDate(0, -2, 0)
		for i := range 12 {
			users := append([]*sandboxtest.User{ann}, g.users[1+i%9:4+i%9]...)
			past{system: []string{"ahole", "president", "bigtwo"}[i%3], users: users, rounds: 4, began: began.AddDate(0, 0, 4*i), seed: uint64(i)}.write(ctx, t, db, guild, channel)
		}
		past{system: "acehole", users: g.users[:2], computers: 2, rounds: 1, began: time.Now().AddDate(0, 0, -1), seed: 99}.write(ctx, t, db, guild, channel)
	})
	b := chromium.Open(t, 1280, 1100)
	each := gametest.Dose(t, 1, 3, 3) // of the three views, how many are taken of each message; in turn
	taken := 0

	// newest takes a picture of a message that was just sent, once the page shows
	// what it has to say, at each width and in each scheme.
	newest := func(name string, m sandboxtest.Message, says ...string) {
		t.Helper()
		at := fmt.Sprintf(`.message[data-message-id="%s"]`, m.ID)
		views := []struct {
			name, scheme  string
			width, height int
		}{
			{"", "light", 1280, 1100}, {"-dark", "dark", 1280, 1100}, {"-phone", "dark", 390, 844},
		}
		for range each {
			view := views[taken%len(views)]
			taken++
			b.Resize(view.width, view.height)
			b.Scheme(view.scheme)
			if view.width > 500 {
				b.Wait(".sidebar")
			} else {
				b.Gone(".sidebar")
			}
			for _, words := range says {
				b.WaitText(at+" .container", words)
			}
			b.Until(fmt.Sprintf(`[...document.querySelectorAll('%s img')].every(i => i.complete && i.naturalWidth > 0)`, at))
			b.Until(fmt.Sprintf(`(document.querySelector('%s').scrollIntoView({block: "end", behavior: "instant"}), true)`, at))
			b.Screenshot(name + view.name)
			// Nothing sticks out of the message, and the message out of the window.
			if out := browsertest.Eval[[]string](b, fmt.Sprintf(`
				const frame = document.querySelector('%s .container').getBoundingClientRect();
				const out = [...document.querySelectorAll('%s .container *')].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > frame.right + 1);
				if (frame.right > innerWidth + 1) out.push(document.body);
				return out.map(e => e.tagName + " " + e.textContent.slice(0, 40));`, at, at)); len(out) > 0 {
				t.Errorf("%s%s sticks out: %s", name, view.name, strings.Join(out, "; "))
			}
		}
	}
	b.Go(h.URL + "/#user=Ann&channel=general")
	board := g.show(ann, "leaderboard", nil, "Sorted by points") // nobody has won a match
	newest("leaderboard", board, "page 1 of 2", "12 players", "Where am I?")
	board = g.press(ann, board, ending(board, "/by"), "rating")
	newest("leaderboard-rating", board, "Sorted by rating")
	newest("where", g.press(ann, board, "where/"), "Ann (you)")
	newest("stats", g.show(ann, "stats", nil, "Plays most often with"), "Longest streak", "Rating")
	if n := b.Count(".container img"); n != 1 {
		t.Errorf("%d pictures of statistics are shown, not one", n)
	}
	newest("titles", g.show(ann, "titles", nil, "👑"), "Titles in this server", "Longest streaks")
	newest("seasons", g.show(ann, "seasons", nil, "Hall of fame"), "most points")
	list := g.show(ann, "history", nil, "Matches")
	newest("history", list, "page 1 of 3")
	match := g.press(ann, list, "past/")
	newest("match", match, "Watch a round", "Save the records")
	frame := g.press(ann, match, "watch/", "1")
	for range 9 {
		frame = g.press(ann, frame, ending(frame, "/next"))
	}
	newest("watch", frame, "Move 9 of")
	newest("help", g.show(ann, "help", nil, "Card games"), "Open a table")
	newest("privacy", g.show(ann, "privacy", nil, "What I know"), "Delete it…")
	panel := g.show(ann, "settings", nil, "settings · Tables")
	newest("settings-tables", panel, "A thread for each table", "Mentions")
	for page, says := range map[string]string{"titles": "Our own words", "season": "A season ends", "roles": "Roles for titles", "presets": "New preset…", "data": "If I am removed"} {
		panel = g.press(ann, panel, "settings/page", page)
		newest("settings-"+page, panel, says)
	}
}
