package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// chat has people write in the channel, in turn.
func (g *group) chat(lines ...string) {
	g.t.Helper()
	for i, line := range lines {
		u := g.users[i%len(g.users)]
		if err := g.Do(g.t.Context(), "POST", "/sandbox/say", map[string]any{"user": u.ID, "channel": g.channel, "content": line}, nil); err != nil {
			g.t.Fatalf("%s says %q: %v", u.Name, line, err)
		}
	}
}

// smallTalk buries a board.
var smallTalk = []string{
	"that was mean", "my cat just walked over the keyboard", "who ordered pizza?", "me!", "half of it is mine", "which half?", "the one with olives",
	"nobody wants olives", "more for me then", "is it still raining?", "it never stops here", "whose turn is it, by the way?",
}

// boards are the messages in the channel that show the table of the group with buttons.
func (g *group) boards(u *sandboxtest.User) (found []sandboxtest.Message) {
	g.t.Helper()
	all, err := u.Messages(g.t.Context(), g.channel)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, m := range all {
		if isBoard(m) && button(m, "hand/"+g.table) != "" {
			found = append(found, m)
		}
	}
	return found
}

// comesBack waits until there is one board, below all that people have written.
func (g *group) comesBack(u *sandboxtest.User) sandboxtest.Message {
	g.t.Helper()
	var board sandboxtest.Message
	g.until(u, "the board comes back, and the old one goes", func() bool {
		boards := g.boards(u)
		if len(boards) != 1 {
			return false
		}
		board = boards[0]
		all, err := u.Messages(g.t.Context(), g.channel)
		if err != nil {
			g.t.Fatal(err)
		}
		below := slices.IndexFunc(all, func(m sandboxtest.Message) bool { return m.ID == board.ID })
		return below >= 0 && !slices.ContainsFunc(all[below:], func(m sandboxtest.Message) bool { return !m.Author.Bot })
	})
	return board
}

// pacy is a bot whose boards may come back soon.
func pacy(t *testing.T) *house { return newHouse(t, "BOARD_EVERY=1s") }

// four is a match that Ann leads, and Bob can beat whatever she plays.
var four = stage{
	system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
	hands: []string{"3d 4c 5h 6s 7c 9h Jd", "3c 4h 6h 7h Jh Kh 2c 2h"},
}

// leads has Ann open her hand and lead the 3 of diamonds.
func (g *group) leads() {
	g.t.Helper()
	hand, err := g.openHand(g.users[0])
	if err != nil {
		g.t.Fatal(err)
	}
	g.press(g.users[0], hand, "act/1/1.1/3d")
}

// Chat buries the board; the next turn brings it back, and the old one is gone. The
// permission to read the history may be missing: then nothing is known of how much was
// written, the board stays, and play goes on.
func TestTheBoardComesBackBelowTheChat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why  string
		deny []string
	}{
		{"with the permission to read the history", nil},
		{"without it", []string{"READ_MESSAGE_HISTORY"}},
	} {
		h := pacy(t)
		g := h.set(four, "cards")
		bob := g.users[1]
		old := g.comesBack(bob)
		if err := h.Do(t.Context(), "POST", "/sandbox/permissions", map[string]any{"channel": "cards", "deny": tt.deny}, nil); err != nil {
			t.Fatal(err)
		}
		g.chat(smallTalk...)
		g.leads()
		if tt.deny != nil {
			g.until(bob, "the bot looks, and sees no message", func() bool { return h.looks(`"last_message_id"`) > 0 })
			g.awaitText(bob, "Bob**'s turn to beat")
			if now := g.boards(bob); len(now) != 1 || now[0].ID != old.ID {
				t.Errorf("%s: the board moved within two minutes, though nobody can count", tt.why)
			}
			continue
		}
		board := g.comesBack(bob)
		contains(t, board, "Bob**'s turn to beat")
		if board.ID == old.ID {
			t.Errorf("%s: the board is where it was", tt.why)
		}
		g.press(bob, board, "hand/")
	}
}

