package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// echo returns a bot that answers each command with the data that it received.
func echo(t testing.TB) func(*bot, *discordgo.InteractionCreate) {
	return func(b *bot, i *discordgo.InteractionCreate) {
		got, err := json.Marshal(i.Data)
		check(t, err)
		check(t, b.InteractionRespond(i.Interaction, text(string(got), true)))
	}
}

// A user can send only options that a client would accept.
func TestOptions(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	b := startBot(t, d, echo(t))
	two, low, no := 2, 1.0, int64(0)
	b.register(t,
		&discordgo.ApplicationCommand{Name: "play", Description: "d", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "game", Description: "d", Required: true,
				Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "AHole", Value: "ahole"}}},
			{Type: discordgo.ApplicationCommandOptionInteger, Name: "seats", Description: "d", MinValue: &low, MaxValue: 8},
			{Type: discordgo.ApplicationCommandOptionString, Name: "note", Description: "d", MinLength: &two, MaxLength: 4},
			{Type: discordgo.ApplicationCommandOptionBoolean, Name: "quick", Description: "d"},
			{Type: discordgo.ApplicationCommandOptionUser, Name: "with", Description: "d"},
			{Type: discordgo.ApplicationCommandOptionChannel, Name: "in", Description: "d"},
			{Type: discordgo.ApplicationCommandOptionNumber, Name: "share", Description: "d"},
		}},
		&discordgo.ApplicationCommand{Name: "settings", Description: "d", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "show", Description: "d"},
			{Type: discordgo.ApplicationCommandOptionSubCommandGroup, Name: "clock", Description: "d", Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "set", Description: "d", Options: []*discordgo.ApplicationCommandOption{
					{Type: discordgo.ApplicationCommandOptionInteger, Name: "seconds", Description: "d", Required: true}}}}},
		}},
		&discordgo.ApplicationCommand{Name: "close", Description: "d", DefaultMemberPermissions: &no},
	)
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	for _, c := range []struct {
		why, command string
		options      map[string]any
		status       int
		has          string // expected in the bot's data
	}{
		{"a choice", "play", map[string]any{"game": "ahole"}, 0, `"ahole"`},
		{"with the slash", "/play", map[string]any{"game": "ahole"}, 0, `"ahole"`},
		{"all of them", "play", map[string]any{"game": "ahole", "seats": 4, "note": "abc", "quick": true, "with": "Bob", "in": "cards", "share": 0.5}, 0, `"` + bob.ID + `"`},
		{"an unknown command", "fly", nil, 400, ""},
		{"an unknown option", "play", map[string]any{"game": "ahole", "color": "red"}, 400, ""},
		{"the required one missing", "play", nil, 400, ""},
		{"a choice that isn't offered", "play", map[string]any{"game": "chess"}, 400, ""},
		{"a text as a number", "play", map[string]any{"game": "ahole", "seats": "4"}, 400, ""},
		{"half a seat", "play", map[string]any{"game": "ahole", "seats": 3.5}, 400, ""},
		{"too few", "play", map[string]any{"game": "ahole", "seats": 0}, 400, ""},
		{"too many", "play", map[string]any{"game": "ahole", "seats": 9}, 400, ""},
		{"too short", "play", map[string]any{"game": "ahole", "note": "a"}, 400, ""},
		{"too long", "play", map[string]any{"game": "ahole", "note": "abcde"}, 400, ""},
		{"a number as a truth", "play", map[string]any{"game": "ahole", "quick": 1}, 400, ""},
		{"somebody unknown", "play", map[string]any{"game": "ahole", "with": "Zoe"}, 400, ""},
		{"a channel unknown", "play", map[string]any{"game": "ahole", "in": "attic"}, 400, ""},
		{"a subcommand", "settings show", nil, 0, `"show"`},
		{"one in a group", "settings clock set", map[string]any{"seconds": 30}, 0, `"seconds"`},
		{"no subcommand", "settings", nil, 400, ""},
		{"an unknown subcommand", "settings hide", nil, 400, ""},
		{"an owner may what needs a permission", "close", nil, 0, `"close"`},
	} {
		r, err := ann.Command(t.Context(), "general", c.command, c.options)
		if Status(err) != c.status || c.status == 0 && (err != nil || !strings.Contains(r.Message().Content, c.has)) {
			t.Errorf("%s: %v, got %s", c.why, err, r.Message().Content)
		}
	}
	if _, err := bob.Command(t.Context(), "general", "close", nil); Status(err) != 403 {
		t.Errorf("another may not: %v, want 403", err)
	}
	for why, at := range map[string][2]string{"an unknown channel": {bob.ID, "attic"}, "an unknown user": {"Zoe", "general"}} {
		if err := d.Do(t.Context(), "POST", "/sandbox/command", map[string]any{"user": at[0], "channel": at[1], "command": "play"}, nil); Status(err) != 404 {
			t.Errorf("%s: %v, want 404", why, err)
		}
	}
}

