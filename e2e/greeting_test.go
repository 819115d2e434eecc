package e2e

import "testing"

// A server is greeted once, in its system channel, and the greeting's button opens a table.
func TestAServerIsGreetedOnceInItsSystemChannel(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	invite := func(name, system string) {
		t.Helper()
		s.Does("POST", "guilds", map[string]any{"name": name, "channels": []string{"hall", "side"}, "system": system})
	}
	invite("Silent", "")
	invite("Fresh", "hall")
	ann := s.Person("Ann", "Fresh/hall")
	ann.Clicks(ann.Sees(offers("begin")), "begin").Says("**Ann** (host)")

	// Guilds are greeted one after the other, so when the last one is greeted, the others have been
	// as well.
	s.Stop()
	s.Start()
	invite("Last", "side")
	ann.In("Last/side").Sees(offers("begin"))
	for channel, want := range map[string]int{"Fresh/hall": 1, "Fresh/side": 0, "Silent/hall": 0, "Silent/side": 0, "Last/hall": 0, "general": 0, "cards": 0} {
		if n := len(ann.In(channel).Reads(offers("begin"))); n != want {
			t.Errorf("%s has %d greetings, not %d", channel, n, want)
		}
	}
}
