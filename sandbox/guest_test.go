package sandbox_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// privileged is the three intents that can be switched on in Discord's developer portal.
const privileged = 1<<1 | 1<<8 | 1<<15

// startGuest runs testdata/discordjs/guest.mjs with two shards and the token that contains the
// bot's id.
func startGuest(t *testing.T, d *sandboxtest.Discord) *jsBot {
	t.Helper()
	return startScript(t, d, "discordjs", "discord.js", "guest.mjs", d.Server.Token())
}

// said parses what a script printed under a key.
func said[T any](t *testing.T, b *jsBot, key string) (v T) {
	t.Helper()
	if err := json.Unmarshal(b.hear(t, key), &v); err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return v
}

// uses makes a user use a command, which the bot must answer.
func uses(t *testing.T, u *sandboxtest.User, command string) sandboxtest.Reply {
	t.Helper()
	r, err := u.Command(t.Context(), "general", command, nil)
	if err != nil {
		t.Fatalf("/%s: %v", command, err)
	}
	return r
}

// A bot written with discord.js can fetch members, collect reactions, write direct messages, read
// lists, open a modal and resume its session.
func TestABotOnDiscordJSUsesWhatOursDoesNot(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged, ReplyWithin: sandboxtest.Patience})
	bot := startGuest(t, d)
	ready := said[struct {
		ID      string
		Shards  int
		Members int
	}](t, bot, "ready")
	if ready.ID != "1000000000000000001" || ready.Shards != 2 {
		t.Errorf("ready: %+v", ready)
	}
	if ready.Members != 5 {
		t.Errorf("with GUILD_PRESENCES GUILD_CREATE brought %d members, want all 5", ready.Members)
	}
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")

	Do(t, d, "/sandbox/roles", map[string]any{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5}, nil)
	uses(t, ann, "members")
	if diff := cmp.Diff(map[string]any{"all": []any{"Ann", "Bob", "Cy", "Dee", "Deuces"}, "one": "Ann", "named": []any{"Ann"}, "found": []any{"Ann"},
		"listed": 5.0}, said[map[string]any](t, bot, "members")); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}

	m := uses(t, ann, "collect").Message()
	await(t, ann, "the bot's own reaction", func(x sandboxtest.Message) bool { return x.ID == m.ID && strings.Contains(x.Reacted(), "🔥") })
	Do(t, d, "/sandbox/react", map[string]any{"user": "Bob", "message": m.ID, "emoji": "🔥"}, nil)
	Do(t, d, "/sandbox/react", map[string]any{"user": "Ann", "message": m.ID, "emoji": "🔥"}, nil)
	Do(t, d, "/sandbox/react", map[string]any{"user": "Ann", "message": m.ID, "emoji": "♠️"}, nil)
	if diff := cmp.Diff(map[string]any{"got": []any{"🔥", "♠️"}, "counts": []any{"🔥 3 true", "♠️ 1 false"}, "users": []any{"Deuces", "Bob", "Ann"}},
		said[map[string]any](t, bot, "collected"), sorted("users")); diff != "" {
		t.Errorf("collected (-want +got):\n%s", diff)
	}

	uses(t, ann, "dm")
	var direct struct{ ID string }
	Do(t, d, "/sandbox/dms", map[string]any{"user": "Ann"}, &direct)
	Do(t, d, "/sandbox/say", map[string]any{"user": "Ann", "channel": direct.ID, "content": "yes?"}, nil)
	if diff := cmp.Diff(map[string]any{"answer": "yes?", "edited": "psst, edited", "kept": []any{"psst, edited", "yes?"}, "guild": nil},
		said[map[string]any](t, bot, "dm")); diff != "" {
		t.Errorf("a direct message (-want +got):\n%s", diff)
	}
	if _, err := bob.Messages(t.Context(), direct.ID); Status(err) != 403 {
		t.Errorf("Bob reads Ann's direct messages: %v", err)
	}
	Do(t, d, "/sandbox/dms", map[string]any{"user": "Bob", "closed": true}, nil)
	uses(t, bob, "closed")
	if diff := cmp.Diff(map[string]any{"opened": true, "code": 50007.0}, said[map[string]any](t, bot, "closed")); diff != "" {
		t.Errorf("closed direct messages (-want +got):\n%s", diff)
	}

	opened := uses(t, ann, "form")
	if _, err := ann.Submit(t.Context(), opened.Interaction, "form", map[string]any{"text": "words", "suit": []string{"c"},
		"who": []string{"Bob"}, "where": []string{"cards"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"text": "words", "suit": []any{"c"}, "who": []any{"Bob"}, "where": []any{"cards"}},
		said[map[string]any](t, bot, "form")); diff != "" {
		t.Errorf("a modal (-want +got):\n%s", diff)
	}

	Do(t, d, "/sandbox/roles", map[string]any{"role": "Dealer"}, nil)
	uses(t, ann, "guild")
	guild := said[map[string]any](t, bot, "guild")
	leftOut, _ := guild["leftOut"].(string)
	delete(guild, "leftOut")
	if diff := cmp.Diff(map[string]any{"empty": []any{0.0, 0.0, 0.0, 0.0}, "integrations": 0.0, "roles": []any{"@everyone", "Dealer"},
		"messages": []any{"one"}}, guild); diff != "" {
		t.Errorf("the guild (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(leftOut, "400 0 The sandbox leaves this out: GET /guilds/") || !strings.Contains(leftOut, "/bans") {
		t.Errorf("what isn't served: %s", leftOut)
	}

	// Both shards lose their connections and resume.
	Strike(t, d, "drop")
	back := map[int]bool{}
	for len(back) < 2 {
		back[said[struct{ Shard int }](t, bot, "resumed").Shard] = true
	}
	var w struct {
		Bot struct {
			Resumes int
			Wrong   int `json:"wrong_resumes"`
		}
	}
	if err := d.Do(t.Context(), "GET", "/sandbox/world", nil, &w); err != nil || w.Bot.Resumes != 2 || w.Bot.Wrong != 0 {
		t.Errorf("discord.js resumes where READY says: %+v %v", w.Bot, err)
	}
	uses(t, ann, "closed")
	CheckCalls(t, d)
}

// sorted compares the list under a key without regard to its order.
func sorted(key string) cmp.Option {
	return cmp.FilterPath(func(p cmp.Path) bool {
		at, ok := p.Last().(cmp.MapIndex)
		return ok && at.Key().String() == key
	}, cmp.Transformer("sorted", func(v any) []string {
		var all []string
		for _, x := range v.([]any) {
			all = append(all, x.(string))
		}
		slices.Sort(all)
		return all
	}))
}
