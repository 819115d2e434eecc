package e2e

import (
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// newPicturedHouse is newHouse where cards are pictures, all of them uploaded.
func newPicturedHouse(t testing.TB, env ...string) *house {
	t.Helper()
	h := newHouseOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience}, append(env, "CARD_PICTURES=on")...)
	h.awaitPictures()
	return h
}

// awaitPictures waits until the bot shows cards as pictures.
func (h *house) awaitPictures() {
	h.t.Helper()
	select {
	case <-h.pictures:
	case <-time.After(sandboxtest.Patience):
		h.t.Fatal("cards did not become pictures")
	}
}

// What people see is kept as pictures where DEUCES_OUT says.
func TestCardsAreSeenOnThePage(t *testing.T) {
	t.Parallel()
	h := newPicturedHouse(t)
	b := chromium.Open(t, 1280, 900)
	h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h 7h Jh Kh 7d 7s 4d 4s Td Th 2c 2h"},
		moves: []string{"3d 4c 5h 6s 7c"},
	}, "cards")
	h.awaitPictures()
	handOf(b, h, "Bob", 1280, 1000)
	b.WaitText("[data-ephemeral]", "Full House (10)")
	b.Screenshot("cards-bigtwo")
	b.Resize(390, 1200)
	b.Screenshot("cards-bigtwo-phone")
}