// A user can click only what a client would let them click.
func TestClicks(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	startBot(t, d, echo(t))
	w, ann := Look(t, d), User(t, d, "Ann")
	m := Made(t, d, w.General()+"/messages", `{"content":"x","components":[
		{"type":1,"components":[{"type":2,"style":1,"label":"on","custom_id":"on"},{"type":2,"style":1,"label":"off","custom_id":"off","disabled":true},{"type":2,"style":5,"label":"link","url":"https://example.org"}]},
		{"type":1,"components":[{"type":3,"custom_id":"pick","min_values":1,"max_values":2,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"},{"label":"c","value":"c"}]}]},
		{"type":1,"components":[{"type":5,"custom_id":"who"}]}]}`)
	for _, c := range []struct {
		why, message, id string
		values           []string
		status           int
		has              string
	}{
		{"a button", m, "on", nil, 0, `"on"`},
		{"a disabled one", m, "off", nil, 409, ""},
		{"one that isn't", m, "none", nil, 404, ""},
		{"a message that isn't", "1", "on", nil, 404, ""},
		{"a button with values", m, "on", []string{"x"}, 400, ""},
		{"two of three", m, "pick", []string{"a", "c"}, 0, `["a","c"]`},
		{"none of one to two", m, "pick", nil, 400, ""},
		{"all three", m, "pick", []string{"a", "b", "c"}, 400, ""},
		{"the same twice", m, "pick", []string{"a", "a"}, 400, ""},
		{"what isn't offered", m, "pick", []string{"d"}, 400, ""},
		{"a user by name", m, "who", []string{"Ann"}, 0, ann.ID},
	} {
		r, err := ann.Click(t.Context(), c.message, c.id, c.values...)
		if Status(err) != c.status || c.status == 0 && (err != nil || !strings.Contains(r.Message().Content, c.has)) {
			t.Errorf("%s: %v, got %s", c.why, err, r.Message().Content)
		}
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/click", map[string]any{"user": "Ann", "channel": "cards", "message": m, "custom_id": "on"}, nil); Status(err) != 404 {
		t.Errorf("the message is in another channel: %v, want 404", err)
	}
	if err := d.Do(t.Context(), "DELETE", "/sandbox/messages/"+m, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ann.Click(t.Context(), m, "on"); Status(err) != 404 {
		t.Errorf("a deleted message: %v, want 404", err)
	}
}

// The page receives the events that its user may see.
func TestEvents(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	startBot(t, d, echo(t))
	w, ann := Look(t, d), User(t, d, "Ann")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	all, err := ann.Events(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	one, err := User(t, d, "Bob").Events(ctx, "cards")
	if err != nil {
		t.Fatal(err)
	}
	next := func(from <-chan sandboxtest.Event, kind, has string) {
		t.Helper()
		for e := range from {
			if e.Type == kind && strings.Contains(string(e.Data), has) {
				return
			}
		}
		t.Errorf("no %s event with %s", kind, has)
	}
	m := Made(t, d, w.General()+"/messages", `{"content":"made"}`)
	next(all, "message", `"content":"made"`)
	if status, _ := Call(t, d, "PATCH", w.General()+"/messages/"+m, `{"content":"changed"}`); status != 200 {
		t.Error(status)
	}
	next(all, "message", `"edited":true`)
	if status, _ := Call(t, d, "DELETE", w.General()+"/messages/"+m, ""); status != 204 {
		t.Error(status)
	}
	next(all, "delete", `"id":"`+m+`"`)
	User(t, d, "Eve")
	next(all, "world", "")
	Made(t, d, "/channels/"+w.Guilds[0].Channels[1].ID+"/messages", `{"content":"in cards"}`)
	for e := range one {
		if e.Type == "message" {
			if e.Message().Content != "in cards" {
				t.Errorf("the stream of cards told %s", e.Data)
			}
			break
		}
	}
	if _, err := ann.Events(ctx, "attic"); Status(err) != 404 {
		t.Errorf("events of an unknown channel: %v", err)
	}
}

// A user who left receives nothing more, and can still read what they received before.
func TestLeaving(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	startBot(t, d, echo(t))
	w, bob := Look(t, d), User(t, d, "Bob")
	Made(t, d, w.General()+"/messages", `{"content":"before"}`)
	member := func(body map[string]any) {
		body["user"] = "Bob"
		if err := d.Do(t.Context(), "POST", "/sandbox/members", body, nil); err != nil {
			t.Fatal(err)
		}
	}
	member(map[string]any{"leave": true})
	Made(t, d, w.General()+"/messages", `{"content":"after"}`)
	got, err := bob.Payloads(t.Context())
	if err != nil || len(got) != 1 || !strings.Contains(string(got[0].Body), "before") {
		t.Errorf("Bob got %v, %v", got, err)
	}
	if _, err := bob.Command(t.Context(), "general", "x", nil); Status(err) != 403 {
		t.Errorf("a command of one who left: %v, want 403", err)
	}
	member(map[string]any{"roles": []string{"judge"}, "nick": "Bobby"})
	if status, e := Call(t, d, "GET", "/guilds/"+w.Guilds[0].ID+"/members/"+bob.ID, ""); status != 200 {
		t.Errorf("back again: %d %d", status, e.Code)
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/members", map[string]any{"user": "Ann", "leave": true}, nil); Status(err) != 409 {
		t.Errorf("the owner leaves: %v, want 409", err)
	}
}

// The users' side refuses invalid bodies.
func TestInvalidBodiesAreRefused(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	before := Look(t, d)
	for _, c := range []struct{ why, path, body, says string }{
		{"a user of blanks", "users", `{"name":"  "}`, `a user's name must be one line with a visible character, not "  "`},
		{"a user of two lines", "users", `{"name":"Eve\nAnn"}`, `a user's name must be one line with a visible character, not "Eve\nAnn"`},
		{"a user of what doesn't show", "users", `{"name":"\u200b\u202e"}`, `a user's name must be one line with a visible character, not "\u200b\u202e"`},
		{"a user without a name", "users", `{}`, "a user's name must have 1 to 32 characters"},
		{"a user called 7", "users", `{"name":7}`, `"name" takes no number`},
		{"a guild of blanks", "guilds", `{"name":"   "}`, `a guild's name must be one line with a visible character, not "   "`},
		{"a guild with a channel without a name", "guilds", `{"name":"House","channels":["general",""]}`, "a channel's name must have 1 to 100 characters"},
		{"a channel of blanks", "channels", `{"name":" "}`, `a channel's name must be one line with a visible character, not " "`},
		{"a role of blanks", "roles", `{"role":" "}`, `a role's name must be one line with a visible character, not " "`},
		{"a member's role without a name", "members", `{"user":"Bob","roles":[""]}`, "a role's name must have 1 to 100 characters"},
		{"a nickname of blanks", "members", `{"user":"Bob","nick":" "}`, `a nickname must be one line with a visible character, not " "`},
		{"a list for a text", "say", `{"user":["Ann"]}`, `"user" takes no array`},
		{"what no body has", "say", `{"text":"x"}`, `the body can't be read: unknown field "text"`},
	} {
		err := d.Do(t.Context(), "POST", "/sandbox/"+c.path, json.RawMessage(c.body), nil)
		if Status(err) != 400 || err.Error() != "400: "+c.says {
			t.Errorf("%s: %v, want 400: %s", c.why, err, c.says)
		}
	}
	if after := Look(t, d); !reflect.DeepEqual(before, after) {
		t.Errorf("they changed the world from %+v to %+v", before, after)
	}
	for _, path := range []string{"calls?since=x", "calls?since=-1", "payloads?user=Ann&since=x"} {
		if err := d.Do(t.Context(), "GET", "/sandbox/"+path, nil, nil); Status(err) != 400 {
			t.Errorf("%s: %v, want 400", path, err)
		}
	}
	for _, name := range []string{"Mx Ann", "משה", "\u202eeve", "👨‍👩‍👧"} {
		if _, err := d.User(t.Context(), name); err != nil {
			t.Errorf("a user called %q: %v", name, err)
		}
	}
}

// Each list has a maximum length. When it is full, the oldest entries are removed.
func TestBounds(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, Messages: 10, Payloads: 15, Calls: 5})
	w, ann := Look(t, d), User(t, d, "Ann")
	var first string
	for i := range 40 {
		id := Made(t, d, w.General()+"/messages", fmt.Sprintf(`{"content":"%d"}`, i))
		if i == 0 {
			first = id
		}
	}
	all, err := ann.Messages(t.Context(), "general")
	if err != nil || len(all) < 10 || len(all) >= 20 || all[len(all)-1].Content != "39" {
		t.Errorf("%d messages are kept (%v), want at least 10 and fewer than 20, the newest last", len(all), err)
	}
	if status, e := Call(t, d, "GET", w.General()+"/messages/"+first, ""); status != 404 || e.Code != 10008 {
		t.Errorf("a forgotten message: %d %d", status, e.Code)
	}
	if got, err := ann.Payloads(t.Context()); err != nil || len(got) != 15 || !strings.Contains(string(got[14].Body), `"39"`) {
		t.Errorf("%d payloads are kept (%v), want 15", len(got), err)
	}
	if got, err := d.Calls(t.Context()); err != nil || len(got) != 5 || got[4].Number != 40 {
		t.Errorf("%d calls are kept (%v), want 5, the last with number 40", len(got), err)
	}
}

