package sandbox_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// privateReply is a response that only the user sees.
func privateReply(text string) string {
	return fmt.Sprintf(`{"type":4,"data":{"content":%q,"flags":64}}`, text)
}

// startEcho starts a sandbox with a bot that responds to every interaction with the data that the
// bot received.
func startEcho(t *testing.T) *sandboxtest.Discord {
	t.Helper()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience})
	d.Bot(t, func(i sandboxtest.Interaction) string { return privateReply(i.Raw) })
	return d
}

func TestAUserCanSendOnlyOptionsThatAClientAccepts(t *testing.T) {
	t.Parallel()
	d := startEcho(t)
	w := GetWorld(t, d)
	if status, e := Call(t, d, "PUT", w.App()+"/commands", `[
		{"name":"play","description":"d","options":[
			{"type":3,"name":"game","description":"d","required":true,"choices":[{"name":"AHole","value":"ahole"}]},
			{"type":4,"name":"seats","description":"d","min_value":1,"max_value":8},
			{"type":3,"name":"note","description":"d","min_length":2,"max_length":4},
			{"type":5,"name":"quick","description":"d"},
			{"type":6,"name":"with","description":"d"},
			{"type":7,"name":"in","description":"d"},
			{"type":10,"name":"share","description":"d"}]},
		{"name":"settings","description":"d","options":[
			{"type":1,"name":"show","description":"d"},
			{"type":2,"name":"clock","description":"d","options":[
				{"type":1,"name":"set","description":"d","options":[{"type":4,"name":"seconds","description":"d","required":true}]}]}]},
		{"name":"close","description":"d","default_member_permissions":"0"}]`); status != 200 {
		t.Fatalf("cannot register the commands: %d %s", status, e.Errors)
	}
	for _, c := range []struct {
		why, command string
		options      map[string]any
		status       int
		want         string // expected part of the data that the bot received
	}{
		{"a choice", "play", map[string]any{"game": "ahole"}, 0, `"ahole"`},
		{"with the slash", "/play", map[string]any{"game": "ahole"}, 0, `"ahole"`},
		{"all of them", "play", map[string]any{"game": "ahole", "seats": 4, "note": "abc", "quick": true, "with": "Bob", "in": "cards", "share": 0.5}, 0, `"` + w.ID("Bob") + `"`},
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
		{"a number as a boolean", "play", map[string]any{"game": "ahole", "quick": 1}, 400, ""},
		{"somebody unknown", "play", map[string]any{"game": "ahole", "with": "Zoe"}, 400, ""},
		{"a channel unknown", "play", map[string]any{"game": "ahole", "in": "attic"}, 400, ""},
		{"a subcommand", "settings show", nil, 0, `"show"`},
		{"one in a group", "settings clock set", map[string]any{"seconds": 30}, 0, `"seconds"`},
		{"no subcommand", "settings", nil, 400, ""},
		{"an unknown subcommand", "settings hide", nil, 400, ""},
		{"an owner may use what needs a permission", "close", nil, 0, `"close"`},
	} {
		r, err := User(t, d, "Ann").Command(t.Context(), "general", c.command, c.options)
		if Status(err) != c.status || c.status == 0 && (err != nil || !strings.Contains(r.Message().Content, c.want)) {
			t.Errorf("%s: got %v, %s, want the status %d and %q", c.why, err, r.Message().Content, c.status, c.want)
		}
	}
	for _, c := range []struct {
		why, user, channel, command string
		status                      int
	}{
		{"another may not", "Bob", "general", "close", 403},
		{"an unknown channel", "Bob", "attic", "play", 404},
		{"an unknown user", "Zoe", "general", "play", 404},
	} {
		err := d.Do(t.Context(), "POST", "/sandbox/command", map[string]any{"user": c.user, "channel": c.channel, "command": c.command}, nil)
		if Status(err) != c.status {
			t.Errorf("%s: got %v, want %d", c.why, err, c.status)
		}
	}
}

