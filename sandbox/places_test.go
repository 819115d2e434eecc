package sandbox_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

const helpAnywhere = `{"name":"help","description":"x","contexts":[0,1,2],"integration_types":[0,1]}`

// withPlaces starts a sandbox with all kinds of places, and a bot that answers with a public message with a
// button. It returns the interactions that the bot gets.
func withPlaces(t *testing.T) (*sandboxtest.Discord, <-chan sandboxtest.Interaction) {
	t.Helper()
	d := sandboxtest.Start(t, sandbox.Config{Places: true, Unlimited: true})
	got := make(chan sandboxtest.Interaction, 100)
	d.Bot(t, func(i sandboxtest.Interaction) string {
		got <- i
		return `{"type":4,"data":{"content":"hi","components":[{"type":1,"components":[{"type":2,"style":2,"label":"x","custom_id":"x"}]}]}}`
	})
	const play = `{"name":"play","description":"x","contexts":[0],"integration_types":[0]}`
	checkAll(t, d, callTest{"commands of servers and of people", "PUT", GetWorld(t, d).App() + "/commands", `[` + play + `,` + helpAnywhere + `]`, 200, 0})
	return d, got
}

// offered returns the names of the commands that a user can choose in a channel.
func offered(t *testing.T, d *sandboxtest.Discord, user, channel string) (names []string) {
	t.Helper()
	var all []struct{ Name string }
	must(t, d.Do(t.Context(), "GET", "/sandbox/commands?"+url.Values{"user": {user}, "channel": {channel}}.Encode(), nil, &all))
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

func TestACommandIsOfferedWhereItsContextsAndInstallationsAllowIt(t *testing.T) {
	t.Parallel()
	d, got := withPlaces(t)
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	Do(t, d, "installs", map[string]any{"user": "Bob", "remove": true})
	annDirect, bobDirect := Do(t, d, "dms", map[string]any{"user": "Ann"}), Do(t, d, "dms", map[string]any{"user": "Bob"})
	group := Do(t, d, "groups", map[string]any{"name": "Team", "users": []string{"Ann", "Bob"}})
	guilds := GetWorld(t, d).Guilds
	home, elsewhere := guilds[0].ID, guilds[1].ID
	for _, tt := range []struct {
		why, channel string
		user         *sandboxtest.User
		commands     []string
		context      int
		guild        string
		owners       map[string]string
		can          string
	}{
		{"a server with the bot", "general", bob, []string{"play", "help"}, 0, home, map[string]string{"0": home}, ""},
		{"the same, of a person who has installed it", "general", ann, []string{"play", "help"}, 0, home, map[string]string{"0": home, "1": ann.ID}, ""},
		{"direct messages", bobDirect, bob, []string{"help"}, 1, "", map[string]string{"0": "0"}, "442368"},
		{"direct messages of a person who has installed it", annDirect, ann, []string{"help"}, 1, "", map[string]string{"0": "0", "1": ann.ID}, "442368"},
		{"a server without the bot", "lounge", ann, []string{"help"}, 0, elsewhere, map[string]string{"1": ann.ID}, ""},
		{"the same, without an installation", "lounge", bob, nil, 0, "", nil, ""},
		{"a group DM", group, ann, []string{"help"}, 2, "", map[string]string{"1": ann.ID}, "180224"},
		{"the same, without an installation", group, bob, nil, 0, "", nil, ""},
	} {
		if names := offered(t, d, tt.user.ID, tt.channel); !slices.Equal(names, tt.commands) {
			t.Errorf("%s: %s is offered %q, want %q", tt.why, tt.user.Name, names, tt.commands)
		}
		_, err := tt.user.Command(t.Context(), tt.channel, "help", nil)
		if slices.Contains(tt.commands, "help") != (err == nil) {
			t.Errorf("%s: /help ends with %v", tt.why, err)
		}
		if err != nil {
			continue
		}
		i := <-got
		if i.Context != tt.context || i.GuildID != tt.guild || (i.User != nil) != (tt.guild == "") || tt.can != "" && i.Can != tt.can {
			t.Errorf("%s: got context %d, guild %q, user %v and permissions %s, want %d, %q, a user without a guild, and %s", tt.why, i.Context, i.GuildID, i.User, i.Can, tt.context, tt.guild, tt.can)
		}
		if diff := cmp.Diff(tt.owners, i.Owners); diff != "" {
			t.Errorf("%s: who authorizes it (-want +got):\n%s", tt.why, diff)
		}
	}
	if _, err := ann.Command(t.Context(), "lounge", "play", nil); Status(err) != 400 {
		t.Errorf("/play in a server without the bot ends with %v, want 400", err)
	}
	if _, err := bob.Messages(t.Context(), annDirect); Status(err) != 403 {
		t.Errorf("Bob reads Ann's direct messages: %v, want 403", err)
	}
}

func TestWhereTheBotIsntItOnlyHasTheTokensOfInteractions(t *testing.T) {
	t.Parallel()
	d, got := withPlaces(t)
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	group := Do(t, d, "groups", map[string]any{"name": "Team", "users": []string{"Ann", "Bob"}})
	world := GetWorld(t, d)
	lounge := world.Guilds[1].Channels[0].ID
	const text = `{"content":"x"}`
	checkAll(t, d,
		callTest{"the guild", "GET", "/guilds/" + world.Guilds[1].ID, "", 403, 50001},
		callTest{"its channel", "POST", "/channels/" + lounge + "/messages", text, 403, 50001},
		callTest{"a group DM", "POST", "/channels/" + group + "/messages", text, 403, 50001},
	)
	for _, channel := range []string{lounge, group, "general"} {
		reply, err := ann.Command(t.Context(), channel, "help", nil)
		must(t, err)
		hook := "/webhooks/" + world.Bot.ID + "/" + (<-got).Token
		for range 5 {
			Create(t, d, hook, text)
		}
		sixth := callTest{"a sixth follow-up", "POST", hook, text, 400, 40094}
		direct := callTest{"an edit without the token", "PATCH", "/channels/" + reply.Message().Channel + "/messages/" + reply.Message().ID, text, 403, 50001}
		if channel == "general" { // where the bot is
			sixth.status, sixth.code, direct.status, direct.code = 200, 0, 200, 0
		}
		checkAll(t, d, sixth, direct, callTest{"an edit with the token", "PATCH", hook + "/messages/@original", text, 200, 0})
	}

	// Whoever sees a public answer can use its buttons, on the authority of whoever asked.
	Do(t, d, "installs", map[string]any{"user": "Bob", "remove": true})
	asked, err := ann.Command(t.Context(), lounge, "help", nil)
	must(t, err)
	<-got
	if _, err := bob.Click(t.Context(), asked.Message().ID, "x"); err != nil {
		t.Fatal(err)
	}
	if i := <-got; i.Member.User.ID != bob.ID || i.Owners["1"] != ann.ID {
		t.Errorf("a click on another's message is by %s with the owners %v, want Bob's on the authority of Ann", i.Member.User.ID, i.Owners)
	}

	Do(t, d, "installs", map[string]any{"user": "Bob"})
	Do(t, d, "permissions", map[string]any{"channel": lounge, "user": "Bob", "deny": []string{"USE_EXTERNAL_APPS"}})
	restricted, err := bob.Command(t.Context(), lounge, "help", nil)
	if err != nil || !restricted.Message().Ephemeral {
		t.Errorf("where external apps are restricted, the answer is %+v and %v, want a private one", restricted.Message(), err)
	}
}

// A command that names no installations has those of the application.
func TestACommandWithoutContextsIsOfferedEverywhere(t *testing.T) {
	t.Parallel()
	d, _ := withPlaces(t)
	var made struct {
		Contexts     json.RawMessage
		Integrations []int `json:"integration_types"`
	}
	_, text, err := d.Call(t.Context(), "POST", GetWorld(t, d).App()+"/commands", `{"name":"plain","description":"x"}`)
	if err == nil {
		err = json.Unmarshal(text, &made)
	}
	if err != nil || !slices.Equal(made.Integrations, []int{0, 1}) || !slices.Contains(offered(t, d, "Ann", "lounge"), "plain") {
		t.Errorf("got %s and %v, want a command for all installations that is offered everywhere", text, err)
	}
}
