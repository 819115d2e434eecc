package sandbox_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

func TestCloseCodes(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Identifies: 3})
	requestMembers := func(guild, more string) []string {
		return []string{identify(usualIntents, ""), `{"op":8,"d":{"guild_id":` + guild + more + `}}`}
	}
	const guild = `"1"`
	for _, c := range []struct {
		why  string
		send []string
		code int
	}{
		{"an unknown opcode", []string{`{"op":99}`}, 4001},
		{"no JSON", []string{`op`}, 4002},
		{"more than 4096 bytes", []string{`{"op":1,"d":null,"x":"` + x(4096) + `"}`}, 4002},
		{"a presence before identifying", []string{`{"op":3,"d":{}}`}, 4003},
		{"a wrong token", []string{`{"op":2,"d":{"token":"other","intents":1}}`}, 4004},
		{"identifying twice", []string{identify(usualIntents, ""), identify(usualIntents, "")}, 4005},
		{"more than 120 frames in a minute", strings.Split(strings.Repeat(heartbeat+"\n", 121), "\n")[:121], 4008},
		{"a shard that doesn't exist", []string{identify(usualIntents, `,"shard":[2,2]`)}, 4010},
		{"no intents", []string{`{"op":2,"d":{"token":"sandbox"}}`}, 4013},
		{"intents that don't exist", []string{identify(1<<30, "")}, 4013},
		{"the intent members, which is off", []string{identify(membersIntent, "")}, 4014},
		{"the intent presences, which is off", []string{identify(presencesIntent, "")}, 4014},
		{"the intent content, which is off", []string{identify(contentIntent, "")}, 4014},
		{"members by neither query nor ids", requestMembers(guild, `,"limit":0`), 4001},
		{"members by both", requestMembers(guild, `,"query":"","limit":0,"user_ids":["1"]`), 4001},
		{"members, fewer than none", requestMembers(guild, `,"query":"","limit":-1`), 4001},
		{"members of two guilds", requestMembers(`["1","5"]`, `,"query":"","limit":0`), 4001},
		{"members of no guild", requestMembers(`{}`, `,"query":"","limit":0`), 4002},
		{"members by a number", requestMembers(guild, `,"query":5,"limit":0`), 4002},
	} {
		t.Run(c.why, func(t *testing.T) {
			w := dial(t, sandboxtest.Start(t, sandbox.Config{}))
			for _, s := range c.send {
				w.send("%s", s)
			}
			w.wantClose(c.code)
		})
	}
	t.Run("more identifies than a day allows", func(t *testing.T) {
		for range 3 {
			dial(t, d).login(usualIntents, "")
		}
		w := dial(t, d)
		w.send("%s", identify(usualIntents, ""))
		w.wantClose(4004)
	})
	t.Run("a sequence that was never reached", func(t *testing.T) {
		d := sandboxtest.Start(t, sandbox.Config{})
		session := dial(t, d).login(usualIntents, "").Session
		w := dial(t, d)
		w.send("%s", resume(session, 99))
		w.wantClose(4007)
	})
	for query, want := range map[string]string{ // no frame comes before the close
		"v=10&encoding=etf":                       "4002 Only JSON is spoken here",
		"v=10&encoding=json&compress=zstd-stream": "4002 Only zlib-stream compresses here",
		"v=8&encoding=etf":                        "4012 Invalid API version",
	} {
		_, data, err := connect(t, gatewayOf(d), query).Read(t.Context())
		var end websocket.CloseError
		if !errors.As(err, &end) || fmt.Sprint(int(end.Code), " ", end.Reason) != want {
			t.Errorf("%s: got %s, %v, want the close %s", query, data, err, want)
		}
	}
	t.Run("no heartbeat", func(t *testing.T) {
		dial(t, sandboxtest.Start(t, sandbox.Config{Heartbeat: 50 * time.Millisecond})).wantClose(4009)
	})
}