func TestAUserCanClickOnlyWhatAClientLetsThemClick(t *testing.T) {
	t.Parallel()
	d := startEcho(t)
	ann := User(t, d, "Ann")
	m := Create(t, d, GetWorld(t, d).General()+"/messages", `{"content":"x","components":[
		{"type":1,"components":[{"type":2,"style":1,"label":"on","custom_id":"on"},{"type":2,"style":1,"label":"off","custom_id":"off","disabled":true},{"type":2,"style":5,"label":"link","url":"https://example.org"}]},
		{"type":1,"components":[{"type":3,"custom_id":"pick","min_values":1,"max_values":2,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"},{"label":"c","value":"c"}]}]},
		{"type":1,"components":[{"type":5,"custom_id":"who"}]}]}`)
	for _, c := range []struct {
		why, message, id string
		values           []string
		status           int
		want             string
	}{
		{"a button", m, "on", nil, 0, `"on"`},
		{"a disabled one", m, "off", nil, 409, ""},
		{"one that doesn't exist", m, "none", nil, 404, ""},
		{"a message that doesn't exist", "1", "on", nil, 404, ""},
		{"a button with values", m, "on", []string{"x"}, 400, ""},
		{"two of three", m, "pick", []string{"a", "c"}, 0, `["a","c"]`},
		{"none of one to two", m, "pick", nil, 400, ""},
		{"all three", m, "pick", []string{"a", "b", "c"}, 400, ""},
		{"the same twice", m, "pick", []string{"a", "a"}, 400, ""},
		{"what isn't offered", m, "pick", []string{"d"}, 400, ""},
		{"a user by name", m, "who", []string{"Ann"}, 0, ann.ID},
	} {
		r, err := ann.Click(t.Context(), c.message, c.id, c.values...)
		if Status(err) != c.status || c.status == 0 && (err != nil || !strings.Contains(r.Message().Content, c.want)) {
			t.Errorf("%s: got %v, %s, want the status %d and %q", c.why, err, r.Message().Content, c.status, c.want)
		}
	}
	if err := d.Do(t.Context(), "POST", "/sandbox/click", map[string]any{"user": "Ann", "channel": "cards", "message": m, "custom_id": "on"}, nil); Status(err) != 404 {
		t.Errorf("a click in another channel than the message's: got %v, want 404", err)
	}
	Delete(t, d, "messages/"+m)
	if _, err := ann.Click(t.Context(), m, "on"); Status(err) != 404 {
		t.Errorf("a click on a deleted message: got %v, want 404", err)
	}
}

// Only the user for whom a private message is can see it or click on it. It isn't in the data that
// other users receive. The bot gets no event about it, and can't reach it through its channel.
func TestPrivateMessagesAreForOneReader(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience})
	d.Bot(t, func(i sandboxtest.Interaction) string {
		if i.Data.CustomID == "act" {
			return `{"type":7,"data":{"content":"played","components":[]}}`
		}
		return `{"type":4,"data":{"content":"secret of ` + i.Member.User.Name + `","flags":64,"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"act"}]}]}}`
	})
	general := GetWorld(t, d).General()
	board := Create(t, d, general+"/messages", `{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"hand"}]}]}`)
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	other := dial(t, d)
	other.login(usualIntents, "")
	r, err := bob.Click(t.Context(), board, "hand")
	must(t, err)
	hand := r.Message()
	if !hand.Ephemeral || hand.Content != "secret of Bob" {
		t.Errorf("got the hand %+v, want Bob's secret, ephemeral", hand)
	}
	if _, err := ann.Click(t.Context(), hand.ID, "act"); Status(err) != 403 {
		t.Errorf("a click on another's private message: got %v, want 403", err)
	}
	at := general + "/messages/" + hand.ID
	checkAll(t, d,
		callTest{"reading it through its channel", "GET", at, "", 404, 10008},
		callTest{"editing it", "PATCH", at, `{"content":"x"}`, 404, 10008},
		callTest{"deleting it", "DELETE", at, "", 404, 10008},
	)
	var listed []sandboxtest.Message
	if Get(t, d, general+"/messages", &listed); len(listed) != 1 || listed[0].ID != board {
		t.Errorf("the bot lists %+v, want the board alone", listed)
	}
	if _, err := bob.Click(t.Context(), hand.ID, "act"); err != nil {
		t.Fatal(err)
	}
	other.send(heartbeat)
	for f := other.next(); f.Op != 11; f = other.next() {
		if strings.HasPrefix(f.T, "MESSAGE_") {
			t.Errorf("the bot got the event %s %s, want no event about a private message", f.T, f.D)
		}
	}
	if mine := Messages(t, bob); len(mine) != 2 || mine[1].Content != "played" || !mine[1].Edited || len(mine[1].Components) != 0 {
		t.Errorf("Bob sees %+v, want the board, and his hand edited to played", mine)
	}
	if theirs := Messages(t, ann); len(theirs) != 1 {
		t.Errorf("Ann sees %+v, want the board alone", theirs)
	}
	for user, want := range map[*sandboxtest.User]int{ann: 1, bob: 3} { // the board, the hand, and the hand after the click
		got, err := user.Payloads(t.Context())
		if err != nil || len(got) != want {
			t.Errorf("%s got %d payloads (%v), want %d", user.Name, len(got), err, want)
		}
		for _, p := range got {
			if user == ann && strings.Contains(string(p.Body), "secret") {
				t.Errorf("Ann got Bob's secret: %s", p.Body)
			}
		}
	}
}