// A bot lists a channel's messages before, after and around a given one.
func TestListing(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	b := startBot(t, d, nil)
	general := Look(t, d).Guilds[0].Channels[0].ID
	var ids []string
	for i := range 60 {
		m, err := b.ChannelMessageSend(general, fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	for _, c := range []struct {
		why                   string
		limit                 int
		before, after, around string
		first, n              int // ids, newest first
	}{
		{"the newest", 5, "", "", "", 59, 5},
		{"before one", 5, ids[10], "", "", 9, 5},
		{"after one, the nearest", 5, "", ids[10], "", 15, 5},
		{"around one", 5, "", "", ids[10], 12, 5},
		{"around the newest", 5, "", "", ids[59], 59, 5},
		{"the end", 50, ids[2], "", "", 1, 2},
	} {
		got, err := b.ChannelMessages(general, c.limit, c.before, c.after, c.around)
		if err != nil || len(got) != c.n || got[0].ID != ids[c.first] {
			t.Errorf("%s: %d messages, %v", c.why, len(got), err)
		}
	}
}

// Serve listens on an address of its own.
func TestServe(t *testing.T) {
	if err := sandbox.New(sandbox.Config{Addr: "0.0.0.0:0"}).Listen(); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("an address of every network: %v", err)
	}
	s := sandbox.New(sandbox.Config{Addr: "127.0.0.1:0"})
	if err := s.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	resp, err := http.Get(s.URL() + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("the page: %d", resp.StatusCode)
	}
	d := sandboxtest.At(s.URL())
	events, err := User(t, d, "Ann").Events(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Serve ended with %v", err)
	}
	for range events {
	}
	if _, err := http.Get(s.URL()); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("it still answers: %v", err)
	}
}
