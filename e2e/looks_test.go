package e2e

import (
	"testing"

	"deuces/sandbox/browsertest"
)

// What newcomers have to understand at a glance is kept as pictures where
// DEUCES_OUT says, and read by the test as they would read it.

// handOf opens a user's hand on the page.
func handOf(b *browsertest.Browser, h *house, user string, width, height int) {
	b.Resize(width, height)
	b.Go(h.URL + "/#channel=cards&user=" + user)
	b.Click(`.message:not([data-ephemeral]) [data-custom-id^="hand/"]`)
	b.Wait("[data-ephemeral]")
}

func TestFiveCardsFitOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 900, 900)
	h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h 7h Jh Kh 7d 7s 4d 4s Td Th 2c 2h"},
		moves: []string{"3d 4c 5h 6s 7c"},
	}, "cards")
	handOf(b, h, "Bob", 900, 900)
	b.WaitText("[data-ephemeral]", "Full House (10)")
	b.Screenshot("bigtwo-five")
	b.Click(`[data-ephemeral] [data-custom-id^="pick/1/1.2/2."]`)
	b.WaitText("[data-ephemeral]", "Full House, sevens")
	b.Screenshot("bigtwo-full-houses")
	b.Click(`[data-ephemeral] [data-custom-id^="pick/1/1.2/0.0.0./0"]`)
	b.Click(`[data-ephemeral] [data-custom-id^="pick/1/1.2/p."]`)
	pick := func(card string) {
		b.Click(`[data-ephemeral] [data-custom-id*="` + card + `/"]`)
	}
	pick("7d")
	b.WaitText("[data-ephemeral]", "Picked: 7♦")
	pick("7d7h")
	b.WaitText("[data-ephemeral]", "7♥")
	pick("7d7h7s")
	b.WaitText("[data-ephemeral]", "can become: Full House")
	b.Screenshot("bigtwo-picking")
	pick("7d7h7s4d")
	pick("7d7h7s4d4s")
	b.WaitText("[data-ephemeral]", "Play 7♦ 7♥ 7♠ 4♦ 4♠ · Full House, sevens")
	b.Screenshot("bigtwo-picked")
}

func TestARunWithASixFitsOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 900, 900)
	h.set(stage{
		system: "acehole", users: []string{"Ann", "Bob", "Cy"},
		hands: []string{"8h 7h 6h 9s Kd Ac 6d 2c 3s"}, next: "9h",
	}, "cards")
	handOf(b, h, "Ann", 900, 1000)
	b.WaitText("[data-ephemeral]", "8♥ 7♥ 6♥ · 6♥ on top: the count goes up")
	b.Screenshot("acehole-six")
	b.Click(`[data-ephemeral] [data-custom-id^="pick/1/1.1/p."]`)
	for _, card := range []string{"8h", "8h7h", "8h7h6h"} {
		b.Click(`[data-ephemeral] [data-custom-id*="` + card + `/"]`)
	}
	b.WaitText("[data-ephemeral]", "Play 8♥ 7♥ 6♥ · 6♥ on top: the count goes up")
	b.Screenshot("acehole-picked")
	b.Click(`[data-ephemeral] [data-custom-id^="act/1/1.1/8h 7h 6h"]`)
	b.WaitText(".message:not([data-ephemeral]) .container", "Counting up")
	b.Screenshot("acehole-turned")
}

func TestThirtyCardsFitOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 900, 1000)
	s := stage{system: "acehole", options: map[string]string{"draw": "free"}, users: []string{"Ann", "Bob"}}
	for range 21 {
		s.moves = append(s.moves, "draw")
	}
	h.set(s, "cards")
	handOf(b, h, "Ann", 900, 1300)
	b.WaitText("[data-ephemeral]", "30 cards")
	b.Screenshot("thirty-cards")
	b.Resize(390, 1100)
	b.Screenshot("thirty-cards-phone")
}

// revolution is a match after one.
var revolution = stage{
	system: "president", options: map[string]string{"four": "revolution", "jokers": "2", "coup": "yes", "equal": "skip"},
	users: []string{"Ann", "Bob", "Cy", "Dee"}, hands: []string{"9c 9d 9h 9s Qh 3c 4d 5s 2h", "5c 5d 5h", "6c", "2c 2d"},
	moves: []string{"9c 9d 9h 9s"},
}

func TestARevolutionFitsOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 900, 1100)
	h.set(revolution, "cards")
	handOf(b, h, "Ann", 900, 1300)
	b.WaitText(".message:not([data-ephemeral]) .container", "Revolution")
	b.Screenshot("revolution")
}

func TestOptionsFitOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 900, 1300)
	g := h.group(1, "cards", "Ann", "Bob")
	g.lobby("president", map[string]any{"four": "revolution"})
	b.Go(h.URL + "/#channel=cards&user=Ann")
	b.Click(`.message:not([data-ephemeral]) [data-custom-id="menu/1"]`)
	b.Click(`[data-ephemeral] [data-custom-id^="options/1"]`)
	b.WaitText("[data-ephemeral]", "Reset to defaults")
	b.Screenshot("options")
}

// A chop is told on the board, and so is a round that the deal has decided.
func TestAChopAndAnInstantWinAreSeenOnTheBoard(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := chromium.Open(t, 900, 1000)
	const board = ".message:not([data-ephemeral]) .container"
	h.set(stage{
		system: "tienlen", options: map[string]string{"instant": "no"}, users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3s 2h", "4s 4c 5s 5c 6s 6c"},
		moves: []string{"3s", "pass", "pass", "pass", "2h"},
	}, "cards")
	handOf(b, h, "Bob", 900, 1000)
	b.WaitText("[data-ephemeral]", "chops")
	b.Screenshot("tienlen-hand")
	b.Click(`[data-ephemeral] [data-custom-id^="act/1/1.6/8s 8c 8d 8h"]`)
	b.WaitText(board, "chopped")
	b.Screenshot("tienlen-chop")

	h.set(stage{
		system: "tienlen", users: []string{"Eve", "Fay", "Gil"},
		hands: []string{"", "2s 2c 2d 2h"},
	}, "general")
	b.Go(h.URL + "/#channel=general&user=Eve")
	b.WaitText(board, "four 2s")
	b.Screenshot("tienlen-instant-win")
}
