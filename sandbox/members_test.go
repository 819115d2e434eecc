package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

const (
	guildsIntent    = 1 << 0
	membersIntent   = 1 << 1
	presencesIntent = 1 << 8
)

// as identifies with some intents, and returns the number of members in the first GUILD_CREATE.
func as(t *testing.T, d *sandboxtest.Discord, intents int) (w *wire, members int) {
	t.Helper()
	w = dial(t, d, "v=10")
	w.send(fmt.Sprintf(`{"op":2,"d":{"token":"sandbox","intents":%d,"properties":{}}}`, intents))
	w.until(0, "READY")
	var g struct{ Members []json.RawMessage }
	if err := json.Unmarshal(w.until(0, "GUILD_CREATE").D, &g); err != nil {
		t.Fatal(err)
	}
	return w, len(g.Members)
}

// Discord sends all members in GUILD_CREATE only with the presences intent. A bot that relies on it
// for names fails here as it would on Discord.
func TestGuildCreateHasMembersOnlyWithThePresencesIntent(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged})
	for _, c := range []struct {
		why              string
		intents, members int
	}{
		{"without privileged intents the bot alone", guildsIntent, 1},
		{"with members, too, the bot alone", guildsIntent | membersIntent, 1},
		{"with presences everybody", guildsIntent | presencesIntent, 5},
	} {
		if _, members := as(t, d, c.intents); members != c.members {
			t.Errorf("%s: %d members", c.why, members)
		}
	}
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

// Request Guild Members (op 8) handles prefixes, ids, nonces and intents as Discord does.
func TestMembersAreRequestedAsDiscordHasIt(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged, Concurrency: 100})
	world := Look(t, d)
	guild := world.Guilds[0].ID
	all := guildsIntent | membersIntent | presencesIntent
	for _, c := range []struct {
		why, ask string
		intents  int
		want     string // the names, the ids not found, and the nonce; "" for no answer
	}{
		{"a prefix", `"query":"b","limit":5`, guildsIntent, "bob [] -"},
		{"a prefix in capitals", `"query":"DEE","limit":5`, guildsIntent, "dee [] -"},
		{"a prefix of nobody", `"query":"x","limit":5`, guildsIntent, " [] -"},
		{"a limit", `"query":"d","limit":1`, guildsIntent, "Deuces [] -"},
		{"an id", `"user_ids":"` + world.ID("Ann") + `"`, guildsIntent, "ann [] -"},
		{"ids, one of nobody", `"user_ids":["` + world.ID("Ann") + `","5"]`, guildsIntent, "ann [5] -"},
		{"a nonce", `"query":"b","limit":5,"nonce":"n"`, guildsIntent, "bob [] n"},
		{"everybody", `"query":"","limit":0`, all, "Deuces ann bob cy dee [] -"},
		{"everybody without the intent", `"query":"","limit":0`, guildsIntent, ""},
	} {
		w, _ := as(t, d, c.intents)
		w.send(`{"op":8,"d":{"guild_id":"` + guild + `",` + c.ask + `}}`)
		w.send(`{"op":1,"d":null}`)
		got := ""
		if f := w.next(); f.Op == 0 {
			var part chunk
			if err := json.Unmarshal(f.D, &part); err != nil || f.T != "GUILD_MEMBERS_CHUNK" || part.Index != 0 || part.Count != 1 {
				t.Errorf("%s: %s %s %v", c.why, f.T, f.D, err)
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
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	for ask, code := range map[string]int{
		`{"op":8,"d":{"guild_id":"` + guild + `","limit":0}}`:                             4001, // neither query nor ids
		`{"op":8,"d":{"guild_id":"` + guild + `","query":"","limit":0,"user_ids":["1"]}}`: 4001, // both
		`{"op":8,"d":{"guild_id":"` + guild + `","query":"","limit":-1}}`:                 4001,
		`{"op":8,"d":{"guild_id":["` + guild + `","5"],"query":"","limit":0}}`:            4001, // of two guilds
		`{"op":8,"d":{"guild_id":{},"query":"","limit":0}}`:                               4002,
		`{"op":8,"d":{"guild_id":"` + guild + `","query":5,"limit":0}}`:                   4002,
	} {
		w, _ := as(t, d, guildsIntent)
		w.send(ask)
		w.closes(code)
	}
}

// Members come in chunks of a thousand.
func TestManyMembersComeInChunks(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged})
	for i := range 1500 {
		Do(t, d, "/sandbox/users", map[string]any{"name": fmt.Sprintf("user %d", i)}, nil)
	}
	w, members := as(t, d, guildsIntent|membersIntent)
	if members != 1 {
		t.Errorf("GUILD_CREATE brought %d members", members)
	}
	w.SetReadLimit(16 << 20)
	w.send(`{"op":8,"d":{"guild_id":"` + Look(t, d).Guilds[0].ID + `","query":"","limit":0}}`)
	for i, want := range []int{1000, 505} {
		var part chunk
		if err := json.Unmarshal(w.until(0, "GUILD_MEMBERS_CHUNK").D, &part); err != nil || len(part.Members) != want || part.Index != i || part.Count != 2 {
			t.Errorf("chunk %d of %d has %d members (%v), want %d", part.Index, part.Count, len(part.Members), err, want)
		}
	}
}

