package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/standing"
	"deuces/store"
)

// crowded is a server in which 23 people have played, two months ago, this month
// and with computer players; and another server, whose people nobody here knows.
type crowded struct {
	*group
	t        *testing.T
	there    *group
	match    match.ID // a match of the other server's
	mine     match.ID
	elsewhen time.Time
}

func newCrowded(t *testing.T) *crowded {
	t.Helper()
	h := newHouseOn(t, sandbox.Config{Unlimited: true}) // who forges is not held up
	names := []string{"Ann", "Bob"}
	for i := 3; i <= 23; i++ {
		names = append(names, fmt.Sprintf("Player %02d", i))
	}
	c := &crowded{group: h.group(1, "cards", names...), t: t}
	var other struct {
		ID       string
		Channels []struct{ ID string }
	}
	if err := h.Do(t.Context(), "POST", "/sandbox/guilds", map[string]any{"name": "Elsewhere", "channels": []string{"den"}}, &other); err != nil {
		t.Fatal(err)
	}
	c.there = h.group(1, other.Channels[0].ID, "Zed", "Yolanda", "Xerxes", "Wilma")
	guild, channel := h.place("cards")
	c.elsewhen = standing.Monthly.Start(time.Now()).AddDate(0, -2, 9)
	yesterday := time.Now().AddDate(0, 0, -1)
	h.between(func(ctx context.Context, db *store.Store) {
		for i := 0; i+4 <= 23; i += 4 {
			past{system: "president", users: c.users[i : i+4], rounds: 1, began: c.elsewhen.Add(time.Duration(i) * time.Hour), seed: uint64(i)}.write(ctx, t, db, guild, channel)
		}
		past{system: "president", users: c.users[19:23], rounds: 1, began: c.elsewhen.AddDate(0, 0, 2), seed: 77}.write(ctx, t, db, guild, channel)
		c.mine = past{system: "acehole", users: c.users[:3], rounds: 2, began: yesterday, seed: 1}.write(ctx, t, db, guild, channel)
		past{system: "acehole", users: c.users[2:4], computers: 2, rounds: 1, began: yesterday.Add(time.Hour), seed: 2}.write(ctx, t, db, guild, channel)
		c.match = past{system: "president", users: c.there.users, rounds: 1, began: yesterday, seed: 3}.write(ctx, t, db, other.ID, c.there.channel)
	})
	return c
}

var (
	footing = regexp.MustCompile(`-# page (\d+) of (\d+) · (\d+) players?`)
	ranked  = regexp.MustCompile(`(?m)^\*\*.+\*\*(?: \(you\))? · (?:🥇 |🥈 |🥉 )?\d+(?:st|nd|rd|th)\b`)
)

// page reads a leaderboard's footing, and checks that so many rows stand above it.
func (c *crowded) page(m sandboxtest.Message) (page, pages, players int) {
	c.t.Helper()
	found := footing.FindStringSubmatch(m.Text())
	if found == nil {
		c.t.Fatalf("no page is named:\n%s", m.Text())
	}
	page, _ = strconv.Atoi(found[1])
	pages, _ = strconv.Atoi(found[2])
	players, _ = strconv.Atoi(found[3])
	if rows := len(ranked.FindAllString(m.Text(), -1)); rows != max(0, min(10, players-10*(page-1))) {
		c.t.Errorf("page %d of %d players has %d rows:\n%s", page, players, rows, m.Text())
	}
	return page, pages, players
}

