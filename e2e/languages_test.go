package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/languages"
)

// TestEachGameIsPlayedInTheLanguageOfItsHomeland plays a round of each game in a server with its own language,
// where Bob reads another one. What everybody sees is in the server's language, and what one person sees is in that
// person's. What is stored is the same as in an English server.
func TestEachGameIsPlayedInTheLanguageOfItsHomeland(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	read := readCatalogues(t)
	homelands := []struct{ game, locale, bob string }{
		{"daifugo", "ja", "ko"}, {"bigtwo", "zh-TW", "ja"}, {"tienlen", "vi", "fr"}, {"president", "fr", "de"}, {"asshole", "de", "pt-BR"},
		{"acehole", "es-419", "vi"}, {"ahole", "pt-BR", "zh-TW"}, {"bigtwo", "ko", "es-ES"},
		{"ahole", "hu", "en-GB"}, // the bot's default, because it has no Hungarian
	}
	var lastPlays []Situation
	for _, x := range homelands {
		sys, _ := systems.Latest(x.game)
		options := map[string]string{}
		for key, value := range shortMatch(sys, 1) {
			options[key] = fmt.Sprint(value)
		}
		names := []string{"Ann " + x.locale, "Bob " + x.locale, "Cy " + x.locale, "Dee " + x.locale}
		for i, locale := range []string{x.locale, x.bob, x.locale, x.locale} {
			s.Person(names[i], "cards")
			s.Sandbox("POST", "locales", map[string]string{"user": names[i], "locale": locale})
		}
		for _, server := range []string{x.locale, "en-US"} {
			channel := strings.ToLower(x.game + "-" + x.locale + "-in-" + server)
			s.Sandbox("POST", "guilds", map[string]any{"name": channel, "owner": names[0], "channels": []string{channel}})
			s.Sandbox("POST", "locales", map[string]string{"guild": channel, "locale": server})
			lastPlays = append(lastPlays, Situation{channel: channel, system: x.game, options: options, people: names})
		}
	}
	tables := s.Begin(lastPlays...)
	for i, x := range homelands {
		home, english := tables[2*i], tables[2*i+1]
		ann, bob := home.People[0], home.People[1]
		read.want(t, bob.Hand(), x.bob)
		last := home.PlayInTurn()
		read.want(t, last, x.locale)
		if x.locale != "hu" {
			last.Lacks("wins!", "after 1 round")
		}
		english.PlayInTurn()
		home.AwaitEnd()
		english.AwaitEnd()
		if got, want := decided(home), decided(english); !slices.Equal(got, want) || len(got) < 3 {
			t.Errorf("%s in %s: got the events\n%s\nwant those of an English server:\n%s", x.game, x.locale, strings.Join(got[max(0, len(got)-3):], "\n"), strings.Join(want[max(0, len(want)-3):], "\n"))
		}

		for _, command := range []string{"profile", "leaderboard", "help", "preferences"} {
			bob.Uses(command, nil) // read below
		}
		read.want(t, ann.Settings("tables"), x.locale)
		for _, p := range home.People {
			for _, m := range p.Reads() {
				locale := x.locale
				if m.Ephemeral && p == bob {
					locale = x.bob
				}
				read.all(t, m, locale)
			}
		}
		var commands []struct{ Description string }
		errtest.Must(t, s.Do(t.Context(), "GET", "/sandbox/commands?"+url.Values{"user": {bob.Name}, "channel": {home.channel}}.Encode(), nil, &commands))
		described := 0
		for _, c := range commands {
			described += read.words(t, x.bob, c.Description)
		}
		if described < 5 {
			t.Errorf("got %d descriptions of commands of a catalogue, want more", described)
		}
	}

	// Whoever chooses a language gets it at once.
	ann, bob := tables[0].People[0], tables[0].People[1]
	read.want(t, bob.Clicks(bob.Uses("preferences", nil), "prefer/language", "vi"), "vi")
	read.want(t, bob.Uses("help", nil), "vi")
	read.want(t, ann.Clicks(ann.Settings("tables"), "…/language", "de"), "ja") // it is private
	read.want(t, ann.OpensLobby("daifugo"), "de")
}

// decided returns what happened at a table after it was opened, without times.
func decided(x *Table) (events []string) {
	x.t.Helper()
	h := x.Log()
	for i, e := range h.events {
		if kind := h.eventKinds[i]; i > 0 && kind != "woken" {
			events = append(events, fmt.Sprint(kind, e[strings.LastIndex(e, " "+kind+" ")+1+len(kind):]))
		}
	}
	return events
}

// catalogues has the languages of each text without places, by the text without marks around it.
type catalogues map[string]map[string]bool

func readCatalogues(t *testing.T) catalogues {
	t.Helper()
	all, err := languages.Load()
	errtest.Must(t, err)
	read := catalogues{}
	add := func(text, tag string) {
		text = withoutMarks(text)
		if utf8.RuneCountInString(text) < 2 || text == "Joker" {
			return // cards, or only emojis
		}
		if read[text] == nil {
			read[text] = map[string]bool{}
		}
		read[text][tag] = true
	}
	for _, l := range all {
		texts, err := languages.Texts(l.Tag())
		errtest.Must(t, err)
		for english, translation := range texts {
			if !strings.Contains(english, "{") && english != "English" { // which is how each language calls itself, in menus
				add(english, "en")
				add(translation, l.Tag())
			}
		}
	}
	return read
}

// want checks that a message has words of a catalogue, and that all of them are in the language of a locale.
func (c catalogues) want(t *testing.T, m Message, locale string) {
	t.Helper()
	if c.all(t, m, locale) == 0 {
		t.Errorf("no words of a catalogue, want some in the language of %s:\n%s", locale, m.Text())
	}
}

// all checks that all words of a message that are in a catalogue are in the language of a locale, and counts them.
func (c catalogues) all(t *testing.T, m Message, locale string) int {
	t.Helper()
	texts := strings.Split(m.Text(), "\n")
	for _, x := range m.All() {
		texts = append(texts, x.Label)
		for _, o := range x.Options {
			texts = append(texts, o.Label)
		}
	}
	return c.words(t, locale, texts...)
}

func (c catalogues) words(t *testing.T, locale string, texts ...string) (known int) {
	t.Helper()
	tag, near := map[string]string{"es-419": "es-ES", "hu": "en", "en-GB": "en"}[locale]
	if !near {
		tag = locale
	}
	for _, text := range texts {
		if in, is := c[withoutMarks(text)]; is {
			if known++; !in[tag] {
				t.Errorf("%q is not in %s:\n%s", text, tag, strings.Join(texts, "\n"))
			}
		}
	}
	return known
}

// withoutMarks returns a text without the emojis and the markdown around it.
func withoutMarks(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
