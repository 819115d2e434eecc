package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// viewer takes pictures of messages, and checks that they fit.
type viewer struct {
	*browsertest.Browser
	t      *testing.T
	widths int // at how many of the two widths each message is looked at; if at one, in turn
	looked int // at widths, so far
}

// messageOf selects a message.
func messageOf(m sandboxtest.Message) string {
	return fmt.Sprintf(`.message[data-message-id="%s"]`, m.ID)
}

// look takes pictures of a message once it says what it has to.
func (v *viewer) look(name string, m sandboxtest.Message, says ...string) {
	v.t.Helper()
	v.lookAt(name, messageOf(m), says...)
}

func (v *viewer) lookAt(name, selector string, says ...string) {
	v.t.Helper()
	for range v.widths {
		width := []int{390, 1280}[v.looked%2]
		v.looked++
		v.Resize(width, 1000)
		if width > 500 {
			v.Wait(".sidebar")
		} else {
			v.Gone(".sidebar")
		}
		for _, words := range says {
			v.WaitText(selector, words)
		}
		v.Until(fmt.Sprintf(`(document.querySelector('%s').scrollIntoView({block: "end", behavior: "instant"}), true)`, selector))
		v.Screenshot(fmt.Sprintf("pace-%s-%d", name, width))
		if out := browsertest.Eval[[]string](v.Browser, fmt.Sprintf(`
			const frame = document.querySelector('%s').getBoundingClientRect();
			return [...document.querySelectorAll('%s *')].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > Math.min(frame.right, innerWidth) + 1).map(e => e.tagName + " " + e.textContent.slice(0, 40));`,
			selector, selector)); len(out) > 0 {
			v.t.Errorf("%s at %d sticks out: %s", name, width, strings.Join(out, "; "))
		}
	}
}

