package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
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

// emojiCalls counts the bot's calls about emojis that Discord carried out, by method.
// One that met a limit is made again, and isn't counted.
func (h *house) emojiCalls() map[string]int {
	h.t.Helper()
	calls, err := h.Calls(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	n := map[string]int{}
	for _, c := range calls {
		if strings.Contains(c.Path, "/emojis") && c.Status < 300 {
			n[c.Method]++
		}
	}
	return n
}

// Under Discord's limits: a first start uploads each face, a second one only looks.
func TestFacesAreUploadedOnce(t *testing.T) {
	t.Parallel()
	h := newHouseOn(t, sandbox.Config{ReplyWithin: sandboxtest.Patience}, "CARD_PICTURES=on")
	h.awaitPictures()
	first := h.emojiCalls()
	if first["GET"] != 1 || first["POST"] != 82 || len(first) != 2 {
		t.Errorf("the first start made the requests %v", first)
	}
	h.stop()
	h.start()
	h.awaitPictures()
	second := h.emojiCalls()
	if second["GET"] != 2 || second["POST"] != 82 || len(second) != 2 {
		t.Errorf("after the second start the requests are %v", second)
	}
	t.Logf("first start: %d requests about emojis; second: %d", first["GET"]+first["POST"], second["GET"]-first["GET"])
}

// pictureText is an emoji of a card.
var pictureText = regexp.MustCompile(`<:\w+_[0-9a-f]{4}:\d+>`)

// A whole match in pictures, by people whose names are hard to draw: every body passes
// Discord's description and limits, and its end is an image that says in words what it
// shows.
func TestAMatchInPicturesEndsInAnImage(t *testing.T) {
	t.Parallel()
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			h := newPicturedHouse(t)
			names := []string{strings.Repeat("W", 32), "\u202eשלום abc", "🦊🔥👨‍👩‍👧", "Dee"}
			g := h.group(1, "cards", names...)
			g.open(sys.Name, brief(t, sys, 1))
			shown := 0
			last, _ := g.playOn(func(u *sandboxtest.User, _ string) {
				if shown == 0 {
					hand, err := g.openHand(u)
					if err == nil {
						shown = len(pictureText.FindAllString(hand.Text(), -1))
					}
				}
			})
			if shown == 0 {
				t.Error("no hand has a picture")
			}
			last = g.await(g.users[3], func(m sandboxtest.Message) bool { return m.ID == last.ID && len(m.Attachments) > 0 })
			var alt string
			for _, c := range last.All() {
				if c.Type == 12 {
					alt = string(c.Items)
				}
			}
			if !strings.Contains(alt, strings.Repeat("W", 32)) || !strings.Contains(alt, "Dee") || !strings.Contains(alt, "1. ") {
				t.Errorf("the image is described as %s", alt)
			}
			response, err := http.Get(last.Attachments[0].URL)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != 200 || response.ContentLength == 0 || response.ContentLength > 100_000 {
				t.Errorf("the image answers %d with %d bytes", response.StatusCode, response.ContentLength)
			}
			calls, err := h.Calls(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			holdAgainstDiscord(t, calls)
		})
	}
}

// Who prefers words gets them in their own hand, the one that is open at once; others
// and the board go on in pictures. And back, by the ⚙️ of the hand.
func TestWhoPrefersWordsSeesTheirOwnHandInWords(t *testing.T) {
	t.Parallel()
	h := newPicturedHouse(t)
	g := h.set(stage{
		system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"},
		hands: []string{"3d 4c 5h 6s", "4h 6h", "7h 7d 8c 2s"}, moves: []string{"3d"},
	}, "cards")
	bob, cy := g.users[1], g.users[2]
	theirs, hand := g.hand(cy), g.hand(bob)
	pictured := func(u *sandboxtest.User, id string, want bool) {
		t.Helper()
		g.await(u, func(m sandboxtest.Message) bool {
			return m.ID == id && pictureText.MatchString(m.Text()) == want && strings.Contains(m.Text(), "♥") != want
		})
	}
	pictured(bob, hand.ID, true)
	for _, choice := range []struct {
		value    string
		pictures bool
	}{{"text", false}, {"pictures", true}} {
		choices := g.press(bob, g.await(bob, func(m sandboxtest.Message) bool { return m.ID == hand.ID }), "prefer")
		g.press(bob, choices, "prefer/cards/"+choice.value)
		pictured(bob, hand.ID, choice.pictures)
		pictured(cy, theirs.ID, true)
		g.await(cy, func(m sandboxtest.Message) bool {
			return isBoard(m) && pictureText.MatchString(m.Text()) && strings.Contains(m.Text(), "3♦")
		})
	}
}

