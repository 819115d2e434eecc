package e2e

import (
	"fmt"
	"testing"

	"deuces/sandbox/browsertest"
)

// One person plays four hands on the sandbox's page: types /play, joins, deals
// and plays a trick, all by mouse and keyboard. What it looks like is kept as
// pictures where DEUCES_OUT says.
func TestATrickIsPlayedOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 1440, 900)
	b.Go(h.URL + "/#user=Ann&channel=general&hands=4")
	in := func(user, selector string) string { return `.pane[data-user="` + user + `"] ` + selector }

	b.Click(in("Ann", ".free"))
	b.Type("/pl")
	b.WaitText(in("Ann", `.menu [aria-selected="true"]`), "/play")
	b.Press(browsertest.Tab)
	b.Type("game")
	b.Press(browsertest.Tab)
	b.Type("President")
	b.Press(browsertest.Tab, browsertest.Enter)
	for _, user := range []string{"Bob", "Cy", "Dee"} {
		b.Click(in(user, `[data-custom-id^="join/"]`))
		b.WaitText(in("Ann", ".container"), user)
	}
	b.Click(in("Ann", `[data-custom-id^="start/"]`))
	for _, user := range []string{"Ann", "Bob", "Cy", "Dee"} {
		b.WaitText(in(user, ".container"), "Round 1")
		b.Click(in(user, `.message:not([data-ephemeral]) [data-custom-id^="hand/"]`))
		b.WaitText(in(user, "[data-ephemeral]"), "13 cards")
	}

	// The leader leads, the next beats it if they can, and everybody else passes until the trick is somebody's.
	now := turnAfter(b, turn{})
	lead, last := now, now
	b.Click(in(now.User, custom(now.Plays[0])))
	for played := 1; ; played++ {
		now = turnAfter(b, now)
		if now.Pass == "" {
			break // who may not pass leads: a new trick
		}
		choice := now.Pass
		if played == 1 && len(now.Plays) > 0 {
			choice, last = now.Plays[0], now
		}
		b.Click(in(now.User, custom(choice)))
	}
	if now.User != last.User {
		t.Errorf("%s led, %s had the trick, and %s leads the next", lead.User, last.User, now.User)
	}
	// The hand is there at once; the board and the call to the player follow under Discord's limits.
	b.WaitText(".message:not([data-ephemeral]) .container", now.User+"'s turn to lead")
	b.WaitText(in(now.User, ".mentioned"), "your turn to lead")
	b.Screenshot("four-hands")

	watched := h.URL + "/#channel=general&user=" + now.User
	b.Resize(1280, 860)
	b.Go(watched)
	b.Scheme("light")
	b.Wait(custom(now.Plays[0]))
	b.Screenshot("page-light")
	b.Scheme("dark")
	b.Screenshot("page")
	b.Resize(390, 844)
	b.Gone(".sidebar")
	b.Screenshot("page-phone")
}

// One click on the page opens a table, seats bots, starts, and shows one's own hand.
func TestOneClickTriesAGameOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 390, 844)
	b.Go(h.URL + "/#user=Ann&channel=general")
	b.Click(".hint .success")
	b.WaitText("[data-ephemeral]", "13 cards")
}

// turn is the decision that one of the four hands offers: the custom ids of its buttons.
type turn struct {
	User     string   `json:"user"`
	Decision string   `json:"decision"`
	Plays    []string `json:"plays"`
	Pass     string   `json:"pass"`
}

// turnAfter waits until exactly one hand offers plays, for another decision than the one before.
func turnAfter(b *browsertest.Browser, before turn) turn {
	const offered = `[...document.querySelectorAll('.pane [data-custom-id^="act/"]')].map(e => e.dataset.customId.split("/").slice(0, 3).join("/") + " " + e.closest(".pane").dataset.user)`
	b.Until(fmt.Sprintf(`new Set(%s).size === 1 && !%s[0].startsWith(%q)`, offered, offered, before.Decision+" "))
	return browsertest.Eval[turn](b, `
		const buttons = [...document.querySelectorAll('.pane [data-custom-id^="act/"]')];
		const ids = buttons.map(e => e.dataset.customId);
		return {
			user: buttons[0].closest(".pane").dataset.user,
			decision: ids[0].split("/").slice(0, 3).join("/"),
			plays: ids.filter(id => !id.endsWith("/pass")),
			pass: ids.find(id => id.endsWith("/pass")) ?? "",
		};`)
}

func custom(customID string) string { return `[data-custom-id="` + customID + `"]` }