// What somebody meets on an evening, as it looks on a computer and on a phone: what is
// remembered and replayed, learning a game, a lobby, leads, typed plays, refusals, hints,
// their own choices, draws, and the question before a match ends.
func TestAnEveningFitsOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(4, "cards", "Ann", "Bob", "Cy", "Dee")
	ann, bob := g.users[0], g.users[1]
	guild, channel := h.place("cards")
	h.between(func(ctx context.Context, db *store.Store) {
		past{system: "asshole", users: g.users, rounds: 2, began: time.Now().AddDate(0, 0, -1), seed: 5}.write(ctx, t, db, guild, channel)
	})
	v := &viewer{Browser: chromium.Open(t, 1280, 1000), t: t, widths: gametest.Dose(t, 1, 2, 2)}
	v.Go(h.URL + "/#channel=cards&user=Ann")

	// Two rounds, and nobody has won: points, without medals.
	board := g.show(ann, "leaderboard", nil, "Sorted by points")
	v.look("leaderboard", board, "Sorted by points", "Ann")

	// A replay plays by itself until it is stopped, and jumps by trick.
	match := g.press(ann, g.show(ann, "history", nil, "Matches"), "past/")
	frame := g.press(ann, match, "watch/", "1")
	v.look("replay", frame, "The cards have been dealt.", "Play by itself")
	v.Click(messageOf(frame) + ` [data-custom-id$="/play"]`)
	v.WaitText(messageOf(frame), "Move 2 of")
	v.Screenshot("pace-replay-playing")
	v.Click(messageOf(frame) + ` [data-custom-id$="/stop"]`)
	v.WaitText(messageOf(frame), "Play by itself")
	v.Click(messageOf(frame) + ` [data-custom-id$="/trick"]`)
	v.look("replay-trick", frame, "Previous trick")

	// A lesson, with a wrong answer.
	lesson := g.show(ann, "learn", map[string]any{"game": "bigtwo"}, "step 1 of")
	v.look("learn", lesson, "step 1 of", "Your hand:")
	wrong := ""
	for _, b := range lesson.Buttons() {
		if parts := strings.Split(b.CustomID, "/"); len(parts) > 3 && parts[3] != "0" {
			wrong = b.CustomID
		}
	}
	v.Click(messageOf(lesson) + ` ` + custom(wrong))
	v.look("learn-wrong", lesson, "❌")

	// A lobby, its menu, and options that are kept without a word to type but a name.
	alone := &group{house: h, channel: "general", users: []*sandboxtest.User{ann}}
	lobby := alone.lobby("bigtwo", map[string]any{"rounds": 3})
	v.Go(h.URL + "/#channel=general&user=Ann")
	v.look("lobby", lobby, "Play now")
	v.Click(messageOf(lobby) + ` [data-custom-id$="/add"]`)
	v.look("lobby-with-a-bot", lobby, "🤖")
	menu := alone.press(ann, lobby, "menu/")
	v.look("menu", menu, "Save these rules", "Close the table")
	v.Click(messageOf(menu) + ` [data-custom-id^="keep/"]`)
	v.Wait("dialog.modal")
	v.Screenshot("pace-save-options")
	v.Press(browsertest.Escape)

	// It asks before it ends anything.
	asks := alone.show(ann, "end", nil, "Close the table?")
	v.look("end-lobby", asks, "Keep it open")
	alone.press(ann, asks, "end/"+alone.table+"/0/now")

	// A lead says why there is no choice.
	g = h.set(stage{system: "bigtwo", users: []string{"Ann", "Bob", "Cy", "Dee"}, hands: []string{"3d 4c 4h 5h 5s 6s 7c 9h Jd", "4d 6h 8h Th"}}, "cards")
	g.table = "3"
	v.Go(h.URL + "/#channel=cards&user=Ann")
	hand, err := g.openHand(ann)
	if err != nil {
		t.Fatal(err)
	}
	v.look("lead", hand, "opens with 3♦")
	v.lookAt("lead-board", `.message:not([data-ephemeral]):has([data-custom-id="hand/3"])`, "opens with 3♦")

	// A hint, with what it says as the first button; on the page for picking, too.
	v.Click(messageOf(hand) + ` [data-custom-id^="pick/"][data-custom-id*="/p."]`)
	v.WaitText(messageOf(hand), "Pick cards")
	v.Click(messageOf(hand) + ` [data-custom-id^="hint/"]`)
	v.look("hint", hand, "💡 I'd play", "Play 3♦")
	if first := browsertest.Eval[string](v.Browser, fmt.Sprintf(`return document.querySelector('%s [data-custom-id]').dataset.customId;`, messageOf(hand))); !strings.HasSuffix(first, "/hint") {
		t.Errorf("the first button is %s, not what the hint says", first)
	}

	// What is typed is suggested.
	v.Resize(1280, 1000)
	v.Click(".free")
	v.Type("/hand")
	v.WaitText(`.menu [aria-selected="true"]`, "/hand")
	v.Press(browsertest.Tab)
	v.Type("cards")
	v.Press(browsertest.Tab)
	v.Type("3")
	v.WaitText(".menu", "3♦")
	v.Screenshot("pace-cards-suggested-1280")
	v.Resize(390, 1000)
	v.WaitText(".menu", "3♦")
	v.Screenshot("pace-cards-suggested-390")
	v.Press(browsertest.Escape)

	// Refusals take one another's place.
	v.Go(h.URL + "/#channel=cards&user=Ann")
	first := g.show(ann, "cards", map[string]any{"cards": "4c"}, "3♦")
	v.WaitText(messageOf(first), "3♦")
	second := g.show(ann, "cards", map[string]any{"cards": "2s"}, "2♠")
	v.look("refusal", second, "2♠")
	v.Gone(messageOf(first))

	// Cards in words, for one's own hands.
	chosen := g.show(ann, "preferences", nil, "Your preferences")
	v.look("preferences", chosen, "Words: 7 of hearts", "On every turn")
	v.Click(messageOf(chosen) + ` [data-custom-id="prefer/cards/words"]`)
	v.WaitText(messageOf(hand), "3 of diamonds")
	v.look("words", hand, "3 of diamonds", "Jack of diamonds")
	g.show(ann, "cards", map[string]any{"cards": "2s"}, "2 of spades")
	v.Click(messageOf(chosen) + ` [data-custom-id="prefer/hints/turn"]`)
	theirs, err := g.openHand(bob)
	if err != nil {
		t.Fatal(err)
	}
	v.Click(messageOf(hand) + ` [data-custom-id^="act/"][data-custom-id$="/hint"]`)
	v.WaitText(messageOf(hand), "Bob's turn")
	v.look("after-hint", hand, "Plan my next turn")
	g.await(bob, func(m sandboxtest.Message) bool { return m.ID == theirs.ID && button(m, "act/") != "" })
	if m := g.await(bob, func(m sandboxtest.Message) bool { return isBoard(m) && button(m, "hand/3") != "" }); strings.Contains(m.Text(), "of diamonds") {
		t.Errorf("the board follows somebody's choice:\n%s", m.Text())
	}
	asks = g.show(ann, "end", nil, "End the match?")
	v.look("end", asks, "Play on")
	g.press(ann, asks, "end/3/1/now")

	// Draws together are one click.
	g = h.set(stage{system: "acehole", users: []string{"Bob", "Cy"}, hands: []string{"3c 4c 5c 7c 8c 9c Tc 3s 4s"}, next: "2h 5s 7s Kh"}, "cards")
	g.table = "4"
	v.Go(h.URL + "/#channel=cards&user=Bob")
	if hand, err = g.openHand(g.users[0]); err != nil {
		t.Fatal(err)
	}
	v.look("draw-out", hand, "Draw until I can play")
	v.Click(messageOf(hand) + ` [data-custom-id^="drawout/"]`)
	v.look("drawn", hand, "K♥")
}