func TestCompression(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	t.Run("one stream", func(t *testing.T) {
		w := connect(t, gatewayOf(d), "v=10&compress=zlib-stream")
		var packed bytes.Buffer
		var frames *json.Decoder
		for _, want := range []string{"10 ", "0 READY"} {
			kind, data, err := w.Read(t.Context())
			if err != nil || kind != websocket.MessageBinary || !bytes.HasSuffix(data, []byte{0, 0, 0xff, 0xff}) {
				t.Fatalf("got a frame of type %v, %v, want a flushed binary frame", kind, err)
			}
			packed.Write(data)
			if frames == nil {
				z, err := zlib.NewReader(&packed)
				must(t, err)
				frames = json.NewDecoder(z)
				w.send("%s", identify(usualIntents, ""))
			}
			var f frame
			if err := frames.Decode(&f); err != nil || fmt.Sprint(f.Op, " ", f.T) != want {
				t.Fatalf("got the frame %+v, %v, want %s", f, err, want)
			}
		}
	})
	t.Run("large payloads", func(t *testing.T) {
		for i := range 100 {
			Do(t, d, "channels", map[string]any{"name": fmt.Sprint("room-", i)})
		}
		w := dial(t, d)
		w.send("%s", identify(usualIntents, `,"compress":true`))
		for {
			kind, data, err := w.Read(t.Context())
			must(t, err)
			if kind != websocket.MessageBinary {
				continue
			}
			z, err := zlib.NewReader(bytes.NewReader(data))
			must(t, err)
			plain, err := io.ReadAll(z)
			if err != nil || !bytes.Contains(plain, []byte("room-99")) {
				t.Errorf("the compressed frame is %.200s, %v, want it to have the last channel", plain, err)
			}
			return
		}
	})
}

// READY has an address for resuming that differs from the address of GET /gateway. Resuming at the
// latter also works, as on Discord, but the sandbox counts it as wrong.
func TestResume(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{})
	w := dial(t, d)
	session := w.login(usualIntents, "")
	if session.URL == gatewayOf(d) || !strings.HasPrefix(session.URL, "ws://127.0.0.1:") || !strings.HasSuffix(session.URL, "/gateway") {
		t.Errorf("READY says to resume at %s and GET /gateway says %s, want different addresses", session.URL, gatewayOf(d))
	}
	Say(t, d, "Ann", "general", "first")
	first := w.waitFor(0, "MESSAGE_CREATE")
	StartFault(t, d, "drop")
	if _, _, err := w.Read(t.Context()); err == nil || websocket.CloseStatus(err) != -1 {
		t.Errorf("after a drop: got %v, want an error without a close frame", err)
	}
	Say(t, d, "Ann", "general", "second")
	for i, address := range []string{session.URL, gatewayOf(d)} {
		w = dialAddress(t, address)
		w.send("%s", resume(session.Session, first.S))
		if f := w.next(); f.T != "MESSAGE_CREATE" || f.S != first.S+1 {
			t.Errorf("the replay begins with %+v, want number %d", f, first.S+1)
		}
		w.waitFor(0, "RESUMED")
		if bot := GetWorld(t, d).Bot; bot.Resumes != i+1 || bot.Wrong != i {
			t.Errorf("%d sessions were resumed, %d at the wrong address, want %d and %d", bot.Resumes, bot.Wrong, i+1, i)
		}
	}
	t.Run("replay last", func(t *testing.T) {
		Say(t, d, "Ann", "general", "third")
		f := w.waitFor(0, "MESSAGE_CREATE")
		StartFault(t, d, "replay last")
		if g := w.next(); g.S != f.S || g.T != f.T {
			t.Errorf("replayed %+v, want %+v", g, f)
		}
	})
	t.Run("op 9 keeps the connection but not the session", func(t *testing.T) {
		StartFault(t, d, "op9")
		if f := w.next(); f.Op != 9 || string(f.D) != "false" {
			t.Errorf("got %+v, want op 9 with false", f)
		}
		w.send("%s", resume(session.Session, first.S))
		if f := w.next(); f.Op != 9 {
			t.Errorf("a resume of the ended session: got %+v, want op 9", f)
		}
		w.login(usualIntents, "")
	})
	t.Run("a client's close with 1000 ends the session", func(t *testing.T) {
		w := dial(t, d)
		session := w.login(usualIntents, "").Session
		must(t, w.Close(websocket.StatusNormalClosure, ""))
		for open := 2; open > 1; { // waits until the connection is removed, which happens after the close frame was answered
			var struck struct{ Connections int }
			nothing := map[string]any{"match": map[string]any{"event": "NOTHING"}, "do": "replay last"}
			must(t, d.Do(t.Context(), "POST", "/sandbox/faults", nothing, &struck))
			open = struck.Connections
		}
		w = dial(t, d)
		w.send("%s", resume(session, 1))
		if f := w.next(); f.Op != 9 {
			t.Errorf("got %+v, want op 9", f)
		}
	})
	t.Run("faults that wait for a client's frame", func(t *testing.T) {
		for op, send := range map[int]string{2: identify(usualIntents, ""), 6: resume("x", 1)} {
			Do(t, d, "faults", map[string]any{"match": map[string]any{"op": op}, "do": "op7"})
			w := dial(t, d)
			w.send("%s", send)
			if f := w.next(); f.Op != 7 {
				t.Errorf("op %d is answered by %+v, want op 7", op, f)
			}
		}
	})
	t.Run("a swallowed ack", func(t *testing.T) {
		StartFault(t, d, "swallow acks")
		w := dial(t, d)
		w.send(heartbeat)
		w.send("%s", identify(usualIntents, ""))
		if f := w.next(); f.T != "READY" {
			t.Errorf("got %+v, want READY, since the first heartbeat is not acknowledged", f)
		}
		w.waitFor(0, "GUILD_CREATE")
		w.wantNothing("after the second beat")
	})
}

