package e2e

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/internal/errtest"
	"deuces/sandbox/browsertest"
)

// These tests look at the page as a newcomer does. They keep screenshots in the directory
// DEUCES_OUT, if it is set.

// page is the browser of a person.
type page struct {
	*browsertest.Browser
	t      *testing.T
	s      *Server
	widths int // number of widths at which Look shows each message; 1: a phone and a computer alternate; 0: not decided yet
	looks  int // number of screenshot rounds so far; decides the next width
}

// Page opens the page of a server as a user in a channel.
func (s *Server) Page(t *testing.T, user, channel string) *page {
	t.Helper()
	b := &page{Browser: chromium.Open(t, 1280, 1000), t: t, s: s}
	b.OpenAs(user, channel)
	return b
}

// OpenAs opens the page as a user in a channel.
func (b *page) OpenAs(user, channel string) { b.Go(b.s.URL + "/#channel=" + channel + "&user=" + user) }

const (
	publicMessages  = `.message:not([data-ephemeral]) `
	privateMessages = `[data-ephemeral] `
	boardSelector   = publicMessages + ".container"
)

// OpenHand opens the user's hand from the board.
func (b *page) OpenHand() {
	b.Click(publicMessages + `[data-custom-id^="hand/"]`)
	b.Wait(privateMessages)
}

// ClickPrivate clicks a component of the user's private messages. The component's custom id begins
// with id or, if id begins with "…", contains the rest.
func (b *page) ClickPrivate(id string) {
	if part, is := strings.CutPrefix(id, "…"); is {
		b.Click(privateMessages + `[data-custom-id*="` + part + `"]`)
	} else {
		b.Click(privateMessages + `[data-custom-id^="` + id + `"]`)
	}
}

// messageSelector returns a CSS selector for a message.
func messageSelector(m Message) string { return `.message[data-message-id="` + m.ID + `"] ` }

func customIDSelector(customID string) string { return `[data-custom-id="` + customID + `"]` }

// Look takes screenshots of a message at the sizes of a computer and a phone, once the message
// contains the given texts. Nothing may extend beyond the message.
func (b *page) Look(name string, m Message, says ...string) {
	b.t.Helper()
	b.LookAt(name, strings.TrimSpace(messageSelector(m)), says...)
}

// LookAt is like Look, but for the elements that a CSS selector matches.
func (b *page) LookAt(name, selector string, says ...string) {
	b.t.Helper()
	if b.widths == 0 { // decided at the first call
		b.widths = gametest.Dose(b.t, 1, 2, 2)
	}
	for range b.widths {
		width, height, scheme := 390, 844, "dark"
		if b.looks%2 == 1 {
			width, height, scheme = 1280, 1000, "light"
		}
		b.looks++
		b.Resize(width, height)
		b.Scheme(scheme)
		if width > 500 {
			b.Wait(".sidebar")
		} else {
			b.Gone(".sidebar")
		}
		for _, words := range says {
			b.WaitText(selector, words)
		}
		b.Until(fmt.Sprintf(`[...document.querySelectorAll('%s img')].every(i => i.complete && i.naturalWidth > 0)`, selector))
		b.Until(fmt.Sprintf(`(document.querySelector('%s').scrollIntoView({block: "end", behavior: "instant"}), true)`, selector))
		b.Screenshot(fmt.Sprintf("%s-%d", name, width))
		if out := browsertest.Eval[[]string](b.Browser, fmt.Sprintf(`
			const frame = document.querySelector('%s').getBoundingClientRect();
			return [...document.querySelectorAll('%s *')].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > Math.min(frame.right, innerWidth) + 1).map(e => e.tagName + " " + e.textContent.slice(0, 40));`,
			selector, selector)); len(out) > 0 {
			b.t.Errorf("%s at %d sticks out: %s", name, width, strings.Join(out, "; "))
		}
	}
}

