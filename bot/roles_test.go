package bot_test

import (
	"context"
	"errors"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/bot/rest"
	"deuces/internal/say"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// The bot gives and takes roles and opens threads if it has the permission. Each reason why it can't
// has its own error.
func TestRolesAndThreads(t *testing.T) {
	t.Parallel()
	joined := make(chan string, 10)
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), bot.NewRouter(), func(c *bot.Config) {
		c.Joined = func(g bot.Guild) { joined <- g.ID }
	})
	ctx := short(t)
	ann := l.user(t, "Ann")
	var guild string
	select {
	case guild = <-joined:
	case <-ctx.Done():
		t.Fatal("the bot was not told which guild it is in")
	}
	side := func(path string, body map[string]any, out any) {
		t.Helper()
		if err := l.Do(ctx, "POST", "/sandbox/"+path, body, out); err != nil {
			t.Fatal(err)
		}
	}
	var president struct{ ID string }
	side("roles", map[string]any{"role": "President", "permissions": []string{}}, &president)

	_, forbidden := errors.AsType[*rest.Forbidden](l.bot.GiveRole(ctx, guild, ann.ID, president.ID))
	if !forbidden {
		t.Error("a role was given without the permission to manage roles")
	}
	side("members", map[string]any{"user": "Deuces", "roles": []string{"Deuces", "staff"}}, nil)
	side("roles", map[string]any{"role": "staff", "permissions": []string{"MANAGE_ROLES"}}, nil)
	for _, tt := range []struct {
		why  string
		do   func(ctx context.Context, guild, user, role string) error
		user string
		role string
		want error
	}{
		{"given", l.bot.GiveRole, ann.ID, president.ID, nil},
		{"given twice", l.bot.GiveRole, ann.ID, president.ID, nil},
		{"taken", l.bot.TakeRole, ann.ID, president.ID, nil},
		{"taken from who has it not", l.bot.TakeRole, ann.ID, president.ID, nil},
		{"a role that was deleted", l.bot.GiveRole, ann.ID, "1", rest.ErrNoRole},
		{"a member who has left", l.bot.GiveRole, "1", president.ID, rest.ErrNoMember},
	} {
		if err := tt.do(ctx, guild, tt.user, tt.role); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.why, err, tt.want)
		}
	}

	var world struct {
		Guilds []struct {
			Channels []struct{ ID, Name string }
		}
	}
	if err := l.Do(ctx, "GET", "/sandbox/world", nil, &world); err != nil {
		t.Fatal(err)
	}
	channel := world.Guilds[0].Channels[0]
	if thread, err := l.bot.OpenThread(ctx, channel.ID, "AHole · Ann"); err != nil || thread == "" {
		t.Errorf("a thread: %q, %v", thread, err)
	}
	side("permissions", map[string]any{"channel": channel.ID, "deny": []string{"CREATE_PUBLIC_THREADS"}}, nil)
	_, err := l.bot.OpenThread(ctx, channel.ID, "AHole · Ann")
	if refused, ok := errors.AsType[*rest.Forbidden](err); !ok || refused.Missing.String() != "Create Public Threads" {
		t.Errorf("a thread where none may be opened: %v", err)
	}
	if _, err := l.bot.OpenThread(ctx, "1", "x"); !errors.Is(err, rest.ErrNoChannel) {
		t.Errorf("a thread in a channel that is gone: %v", err)
	}
}

// Picked ids arrive in Values, and invalid pickers are found before they are sent.
func TestPicker(t *testing.T) {
	t.Parallel()
	r := bot.NewRouter()
	menu := bot.Message{Blocks: []bot.Block{
		bot.Picker{ID: "where", Of: bot.Channels, Placeholder: say.Verbatim("Everywhere"), Max: 25},
		bot.Picker{ID: "who", Of: bot.Roles},
	}}
	r.Command(bot.Command{Name: "settings", Description: say.Verbatim("Settings")}, bot.DeferPublic,
		func(context.Context, bot.Request) (bot.Reply, error) { return bot.Show(menu), nil })
	picked := make(chan bot.Request, 2)
	take := func(_ context.Context, q bot.Request) (bot.Reply, error) {
		picked <- q
		return bot.Reply{}, nil
	}
	r.Component("where", bot.DeferUpdate, take)
	r.Component("who", bot.DeferUpdate, take)
	l := start(t, sandboxtest.Start(t, sandbox.Config{}), r, nil)
	ann := l.user(t, "Ann")
	shown := command(t, ann, "settings", nil).Message()
	if _, err := ann.Click(short(t), shown.ID, "where", "general"); err != nil {
		t.Fatal(err)
	}
	if q := <-picked; len(q.Values) != 1 || q.Values[0] != q.Channel {
		t.Errorf("picked %q in channel %s", q.Values, q.Channel)
	}
	for why, p := range map[string]bot.Picker{
		"no id":                {},
		"26 to pick":           {ID: "a", Max: 26},
		"more picked than may": {ID: "a", Chosen: []string{"1", "2"}},
	} {
		if bottest.Message(bot.Message{Blocks: []bot.Block{p}}) == nil {
			t.Errorf("%s: passes", why)
		}
	}
}