func TestDelayedEventsArriveOutOfOrder(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	delay := func(event string, times int, by string) {
		t.Helper()
		Do(t, d, "faults", map[string]any{"match": map[string]any{"event": event}, "times": times, "do": "delay " + by})
	}
	createChannel := func(name string) { Do(t, d, "channels", map[string]any{"name": name}) }
	w := dial(t, d)
	seq := 0
	wantEvent := func(why, event, about string) {
		t.Helper()
		f := w.next()
		if seq++; f.T != event || f.S != seq || !strings.Contains(string(f.D), about) {
			t.Fatalf("%s: got %s with number %d, want %s of %s with %d: %s", why, f.T, f.S, event, about, seq, f.D)
		}
	}
	delay("READY", 1, "500ms")
	w.send("%s", identify(usualIntents, ""))
	wantEvent("READY is late", "GUILD_CREATE", "")
	wantEvent("READY is late", "READY", "")
	delay("CHANNEL_CREATE", 1, "24h")
	createChannel("one")
	createChannel("two")
	wantEvent("the first of two is late", "CHANNEL_CREATE", `"two"`)
	delay("CHANNEL_*", 2, "24h")
	Delete(t, d, "channels/one")
	createChannel("three")
	createChannel("four")
	wantEvent("two of any kind are late", "CHANNEL_CREATE", `"four"`)
	delay("CHANNEL_CREATE", 1, "1ms")
	createChannel("five")
	wantEvent("the delayed events arrive", "CHANNEL_CREATE", `"five"`)
}

// An event reaches every session that belongs to the guild's shard and has the intent, and no other
// session. Several processes may have sessions of the same shard. Direct messages belong to the
// first shard.
func TestEventsFollowShardsAndIntents(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 100})
	for i := range 4 {
		Do(t, d, "guilds", map[string]any{"name": fmt.Sprint("guild ", i), "channels": []string{fmt.Sprint("c", i)}})
	}
	shardOf := func(guild string) int {
		id, err := strconv.ParseUint(guild, 10, 64)
		must(t, err)
		return int(id >> 22 % 2)
	}
	var sessions []*gatewayConn
	seen := 0
	for shard := range 2 {
		w := dial(t, d)
		for _, g := range w.login(usualIntents|directIntent, fmt.Sprintf(`,"shard":[%d,2]`, shard)).Guilds {
			if seen++; shardOf(g.ID) != shard {
				t.Errorf("guild %s is on shard %d, want the other", g.ID, shard)
			}
		}
		sessions = append(sessions, w)
	}
	world := GetWorld(t, d)
	if seen != len(world.Guilds) {
		t.Errorf("%d guilds are on shards, want %d", seen, len(world.Guilds))
	}
	direct := Do(t, d, "dms", map[string]any{"user": "Ann"})
	none, other := dial(t, d), dial(t, d)
	none.login(0, "")
	other.login(usualIntents, "")
	for channel, at := range map[string]int{"general": shardOf(world.Guilds[0].ID), direct: 0} {
		Say(t, d, "Ann", channel, "a secret")
		if f := sessions[at].waitFor(0, "MESSAGE_CREATE"); channel != direct && bytes.Contains(f.D, []byte("a secret")) {
			t.Errorf("a session without the content intent got the content: %s", f.D)
		}
		sessions[1-at].wantNothing("another shard's message")
		none.wantNothing("a message without its intent")
	}
	other.waitFor(0, "MESSAGE_CREATE")
	other.wantNothing("a message twice, or one without its intent")

	Delete(t, d, "guilds/"+world.Guilds[1].ID)
	other.waitFor(0, "GUILD_DELETE")
	checkAll(t, d, callTest{"a guild without the bot", "GET", "/guilds/" + world.Guilds[1].ID, "", 403, 50001})
	Do(t, d, "guilds", map[string]any{"name": world.Guilds[1].Name})
	other.waitFor(0, "GUILD_CREATE")
}