// Pages, filters and Where am I, by clicks: everybody stands on one page, and a
// filter shows those it is for.
func TestEverybodyStandsOnOnePage(t *testing.T) {
	t.Parallel()
	c := newCrowded(t)
	bob, last, stranger := c.users[1], c.users[22], c.there.users[0]
	board := c.show(bob, "leaderboard", nil, "Sorted by points") // nobody has won a match
	if page, pages, players := c.page(board); page != 1 || pages != 3 || players != 23 {
		t.Errorf("page %d of %d, %d players", page, pages, players)
	}
	if ending(board, "/back") != "nothing ends with /back" {
		t.Error("the first page has one before it")
	}
	all := board.Text()
	for range 2 {
		board = c.press(bob, board, ending(board, "/next"))
		c.page(board)
		all += board.Text()
	}
	if ending(board, "/next") != "nothing ends with /next" {
		t.Error("the last page has one after it")
	}
	for _, u := range c.users {
		if n := strings.Count(all, "**"+u.Name+"**"); n != 1 {
			t.Errorf("%s stands on %d pages", u.Name, n)
		}
	}
	board = c.press(bob, board, ending(board, "/back"))
	if page, _, _ := c.page(board); page != 2 {
		t.Errorf("back from the last page is page %d", page)
	}

	// Where am I: my page for me, whatever page the board shows; it stays as it is.
	for _, u := range []*sandboxtest.User{c.users[0], bob, last} {
		mine := c.press(u, board, "where/")
		c.has(mine, "(you)")
		if !regexp.MustCompile(`(?m)^\*\*`+u.Name+`\*\* \(you\)`).MatchString(mine.Text()) || !mine.Ephemeral {
			t.Errorf("where %s is:\n%s", u.Name, mine.Text())
		}
		c.page(mine)
	}
	nowhere := c.press(stranger, board, "where/")
	c.has(nowhere, "You aren't on this board yet")

	// Filters. Their figures are those of what was played.
	choose := func(menu, value string) {
		t.Helper()
		board = c.press(bob, board, ending(board, "/"+menu), value)
	}
	count := func(why string, want int) {
		t.Helper()
		if _, _, players := c.page(board); players != want {
			t.Errorf("%s: %d players, want %d\n%s", why, players, want, board.Text())
		}
	}
	choose("game", "president")
	count("a game", 23)
	choose("game", "acehole")
	count("a game that three people have played", 3)
	board = c.press(bob, board, ending(board, "/who"))
	count("and one more with bots", 4)
	c.has(board, "Rounds with bots count too")
	c.has(c.press(c.users[3], board, "where/"), "(you)")
	board = c.press(bob, board, ending(board, "/who"))
	count("people only again", 3)
	c.has(c.press(c.users[3], board, "where/"), "You aren't on this board yet")
	choose("game", "all")
	choose("period", string(standing.Month(c.elsewhen)))
	count("two months ago", 23)
	choose("period", string(standing.Month(time.Now().AddDate(0, 0, -1))))
	count("the month of yesterday", 3)
	choose("by", "president")
	count("who was President this month", 0)
	c.has(board, "nobody played a round that counts here in this period")
	choose("period", "all")
	count("who was ever President", 6)
	c.has(board, "**1×**")
	choose("by", "rate")
	count("five matches", 0)
	choose("by", "rating")
	count("rated", 23)
	choose("game", "bigtwo")
	count("a game that nobody has played", 0)

	// The history by player and game, page by page.
	list := c.show(bob, "history", nil, "page 1 of 2 · 8 matches")
	list = c.press(bob, list, "history/all/all/1")
	c.has(list, "page 2 of 2")
	c.press(bob, list, ending(list, "/back"))
	c.show(bob, "history", map[string]any{"player": c.users[2].ID}, "3 matches")
	c.show(bob, "history", map[string]any{"player": c.users[2].ID, "game": "acehole"}, "2 matches")
	c.show(bob, "history", map[string]any{"player": stranger.ID}, "No finished matches in this channel yet")
	c.show(bob, "stats", map[string]any{"player": stranger.ID}, "No finished rounds yet")
}

// forge posts a message of the bot's own with these buttons: what a client that was
// tampered with could send.
func (c *crowded) forge(ids ...string) sandboxtest.Message {
	c.t.Helper()
	_, channel := c.place("cards")
	var rows []any
	for len(ids) > 0 {
		var row []any
		for ; len(ids) > 0 && len(row) < 5; ids = ids[1:] {
			row = append(row, map[string]any{"type": 2, "style": 2, "label": "x", "custom_id": ids[0]})
		}
		rows = append(rows, map[string]any{"type": 1, "components": row})
	}
	body, err := json.Marshal(map[string]any{"flags": 1 << 15, "components": rows})
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.t.Context(), "POST", c.URL+"/api/v10/channels/"+channel+"/messages", bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	var m sandboxtest.Message
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil || resp.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: %v", resp.Status, err)
	}
	return m
}