// Privileged intents are off at first. Identifying with one that is off closes the connection with
// 4014.
func TestPrivilegedIntentsAreSwitchedOn(t *testing.T) {
	t.Parallel()
	identified := func(d *sandboxtest.Discord, intents int) *wire {
		w := dial(t, d, "v=10")
		w.send(fmt.Sprintf(`{"op":2,"d":{"token":"sandbox","intents":%d,"properties":{}}}`, intents))
		return w
	}
	off := sandboxtest.Start(t, sandbox.Config{Concurrency: 100})
	for _, intent := range []int{membersIntent, presencesIntent, 1 << 15} {
		identified(off, guildsIntent|intent).closes(4014)
	}
	on, err := sandbox.ParseIntents("members, content")
	if err != nil {
		t.Fatal(err)
	}
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 100, Privileged: on})
	identified(d, guildsIntent|membersIntent|1<<15).until(0, "READY")
	identified(d, guildsIntent|presencesIntent).closes(4014)
	var app struct{ Flags int }
	if err := json.Unmarshal(get(t, d, "/applications/@me"), &app); err != nil || app.Flags != 1<<15|1<<19 {
		t.Errorf("the application's flags are %b (%v), want those of the two limited intents", app.Flags, err)
	}
	if s, _ := Call(t, d, "GET", "/guilds/"+Look(t, d).Guilds[0].ID+"/members?limit=1000", ""); s != 200 {
		t.Errorf("listing members with the intent switched on: %d", s)
	}
	if _, err := sandbox.ParseIntents("guilds"); err == nil {
		t.Error("an intent without a switch is accepted")
	}
}

// get returns the answer to a GET of the bot.
func get(t *testing.T, d *sandboxtest.Discord, path string) json.RawMessage {
	t.Helper()
	if s, _ := Call(t, d, "GET", path, ""); s != 200 {
		t.Errorf("GET %s: %d", path, s)
	}
	calls, err := d.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return calls[len(calls)-1].Response
}

// The first part of a token is the bot's id, which is the same in every sandbox. The configured
// token works as well.
func TestTheTokenNamesTheBot(t *testing.T) {
	t.Parallel()
	one, two := sandboxtest.Start(t, sandbox.Config{}), sandboxtest.Start(t, sandbox.Config{Token: "other"})
	if one.Server.Token() == two.Server.Token() || strings.Split(one.Server.Token(), ".")[0] != "MTAwMDAwMDAwMDAwMDAwMDAwMQ" {
		t.Errorf("tokens %s and %s", one.Server.Token(), two.Server.Token())
	}
	for token, want := range map[string]int{"sandbox": 4003, one.Server.Token(): 4003, two.Server.Token(): 4004, "": 4004} {
		w := dial(t, one, "v=10")
		w.send(`{"op":2,"d":{"token":"Bot ` + token + `","intents":0,"properties":{}}}`)
		if want == 4004 {
			w.closes(4004)
		} else {
			w.until(0, "READY")
		}
	}
}

// Shards of the same rate limit key start five seconds apart, even in different processes. Others
// start immediately.
func TestShardsTakeTurns(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Concurrency: 2, Shards: 4, Identifies: 3})
	var bot struct {
		Shards int
		Limit  struct {
			Total, Remaining int
			Concurrency      int `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	limits := func() string {
		if err := json.Unmarshal(get(t, d, "/gateway/bot"), &bot); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(bot)
	}
	if got := limits(); got != "{4 {3 3 2}}" {
		t.Errorf("at first: %s", got)
	}
	for _, c := range []struct {
		shard int
		op    int
	}{{0, 0}, {1, 0}, {2, 9}, {3, 9}} {
		w := dial(t, d, "v=10")
		w.send(identify(fmt.Sprintf(`,"shard":[%d,4]`, c.shard)))
		if f := w.next(); f.Op != c.op {
			t.Errorf("shard %d: %+v, want op %d", c.shard, f, c.op)
		}
	}
	if got := limits(); got != "{4 {3 1 2}}" {
		t.Errorf("after two sessions: %s", got)
	}
}
