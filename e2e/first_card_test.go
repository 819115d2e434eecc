package e2e

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// deploy/try-image, try-packages and try-compose play a card with the bot that they installed.
var installedAt = flag.String("sandbox", "", "TestANewcomerPlaysACard plays on the sandbox at this `address`, with the bot that runs on it")

// A newcomer gets from the greeting to a played card by clicks alone.
func TestANewcomerPlaysACard(t *testing.T) {
	t.Parallel()
	var discord *sandboxtest.Discord
	if *installedAt != "" {
		discord = sandboxtest.At(*installedAt)
	} else {
		discord = newHouseOn(t, sandbox.Config{System: "general", Unlimited: true, ReplyWithin: sandboxtest.Patience}).Discord
	}
	ctx, cancel := context.WithTimeout(t.Context(), sandboxtest.Patience)
	defer cancel()
	ann, err := discord.User(ctx, "Ann")
	if err != nil {
		t.Fatal(err)
	}
	// enabled is the custom_id of a message's first enabled button or menu that begins and ends so.
	enabled := func(m sandboxtest.Message, prefix, suffix string) string {
		all := m.All()
		i := slices.IndexFunc(all, func(c sandboxtest.Component) bool {
			return !c.Disabled && strings.HasPrefix(c.CustomID, prefix) && strings.HasSuffix(c.CustomID, suffix)
		})
		if i < 0 {
			return ""
		}
		return all[i].CustomID
	}
	for _, step := range []struct {
		what           string
		prefix, suffix string
		values         []string
	}{
		{"starts a table from the greeting", "begin", "", nil},
		{"plays now, with bots", "start/", "", nil},
		{"plays", "act/", "", nil},
	} {
		m, err := ann.Await(ctx, "general", func(m sandboxtest.Message) bool { return enabled(m, step.prefix, step.suffix) != "" })
		if err != nil {
			t.Fatalf("Ann %s: there is nothing to click: %v", step.what, err)
		}
		id := enabled(m, step.prefix, step.suffix)
		reply, err := ann.Click(ctx, m.ID, id, step.values...)
		if err != nil {
			t.Fatalf("Ann %s: %v", step.what, err)
		}
		if step.prefix != "act/" {
			continue
		}
		if after := reply.Message(); len(after.All()) == 0 || enabled(after, id, "") != "" {
			t.Errorf("%s is not played: %s", id, reply.Response.Data)
		}
	}
}
