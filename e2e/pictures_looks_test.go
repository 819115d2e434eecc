package e2e

import (
	"fmt"
	"testing"

	"deuces/game/gametest"
	"deuces/sandbox/browsertest"
)

// Cards as people see them, kept as pictures where DEUCES_OUT says: on a large screen and
// a phone, dark and light, in four and two colors, and by eyes that see fewer.
func TestCardsAreSeenOnThePage(t *testing.T) {
	t.Parallel()
	all := []string{"none", "deuteranopia", "protanopia"}
	eyes := gametest.Dose(t, all[:1], all, all)
	for _, c := range []struct {
		name, user, words string // words of the hand, once it is there
		stage             stage
		then              func(*browsertest.Browser)
	}{
		{"bigtwo", "Bob", "Full House (10)", stage{
			system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
			hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h 7h Jh Kh 7d 7s 4d 4s Td Th 2c 2h"},
			moves: []string{"3d 4c 5h 6s 7c"},
		}, nil},
		{"picker", "Bob", "can become: Full House", stage{
			system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
			hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h 7h Jh Kh 7d 7s 4d 4s Td Th 2c 2h"},
			moves: []string{"3d 4c 5h 6s 7c"},
		}, func(b *browsertest.Browser) {
			b.Click(`[data-ephemeral] [data-custom-id^="pick/1/1.2/p."]`)
			for _, picks := range []string{"7d", "7d7h", "7d7h7s"} {
				b.Click(`[data-ephemeral] [data-custom-id*="` + picks + `/"]`)
			}
		}},
		{"eighteen", "Cy", "18 cards", stage{
			system: "asshole", users: []string{"Ann", "Bob", "Cy"}, next: "",
		}, nil},
		{"acehole", "Ann", "9 cards", stage{
			system: "acehole", users: []string{"Ann", "Bob", "Cy"},
			hands: []string{"8h 7h 6h 9s Kd Ac 6d 2c 3s"}, next: "9h",
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newPicturedHouse(t)
			b := chromium.Open(t, 1280, 1000)
			g := h.set(c.stage, "cards")
			h.awaitPictures()
			handOf(b, h, c.user, 1280, 1100)
			if c.then != nil {
				c.then(b)
			}
			b.WaitText("[data-ephemeral]", c.words)
			b.Until(`document.querySelector("[data-ephemeral] img.emoji")`)
			shots(b, c.name+"-four", eyes)
			for _, u := range g.users {
				if u.Name == c.user {
					g.press(u, g.show(u, "preferences", nil, "Your preferences"), "prefer/colors/two")
				}
			}
			b.Until(`document.querySelector('[data-ephemeral] img.emoji[alt^=":red_"], [data-ephemeral] img.emoji[alt^=":black_"]')`)
			shots(b, c.name+"-two", eyes)
		})
	}
}

// shots keeps what is seen, in each size and scheme and with each kind of eyes.
func shots(b *browsertest.Browser, name string, kinds []string) {
	for _, width := range []int{1280, 390} {
		b.Resize(width, 1100)
		for _, scheme := range []string{"dark", "light"} {
			b.Scheme(scheme)
			for _, eyes := range kinds {
				b.See(eyes)
				b.Screenshot(fmt.Sprintf("cards-%s-%d-%s-%s", name, width, scheme, eyes))
			}
			b.See("none")
		}
	}
}

// The end of a match, with its image.
func TestAnEndIsSeenOnThePage(t *testing.T) {
	t.Parallel()
	h := newPicturedHouse(t)
	b := chromium.Open(t, 1280, 1500)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	g.open("president", map[string]any{"rounds": 3})
	g.playOn(nil)
	b.Go(h.URL + "/#channel=cards&user=Ann")
	b.Until(`[...document.querySelectorAll(".message img")].some(i => i.alt.includes("by round") && i.complete && i.naturalWidth > 0)`)
	for _, width := range []int{1280, 390} {
		b.Resize(width, 1900)
		for _, scheme := range []string{"dark", "light"} {
			b.Scheme(scheme)
			b.Screenshot(fmt.Sprintf("cards-end-%d-%s", width, scheme))
		}
	}
}