// TestATrickIsPlayedOnThePage lets one person play four hands on the sandbox's page: type /play,
// join, start, and play a trick with mouse and keyboard.
func TestATrickIsPlayedOnThePage(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	b := chromium.Open(t, 1440, 900)
	b.Go(s.URL + "/#user=Ann&channel=general&hands=4")
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
		b.Click(in(user, publicMessages+`[data-custom-id^="hand/"]`))
		b.WaitText(in(user, privateMessages), " 13")
	}

	// The leader leads, the next player beats the lead if possible, and everybody else passes until
	// somebody wins the trick.
	now := turnAfter(b, turn{})
	lead, last := now, now
	b.Click(in(now.User, customIDSelector(now.Plays[0])))
	for played := 1; ; played++ {
		now = turnAfter(b, now)
		if now.Pass == "" {
			break // this player can't pass, so a new trick begins
		}
		choice := now.Pass
		if played == 1 && len(now.Plays) > 0 {
			choice, last = now.Plays[0], now
		}
		b.Click(in(now.User, customIDSelector(choice)))
	}
	if now.User != last.User {
		t.Errorf("%s led, %s had the trick, and %s leads the next", lead.User, last.User, now.User)
	}
	// The hand changes immediately. The board and the mention follow later, because of Discord's
	// limits.
	b.WaitText(boardSelector, now.User+"'s turn")
	b.WaitText(in(now.User, ".mentioned"), "You start the trick")
	b.Screenshot("four-hands")
	b.Resize(390, 844)
	b.Go(s.URL + "/#channel=general&user=" + now.User)
	b.Wait(customIDSelector(now.Plays[0]))
	b.Gone(".sidebar")
	b.Screenshot("page-phone")
}

// turn is the decision that one of the four hands offers, with the custom ids of its buttons.
type turn struct {
	User     string   `json:"user"`
	Decision string   `json:"decision"`
	Plays    []string `json:"plays"`
	Pass     string   `json:"pass"`
}

// turnAfter waits until exactly one hand offers plays, for another decision than before.
func turnAfter(b *browsertest.Browser, before turn) turn {
	const offered = `[...document.querySelectorAll('.pane [data-custom-id^="act/"]:enabled')].map(e => e.dataset.customId.split("/").slice(0, 3).join("/") + " " + e.closest(".pane").dataset.user)`
	b.Until(fmt.Sprintf(`new Set(%s).size === 1 && !%s[0].startsWith(%q)`, offered, offered, before.Decision+" "))
	return browsertest.Eval[turn](b, `
		const buttons = [...document.querySelectorAll('.pane [data-custom-id^="act/"]:enabled')];
		const ids = buttons.map(e => e.dataset.customId);
		return {
			user: buttons[0].closest(".pane").dataset.user,
			decision: ids[0].split("/").slice(0, 3).join("/"),
			plays: ids.filter(id => !id.endsWith("/pass")),
			pass: ids.find(id => id.endsWith("/pass")) ?? "",
		};`)
}

// TestOneClickTriesAGameOnThePage checks that one click on the page opens a table, adds bots,
// starts the match, and shows the user's hand.
func TestOneClickTriesAGameOnThePage(t *testing.T) {
	t.Parallel()
	b := NewServer(t).Page(t, "Ann", "general")
	b.Resize(390, 844)
	b.Click(".hint .success")
	b.WaitText(privateMessages, " 13")
}

var fourNames = []string{"Ann", "Bob", "Cy", "Dee"}

