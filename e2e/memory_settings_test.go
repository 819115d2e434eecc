package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
)

// panel opens the settings panel at a page.
func (g *group) panel(page string) sandboxtest.Message {
	g.t.Helper()
	return g.press(g.users[0], g.show(g.users[0], "settings", nil, "settings · Tables"), "settings/page", page)
}

// refused clicks what is not offered any more, and reads why not.
func (g *group) refused(u *sandboxtest.User, message, id, want string, values ...string) {
	g.t.Helper()
	reply, err := u.Click(g.t.Context(), message, id, values...)
	if err != nil {
		g.t.Fatalf("%s clicks %s: %v", u.Name, id, err)
	}
	m := reply.Message()
	g.has(m, want)
	if !m.Ephemeral || m.ID == message {
		g.t.Errorf("why %s does not go is told in the place of what was clicked, or to everybody", id)
	}
}

// notified are the posts of the bot from a call on that notify somebody.
func (h *house) notified(since int) (n int) {
	h.t.Helper()
	calls, err := h.Calls(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range calls {
		var body struct {
			Mentions struct{ Users []string } `json:"allowed_mentions"`
		}
		if c.Number > since && c.Method == "POST" && strings.HasSuffix(c.Path, "/messages") && json.Unmarshal(c.Body, &body) == nil && len(body.Mentions.Users) > 0 {
			n++
		}
	}
	return n
}

// lastCall is the number of the bot's newest call.
func (h *house) lastCall() int {
	h.t.Helper()
	calls, err := h.Calls(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return calls[len(calls)-1].Number
}

// The switch of mentions: a whole match without one notification, between two with.
func TestMentionsCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	play := func() int {
		t.Helper()
		since := h.lastCall()
		g.open("ahole", map[string]any{"target": 2})
		g.playOn(nil)
		return h.notified(since)
	}
	if play() == 0 {
		t.Error("nobody is notified where mentions are on")
	}
	g.press(g.users[0], g.panel("tables"), "settings/tables/mentions/off")
	if n := play(); n > 0 {
		t.Errorf("%d posts notify somebody where mentions are off", n)
	}
	g.press(g.users[0], g.panel("tables"), "settings/tables/mentions/on")
	if play() == 0 {
		t.Error("nobody is notified where mentions are on again")
	}
}

// The switch of computer players: the lobby's buttons go, those of an older lobby
// refuse in words, a rematch does without, and all comes back.
func TestComputersCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "COMPUTER_PACE=0s")
	g := h.group(1, "cards", "Ann", "Bob")
	other := &group{house: h, channel: "general", users: g.users}
	ann := g.users[0]
	old := other.lobby("president", map[string]any{"rounds": 1})
	add := button(old, "computer/1/add")
	if add == "" {
		t.Fatalf("the lobby offers no bots:\n%s", old.Text())
	}
	old = other.seat1(old, add)

	g.press(ann, g.panel("tables"), "settings/tables/computers/off")
	other.refused(ann, old.ID, add, "Bots are turned off on this server")
	without := g.lobby("president", nil)
	if button(without, "computer/") != "" || strings.Contains(without.Text(), "🤖") {
		t.Errorf("the lobby speaks of computer players:\n%s", without.Text())
	}
	// What sits there already may go, and then the old lobby has no buttons either.
	other.press(ann, other.press(ann, old, "menu/"), "computer/1/remove")
	other.await(ann, func(m sandboxtest.Message) bool { return m.ID == old.ID && button(m, "computer/") == "" })

	g.end(ann)

	// A match that had some has a rematch without.
	g.press(ann, g.panel("tables"), "settings/tables/computers/on")
	g.company("president", map[string]any{"rounds": 1}, "easy", "easy")
	last, _ := g.playOn(nil)
	g.has(last, "🤖")
	g.press(ann, g.panel("tables"), "settings/tables/computers/off")
	again := g.press(ann, last, "rematch/")
	g.has(again, "(host)")
	if strings.Contains(again.Text(), "🤖") || button(again, "computer/") != "" {
		t.Errorf("the rematch has computer players:\n%s", again.Text())
	}
	g.end(ann)

	g.press(ann, g.panel("tables"), "settings/tables/computers/on")
	if again := g.lobby("president", nil); button(again, "computer/") == "" {
		t.Errorf("the lobby offers no computer players again:\n%s", again.Text())
	}
}

