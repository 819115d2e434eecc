package browsertest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"deuces/internal/errtest"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// inPane returns a selector for an element in the pane of one user.
func inPane(user, selector string) string { return `.pane[data-user="` + user + `"] ` + selector }

// openPage opens the page of a sandbox in a new tab, with this fragment in its address.
func openPage(t *testing.T, d *sandboxtest.Discord, width, height int, fragment string) *browsertest.Browser {
	t.Helper()
	b := chromium.Open(t, width, height)
	b.Go(d.URL + "/#" + fragment)
	return b
}

// useCommand types a command and sends it.
func useCommand(b *browsertest.Browser, command string) {
	b.Click(".free")
	b.Type(command)
	b.Press(browsertest.Tab, browsertest.Enter)
}

func button(id string) string { return `[data-custom-id="` + id + `"]` }

func TestCommandBoxIsDrivenByTheKeyboard(t *testing.T) {
	t.Parallel()
	b := openPage(t, startWithBot(t), 1100, 760, "user=Ann&channel=general")
	b.WaitText(".hint", "/play")

	b.Type("/pl") // nothing has the focus, so the message box gets the text
	b.WaitText(`.menu [aria-selected="true"]`, "/play")
	b.Press(browsertest.Tab)
	b.Wait(`.command-chip[data-command="play"]`)
	b.WaitText(".menu", "Which game")
	b.Press(browsertest.Enter, browsertest.Enter) // the first Enter chooses AHole; the second sends the command
	b.WaitText(".message .container", "game = ahole")
	if used := b.Text(".message .used"); !strings.Contains(used, "Ann") || !strings.Contains(used, "/play") {
		t.Errorf("the line above the reply is %q, want Ann and /play", used)
	}

	b.Type("/play game:Big Two seats:4")
	b.Wait(`[data-option-chip="seats"]`)
	b.Press(browsertest.Enter)
	b.WaitText(".message .container", "game = bigtwo, seats = 4")

	b.Type("/play")
	b.Press(browsertest.Tab, browsertest.Down, browsertest.Tab)
	b.Type("pre")
	b.Press(browsertest.Tab)
	b.WaitText(".menu", "Tournament")
	b.Press(browsertest.Down, browsertest.Tab, browsertest.Enter)
	b.WaitText(".message .container", "game = bigtwo, preset = tournament")

	b.Type("/play")
	b.Press(browsertest.Tab)
	b.Type("chess")
	b.Press(browsertest.Enter)
	b.WaitText(".box-problem", "Pick one of the choices")
	for range 6 {
		b.Press(browsertest.Backspace)
	}
	b.Press(browsertest.Escape, browsertest.Escape)
	b.Gone(".command-chip")
}

func TestFourHandsAtOneTable(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	b := openPage(t, d, 1800, 1000, "user=Ann&channel=general&hands=4")
	b.Click(inPane("Ann", ".free"))
	b.Type("/play game:AHole")
	b.Press(browsertest.Enter)
	b.Click(inPane("Cy", button("join")))
	b.WaitText(inPane("Bob", ".container"), "@Cy joined")

	b.Click(inPane("Bob", button("hand")))
	b.WaitText(inPane("Bob", "[data-ephemeral]"), "Only you can see this")
	for _, reader := range []string{"Ann", "Cy", "Dee"} {
		if b.Count(inPane(reader, "[data-ephemeral]")) != 0 {
			t.Errorf("%s sees Bob's hand", reader)
		}
	}

	b.Click(inPane("Bob", button("cards")))
	b.Press(browsertest.Enter, browsertest.Down, browsertest.Down, browsertest.Enter, browsertest.Escape)
	b.WaitText(inPane("Bob", "[data-ephemeral]"), "You picked 3D 2S")
	b.WaitText(inPane("Bob", "[data-ephemeral]"), "(edited)")
	b.Click(inPane("Bob", "[data-dismiss]"))
	b.Gone(inPane("Bob", "[data-ephemeral]"))

	b.Click(inPane("Cy", button("call")))
	b.WaitText(inPane("Cy", ".mentioned"), "@Cy, it is your turn")
	if b.Count(inPane("Dee", ".mentioned")) != 0 {
		t.Error("a mention of Cy is marked for Dee")
	}
	b.Screenshot("page-four-hands")
}