type chunk struct {
	Members []struct {
		User struct{ Username string }
	}
	Index    int      `json:"chunk_index"`
	Count    int      `json:"chunk_count"`
	NotFound []string `json:"not_found"`
	Nonce    *string
}

// With the presences intent, GUILD_CREATE has all members. Without it, GUILD_CREATE has only the
// bot, as on Discord. Request Guild Members (op 8) handles prefixes, ids, nonces and intents as
// Discord does. Members are sent in chunks of a thousand.
func TestMembersAreRequestedAsOnDiscord(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privilegedIntents, Concurrency: 100})
	world := GetWorld(t, d)
	guild := world.Guilds[0].ID
	all := guildsIntent | membersIntent | presencesIntent
	for _, c := range []struct {
		why, ask string
		intents  int
		want     string // user names, unknown ids and nonce ("-": none); "" if there is no answer
	}{
		{"a prefix", `"query":"b","limit":5`, guildsIntent, "bob [] -"},
		{"a prefix in capitals", `"query":"DEE","limit":5`, guildsIntent, "dee [] -"},
		{"a prefix of nobody", `"query":"x","limit":5`, guildsIntent, " [] -"},
		{"a limit", `"query":"d","limit":1`, guildsIntent, "Deuces [] -"},
		{"an id", `"user_ids":"` + world.ID("Ann") + `"`, guildsIntent, "ann [] -"},
		{"ids, one of nobody", `"user_ids":["` + world.ID("Ann") + `","5"]`, guildsIntent, "ann [5] -"},
		{"a nonce", `"query":"b","limit":5,"nonce":"n"`, guildsIntent, "bob [] n"},
		{"everybody", `"query":"","limit":0`, all, "Deuces ann bob cy dee [] -"},
		{"one with the intent of members alone", `"query":"b","limit":5`, guildsIntent | membersIntent, "bob [] -"},
		{"everybody without the intent", `"query":"","limit":0`, guildsIntent, ""},
	} {
		w := dial(t, d)
		if r := w.login(c.intents, ""); r.Members != map[bool]int{true: 5, false: 1}[c.intents&presencesIntent != 0] {
			t.Errorf("GUILD_CREATE has %d members with the intents %b", r.Members, c.intents)
		}
		w.send(`{"op":8,"d":{"guild_id":"%s",%s}}`, guild, c.ask)
		w.send(heartbeat)
		got := ""
		if f := w.next(); f.Op == 0 {
			var part chunk
			if err := json.Unmarshal(f.D, &part); err != nil || f.T != "GUILD_MEMBERS_CHUNK" || part.Index != 0 || part.Count != 1 {
				t.Errorf("%s: got %s %s, %v, want a single chunk", c.why, f.T, f.D, err)
			}
			var names []string
			for _, m := range part.Members {
				names = append(names, m.User.Username)
			}
			nonce := "-"
			if part.Nonce != nil {
				nonce = *part.Nonce
			}
			got = fmt.Sprint(strings.Join(names, " "), " ", part.NotFound, " ", nonce)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.why, got, c.want)
		}
	}
	for i := range 1500 {
		Do(t, d, "users", map[string]any{"name": fmt.Sprintf("user %d", i)})
	}
	w := dial(t, d)
	w.login(all, "")
	w.send(`{"op":8,"d":{"guild_id":"%s","query":"","limit":0}}`, guild)
	for i, want := range []int{1000, 505} {
		var part chunk
		if err := json.Unmarshal(w.waitFor(0, "GUILD_MEMBERS_CHUNK").D, &part); err != nil || len(part.Members) != want || part.Index != i || part.Count != 2 {
			t.Errorf("chunk %d of %d has %d members (%v), want %d", part.Index, part.Count, len(part.Members), err, want)
		}
	}
}