// A preset has a name, is offered in the channels it is for, and where it is locked
// nothing else can be opened, chosen or set.
func TestAPresetIsOfferedInItsChannels(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	ann, bob := g.users[0], g.users[1]
	ctx := t.Context()
	cards := func() string { _, id := h.place("cards"); return id }()

	panel := g.panel("presets")
	save := func(name, sys, options, want string) {
		t.Helper()
		form, err := ann.Click(ctx, panel.ID, "form/preset")
		if err != nil {
			t.Fatal(err)
		}
		reply, err := ann.Submit(ctx, form.Interaction, "form/preset", map[string]any{"name": name, "game": sys, "options": options})
		if err != nil {
			t.Fatal(err)
		}
		panel = reply.Message()
		g.has(panel, want)
	}
	save("House", "No such game", "", "There is no game called")
	save("House", "President Classic", "jokers", "Type options as key=value")
	save("House", "President Classic", "jokers=77", "⚠️ ")
	save("House", "President Classic", "jokers=2 rounds=3", "### House\nPresident Classic")
	g.has(panel, "Rounds: **3**")
	save("Long night", "Acehole", "", "### Long night")
	panel = g.press(ann, panel, "settings/presets/open", "House")
	panel = g.press(ann, panel, "offer/where/House", cards)

	offers := func(channel, typed string) []string {
		t.Helper()
		reply, err := bob.Autocomplete(ctx, channel, "play", "game", map[string]any{"game": typed})
		if err != nil {
			t.Fatal(err)
		}
		var data struct {
			Choices []struct{ Name, Value string }
		}
		if err := json.Unmarshal(reply.Response.Data, &data); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range data.Choices {
			names = append(names, c.Name)
		}
		return names
	}
	is := func(channel, typed string, want ...string) {
		t.Helper()
		if got := offers(channel, typed); !slices.Equal(got, want) {
			t.Errorf("in %s %q is offered %q, want %q", channel, typed, got, want)
		}
	}
	var games []string
	for _, s := range systems.All() {
		games = append(games, string(s.Title))
	}
	is("cards", "", append([]string{"⭐ House · President Classic", "⭐ Long night · Acehole"}, games...)...)
	is("general", "", append([]string{"⭐ Long night · Acehole"}, games...)...)
	is("cards", "hou", "⭐ House · President Classic")

	lobby := g.show(bob, "play", map[string]any{"game": "preset:house"}, "🔧 Rounds: **3**")
	g.table = strings.TrimPrefix(button(lobby, "join/"), "join/")
	// What a table is set to can be saved from its lobby, without typing options.
	if theirs := g.press(bob, lobby, "menu/"); button(theirs, "keep/") != "" {
		t.Errorf("Bob is offered to save a preset:\n%s", theirs.Text())
	}
	menu := g.press(ann, lobby, "menu/")
	reply, err := g.submit(ann, menu, button(menu, "keep/"), map[string]any{"name": "Friday"})
	g.says(true, "⭐ **Friday** is saved", reply, err)
	is("general", "fri", "⭐ Friday · President Classic")
	panel = g.press(ann, g.press(ann, g.panel("presets"), "settings/presets/open", "Friday"), "offer/drop/Friday")
	panel = g.press(ann, panel, "settings/presets/open", "House")
	g.end(bob)
	elsewhere := &group{house: h, channel: "general", users: g.users}
	elsewhere.do(bob, "play", map[string]any{"game": "preset:House"}, "There is no preset")

	panel = g.press(ann, panel, "offer/lock/House")
	g.has(panel, "🔒 Locked")
	is("cards", "", "⭐ House · President Classic")
	g.do(bob, "play", map[string]any{"game": "president"}, "The options are locked in this channel. You can play **House**")
	g.do(bob, "play", map[string]any{"game": "acehole"}, "The options are locked")
	lobby = g.show(bob, "play", map[string]any{"game": "preset:House"}, "🔧 Rounds: **3**")
	options := g.press(bob, g.press(bob, lobby, "menu/"), "options/")
	for options, tries := options, 0; ; tries++ {
		if id := ending(options, "/jokers"); strings.HasPrefix(id, "set/") {
			options = g.press(bob, options, id, "0")
			g.has(options, "The options are locked")
			break
		}
		next := ""
		for _, c := range options.All() {
			if strings.HasPrefix(c.CustomID, "options/") && !strings.HasSuffix(c.CustomID, "/back") && !c.Disabled {
				next = c.CustomID
			}
		}
		if next == "" || tries > 9 {
			t.Fatal("the panel has no jokers")
		}
		options = g.press(bob, options, next)
	}
	g.has(g.awaitText(ann, "(host)"), "🔧 Rounds: **3**")
	elsewhere.show(bob, "play", map[string]any{"game": "president"}, "Standard rules") // another channel is not locked

	// The lobby of this channel as a preset, and all of it undone.
	panel = g.press(ann, g.panel("presets"), "settings/presets/here")
	g.has(panel, "### President Classic ")
	name := strings.TrimPrefix(regexp.MustCompile(`### .+`).FindString(panel.Text()), "### ")
	panel = g.press(ann, panel, "offer/drop/"+name)
	panel = g.press(ann, panel, "settings/presets/open", "House")
	stale := panel
	panel = g.press(ann, panel, "offer/drop/House")
	if ending(panel, "/House") != "nothing ends with /House" {
		t.Errorf("a preset that was deleted is there:\n%s", panel.Text())
	}
	if _, err := ann.Click(ctx, stale.ID, "offer/lock/House"); err == nil {
		t.Error("the panel still has the deleted preset's buttons")
	}
	is("cards", "", append([]string{"⭐ Long night · Acehole"}, games...)...)
}