// displayed returns a JavaScript expression that is true when exactly n elements are displayed.
func displayed(selector string, n int) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility({visibilityProperty: true})).length === %d`, selector, n)
}

func TestHandsAreColumnsOrTabs(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	b := openPage(t, d, 1800, 900, "user=Ann&channel=general&hands=4")
	for _, c := range []struct {
		why            string
		width          int
		panes, sidebar int
	}{
		{"there is room for everything", 1800, 4, 1},
		{"columns of 320 pixels can be read, and need the sidebar's room", 1280, 4, 0},
		{"narrower ones can't", 1279, 1, 1},
		{"nor is there room for a sidebar", 390, 1, 0},
	} {
		b.Resize(c.width, 844)
		t.Logf("%d pixels: %s", c.width, c.why)
		b.Until(displayed(".pane", c.panes) + " && " + displayed(".sidebar", c.sidebar))
	}
	requestAsUser(t, d, "POST", "say", map[string]any{"user": "Cy", "channel": "general", "content": "@everyone, deal"})
	b.Wait(`[data-tab="Bob"] .dot`)
	b.Click(`[data-tab="Bob"]`)
	b.WaitText(inPane("Bob", ".mentioned"), "deal")
	b.Gone(`[data-tab="Bob"] .dot`)
}

func TestThePageHasNoAccessibilityViolations(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile("../testdata/discordjs/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("needs axe-core: npm ci in sandbox/testdata/discordjs")
	}
	d := startWithBot(t)
	b := openPage(t, d, 1280, 800, "user=Ann&channel=general&hands=4&calls=1")
	b.Click(inPane("Ann", ".hint .success"))
	b.Wait("[data-ephemeral]")
	b.Click(button("call"))
	b.Wait(".mentioned")
	b.Click(inPane("Ann", ".free"))
	b.Type("/")
	b.WaitText(".menu", "/play")
	for _, width := range []int{1800, 390} {
		b.Resize(width, 844)
		for _, scheme := range []string{"dark", "light"} {
			b.Scheme(scheme)
			found := browsertest.Eval[[]string](b, string(axe)+`;
				const {violations} = await axe.run();
				return violations.flatMap(v => v.nodes.map(n => v.id + " at " + n.target.join(" ")));`)
			if len(found) > 0 {
				t.Errorf("axe finds problems at %d pixels, %s: %s", width, scheme, strings.Join(found, "\n"))
			}
		}
	}
}

func TestFailuresAreShown(t *testing.T) {
	t.Parallel()
	s := start(t, "127.0.0.1:0", 2*time.Second) // short, so that a silent bot is noticed quickly
	connectBot(t, s.Discord)
	b := openPage(t, s.Discord, 1100, 760, "user=Ann&channel=general")
	b.Click(".free")
	b.Type("/play game:AHole")
	b.Press(browsertest.Enter)
	b.Click(button("silent"))
	b.Wait(button("silent") + `[aria-busy="true"] .dots`)
	b.WaitText(".message .failed", "This interaction failed")
	b.Gone(".dots")

	useCommand(b, "/silent")
	b.WaitText(".running-line", "The application did not respond")

	b.Click(button("full") + " , " + button("join")) // the disabled button can't be clicked, so this clicks the other one
	b.WaitText(".container", "@Ann joined")
	if browsertest.Eval[bool](b, "return Boolean(window.broken)") {
		t.Error("a script in a message's text was run")
	}
	if n := b.Count(".message script, .message .markdown img, .message a[href^='javascript']"); n != 0 {
		t.Errorf("a message's text made %d elements, want none", n)
	}
	b.WaitText(".container", "<script>")
}

func TestPicturesAndThreads(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	var picture bytes.Buffer
	errtest.Must(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 128, 96))))
	emoji := callAsBot(t, d, "POST", app+"/emojis", fmt.Sprintf(`{"name":"spade","image":"data:image/png;base64,%s"}`, base64.StdEncoding.EncodeToString(picture.Bytes())))
	w := requestAsUser(t, d, "POST", "channels", map[string]any{"name": "board"})
	status, text, err := d.Upload(t.Context(), "POST", "/channels/"+w+"/messages", `{"flags":32768,"components":[
		{"type":10,"content":"Spades <:spade:`+emoji+`>"},
		{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"A board"}]},
		{"type":13,"file":{"url":"attachment://match.rec"}}]}`,
		sandboxtest.File{Name: "board.png", Data: picture.Bytes()}, sandboxtest.File{Name: "match.rec", Data: []byte("a record")})
	var m struct{ ID string }
	if err := errors.Join(err, json.Unmarshal(text, &m)); err != nil || status != 200 {
		t.Fatalf("cannot post a message with files: %d %s %v", status, text, err)
	}
	callAsBot(t, d, "POST", "/channels/"+w+"/messages/"+m.ID+"/threads", `{"name":"The match"}`)
	b := openPage(t, d, 1100, 900, "user=Ann&channel=board")
	for _, picture := range []string{`.message img.emoji[alt=":spade:"]`, `.gallery img[alt="A board"]`} {
		b.Wait(picture)
		b.Until("document.querySelector(" + "`" + picture + "`" + ").naturalWidth === 128")
	}
	b.WaitText(".file", "match.rec")
	b.Wait(`.gallery a.picture[href*="/attachments/"][target="_blank"]`) // the picture opens in a new tab

	b.WaitText(".threads", "The match")
	b.Click("[data-thread]")
	b.WaitText(".place", "The match")
	b.Wait(`.pane[data-channel="The match"]`)
	b.Until(`location.hash.includes("channel=The+match")`)
}

func TestModals(t *testing.T) {
	t.Parallel()
	b := openPage(t, startWithBot(t), 1100, 900, "user=Ann&channel=general")
	b.Click(".free")
	b.Type("/settings")
	b.WaitText(".menu", "/settings name")
	b.Press(browsertest.Tab, browsertest.Enter)
	b.Until(`document.activeElement.matches("dialog.modal input")`)
	b.Type("Round & <b>round</b>")
	b.Press(browsertest.Enter)
	b.WaitText(".message", "The table is called Round & <b>round</b>")
	b.Gone("dialog.modal")

	useCommand(b, "/form")
	b.WaitText("dialog.modal", "Fill this in.")
	b.Click(`dialog.modal input[data-custom-id="text"]`)
	b.Type("words")
	b.Click(`dialog.modal [data-custom-id="suit"]`)
	b.Click(`dialog.modal [role="option"][data-value="s"]`)
	b.WaitText(`dialog.modal [data-custom-id="suit"]`, "Spades")
	b.Gone(`dialog.modal [role="option"]`)
	b.Screenshot("modal-form") // this also waits until nothing fades
	b.Click(`dialog.modal button[type="submit"]`)
	b.WaitText(".message", "got words [s] []")
	b.Gone("dialog.modal")
}

func TestReactionsAndDirectMessagesAreShown(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	m := requestAsUser(t, d, "POST", "say", map[string]any{"user": "Bob", "channel": "general", "content": "nice hand"})
	react := map[string]any{"user": "Bob", "message": m, "emoji": "🔥"}
	requestAsUser(t, d, "POST", "react", react)
	b := openPage(t, d, 1100, 900, "user=Ann&channel=general")
	b.WaitText(".reaction", "🔥")
	b.Click(".reaction")
	b.WaitText(`.reaction[aria-pressed="true"]`, "2")
	b.Click(".reaction")
	b.WaitText(`.reaction[aria-pressed="false"]`, "1")
	react["remove"] = true
	requestAsUser(t, d, "POST", "react", react)
	b.Gone(".reaction")

	direct := requestAsUser(t, d, "POST", "dms", map[string]any{"user": "Ann"})
	callAsBot(t, d, "POST", "/channels/"+direct+"/messages", `{"content":"psst"}`)
	b.Click(`[data-channel-name="@Ann"]`)
	b.WaitText(".message", "psst")
	b.Until(`document.title.includes("@Ann") && !document.title.includes("#")`) // the title has no name of a channel
	b.Until(`document.querySelector(".messages").getAttribute("aria-label") === "Messages in @Ann"`)
}

func TestUsersCanBeAddedAndThemesShownOnAPhone(t *testing.T) {
	t.Parallel()
	b := openPage(t, startWithBot(t), 390, 844, "channel=cards")
	background := func() string {
		return browsertest.Eval[string](b, "return getComputedStyle(document.body).backgroundColor")
	}
	if dark := background(); dark != "rgb(49, 51, 56)" {
		t.Errorf("the dark background is %s", dark)
	}
	b.Scheme("light")
	if light := background(); light != "rgb(255, 255, 255)" {
		t.Errorf("the light background is %s", light)
	}
	b.Gone(".sidebar")
	b.Click(".menu-button")
	b.Click("[data-add-user]")
	b.Type("Eve")
	b.Press(browsertest.Enter)
	b.Wait(`.pane[data-user="Eve"]`)
	b.Until(`location.hash.includes("user=Eve")`)
	if wide := browsertest.Eval[int](b, "return document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide, want at most the phone's 390", wide)
	}
}

func TestTheDrawerShowsTheBotsCalls(t *testing.T) {
	t.Parallel()
	b := openPage(t, startWithBot(t), 1400, 800, "user=Ann&channel=general&calls=1")
	b.WaitText(".calls", "PUT")
	useCommand(b, "/hand")
	b.WaitText(".calls li:first-child", "/callback")
	b.Click(".calls li:first-child summary")
	b.WaitText(".calls li:first-child .call-body", "Your hand")
}

func TestThePageReconnectsToARestartedSandbox(t *testing.T) { // not parallel, because another test could take the port meanwhile
	first := start(t, "127.0.0.1:0", sandboxtest.Patience)
	b := openPage(t, first.Discord, 1100, 760, "user=Bob&channel=cards")
	b.WaitText(".presence", "offline")
	first.stop()
	b.WaitText(".banner", "The sandbox does not answer")
	second := start(t, strings.TrimPrefix(first.URL, "http://"), sandboxtest.Patience)
	b.Gone(".banner")
	connectBot(t, second.Discord)
	b.WaitText(".presence", "online")
	b.WaitText(".hint", "/play")
	b.Click(".free")
	b.Type("/play game:AHole")
	b.Press(browsertest.Enter)
	b.WaitText(`.pane[data-user="Bob"][data-channel="cards"] .container`, "game = ahole")
}

// The page scrolls to a new private reply, whatever part of the channel is visible. When the reply
// is deleted, it disappears.
func TestThePageScrollsToAPrivateReply(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	ann, err := d.User(t.Context(), "Ann")
	errtest.Must(t, err)
	for _, command := range []string{"play", "hand", "hand", "hand", "hand", "hand", "hand"} {
		if _, err := ann.Command(t.Context(), "general", command, map[string]map[string]any{"play": {"game": "ahole"}}[command]); err != nil {
			t.Fatal(err)
		}
	}
	b := openPage(t, d, 390, 844, "user=Ann&channel=general")
	b.Click(button("hand")) // far above the newest message
	const last = `document.querySelector(".message:nth-last-child(2)")`
	b.Until(last + `.innerText.includes("5♣") && ` + last + `.getBoundingClientRect().bottom <= innerHeight`)
	hand := browsertest.Eval[string](b, "return "+last+".dataset.messageId")
	requestAsUser(t, d, "DELETE", "messages/"+hand, nil)
	b.Gone(`[data-message-id="` + hand + `"]`)
}

// Events that arrive while the page loads a channel are newer than the loaded messages. They are
// kept.
func TestNothingIsLostWhileReading(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	ann, err := d.User(t.Context(), "Ann")
	errtest.Must(t, err)
	b := openPage(t, d, 1100, 760, "user=Ann&channel=cards&hands=Ann,Bob")
	b.Wait(inPane("Ann", ".beginning")) // #cards has been loaded; the script below delays the load of #general
	browsertest.Eval[bool](b, `
		const fetch = window.fetch;
		window.fetch = async (url, options) => {
			const answer = await fetch(url, options);
			const held = String(url).startsWith("/sandbox/messages") && url.includes("user=`+ann.ID+`");
			if (held && !window.release) await new Promise(done => window.release = done);
			return answer;
		};
		location.hash = location.hash.replace("cards", "general");
		return true;`)
	b.Until("window.release")
	if _, err := ann.Command(t.Context(), "general", "play", map[string]any{"game": "ahole"}); err != nil {
		t.Fatal(err)
	}
	b.WaitText(inPane("Bob", ".container"), "game = ahole") // so Ann's event stream has delivered the message as well
	browsertest.Eval[bool](b, "window.release(); return true;")
	b.WaitText(inPane("Ann", ".container"), "game = ahole")
}

// Names that are written from right to left, or that contain direction marks, don't change the
// direction of the text around them.
func TestNamesKeepTheirDirection(t *testing.T) {
	t.Parallel()
	d := startWithBot(t)
	names := []string{"משה", "\u202eDee", "ערוץ"} // two users and a channel
	requestAsUser(t, d, "POST", "channels", map[string]string{"name": names[2]})
	text := ""
	for _, name := range names[:2] {
		text += "<@" + requestAsUser(t, d, "POST", "users", map[string]string{"name": name}) + "> 7 cards, "
	}
	for _, name := range names[:2] {
		requestAsUser(t, d, "POST", "say", map[string]string{"user": name, "channel": names[2], "content": text})
	}
	b := openPage(t, d, 1400, 760, "user="+names[0]+"&channel="+names[2]+"&hands="+names[0]+","+names[1])
	b.WaitText(inPane(names[1], ".message"), "7 cards")
	b.Click(inPane(names[0], ".free"))
	b.Type("/hand")
	b.Press(browsertest.Tab, browsertest.Enter)
	b.WaitText(inPane(names[0], ".used"), names[0])
	b.WaitText(inPane(names[1], ".pane-head .avatar"), "D") // the first visible letter of the name
	for _, name := range names {
		found := browsertest.Eval[[]string](b, `
			const name = `+fmt.Sprintf("%q", name)+`, found = [];
			const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			while (walk.nextNode()) {
				const text = walk.currentNode, around = text.parentElement;
				if (!text.data.includes(name)) continue;
				const fine = text.data === name && getComputedStyle(around).unicodeBidi === "isolate" && around.tagName === "BDI";
				found.push(fine ? "" : around.outerHTML);
			}
			return found;`)
		if len(found) < 3 {
			t.Errorf("%q is shown %d times, want at least 3", name, len(found))
		}
		for _, where := range found {
			if where != "" {
				t.Errorf("%q is not isolated from the text around it in %s", name, where)
			}
		}
	}
}