// Whatever Discord does with the uploads: the game is played in words, the log says why
// once, and an admin reads it in /settings.
func TestWithoutPicturesTheGameGoesOn(t *testing.T) {
	t.Parallel()
	const uploads = "*/emojis"
	for _, c := range []struct {
		why   string
		fault []fault
		full  bool
		said  string // in /settings; empty: it is not known yet
	}{
		{"forbidden", []fault{{do: "status 403", method: "POST", path: uploads, times: -1}}, false, "doesn't let me upload emojis"},
		{"refused", []fault{{do: "status 400", method: "POST", path: uploads, times: -1}}, false, "didn't take my emojis"},
		{"limited for long", []fault{{do: "429 3000", method: "POST", path: uploads, times: -1}}, false, ""},
		{"broken", []fault{{do: "status 500", path: uploads, times: -1}}, false, "didn't take my emojis"},
		{"no answer", []fault{{do: "hang", method: "POST", path: uploads, times: -1}}, false, ""},
		{"an application at its limit", nil, true, "already has 2000 emojis"},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.stop()
			if c.full {
				h.fill(2000 - 40) // half the set gets in
			}
			for _, f := range c.fault {
				h.faultForGood(f)
			}
			h.env = append(h.env, "CARD_PICTURES=on")
			told := h.log.awaits("can't upload the pictures of cards")
			h.start()
			g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
			sys := systems.All()[0]
			g.open(sys.Name, brief(t, sys, 1))
			last, _ := g.playOn(func(u *sandboxtest.User, _ string) {})
			if !strings.Contains(last.Text(), "wins!") && !strings.Contains(last.Text(), "Everyone has reached") || pictureText.MatchString(last.Text()) {
				t.Errorf("the match did not end, or in pictures:\n%s", last.Text())
			}
			if c.said == "" {
				return
			}
			select {
			case <-told:
			case <-time.After(sandboxtest.Patience):
				t.Fatal("the log does not say why there are no pictures")
			}
			g.has(g.panel("tables"), c.said)
			if n := strings.Count(h.log.String(), "can't upload the pictures of cards"); n != 1 {
				t.Errorf("the log says it %d times", n)
			}
		})
	}
}

// faultForGood is a fault that strikes until the house is gone.
func (h *house) faultForGood(f fault) {
	h.t.Helper()
	match := map[string]any{"path": "*/emojis"}
	if f.method != "" {
		match["method"] = f.method
	}
	if err := h.Do(h.t.Context(), "POST", "/sandbox/faults", map[string]any{"match": match, "times": -1, "do": f.do}, nil); err != nil {
		h.t.Fatal(err)
	}
}

// fill gives the application so many emojis of other names.
func (h *house) fill(n int) {
	h.t.Helper()
	const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	for i := range n {
		h.emojis("POST", "", fmt.Sprintf(`{"name":"other_%d","image":"data:image/png;base64,%s"}`, i, dot), nil)
	}
}

// emojis is a call of the application's owner, beside the bot's.
func (h *house) emojis(method, path, body string, into any) {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+"/api/v10/applications/1000000000000000001/emojis"+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		h.t.Fatalf("%s %s: %s", method, path, response.Status)
	}
	if into != nil {
		if err := json.NewDecoder(response.Body).Decode(into); err != nil {
			h.t.Fatal(err)
		}
	}
}

// An emoji that somebody removes by hand, on a board and in a hand that are open: each
// click is answered, in words, and then the emoji is back.
func TestAnEmojiRemovedByHandStopsNobody(t *testing.T) {
	t.Parallel()
	h := newPicturedHouse(t)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	g.open("bigtwo", map[string]any{"rounds": 1})
	var all struct {
		Items []struct{ ID string }
	}
	h.emojis("GET", "", "", &all)
	if len(all.Items) != 82 {
		t.Fatalf("the application has %d emojis", len(all.Items))
	}
	h.pictures = h.log.awaits("cards are shown as pictures")
	for _, e := range all.Items {
		h.emojis("DELETE", "/"+e.ID, "", nil)
	}
	last, _ := g.playOn(func(*sandboxtest.User, string) {})
	if !strings.Contains(last.Text(), "wins!") {
		t.Errorf("the match did not end:\n%s", last.Text())
	}
	h.awaitPictures()
	if h.emojis("GET", "", "", &all); len(all.Items) != 82 {
		t.Errorf("%d emojis are back", len(all.Items))
	}
}