// TestHandsFitOnThePage shows hands and boards in situations that are hard to display.
func TestHandsFitOnThePage(t *testing.T) {
	t.Parallel()
	five := Situation{system: "bigtwo", people: fourNames, hands: []string{"3d 4c 5h 6s 7c 9h Jd", "4h 6h 7h Jh Kh 7d 7s 4d 4s Td Th 2c 2h"}, moves: []string{"3d 4c 5h 6s 7c"}}
	cases := []struct {
		name, user string
		Situation
		says  string // text of the hand after it was opened and the buttons in press were clicked
		press []string
		board string // text of the board after that
	}{
		{"five", "Bob", five, "7♦ 7♥ 7♠ 10♦ 10♥", nil, ""},
		{"five-picked", "Bob", five, "Play 7♦ 7♥ 7♠ 4♦ 4♠ · Full House", []string{"pick/#/1.2/p.", "…7d/", "…7d7h/", "…7d7h7s/", "…7d7h7s4d/", "…7d7h7s4d4s/"}, ""},
		{"six", "Ann", Situation{system: "acehole", people: fourNames[:3], hands: []string{"8h 7h 6h 9s Kd Ac 6d 2c 3s"}, next: "9h"},
			"", []string{"pick/#/1.1/p.", "…8h/", "…8h7h/", "…8h7h6h/", "act/#/1.1/8h 7h 6h"}, "Play higher"},
		{"thirty", "Ann", Situation{system: "acehole", options: map[string]string{"draw": "free"}, people: fourNames[:2], moves: slices.Repeat([]string{"draw"}, 21)}, "More plays", nil, ""},
		{"revolution", "Ann", Situation{system: "president", options: map[string]string{"four": "revolution", "jokers": "2", "coup": "yes", "equal": "skip"}, people: fourNames,
			hands: []string{"9c 9d 9h 9s Qh 3c 4d 5s 2h", "5c 5d 5h", "6c", "2c 2d"}, moves: []string{"9c 9d 9h 9s"}}, "", nil, "Revolution"},
		{"chop", "Bob", Situation{system: "tienlen", options: map[string]string{"instant": "no"}, people: fourNames, hands: []string{"3s 2h", "4s 4c 5s 5c 6s 6c"},
			moves: []string{"3s", "pass", "pass", "pass", "2h"}}, "", []string{"act/#/1.6/8s 8c 8d 8h"}, "chopped"},
		{"bomb", "Bob", Situation{system: "bigtwo", options: map[string]string{"suits": "cdhs", "bombs": "yes"}, people: fourNames, hands: []string{"3c 9d 9h", "4c 4d 4h 4s Jd 6d"},
			moves: []string{"3c", "pass", "pass", "pass", "9d 9h"}}, "", []string{"act/#/1.6/4c 4d 4h 4s 6d"}, "bombed"},
		{"last-card", "Ann", Situation{system: "bigtwo", options: map[string]string{"lastcard": "highest"}, people: fourNames, hands: []string{"3d 4d 6d", "4c 4h 5c 5d 5h 6c 6h 6s 7c 7d 7h 7s 8d"},
			moves: []string{"3d", "4c", "pass", "pass", "pass", "5c 5d 5h 6c 6h", "pass", "pass", "pass", "7c 7d 7h 7s 6s", "pass", "pass", "pass", "4h", "pass", "pass"}}, "Bob has one card left: a single must be the highest", nil, "Bob has one card left"},
		{"left-over", "Ann", Situation{system: "bigtwo", people: fourNames[:3]}, "3♦", nil, "was left over"},
	}
	s := NewServer(t)
	var all []Situation
	for _, c := range cases {
		s.Channel(c.name)
		c.channel = c.name
		all = append(all, c.Situation)
	}
	tables := s.Begin(all...)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := s.Page(t, c.user, c.name)
			b.OpenHand()
			for _, id := range c.press {
				b.ClickPrivate(strings.Replace(id, "#", tables[i].id, 1))
			}
			b.WaitText(privateMessages, c.says)
			b.Look("hand-"+c.name, s.Person(c.user, c.name).Sees(private), c.says)
			b.WaitText(boardSelector, c.board)
			b.Screenshot("board-" + c.name)
		})
	}
}

// TestResultsFitOnThePage shows leaderboards, titles, statistics and history on a computer and on a
// phone, in light and dark.
func TestResultsFitOnThePage(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	people := s.Table("general", "Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lee").People
	ann := people[0]
	began := time.Now().AddDate(0, -2, 0)
	var all []Past
	for i := range 12 {
		all = append(all, Past{channel: "general", system: []string{"ahole", "president", "bigtwo"}[i%3], people: append([]*Person{ann}, people[1+i%9:4+i%9]...), rounds: 4, began: began.AddDate(0, 0, 4*i), seed: uint64(i)})
	}
	s.Remember(append(all, Past{channel: "general", system: "acehole", people: people[:2], bots: 2, rounds: 1, seed: 99})...)
	b := s.Page(t, "Ann", "general")
	leaders := ann.Uses("leaderboard", nil).Says("first places")
	b.Look("leaderboard", leaders, "Page 1 of 2", "12 players", "First places")
	leaders = ann.Clicks(leaders, "…/by", "rating")
	b.Look("leaderboard-rating", leaders, "Rating")
	b.Look("stats", ann.Asks("stats", nil), "Ann and ", "Longest streak", "Rating")
	if n := b.Count(".container img"); n != 1 {
		t.Errorf("%d pictures of statistics are shown, not one", n)
	}
	b.Look("titles", ann.Asks("titles", nil), "👑", "Longest streaks")
	b.Look("seasons", ann.Asks("seasons", nil), "Seasons", "Points")
	list := ann.Asks("history", nil)
	b.Look("history", list, "Page 1 of 3")
	match := ann.Clicks(list, "past/")
	b.Look("match", match, "Watch a round", "Save as a file")
	frame := ann.Clicks(match, "watch/", "1")
	b.Look("replay", frame, "Move 0 of", "Autoplay")
	b.Click(messageSelector(frame) + `[data-custom-id$="/play"]`)
	b.WaitText(messageSelector(frame), "Move 2 of")
	b.Click(messageSelector(frame) + `[data-custom-id$="/stop"]`)
	b.WaitText(messageSelector(frame), "Autoplay")
	b.Look("help", ann.Uses("help", nil), "/leaderboard", "Open a table")
	b.Look("privacy", ann.Asks("privacy", nil), "Privacy", "Save as a file")
	panel := ann.Uses("settings", nil)
	b.Look("settings-tables", panel, "settings · Tables", "Threads", "Mentions")
	for page, says := range map[string]string{"titles": "A season ends", "presets": "To make one"} {
		panel = ann.Clicks(panel, "settings/"+page)
		b.Look("settings-"+page, panel, says)
	}
}

