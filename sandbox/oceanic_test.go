package sandbox_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/sandbox"
	"deuces/sandbox/internal/rawbot"
	"deuces/sandbox/sandboxtest"
)

// TestABotOnOceanicLivesHere lets oceanic.js do what it does in its own way: two shards, members, reactions, direct messages, a modal.
func TestABotOnOceanicLivesHere(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged, Shards: 2})
	bot := startScript(t, d, "oceanic", "oceanic.js", "bot.mjs", d.Server.Token())
	if diff := cmp.Diff(map[string]any{"id": "1000000000000000001", "shards": 2.0, "scopes": []any{"bot", "applications.commands"}},
		said[map[string]any](t, bot, "ready")); diff != "" {
		t.Errorf("ready (-want +got):\n%s", diff)
	}
	ann := rawbot.User(t, d, "Ann")
	uses(t, ann, "members")
	if diff := cmp.Diff(map[string]any{"all": []any{"Ann", "Bob", "Cy", "Dee", "Deuces"}, "found": []any{"Bob"}, "cached": 5.0},
		said[map[string]any](t, bot, "members")); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
	m := uses(t, ann, "reactions").Message()
	await(t, ann, "the bot's reaction", func(x sandboxtest.Message) bool { return x.ID == m.ID && x.Reacted() == "♠️" })
	rawbot.Do(t, d, "/sandbox/react", map[string]any{"user": "Ann", "message": m.ID, "emoji": "♠️"}, nil)
	if diff := cmp.Diff(map[string]any{"name": "♠️", "users": []any{"Ann", "Deuces"}}, said[map[string]any](t, bot, "reactions"), sorted("users")); diff != "" {
		t.Errorf("reactions (-want +got):\n%s", diff)
	}
	uses(t, ann, "dm")
	direct := said[struct{ Channel, Content string }](t, bot, "dm")
	if seen, err := ann.Messages(t.Context(), direct.Channel); err != nil || len(seen) != 1 || seen[0].Content != "psst" {
		t.Errorf("Ann's direct messages: %+v %v", seen, err)
	}
	opened := uses(t, ann, "modal")
	if _, err := ann.Submit(t.Context(), opened.Interaction, "form", map[string]any{"name": "Ace", "who": []string{"Bob"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"name": "Ace", "resolved": []any{"Bob"}}, said[map[string]any](t, bot, "form")); diff != "" {
		t.Errorf("a modal (-want +got):\n%s", diff)
	}
	rawbot.Strike(t, d, "drop")
	back := map[int]bool{}
	for len(back) < 2 {
		back[said[int](t, bot, "resumed")] = true
	}
	rawbot.CheckCalls(t, d)
}
