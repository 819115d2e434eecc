package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
	"deuces/standing"
)

// One story of what a server remembers: a match is played; people look at it from
// every side, page, filter and save it; admins set how it is told; somebody is
// forgotten, and all look again.
func TestWhatAServerRemembers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(3, "cards", "Ann", "Bob", "Cy", "Dee")
	ann, bob := g.users[0], g.users[1]
	sys := systems.All()[0]

	g.do(bob, "privacy", nil, "What I know about you")
	if m := g.private(bob, "privacy/show"); !strings.Contains(m.Text(), "nothing is stored") {
		t.Errorf("somebody who has not played is told\n%s", m.Text())
	}
	g.do(ann, "history", nil, "No finished matches yet")
	g.open(sys.Name, map[string]any{"target": 2})
	last, _ := g.playOn(nil)

	g.leaderboards(sys)
	g.titles(last)
	g.statistics(sys)
	g.pastMatches(sys)
	g.settings(sys)
	g.forgotten(sys)
}

// press clicks on a message, or chooses values there, and returns the answer.
func (g *group) press(u *sandboxtest.User, m sandboxtest.Message, prefix string, values ...string) sandboxtest.Message {
	g.t.Helper()
	for _, c := range m.All() {
		if strings.HasPrefix(c.CustomID, prefix) && !c.Disabled {
			reply, err := u.Click(g.t.Context(), m.ID, c.CustomID, values...)
			if err != nil {
				g.t.Fatalf("%s clicks %s: %v", u.Name, c.CustomID, err)
			}
			return reply.Message()
		}
	}
	g.t.Fatalf("nothing to click begins with %s in\n%s", prefix, m.Text())
	return sandboxtest.Message{}
}

// ending chooses a menu or button by the end of its custom_id.
func ending(m sandboxtest.Message, suffix string) string {
	for _, c := range m.All() {
		if strings.HasSuffix(c.CustomID, suffix) && !c.Disabled {
			return c.CustomID
		}
	}
	return "nothing ends with " + suffix
}

// private clicks a button of the newest private message that has it.
func (g *group) private(u *sandboxtest.User, prefix string) sandboxtest.Message {
	g.t.Helper()
	m := g.await(u, func(m sandboxtest.Message) bool { return m.Ephemeral && button(m, prefix) != "" })
	return g.press(u, m, prefix)
}

// show uses a command and returns the answer, which has to say something.
func (g *group) show(u *sandboxtest.User, command string, options map[string]any, want string) sandboxtest.Message {
	g.t.Helper()
	reply, err := g.asks(u, command, options)
	if err != nil {
		g.t.Fatalf("%s: %v", command, err)
	}
	g.has(reply.Message(), want)
	return reply.Message()
}

func (g *group) has(m sandboxtest.Message, want string) {
	g.t.Helper()
	if !strings.Contains(m.Text(), want) {
		g.t.Errorf("%q is not said:\n%s", want, m.Text())
	}
}

// file fetches an attachment.
func (g *group) file(m sandboxtest.Message, i int) []byte {
	g.t.Helper()
	if len(m.Attachments) <= i {
		g.t.Fatalf("%d files with\n%s", len(m.Attachments), m.Text())
	}
	resp, err := http.Get(m.Attachments[i].URL)
	if err != nil {
		g.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		g.t.Fatalf("file %s: %s, %v", m.Attachments[i].Filename, resp.Status, err)
	}
	return data
}

func (g *group) leaderboards(sys systems.System) {
	g.t.Helper()
	ann, bob := g.users[0], g.users[1]
	board := g.show(ann, "leaderboard", nil, "Sorted by matches won")
	g.has(board, "page 1 of 1 · 4 players")
	board = g.press(ann, board, ending(board, "/game"), sys.Name)
	g.has(board, "Leaderboard · "+string(sys.Title))
	board = g.press(ann, board, ending(board, "/by"), "rating")
	g.has(board, "Sorted by rating")
	board = g.press(ann, board, ending(board, "/by"), "rate")
	g.has(board, fmt.Sprintf("Nobody has played %d matches yet", standing.RateMatches))
	board = g.press(ann, board, ending(board, "/by"), "president")
	g.has(board, "Sorted by who was President most often")
	board = g.press(ann, board, ending(board, "/by"), "points")
	for _, period := range []string{"season", string(standing.Month(time.Now()))} {
		board = g.press(ann, board, ending(board, "/period"), period)
		g.has(board, "4 players")
	}
	board = g.press(ann, board, ending(board, "/period"), string(standing.Month(time.Now().AddDate(0, -2, 0))))
	g.has(board, "nobody played a round that counts here in this period")
	board = g.press(ann, board, ending(board, "/period"), "all")
	board = g.press(ann, board, ending(board, "/who"))
	g.has(board, "Rounds with bots count too")

	reply, err := bob.Click(g.t.Context(), board.ID, button(board, "where/"))
	if err != nil {
		g.t.Fatal(err)
	}
	mine := reply.Message()
	if !mine.Ephemeral || !regexp.MustCompile(`(?m)^\*\*Bob\*\* \(you\)`).MatchString(mine.Text()) {
		g.t.Errorf("where Bob is:\n%s", mine.Text())
	}
}

