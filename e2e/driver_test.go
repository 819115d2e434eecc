package e2e

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"deuces/sandbox/sandboxtest"
)

// What people do, by where they find it on the screens.

// asks has a user look for something where it is found: by a command, or by a button of what a
// command shows.
func (g *group) asks(u *sandboxtest.User, what string, options map[string]any) (sandboxtest.Reply, error) {
	g.t.Helper()
	command := func(name string, keys ...string) (sandboxtest.Reply, error) {
		typed := map[string]any{}
		for _, key := range keys {
			if value, ok := options[key]; ok {
				typed[key] = value
			}
		}
		return u.Command(g.t.Context(), g.channel, name, typed)
	}
	then := func(opened sandboxtest.Reply, err error, prefix string) (sandboxtest.Reply, error) {
		if err != nil {
			return opened, err
		}
		m := opened.Message()
		id := button(m, prefix)
		if id == "" {
			return opened, fmt.Errorf("nothing to click begins with %s in\n%s", prefix, m.Text())
		}
		return u.Click(g.t.Context(), m.ID, id)
	}
	switch what {
	case "titles":
		opened, err := command("leaderboard", "game")
		return then(opened, err, "titles/")
	case "seasons":
		opened, err := command("leaderboard")
		return then(opened, err, "fame")
	case "stats":
		opened, err := command("profile", "player")
		if game, ok := options["game"]; ok && err == nil {
			return u.Click(g.t.Context(), opened.Message().ID, ending(opened.Message(), "/game"), fmt.Sprint(game))
		}
		return opened, err
	case "history":
		if options["player"] == nil {
			opened, err := command("leaderboard", "game")
			return then(opened, err, "history/")
		}
		opened, err := g.asks(u, "stats", options)
		return then(opened, err, "history/")
	case "privacy":
		opened, err := command("preferences")
		return then(opened, err, "privacy/")
	case "rules":
		return command("help", "game")
	case "learn":
		opened, err := command("help", "game")
		return then(opened, err, "learn/")
	case "cards":
		return command("hand", "cards")
	case "table":
		opened, err := g.more(u)
		if err != nil {
			return opened, err
		}
		return u.Click(g.t.Context(), opened.Message().ID, ending(opened.Message(), "/bottom"))
	case "end":
		opened, err := g.more(u)
		return then(opened, err, "end/")
	case "kick":
		opened, err := g.more(u)
		if err != nil {
			return opened, err
		}
		m := opened.Message()
		for _, c := range m.All() {
			for _, o := range c.Options {
				if strings.HasSuffix(c.CustomID, "/kick") && o.Label == options["player"] {
					return u.Click(g.t.Context(), m.ID, c.CustomID, o.Value)
				}
			}
		}
		return opened, fmt.Errorf("%s can't remove %s: %+v", u.Name, options["player"], m.All())
	}
	return u.Command(g.t.Context(), g.channel, what, options)
}

// more opens the menu of the table's newest board; of the next one if it took the board's place meanwhile.
func (g *group) more(u *sandboxtest.User) (sandboxtest.Reply, error) {
	g.t.Helper()
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		var board sandboxtest.Message
		g.until(u, "a board has a menu", func() bool {
			all, err := u.Messages(g.t.Context(), g.channel)
			if err != nil {
				g.t.Fatal(err)
			}
			for _, m := range all {
				if !m.Ephemeral && button(m, "menu/") != "" {
					board = m
				}
			}
			return board.ID != ""
		})
		reply, err := u.Click(g.t.Context(), board.ID, button(board, "menu/"))
		var refused *sandboxtest.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusNotFound || time.Now().After(hangs) {
			return reply, err
		}
	}
}

// panelPage is the first page of the options of the host's table.
func (g *group) panelPage() sandboxtest.Message {
	g.t.Helper()
	opened, err := g.more(g.users[0])
	menu := g.says(true, "", opened, err)
	return g.press(g.users[0], menu, "options/")
}

// sets has the host set options in the panel of a lobby.
func (g *group) sets(options map[string]any) {
	g.t.Helper()
	left := map[string]string{}
	for key, value := range options {
		left[key] = fmt.Sprint(value)
	}
	host := g.users[0]
	for tries := 0; len(left) > 0 && tries < 3; tries++ { // an option may ask for another one before it
		panel := g.panelPage()
		for {
			for key, value := range maps.Clone(left) {
				id := ending(panel, "/"+key)
				set := panel
				switch {
				case strings.HasPrefix(id, "set/"):
					set = g.press(host, panel, id, value)
				case strings.HasPrefix(id, "number/"):
					reply, err := g.submit(host, panel, id, map[string]any{"value": value})
					set = g.says(true, " · Options", reply, err)
				default:
					continue
				}
				panel = set
				if !strings.Contains(set.Text(), "⚠️") {
					delete(left, key)
				}
			}
			next := nextPage(panel)
			if len(left) == 0 || next == "" {
				break
			}
			panel = g.press(host, panel, next)
		}
	}
	if len(left) > 0 {
		g.t.Fatalf("the panel does not take %v", left)
	}
}

// nextPage is the button of a panel that leads to its next page; "" on the last.
func nextPage(panel sandboxtest.Message) string {
	for _, b := range panel.Buttons() {
		if strings.HasPrefix(b.CustomID, "options/") && !strings.HasSuffix(b.CustomID, "/back") {
			return b.CustomID
		}
	}
	return ""
}

// lobby has the first user open a table with options and the others join it.
func (g *group) lobby(game string, options map[string]any) sandboxtest.Message {
	g.t.Helper()
	ctx := g.t.Context()
	reply, err := g.users[0].Command(ctx, g.channel, "play", map[string]any{"game": game})
	if err != nil {
		g.t.Fatalf("/play: %v", err)
	}
	lobby := reply.Message()
	if lobby.Flags&128 != 0 { // the bot is thinking, on a busy machine
		lobby = g.await(g.users[0], func(m sandboxtest.Message) bool { return m.ID == lobby.ID && m.Flags&128 == 0 })
	}
	join := button(lobby, "join/")
	if join == "" {
		g.t.Fatalf("/play answers without a lobby: %s", reply.Response.Data)
	}
	g.table = strings.TrimPrefix(join, "join/")
	g.sets(options)
	for _, u := range g.users[1:] {
		if _, err := u.Click(ctx, lobby.ID, join); err != nil {
			g.t.Fatalf("%s joins: %v", u.Name, err)
		}
	}
	return lobby
}

// open has the first user open a table, the others join, and the first start it.
func (g *group) open(game string, options map[string]any) {
	g.t.Helper()
	g.begin(g.lobby(game, options))
}

// begin has the first user start the table.
func (g *group) begin(lobby sandboxtest.Message) {
	g.t.Helper()
	start := "start/" + g.table
	g.await(g.users[0], func(m sandboxtest.Message) bool { return m.ID == lobby.ID && button(m, start) != "" })
	if _, err := g.users[0].Click(g.t.Context(), lobby.ID, start); err != nil {
		g.t.Fatalf("start: %v", err)
	}
}