// Wrong clicks: somebody else's, twice, stale, and custom_ids that name what is
// another server's or makes no sense. Each is answered, and none tells or changes
// what it may not.
func TestWrongClicksOnMemoryChangeNothing(t *testing.T) {
	t.Parallel()
	c := newCrowded(t)
	ann, bob := c.users[0], c.users[1]
	ctx := t.Context()

	// Somebody else's: a private page is its reader's alone.
	board := c.show(ann, "leaderboard", nil, "page 1 of 3")
	mine := c.press(ann, board, "where/")
	var refused *sandboxtest.Error
	if _, err := bob.Click(ctx, mine.ID, ending(mine, "/who")); !errors.As(err, &refused) || refused.Status != http.StatusForbidden {
		t.Errorf("Bob turns Ann's page: %v", err)
	}
	// Twice, at once, by two people.
	var wait sync.WaitGroup
	for _, u := range []*sandboxtest.User{ann, bob} {
		wait.Go(func() {
			if _, err := u.Click(ctx, board.ID, ending(board, "/next")); err != nil && !errors.As(err, &refused) {
				t.Errorf("%s: %v", u.Name, err)
			}
		})
	}
	wait.Wait()
	c.await(ann, func(m sandboxtest.Message) bool { return m.ID == board.ID && strings.Contains(m.Text(), "page 2 of 3") })
	// Stale: a panel whose preset another panel has deleted, a page that was forgotten.
	panel := c.group.panel("presets")
	form, err := ann.Click(ctx, panel.ID, "form/preset")
	if err != nil {
		t.Fatal(err)
	}
	made, err := ann.Submit(ctx, form.Interaction, "form/preset", map[string]any{"name": "House", "game": "president"})
	if err != nil {
		t.Fatal(err)
	}
	second := c.press(ann, c.group.panel("presets"), "settings/presets/open", "House")
	c.press(ann, second, "offer/drop/House")
	c.has(c.press(ann, made.Message(), "offer/lock/House"), "That preset no longer exists")
	asked := c.press(bob, c.show(bob, "privacy", nil, "What I know"), "privacy/ask")
	c.press(bob, asked, "privacy/back")

	// Forged.
	live := c.there.lobby("president", nil)
	stranger := c.there.users[0].ID
	ids := []string{
		fmt.Sprintf("past/%d", c.match), fmt.Sprintf("past/%d/7", c.match), fmt.Sprintf("save/%d/1", c.match), fmt.Sprintf("watch/%d/1/0", c.match), fmt.Sprintf("watch/%d/1/999", c.match),
		"past/0", "past/-1", "past/99999999999999999999", "past/x", "past",
		fmt.Sprintf("watch/%d/99/0", c.mine), fmt.Sprintf("watch/%d", c.mine), fmt.Sprintf("watch/%d/1/99999", c.mine), fmt.Sprintf("save/%d/77", c.mine), "save",
		"leaders/acehole/president/2026-99/nobody/-5/next", "leaders/all/points/s99999999/all/99999999999", "leaders", "where/x/y/z/w/v/u", "where",
		"titles/nope/nowhere/99999", "titles", "fame/99999999999", "season/99", "season/x",
		"stats/" + stranger + "/all/people/who", "stats/nobody/all/people", "stats", "history/" + stranger + "/all/0", "history",
		"join/" + c.there.table, "start/" + c.there.table, "options/" + c.there.table + "/0", "hand/" + c.there.table, "rules/" + c.there.table + "/0",
		"computer/" + c.there.table + "/fill", "vote/" + c.there.table + "/1/yes", "rematch/" + c.there.table, "rematch/" + strconv.FormatInt(int64(c.match), 10), "privacy/nonsense",
	}
	admins := []string{
		"settings/tables/computers/off", "settings/season/close/now", "settings/roles/role/ahole/president", "settings/data/keep", "settings/nonsense",
		"offer/drop/House", "offer/lock/House", "form/words", "form/preset", "roles",
	}
	secret := regexp.MustCompile(`Zed|Yolanda|Xerxes|Wilma|` + c.there.channel)
	if !secret.MatchString(c.there.show(ann, "leaderboard", nil, "").Text()) {
		t.Error("the search for names of the other server finds none where they are")
	}
	click := func(m sandboxtest.Message, id string) (text string) {
		t.Helper()
		reply, err := bob.Click(ctx, m.ID, id)
		if err != nil {
			t.Errorf("%s is not answered: %v", id, err)
			return ""
		}
		answer := reply.Message()
		if found := secret.FindString(string(reply.Response.Data)); found != "" {
			t.Errorf("%s tells of another server %q:\n%s", id, found, answer.Text())
		}
		if strings.Contains(answer.Text(), "went wrong") {
			t.Errorf("%s breaks something: %s", id, answer.Text())
		}
		return answer.Text()
	}
	for _, id := range ids {
		click(c.forge(id), id)
	}
	before := c.settingsOf()
	for _, id := range admins {
		if text := click(c.forge(id), id); !strings.Contains(text, "Manage Server") {
			t.Errorf("%s is answered to who is no admin:\n%s", id, text)
		}
	}
	if after := c.settingsOf(); after != before {
		t.Errorf("the settings were\n%s\nand are\n%s", before, after)
	}
	// The other server's lobby is as it was.
	now := c.there.awaitText(c.there.users[0], "(host)")
	if now.ID != live.ID || strings.Contains(now.Text(), "Bob") || strings.Contains(now.Text(), "Zap") {
		t.Errorf("the other server's lobby was\n%s\nand is\n%s", live.Text(), now.Text())
	}
	if strings.Contains(c.log.String(), `"level":"error"`) {
		t.Error("an error was logged")
	}
}

// settingsOf is what the panel shows, page by page.
func (c *crowded) settingsOf() (all string) {
	c.t.Helper()
	panel := c.group.panel("tables")
	for _, page := range []string{"tables", "titles", "season", "roles", "presets", "data"} {
		panel = c.press(c.users[0], panel, "settings/page", page)
		text, err := json.Marshal(panel.Components)
		if err != nil {
			c.t.Fatal(err)
		}
		all += string(text) + "\n"
	}
	return all
}