// TestTheScreensOfAMatchFitOnThePage shows the screens of a match on a computer and on a phone.
func TestTheScreensOfAMatchFitOnThePage(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	b := s.Page(t, "Ann", "cards")

	// A practice hand gets a wrong answer.
	ann := s.Person("Ann", "cards")
	lesson := ann.Asks("learn", Options{"game": "bigtwo"})
	b.Look("learn", lesson, "step 1 of", "Your hand:")
	for _, c := range lesson.Buttons() {
		if parts := strings.Split(c.CustomID, "/"); len(parts) > 3 && parts[3] != "0" {
			b.Click(messageSelector(lesson) + customIDSelector(c.CustomID))
			break
		}
	}
	b.Look("learn-wrong", lesson, "❌")

	// A table has a lobby and a menu, and its options are saved as a preset.
	newTable := s.Table("general", "Ann")
	ann = newTable.People[0]
	lobby := newTable.Lobby("bigtwo", Options{"rounds": 3})
	b.OpenAs("Ann", "general")
	b.Look("lobby", lobby, "Play now")
	b.Click(messageSelector(lobby) + `[data-custom-id$="/add"]`)
	b.Look("lobby-with-a-bot", lobby, "🤖")
	menu := ann.Clicks(lobby, "menu/")
	b.Look("menu", menu, "Save these rules", "Close the table")
	b.Look("options", ann.Clicks(menu, "options/"), "House rules", "Done")
	b.Click(messageSelector(ann.Clicks(lobby, "menu/")) + `[data-custom-id^="keep/"]`)
	b.Wait("dialog.modal")
	b.Screenshot("save-options")
	b.Press(browsertest.Escape)
	confirmation := ann.Asks("end", nil).Says("Close the table?")
	b.Look("end-lobby", confirmation, "Cancel")
	ann.Clicks(confirmation, "end/"+newTable.id+"/0/now")

	// The leader of the first round sees why there is no choice. The first button is the play that
	// the hint suggests.
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames, hands: []string{"3d 4c 4h 5h 5s 6s 6d 7c 7h"}})
	ann = table.People[0]
	b.OpenAs("Ann", "cards")
	hand := ann.Hand()
	b.Look("lead", hand, "You have 3♦: you begin")
	b.LookAt("lead-board", publicMessages+`:has(`+customIDSelector("hand/"+table.id)+`)`, "has 3♦ and begins")
	b.Click(messageSelector(hand) + `[data-custom-id^="pick/"][data-custom-id*="/p."]`)
	b.WaitText(messageSelector(hand), "Choose your cards above")
	b.Click(messageSelector(hand) + `[data-custom-id^="pick/"][data-custom-id$="/3"]`)
	b.Click(messageSelector(hand) + `[data-custom-id^="hint/"]`)
	b.Look("hint", hand, "💡 Play", "Play 3♦")
	if first := browsertest.Eval[string](b.Browser, fmt.Sprintf(`return document.querySelector('%s[data-custom-id]').dataset.customId;`, messageSelector(hand))); !strings.HasSuffix(first, "/hint") {
		t.Errorf("the first button is %s, not the play of the hint", first)
	}

	// A refusal replaces the previous one.
	first := ann.Asks("cards", Options{"cards": "4c"}).Whispers("3♦")
	b.WaitText(messageSelector(first), "3♦")
	b.Look("refusal", ann.Asks("cards", Options{"cards": "2s"}), "2♠")
	b.Gone(messageSelector(first))

	// Cards as words change only the user's own hands, and an open hand immediately. The board
	// keeps the suit symbols.
	preferences := ann.Uses("preferences", nil)
	b.Look("preferences", preferences, "⚙️ Preferences", "Words: 7 of hearts", "On every turn")
	b.Click(messageSelector(preferences) + customIDSelector("prefer/cards/words"))
	b.WaitText(messageSelector(hand), "3 of diamonds")
	b.Look("words", hand, "3 of diamonds", "6 of diamonds")
	ann.Asks("cards", Options{"cards": "2s"}).Says("2 of spades")
	b.Click(messageSelector(hand) + `[data-custom-id^="act/"][data-custom-id$="/hint"]`)
	b.WaitText(messageSelector(hand), "Bob's turn")
	b.Look("after-hint", hand, "Plan my next turn")
	table.Board().Lacks("of diamonds")

	// One button draws several cards.
	table = s.BeginOne(Situation{channel: "general", system: "acehole", people: []string{"Bob", "Cy"}, hands: []string{"3c 4c 5c 7c 8c 9c Tc 3s 4s"}, next: "2h 5s 7s Kh"})
	b.OpenAs("Bob", "general")
	hand = table.People[0].Hand()
	b.Look("draw-out", hand, "Draw until I can play")
	b.Click(messageSelector(hand) + `[data-custom-id^="drawout/"]`)
	b.Look("drawn", hand, "K♥")
}

