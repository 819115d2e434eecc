package e2e

import (
	"flag"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// installedAt is set by deploy/try-image, try-packages and try-compose, which play a card with the
// bot that they installed.
var installedAt = flag.String("sandbox", "", "TestANewcomerPlaysACard plays on the sandbox at this `address`, with the bot that runs on it")

// TestANewcomerPlaysACard checks that a newcomer gets from the greeting to a played card with
// clicks alone.
func TestANewcomerPlaysACard(t *testing.T) {
	t.Parallel()
	s := &Server{t: t}
	if *installedAt != "" {
		s.Discord = sandboxtest.At(*installedAt)
	} else {
		s = NewServerOn(t, sandbox.Config{System: "general", Unlimited: true, ReplyWithin: sandboxtest.Patience})
	}
	ann := s.Person("Ann", "general")
	ann.Clicks(ann.Sees(offers("begin")), "begin")
	ann.Clicks(ann.Sees(offers("start/")), "start/") // starts with bots
	hand := ann.Sees(private, offers("act/"))
	id := hand.find("act/")
	if after := ann.Clicks(hand, "act/"); len(after.All()) == 0 || after.Has(id) {
		t.Errorf("%s is not played:\n%s", id, after.Text())
	}
}

// TestAServerIsGreetedOnceInItsSystemChannel checks that the bot greets a server once, in its
// system channel, and that the greeting's button opens a table. The first visit to /settings says
// that nothing is missing.
func TestAServerIsGreetedOnceInItsSystemChannel(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	invite := func(name, system string) {
		t.Helper()
		s.Sandbox("POST", "guilds", map[string]any{"name": name, "channels": []string{"hall", "side"}, "system": system})
	}
	invite("Silent", "")
	invite("Fresh", "hall")
	ann := s.Person("Ann", "Fresh/hall")
	ann.Clicks(ann.Sees(offers("begin")), "begin").Says("**Ann** (host)")
	ann.In("general").Uses("settings", nil).Whispers("Nothing is missing here.")

	// The bot greets guilds one after the other. So when the last one is greeted, the others have
	// been as well.
	s.Stop()
	s.Start()
	invite("Last", "side")
	ann.In("Last/side").Sees(offers("begin"))
	for channel, want := range map[string]int{"Fresh/hall": 1, "Fresh/side": 0, "Silent/hall": 0, "Silent/side": 0, "Last/hall": 0, "general": 0, "cards": 0} {
		if n := len(ann.In(channel).Reads(not(private), offers("begin"))); n != want {
			t.Errorf("%s has %d greetings, not %d", channel, n, want)
		}
	}
}