// An interaction must be answered only once and within its deadline. Its token expires, in this
// test after a nanosecond instead of fifteen minutes.
func TestInteractionsMustBeAnsweredOnceAndInTime(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: 50 * time.Millisecond, TokenLife: time.Nanosecond})
	received := make(chan sandboxtest.Interaction, 1)
	d.Bot(t, func(i sandboxtest.Interaction) string {
		received <- i
		return ""
	})
	Create(t, d, GetWorld(t, d).App()+"/commands", `{"name":"play","description":"d"}`)
	if _, err := User(t, d, "Ann").Command(t.Context(), "general", "play", nil); Status(err) != 504 {
		t.Errorf("a command that the bot doesn't answer: got %v, want 504", err)
	}
	late := <-received
	checkAll(t, d, callTest{"an answer after the deadline", "POST", late.Callback(), privateReply("late"), 404, 10062})

	d = sandboxtest.Start(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience, TokenLife: time.Nanosecond})
	callback := pendingCallback(t, d)
	original := strings.Replace(strings.Replace(callback, "/interactions/", "/webhooks/", 1), "/callback", "/messages/@original", 1)
	parts := strings.Split(original, "/")
	parts[2] = GetWorld(t, d).Bot.ID
	checkAll(t, d,
		callTest{"an answer in time", "POST", callback, `{"type":5,"data":{"flags":32768}}`, 204, 0},
		callTest{"a second answer", "POST", callback, privateReply("again"), 400, 40060},
		callTest{"an expired token", "PATCH", strings.Join(parts, "/"), `{"content":"x"}`, 401, 50027},
	)
}

func TestThePageReceivesTheEventsThatItsUserMaySee(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w, ann := GetWorld(t, d), User(t, d, "Ann")
	all, err := ann.Events(t.Context(), "")
	must(t, err)
	one, err := User(t, d, "Bob").Events(t.Context(), "cards")
	must(t, err)
	wantEvent := func(from <-chan sandboxtest.Event, kind, has string) {
		t.Helper()
		for timeout := time.After(sandboxtest.Patience); ; {
			select {
			case e, open := <-from:
				if !open {
					t.Fatalf("the stream ended before a %s event with %s", kind, has)
				}
				if e.Type == kind && strings.Contains(string(e.Data), has) {
					return
				}
				if e.Type == "message" && from == one {
					t.Errorf("the stream of #cards has the message of another channel: %s", e.Data)
				}
			case <-timeout:
				t.Fatalf("no %s event with %s arrived in time", kind, has)
			}
		}
	}
	m := Create(t, d, w.General()+"/messages", `{"content":"made"}`)
	wantEvent(all, "message", `"content":"made"`)
	checkAll(t, d, callTest{"an edit", "PATCH", w.General() + "/messages/" + m, `{"content":"changed"}`, 200, 0})
	wantEvent(all, "message", `"edited":true`)
	checkAll(t, d, callTest{"a deletion", "DELETE", w.General() + "/messages/" + m, "", 204, 0})
	wantEvent(all, "delete", `"id":"`+m+`"`)
	User(t, d, "Eve")
	wantEvent(all, "world", "")
	Create(t, d, "/channels/"+w.Guilds[0].Channels[1].ID+"/messages", `{"content":"in cards"}`)
	wantEvent(one, "message", "in cards")
	if _, err := ann.Events(t.Context(), "attic"); Status(err) != 404 {
		t.Errorf("events of an unknown channel: got %v, want 404", err)
	}
}

func TestAUserWhoLeftReceivesNothingMore(t *testing.T) {
	t.Parallel()
	d := startEcho(t)
	w, bob := GetWorld(t, d), User(t, d, "Bob")
	Create(t, d, w.General()+"/messages", `{"content":"before"}`)
	Do(t, d, "members", map[string]any{"user": "Bob", "leave": true})
	Create(t, d, w.General()+"/messages", `{"content":"after"}`)
	got, err := bob.Payloads(t.Context())
	if err != nil || len(got) != 1 || !strings.Contains(string(got[0].Body), "before") {
		t.Errorf("Bob, who left, got %v, %v, want only the message before that", got, err)
	}
	if _, err := bob.Command(t.Context(), "general", "x", nil); Status(err) != 403 {
		t.Errorf("a command by a user who left: got %v, want 403", err)
	}
	Do(t, d, "members", map[string]any{"user": "Bob", "roles": []string{"judge"}, "nick": "Bobby"})
	checkAll(t, d, callTest{"back again", "GET", w.Guild() + "/members/" + bob.ID, "", 200, 0})
	if err := d.Do(t.Context(), "POST", "/sandbox/members", map[string]any{"user": "Ann", "leave": true}, nil); Status(err) != 409 {
		t.Errorf("the owner leaves the guild: got %v, want 409", err)
	}
}

