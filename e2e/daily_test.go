package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"strings"
	"testing"
	"time"

	"deuces/internal/errtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/standing/daily"
	"deuces/store"
)

// plays clicks through a daily deal: the first play of the hand, or the first pass, until the deal is over.
// each is called with every hand.
func (p *Person) plays(m Message, each func(Message)) Message {
	p.t.Helper()
	for n := 0; m.Has("act/") || m.Has("pick/"); n++ {
		if n > 100 {
			p.t.Fatalf("the deal doesn't end:\n%s", m.Text())
		}
		each(m)
		what := "act/"
		if !m.Has(what) {
			what = "drawout/"
		}
		m = p.Clicks(m, what)
	}
	return m
}

// TestADayIsPlayedInOnePrivateMessage plays the three deals of a day, each in another place and each in the
// message that answers /daily, with a kill in the middle. Nobody else sees anything of it.
func TestADayIsPlayedInOnePrivateMessage(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience, Places: true})
	ann, bob := s.Person("Ann", "cards"), s.Person("Bob", "cards")
	_, lounge := s.GuildAndChannel("lounge")
	ann.Uses("daily", nil).Whispers("Daily ", "Three deals").Lacks("Deal 1")
	var end Message
	for i, there := range []*Person{ann, ann.In(s.Create("dms", map[string]any{"user": "Ann"})), ann.In(lounge)} {
		page := there.Uses("daily", nil)
		hand, hands := there.Clicks(page, "daily/"), 0
		end = there.plays(hand, func(m Message) {
			if hands++; hands == 2 && i == 0 {
				s.Kill()
				s.Start()
				there.Uses("daily", nil).Whispers("deal 1 of 3") // on another device
			}
		})
		if i == 1 {
			cost := there.Clicks(end, "…/mistake").Whispers("Costliest play", "A hard bot")
			end = there.Clicks(cost, "daily/")
		}
		if end.Whispers(fmt.Sprintf("deal %d of 3", i+1), "You came").ID != page.ID {
			t.Errorf("deal %d ended in message %s, and began in %s", i+1, end.ID, page.ID)
		}
	}
	if end.Says("Total: ").Has("…/4") {
		t.Errorf("after the third deal there is a fourth:\n%s", end.Text())
	}

	shared := ann.Clicks(end, "…/share")
	if shared.Says("Daily ", "Ann").Ephemeral || strings.Contains(shared.Text(), "♠") {
		t.Errorf("what Ann shares isn't a public line without cards:\n%s", shared.Text())
	}
	ann.Clicks(end, "…/share").Whispers("You have already shared today's result.")
	ann.Clicks(ann.Clicks(end, "…/fair").Whispers("commitments").Lacks("Seed"), "daily/").Whispers("Total: ", "1 day in a row")
	ann.Uses("daily", nil).Whispers("1st of 1 on this server")
	bob.Clicks(bob.Uses("leaderboard", nil), "days").Says("Today\n🥇 **Ann**", "1 day in a row")

	hand := bob.Clicks(bob.Uses("daily", nil), "daily/")
	forged := hand.find("act/")
	ann.Clicks(s.PostForged("cards", forged), forged).Whispers("There is no such table here.")
	for _, there := range []*Person{bob.In(s.Create("dms", map[string]any{"user": "Bob"})), bob.In(lounge)} {
		end := there.plays(there.Uses("daily", nil), func(Message) {}).Says("2 people finished this deal")
		if _, err := png.DecodeConfig(bytes.NewReader(end.File(0))); err != nil {
			t.Errorf("the picture of what both made of a deal: %v", err)
		}
		if next := there.Clicks(end, "daily/"); len(next.Attachments) > 0 {
			t.Errorf("the next deal still has the picture of the one before:\n%s", next.Text())
		}
	}
	if seen := bob.Reads(says("of 3")); len(seen) != 1 {
		t.Errorf("Bob sees %d messages about the daily deals, want his own", len(seen))
	}

	// Nothing that left the bot has the day's secret or the seed of a deal, not even of those that Ann has finished.
	db, err := store.Read(t.Context(), s.db)
	errtest.Must(t, err)
	defer db.Close()
	today, err := db.DayBefore(t.Context(), daily.Of(time.Now())+1)
	if err != nil || today.Day == 0 {
		t.Fatal(today.Day, err)
	}
	sent, err := json.Marshal(s.calls(0))
	errtest.Must(t, err)
	export := ann.Clicks(ann.Clicks(ann.Uses("preferences", nil), "privacy/"), "privacy/export").File(0)
	for what, text := range map[string]string{"a request": string(sent), "the log": s.log.String(), "the export": string(export)} {
		for number := range daily.Deals + 1 {
			secret := today.Secret.String()
			if number > 0 {
				secret = today.Day.Seed(today.Secret, number).String()
			}
			if strings.Contains(text, secret) || len(text) == 0 {
				t.Errorf("%s has the secret of deal %d, or is empty", what, number)
			}
		}
	}
	if found, err := s.RunCommand("check"); err != nil {
		t.Errorf("check finds %s", found)
	}
}