func TestPrivilegedIntentsAreSwitchedOn(t *testing.T) {
	t.Parallel()
	on, err := sandbox.ParseIntents("members, content")
	must(t, err)
	d := sandboxtest.Start(t, sandbox.Config{Privileged: on})
	dial(t, d).login(guildsIntent|membersIntent|contentIntent, "")
	w := dial(t, d)
	w.send("%s", identify(presencesIntent, ""))
	w.wantClose(4014)
	var app struct{ Flags int }
	if Get(t, d, "/applications/@me", &app); app.Flags != 1<<15|1<<19 {
		t.Errorf("the application's flags are %b, want those of the two limited intents", app.Flags)
	}
	checkAll(t, d, callTest{"listing members with the intent switched on", "GET", GetWorld(t, d).Guild() + "/members?limit=1000", "", 200, 0})
	if _, err := sandbox.ParseIntents("guilds"); err == nil {
		t.Error("ParseIntents accepts guilds, which is not a privileged intent")
	}
}

// The first part of a token is the bot's id, which is the same in every sandbox. The configured
// token also works.
func TestTheTokenNamesTheBot(t *testing.T) {
	t.Parallel()
	one, two := sandboxtest.Start(t, sandbox.Config{}), sandboxtest.Start(t, sandbox.Config{Token: "other"})
	if one.Server.Token() == two.Server.Token() || strings.Split(one.Server.Token(), ".")[0] != "MTAwMDAwMDAwMDAwMDAwMDAwMQ" {
		t.Errorf("got the tokens %s and %s, want them different and with the bot's id", one.Server.Token(), two.Server.Token())
	}
	for token, fine := range map[string]bool{"sandbox": true, one.Server.Token(): true, two.Server.Token(): false, "": false} {
		w := dial(t, one)
		w.send(`{"op":2,"d":{"token":"Bot %s","intents":0,"properties":{}}}`, token)
		if fine {
			w.waitFor(0, "READY")
		} else {
			w.wantClose(4004)
		}
	}
}

// Shards with the same rate limit key must start five seconds apart, even in different processes.
// Other shards may start immediately. Identifies that are refused count, too.
func TestShardsOfOneRateLimitKeyStartOneAfterTheOther(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 2, Shards: 4, Identifies: 5})
	d.EarlyStarts = true
	limits := func() string {
		var bot struct {
			Shards int
			Limit  struct {
				Total, Remaining int
				Concurrency      int `json:"max_concurrency"`
			} `json:"session_start_limit"`
		}
		Get(t, d, "/gateway/bot", &bot)
		return fmt.Sprint(bot)
	}
	if got := limits(); got != "{4 {5 5 2}}" {
		t.Errorf("at first: got the limits %s, want all 5 sessions left", got)
	}
	for shard, op := range []int{0, 0, 9, 9} {
		w := dial(t, d)
		w.send("%s", identify(usualIntents, fmt.Sprintf(`,"shard":[%d,4]`, shard)))
		if f := w.next(); f.Op != op || op == 9 && string(f.D) != "false" {
			t.Errorf("shard %d: got %+v, want op %d", shard, f, op)
		}
	}
	if got := limits(); got != "{4 {5 1 2}}" {
		t.Errorf("after two sessions and two refusals: got the limits %s, want 1 session left", got)
	}
	if sent := d.Server.Sent(); sent.Identifies != 4 || sent.Early != 2 {
		t.Errorf("the sandbox counted %+v, want 4 identifies, 2 of them too early", sent)
	}
}
