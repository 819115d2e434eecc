package e2e

import (
	"flag"
	"fmt"
	"slices"
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

// TestTheGreetingLetsAdminsChooseTheTitles checks that a button of the greeting sets the wording of titles.
func TestTheGreetingLetsAdminsChooseTheTitles(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{System: "general", Unlimited: true, ReplyWithin: sandboxtest.Patience})
	ann := s.Person("Ann", "general")
	greeting := ann.Sees(offers("begin"))
	ann.Asks("rules", Options{"game": "president"}).Says("**Asshole**")
	ann.Clicks(greeting, "settings/titles/wording/clean").Whispers("Titles and season")
	ann.Asks("rules", Options{"game": "president"}).Lacks("Asshole")
}

// TestAPracticeHandEndsAtATable checks that the last page of a lesson starts a match, or leads to the channel's
// table.
func TestAPracticeHandEndsAtATable(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	ann := s.Person("Ann", "cards")
	practice := func() Message {
		page := ann.Asks("learn", Options{"game": "bigtwo"})
		for step := 1; page.Has("learn/"); step++ {
			page = ann.Clicks(page, fmt.Sprintf("learn/bigtwo/%d/", step))
		}
		return page
	}
	ann.Clicks(practice(), "now/").Says(" 13")
	if again := practice(); again.Has("now/") || !slices.ContainsFunc(again.All(), func(c sandboxtest.Component) bool { return c.URL != "" && c.Label == "Go to the table" }) {
		t.Errorf("with a table in the channel, a lesson ends with %+v, want only a link to the table", again.All())
	}
}