func (g *group) titles(board sandboxtest.Message) {
	g.t.Helper()
	m := g.show(g.users[2], "titles", nil, "👑 President: ")
	g.has(m, "AHole: ")
	g.has(g.press(g.users[2], m, "titles/all/here"), "Titles in <#")
	if !strings.Contains(board.Text(), "wins!") {
		g.t.Errorf("the last board names no winner:\n%s", board.Text())
	}
}

func (g *group) statistics(sys systems.System) {
	g.t.Helper()
	ann := g.users[0]
	m := g.show(ann, "stats", map[string]any{"player": g.users[1].ID, "game": sys.Name}, "<@"+g.users[1].ID+">")
	g.has(m, "Plays most often with ")
	if _, err := png.Decode(bytes.NewReader(g.file(m, 0))); err != nil {
		g.t.Errorf("the picture: %v", err)
	}
	told := false
	for _, c := range m.All() {
		told = told || strings.Contains(string(c.Items), "Places: 1 (")
	}
	if !told {
		g.t.Error("the picture's figures are not told")
	}
	m = g.press(ann, m, ending(m, "/game"), "bigtwo")
	g.has(m, "No finished rounds yet")
	if len(m.Attachments) != 0 {
		g.t.Error("a picture of nothing")
	}
}

func (g *group) pastMatches(sys systems.System) {
	g.t.Helper()
	cy := g.users[2]
	list := g.show(cy, "history", map[string]any{"game": sys.Name}, "**Ann**")
	match := g.press(cy, list, "past/")
	g.has(match, " won.")
	saved := g.press(cy, match, "save/")
	if len(saved.Attachments) == 0 {
		g.t.Fatal("no record was saved")
	}
	for i := range saved.Attachments {
		rules := func(name string, options map[string]string) (game.Rules, error) {
			return systems.New(name, sys.Version, options)
		}
		if err := record.Replay(saved.Attachments[i].Filename, bytes.NewReader(g.file(saved, i)), rules); err != nil {
			g.t.Errorf("the record does not replay: %v", err)
		}
	}
	frame := g.press(cy, match, "watch/", "1")
	g.has(frame, "The cards have been dealt.")
	for i := range 3 {
		frame = g.press(cy, frame, ending(frame, "/next"))
		g.has(frame, fmt.Sprintf("Move %d of", i+1))
	}
	frame = g.press(cy, frame, ending(frame, "/last"))
	if ending(frame, "/next") != "nothing ends with /next" {
		g.t.Error("the last move has a next")
	}
	g.has(g.press(cy, frame, "past/"), " won.")
}