// TestAPlayerIsRemovedFromTheirContextMenu removes a player from the table with a command in that
// user's context menu.
func TestAPlayerIsRemovedFromTheirContextMenu(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "bigtwo", people: fourNames})
	b := s.Page(t, "Ann", "cards")
	b.Wait(publicMessages)
	b.Until(`!document.querySelector('[data-user="Cy"]').dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true}))`)
	b.WaitText(`[role="menuitem"]`, "Remove from the table")
	b.Screenshot("context-menu")
	b.Click(`[role="menuitem"]`)
	b.WaitText(privateMessages, "Remove Cy (cy)?")
	b.ClickPrivate("remove/")
	b.WaitText("#panes", "Ann removed Cy from the table")
	b.Gone(privateMessages)
	table.People[2].Uses("join", nil).Whispers("**Ann** removed you.")
}

var screenshot = flag.String("screenshot", "", "write the README's picture to this `file`")

// TestTheScreenshotShowsABoardAndAHand makes the README's picture: a board, and below it the hand
// of the player to move. Then that player chooses cards in two colors.
//
//	go test ./e2e -run Screenshot -screenshot ../docs/screenshot.png
func TestTheScreenshotShowsABoardAndAHand(t *testing.T) {
	t.Parallel()
	s := newPicturedServer(t)
	table := s.BeginOne(Situation{system: "ahole", people: fourNames, hands: []string{
		"3s 4d 5c 5h 8s 9d 9h Jc Jd Qs Kh Ah 2d", "3c 4h 6d 7c 7h 8d Ts Jh Qc Kd Ks As 2s", "3d 4c 6c 6h 7d 8c 9c Td Qd Qh Kc Ac 2h", "3h 4s 5d 5s 6s 7s 8h 9s Tc Th Js Ad 2c"}})
	for range 4 { // the player left of the dealer leads, and the others beat that if they can
		if p, _ := table.Turn(); p.Name == "Ann" && len(table.Log().Moves) > 0 {
			break
		}
		table.PlayOne()
	}
	s.AwaitLog(s.pictures)
	who, _ := table.Turn()
	b := s.Page(t, who.Name, "cards")
	b.Resize(1280, 1040)
	b.Until(`document.querySelector("[data-ephemeral] img.emoji")`)
	if board := publicMessages + customIDSelector("hand/"+table.id); b.Count(board) == 0 {
		t.Error("the board is not shown")
	}
	b.Screenshot("screenshot")
	if *screenshot != "" {
		errtest.Must(t, os.WriteFile(*screenshot, b.Picture(), 0o644))
	}
	who.Prefers("colors/two")
	b.Until(`document.querySelector('[data-ephemeral] img.emoji[alt^=":red_"], [data-ephemeral] img.emoji[alt^=":black_"]')`)
}
