package e2e

import (
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// greetings are the messages of a channel that greet its server.
func (h *house) greetings(u *sandboxtest.User, channel string) (found []sandboxtest.Message) {
	h.t.Helper()
	all, err := u.Messages(h.t.Context(), channel)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, m := range all {
		if button(m, "begin") != "" {
			found = append(found, m)
		}
	}
	return found
}

// A server is greeted once, in its system channel and nowhere else, and the greeting's
// button opens a table.
func TestAServerIsGreetedOnceInItsSystemChannel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ann, err := h.User(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	invite := func(name, system string) {
		t.Helper()
		h.does("POST", "guilds", map[string]any{"name": name, "channels": []string{"hall", "side"}, "system": system})
	}
	greeted := func(channel string) {
		t.Helper()
		h.until(ann, "a greeting in "+channel, func() bool { return len(h.greetings(ann, channel)) == 1 })
	}
	invite("Silent", "")
	invite("Fresh", "hall")
	greeted("Fresh/hall")

	hello := h.greetings(ann, "Fresh/hall")[0]
	table, err := ann.Click(t.Context(), hello.ID, "begin")
	if err != nil || !strings.Contains(table.Message().Text(), "**Ann** (host)") || table.Message().Ephemeral {
		t.Errorf("the button opens %s, %v", table.Response.Data, err)
	}

	// Guilds are told of one after the other: once the last is greeted, the others
	// would have been.
	h.stop()
	h.start()
	invite("Last", "side")
	greeted("Last/side")
	for channel, want := range map[string]int{"Fresh/hall": 1, "Fresh/side": 0, "Silent/hall": 0, "Silent/side": 0, "Last/hall": 0, "general": 0, "cards": 0} {
		if n := len(h.greetings(ann, channel)); n != want {
			t.Errorf("%s has %d greetings, not %d", channel, n, want)
		}
	}
}

// A newcomer gets from the greeting to an open table by clicks alone, and an admin reads
// first what is still to do.
func TestTheGreetingLeadsToATableOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouseOn(t, sandbox.Config{System: "general"})
	b := chromium.Open(t, 900, 700)
	b.Go(h.URL + "/#channel=general&user=Ann")
	b.WaitText(".message", "I host card games in your channels")
	b.Screenshot("greeting")
	ann, err := h.User(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ann.Command(t.Context(), "general", "settings", nil); err != nil {
		t.Fatal(err)
	}
	b.WaitText("[data-ephemeral]", "Nothing is missing here.")
	b.Screenshot("settings-check-list")
	b.Click(`[data-custom-id="begin"]`)
	b.Wait(`[data-custom-id^="start/"]`)
	b.Screenshot("greeting-table")
}
