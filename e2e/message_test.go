package e2e

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"deuces/internal/errtest"
	"deuces/sandbox/sandboxtest"
)

// Options holds the options of a command or of a table, or the fields of a form.
type Options map[string]any

// Message is a message as a person sees it.
type Message struct {
	sandboxtest.Message
	t testing.TB
}

// Says checks that the message contains all of these texts.
func (m Message) Says(all ...string) Message {
	m.t.Helper()
	for _, want := range all {
		if !strings.Contains(m.Text(), want) {
			m.t.Errorf("the text lacks %q:\n%s", want, m.Text())
		}
	}
	return m
}

// Whispers checks that the message is private and contains all of these texts.
func (m Message) Whispers(all ...string) Message {
	m.t.Helper()
	if !m.Ephemeral {
		m.t.Errorf("the message is not private:\n%s", m.Text())
	}
	return m.Says(all...)
}

// Lacks checks that the message contains none of these texts.
func (m Message) Lacks(all ...string) Message {
	m.t.Helper()
	for _, not := range all {
		if strings.Contains(m.Text(), not) {
			m.t.Errorf("the text contains %q:\n%s", not, m.Text())
		}
	}
	return m
}

// Has reports whether the message has such a button or menu. what is as in Person.Clicks.
func (m Message) Has(what string) bool { return m.find(what) != "" }

// find returns the custom id of an enabled button or menu, or "" if there is none. It looks for
// exactly this id, otherwise for the first id that begins with what. If what begins with "…", it
// looks for the first id that ends with the rest.
func (m Message) find(what string) (first string) {
	end, ends := strings.CutPrefix(what, "…")
	for _, c := range m.All() {
		switch {
		case c.CustomID == "" || c.Disabled:
		case c.CustomID == what:
			return what
		case first == "" && (ends && strings.HasSuffix(c.CustomID, end) || !ends && strings.HasPrefix(c.CustomID, what)):
			first = c.CustomID
		}
	}
	return first
}

// menu returns the menu that find finds.
func (m Message) menu(what string) sandboxtest.Component {
	m.t.Helper()
	id := m.find(what)
	for _, c := range m.All() {
		if c.CustomID == id && len(c.Options) > 0 {
			return c
		}
	}
	m.t.Fatalf("no menu %q in\n%s", what, m.Text())
	return sandboxtest.Component{}
}

// File downloads the attachment with the given index.
func (m Message) File(i int) []byte {
	m.t.Helper()
	if len(m.Attachments) <= i {
		m.t.Fatalf("only %d attachments in\n%s", len(m.Attachments), m.Text())
	}
	resp, err := http.Get(m.Attachments[i].URL)
	errtest.Must(m.t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		m.t.Fatalf("file %s: %s, %v", m.Attachments[i].Filename, resp.Status, err)
	}
	return data
}

// condition is a condition on a message.
type condition func(sandboxtest.Message) bool

func says(text string) condition {
	return func(m sandboxtest.Message) bool { return strings.Contains(m.Text(), text) }
}

// endsRound holds for the board of a round that is over.
func endsRound(round int) condition {
	over := regexp.MustCompile(fmt.Sprintf(`Round %d( of \d+)? is over`, round))
	return func(m sandboxtest.Message) bool { return over.MatchString(m.Text()) }
}

func not(f condition) condition { return func(m sandboxtest.Message) bool { return !f(m) } }

// is holds for the given message, also after the message was edited.
func is(that Message) condition { return func(m sandboxtest.Message) bool { return m.ID == that.ID } }

// below holds for a message that was sent after the given one. Ids grow, and are equally long here.
func below(that Message) condition { return func(m sandboxtest.Message) bool { return m.ID > that.ID } }

// offers holds for a message that has a button whose custom id begins with prefix.
func offers(prefix string) condition {
	return func(m sandboxtest.Message) bool { return findButton(m, prefix) != "" }
}

func private(m sandboxtest.Message) bool { return m.Ephemeral }

// hasNoButtons holds for a message without buttons and menus.
func hasNoButtons(m sandboxtest.Message) bool { return len(m.Buttons()) == 0 }

// isBoard holds for the board of a table. A board always has the button of its menu or of a
// rematch.
func isBoard(m sandboxtest.Message) bool {
	return !m.Ephemeral && (findButton(m, "menu/") != "" || findButton(m, "rematch/") != "")
}

// findButton returns the custom id of the first enabled button whose id begins with prefix, or "".
func findButton(m sandboxtest.Message, prefix string) string {
	for _, b := range m.Buttons() {
		if strings.HasPrefix(b.CustomID, prefix) {
			return b.CustomID
		}
	}
	return ""
}

// isPlay reports whether the button with this custom id plays, passes or draws.
func isPlay(id string) bool {
	return strings.HasPrefix(id, "act/") || strings.HasPrefix(id, "drawout/")
}

// playButtons returns the custom ids of a hand's buttons that play, or that lead to plays.
func playButtons(hand sandboxtest.Message) []string {
	var ids []string
	for _, b := range hand.Buttons() {
		if isPlay(b.CustomID) || strings.HasPrefix(b.CustomID, "pick/") {
			ids = append(ids, b.CustomID)
		}
	}
	return ids
}