func (g *group) settings(sys systems.System) {
	g.t.Helper()
	ann, bob := g.users[0], g.users[1]
	ctx := g.t.Context()
	if reply, err := bob.Command(ctx, g.channel, "settings", nil); err == nil && !strings.Contains(reply.Message().Text(), "Manage Server") {
		g.t.Errorf("Bob may set:\n%s", reply.Message().Text())
	}
	panel := g.show(ann, "settings", nil, "settings · Tables")
	panel = g.press(ann, panel, "settings/page", "titles")
	panel = g.press(ann, panel, "settings/titles/wording", "clean")
	for _, command := range []string{"leaderboard", "titles", "help"} {
		reply, err := g.asks(bob, command, nil)
		if err != nil {
			g.t.Fatal(err)
		}
		if m := reply.Message(); strings.Contains(m.Text(), "AHole") || strings.Contains(m.Text(), "Acehole") {
			g.t.Errorf("/%s in a clean server:\n%s", command, m.Text())
		}
	}
	// Own words by a form.
	form, err := ann.Click(ctx, panel.ID, "form/words")
	if err != nil {
		g.t.Fatal(err)
	}
	words := map[string]any{"0": "King", "1": "Queen", "2": "Burgher", "3": "Beggar", "4": "Fool"}
	made, err := ann.Submit(ctx, form.Interaction, "form/words", words)
	if err != nil {
		g.t.Fatal(err)
	}
	g.has(made.Message(), "King, Queen, Burgher, Beggar, Fool")
	g.show(bob, "titles", nil, "👑 King: ")
	g.show(bob, "rules", map[string]any{"game": sys.Name}, "**Fool**")

	// A preset, locked: nothing else is played.
	panel = g.press(ann, panel, "settings/page", "presets")
	if form, err = ann.Click(ctx, panel.ID, "form/preset"); err != nil {
		g.t.Fatal(err)
	}
	if made, err = ann.Submit(ctx, form.Interaction, "form/preset", map[string]any{"name": "House", "game": sys.Title, "options": "target=3"}); err != nil {
		g.t.Fatal(err)
	}
	panel = made.Message()
	g.has(panel, "### House")
	panel = g.press(ann, panel, "offer/lock/House")
	g.do(bob, "play", map[string]any{"game": sys.Name}, "The options are locked in this channel. You can play **House**")
	panel = g.press(ann, panel, "offer/unlock/House")
	g.press(ann, panel, "offer/drop/House")

	// Channels, and a thread for each table.
	panel = g.press(ann, panel, "settings/page", "tables")
	panel = g.press(ann, panel, "settings/tables/channels", "general")
	g.do(bob, "play", map[string]any{"game": sys.Name}, "Tables can't be opened in this channel")
	panel = g.press(ann, panel, "settings/tables/channels")
	panel = g.press(ann, panel, "settings/tables/clock", (5 * time.Minute).String())
	panel = g.press(ann, panel, "settings/tables/threads/on")
	opened := g.show(bob, "play", map[string]any{"game": sys.Name}, "opened a table in <#")
	thread := regexp.MustCompile(`<#(\d+)>`).FindStringSubmatch(opened.Text())[1]
	in := &group{house: g.house, channel: thread, users: g.users}
	lobby := in.awaitText(ann, "(host)")
	in.has(lobby, "5 minutes per turn")
	g.press(ann, opened, "join/")
	in.await(ann, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), " · **Ann**") })
	in.end(bob)
	panel = g.press(ann, panel, "settings/tables/threads/off")

	// The season is closed by hand, with a post.
	panel = g.press(ann, panel, "settings/page", "season")
	panel = g.press(ann, panel, "settings/season/close/ask")
	g.press(ann, panel, "settings/season/close/now")
	g.awaitText(bob, "The season is over")
	g.show(bob, "seasons", nil, "Season 2")
	g.press(ann, panel, "settings/page", "titles")
}

func (g *group) forgotten(sys systems.System) {
	g.t.Helper()
	ann, dee := g.users[0], g.users[3]
	before := g.show(ann, "leaderboard", map[string]any{"game": sys.Name}, "**Dee**").Text()
	page := g.show(dee, "preferences", nil, "Your preferences")
	g.press(dee, page, "prefer/cards/text")
	g.show(dee, "privacy", nil, "What I know about you")
	shown := g.private(dee, "privacy/show")
	g.has(shown, dee.ID)
	var export standing.Export
	if err := json.Unmarshal(g.file(g.private(dee, "privacy/export"), 0), &export); err != nil {
		g.t.Fatal(err)
	}
	if export.Discord != dee.ID || export.Name != "Dee" || len(export.Servers) != 1 || len(export.Servers[0].Rounds) == 0 || export.Preferences["cards"] != "text" {
		g.t.Errorf("the export is %+v", export)
	}
	asked := g.private(dee, "privacy/ask")
	g.has(asked, "a former player")
	g.has(g.press(dee, asked, "privacy/delete"), "I no longer know anything about you")

	after := g.show(ann, "leaderboard", map[string]any{"game": sys.Name}, "**a former player**").Text()
	if strings.ReplaceAll(before, "Dee", "a former player") != after {
		g.t.Errorf("others' sums have changed:\n%s\n\n%s", before, after)
	}
	g.show(dee, "privacy", nil, "What I know about you")
	g.has(g.private(dee, "privacy/show"), "nothing is stored")
	g.show(ann, "history", nil, "a former player")
}