// Tables open only in the channels that were chosen, and in threads of these; a
// table in a thread of its own is played there to its end, and again.
func TestTablesOpenInTheChosenChannels(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	elsewhere := &group{house: h, channel: "general", users: g.users}
	ann, bob := g.users[0], g.users[1]
	_, cards := h.place("cards")
	panel := g.press(ann, g.panel("tables"), "settings/tables/channels", cards)
	elsewhere.do(ann, "play", map[string]any{"game": "ahole"}, "Tables can't be opened in this channel. Try <#"+cards+">.")
	panel = g.press(ann, panel, "settings/tables/threads/on")

	opened := g.show(ann, "play", map[string]any{"game": "ahole"}, "opened a table in <#")
	thread := regexp.MustCompile(`<#(\d+)>`).FindStringSubmatch(opened.Text())[1]
	in := &group{house: h, channel: thread, users: g.users, rand: g.rand, table: strings.TrimPrefix(button(opened, "join/"), "join/")}
	in.sets(map[string]any{"target": 2})
	for i, u := range g.users[1:] {
		from := opened // some come by the channel, some by the thread
		if i > 0 {
			from = in.awaitText(u, "(host)")
		}
		if _, err := u.Click(t.Context(), from.ID, "join/"+in.table); err != nil {
			t.Fatal(err)
		}
	}
	lobby := in.await(ann, func(m sandboxtest.Message) bool { return button(m, "start/") != "" })
	in.press(ann, lobby, "start/")
	last, _ := in.playOn(nil)
	in.has(last, "wins!")
	if all := posts(g, bob, "wins!"); len(all) > 0 {
		t.Error("the channel has the board, too")
	}
	rematch := in.press(bob, last, "rematch/")
	in.has(rematch, "(host)")
	if rematch.Channel != thread {
		t.Errorf("the rematch is in %s, not in the thread %s", rematch.Channel, thread)
	}
	in.end(bob)

	// The channel that the thread was opened from lists its match, too; another one doesn't.
	listed := g.show(bob, "history", nil, "1 match")
	g.has(g.press(bob, listed, "past/"), "President")
	g.has(in.press(bob, in.show(bob, "history", nil, "1 match"), "past/"), "President")
	elsewhere.show(bob, "history", nil, "No finished matches in this channel yet")
	g.has(g.show(ann, "titles", nil, "President: **"), "Titles in this server")
	g.has(in.press(ann, in.show(ann, "titles", nil, "this server"), "titles/all/here"), "Titles in <#"+thread+">")

	// Without a thread of its own the table is in the channel, and threads go on being allowed.
	g.press(ann, panel, "settings/tables/threads/off")
	in.show(ann, "play", map[string]any{"game": "ahole"}, "(host)")
	in.end(ann)
	g.show(ann, "play", map[string]any{"game": "ahole"}, "(host)")
	g.end(ann)
}
