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