func TestRequestsOfUsersWithInvalidBodiesAreRefused(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	world := func() (all any) {
		must(t, d.Do(t.Context(), "GET", "/sandbox/world", nil, &all))
		return all
	}
	before := world()
	for _, c := range []struct{ why, path, body, want string }{
		{"a user of blanks", "users", `{"name":"  "}`, `a user's name must be one line with a visible character, not "  "`},
		{"a user of what doesn't show", "users", `{"name":"\u200b\u202e"}`, `a user's name must be one line with a visible character, not "\u200b\u202e"`},
		{"a user without a name", "users", `{}`, "a user's name must have 1 to 32 characters"},
		{"a guild with a channel without a name", "guilds", `{"name":"House","channels":["general",""]}`, "a channel's name must have 1 to 100 characters"},
		{"a member's role without a name", "members", `{"user":"Bob","roles":[""]}`, "a role's name must have 1 to 100 characters"},
		{"a role of blanks", "roles", `{"role":" "}`, `a role's name must be one line with a visible character, not " "`},
		{"a nickname of blanks", "members", `{"user":"Bob","nick":" "}`, `a nickname must be one line with a visible character, not " "`},
		{"a list for a text", "say", `{"user":["Ann"]}`, `"user" takes no array`},
		{"what no body has", "say", `{"text":"x"}`, `the body can't be read: unknown field "text"`},
	} {
		err := d.Do(t.Context(), "POST", "/sandbox/"+c.path, json.RawMessage(c.body), nil)
		if Status(err) != 400 || err.Error() != "400: "+c.want {
			t.Errorf("%s: got %v, want 400: %s", c.why, err, c.want)
		}
	}
	if after := world(); !reflect.DeepEqual(before, after) {
		t.Errorf("refused requests changed the world from %v to %v", before, after)
	}
	for _, path := range []string{"calls?since=x", "calls?since=-1", "payloads?user=Ann&since=x"} {
		if err := d.Do(t.Context(), "GET", "/sandbox/"+path, nil, nil); Status(err) != 400 {
			t.Errorf("%s: got %v, want 400", path, err)
		}
	}
	for _, name := range []string{"Mx Ann", "משה", "\u202eeve", "👨‍👩‍👧"} {
		if _, err := d.User(t.Context(), name); err != nil {
			t.Errorf("cannot create a user called %q: %v", name, err)
		}
	}
}

func TestAFullListForgetsItsOldestEntries(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, Messages: 10, Payloads: 15, Calls: 5})
	general, ann := GetWorld(t, d).General(), User(t, d, "Ann")
	first := Create(t, d, general+"/messages", `{"content":"0"}`)
	for i := range 39 {
		Create(t, d, general+"/messages", fmt.Sprintf(`{"content":"%d"}`, i+1))
	}
	if all := Messages(t, ann); len(all) < 10 || len(all) >= 20 || all[len(all)-1].Content != "39" {
		t.Errorf("%d messages are kept, want at least 10 and fewer than 20, the newest last", len(all))
	}
	checkAll(t, d, callTest{"a forgotten message", "GET", general + "/messages/" + first, "", 404, 10008})
	if got, err := ann.Payloads(t.Context()); err != nil || len(got) != 15 || !strings.Contains(string(got[14].Body), `"39"`) {
		t.Errorf("%d payloads are kept (%v), want 15", len(got), err)
	}
	if got, err := d.Calls(t.Context()); err != nil || len(got) != 5 || got[4].Number != 40 {
		t.Errorf("%d calls are kept (%v), want 5, the last with number 40", len(got), err)
	}
}

// A sandbox listens only on loopback. Other tests in internal/cli and browsertest check that it
// serves pages, and that it can stop while pages are open.
func TestOnlyLoopbackIsServed(t *testing.T) {
	if err := sandbox.New(sandbox.Config{Addr: "0.0.0.0:0"}).Listen(); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("listen on all networks: got %v, want an error that says loopback", err)
	}
}