// looks counts what the bot was told when it looked what is in a channel.
func (h *house) looks(part string) (n int) {
	h.t.Helper()
	calls, err := h.Calls(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range calls {
		if c.Method == "GET" && strings.Contains(c.Path, "/channels/") && strings.Contains(string(c.Response), part) {
			n++
		}
	}
	return n
}

// It is the same in a thread; and the server says how many messages are too many.
func TestTheBoardComesBackInAThread(t *testing.T) {
	t.Parallel()
	h := pacy(t)
	g := h.group(3, "cards", "Ann", "Bob", "Cy", "Dee")
	ann := g.users[0]
	panel := g.press(ann, g.panel("tables"), "settings/tables/threads/on")
	g.press(ann, panel, "settings/tables/buried", "3")
	reply, err := ann.Command(t.Context(), "cards", "play", map[string]any{"game": "ahole"})
	if err != nil {
		t.Fatal(err)
	}
	opened := reply.Message()
	in := &group{house: h, channel: regexp.MustCompile(`<#(\d+)>`).FindStringSubmatch(opened.Text())[1], users: g.users, rand: g.rand,
		table: strings.TrimPrefix(button(opened, "join/"), "join/")}
	for _, u := range g.users[1:] {
		g.press(u, opened, "join/")
	}
	lobby := in.await(ann, func(m sandboxtest.Message) bool { return button(m, "start/") != "" })
	in.press(ann, lobby, "start/")
	mention := in.await(ann, func(m sandboxtest.Message) bool { return len(m.Mentions) == 1 })
	old := in.comesBack(ann)
	in.chat(smallTalk[:4]...) // the server wants no more than three
	leader := in.users[slices.IndexFunc(in.users, func(u *sandboxtest.User) bool { return u.ID == mention.Mentions[0].ID })]
	hand, err := in.openHand(leader)
	if err != nil {
		t.Fatal(err)
	}
	in.press(leader, hand, "act/")
	if board := in.comesBack(ann); board.ID == old.ID {
		t.Error("the board is where it was")
	}
}

// direct is the channel of a user's direct messages.
func (g *group) direct(u *sandboxtest.User, closed bool) *group {
	g.t.Helper()
	var dm struct {
		ID string `json:"id"`
	}
	if err := g.Do(g.t.Context(), "POST", "/sandbox/dms", map[string]any{"user": u.Name, "closed": closed}, &dm); err != nil {
		g.t.Fatal(err)
	}
	return &group{house: g.house, channel: dm.ID, users: []*sandboxtest.User{u}, table: g.table}
}

// prefers makes choices in /preferences.
func (g *group) prefers(u *sandboxtest.User, choices ...string) sandboxtest.Message {
	g.t.Helper()
	page := g.show(u, "preferences", nil, "When it's your turn")
	for _, choice := range choices {
		page = g.press(u, page, "prefer/"+choice)
	}
	return page
}

// Bob wants to hear of his turn at once and by a direct message: it leads to the board,
// and is gone when he has played. A kill while it stands there leaves none behind. Cy
// takes no direct messages, is mentioned instead, and hears why in his hand.
func TestTurnsAreToldByDirectMessage(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "MENTION=off")
	g := h.set(four, "cards")
	bob, cy := g.users[1], g.users[2]
	dm, closed := g.direct(bob, false), g.direct(cy, true)
	g.prefers(bob, "notice/once", "where/dm")
	g.prefers(cy, "notice/once", "where/dm")
	g.leads()
	call := dm.await(bob, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "your turn") })
	_, channel := h.place("cards")
	board := g.comesBack(bob)
	contains(t, call, "Big Two")
	contains(t, call, "<#"+channel+">")
	contains(t, call, "**Sandbox**")
	if url := link(call); !strings.HasSuffix(url, "/"+channel+"/"+board.ID) {
		t.Errorf("it leads to %s, and the board is %s in %s", url, board.ID, channel)
	}
	h.kill()
	h.start()
	hand, err := g.openHand(bob)
	if err != nil {
		t.Fatal(err)
	}
	g.press(bob, hand, "act/1/1.2/4h")
	g.until(bob, "the direct message goes", func() bool {
		left, err := bob.Messages(t.Context(), dm.channel)
		if err != nil {
			t.Fatal(err)
		}
		return len(left) == 0
	})
	g.await(cy, func(m sandboxtest.Message) bool { return len(m.Mentions) == 1 && m.Mentions[0].ID == cy.ID })
	if hand, err = g.openHand(cy); err != nil {
		t.Fatal(err)
	}
	contains(t, hand, "I couldn't send you a direct message")
	if written, err := cy.Messages(t.Context(), closed.channel); err != nil || len(written) > 0 {
		t.Errorf("Cy was written to: %v, %v", written, err)
	}
	if page := g.prefers(cy); button(page, "prefer/where/dm") == "" || strings.Contains(page.Text(), "couldn't") {
		t.Errorf("why is told again:\n%s", page.Text())
	}
}

// link is the address of a message's first link.
func link(m sandboxtest.Message) string {
	for _, c := range m.All() {
		if c.URL != "" {
			return c.URL
		}
	}
	return ""
}

// What it looks like, on a computer and on a phone: the board buried and back, the new
// preferences, and a direct message.
func TestTheBoardComesBackOnThePage(t *testing.T) {
	t.Parallel()
	h := pacy(t)
	b := chromium.Open(t, 1280, 1000)
	g := h.set(four, "cards")
	bob := g.users[1]
	dm := g.direct(bob, false)
	views := []struct {
		name          string
		width, height int
	}{{"", 1280, 1000}, {"-phone", 390, 844}}
	shoot := func(name string) {
		for _, view := range views {
			b.Resize(view.width, view.height)
			b.Screenshot(name + view.name)
		}
		b.Resize(views[0].width, views[0].height)
	}
	old := g.comesBack(bob)
	b.Go(h.URL + "/#channel=cards&user=Bob")
	b.Wait(message(old.ID))
	g.chat(smallTalk...)
	b.WaitText(".messages", smallTalk[len(smallTalk)-1])
	shoot("board-buried")
	g.leads()
	board := g.comesBack(bob)
	b.WaitText(message(board.ID), "Bob's turn to beat")
	b.Gone(message(old.ID))
	b.Until(`document.documentElement.scrollWidth <= innerWidth`)
	shoot("board-back")

	page := g.prefers(bob, "notice/once", "where/dm")
	b.WaitText(message(page.ID), "Where I tell you")
	b.Until(fmt.Sprintf(`(document.querySelector('%s').scrollIntoView({block: "end", behavior: "instant"}), true)`, message(page.ID)))
	shoot("preferences-turn")
	if out := browsertest.Eval[int](b, fmt.Sprintf(`return [...document.querySelectorAll('%s .container *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).length`, message(page.ID))); out > 0 {
		t.Errorf("%d parts of /preferences stick out of the window", out)
	}
	call := dm.await(bob, func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), "your turn") })
	b.Go(h.URL + "/#channel=" + dm.channel + "&user=Bob")
	b.WaitText(message(call.ID), "Go to the table")
	shoot("direct-message")
	b.Click(message(call.ID) + " a")
	b.WaitText(message(board.ID), "Bob's turn to beat")
}

// message selects a message on the page.
func message(id string) string { return `.message[data-message-id="` + id + `"]` }
