package screen

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
)

// This file rewords messages: it uses a guild's own words for titles, and replaces rude words in
// guilds that want a clean wording.

// cleaner replaces rude words for titles by clean ones, in any text and in upper or lower case. It
// also replaces them in names of systems and of people. In the latter, bot.Escape may have inserted
// backslashes.
type cleaner struct {
	rude   *regexp.Regexp
	polite map[string]string // by rude word in lower case
}

func newCleaner(games []Game, l *say.Language) *cleaner {
	clean := settings.Default()
	clean.Wording = settings.Clean
	var c cleaner
	for _, g := range games {
		c.add(g.Titles, clean, l)
		c.add(g.Titles, clean, nil) // names of people and games can be English anywhere
	}
	c.compile()
	return &c
}

// add adds the titles that have other words in a guild, in a language.
func (c *cleaner) add(titles []game.TitleWord, guild settings.Guild, l *say.Language) {
	if c.polite == nil {
		c.polite = map[string]string{}
	}
	for i, now := range guild.Titles(titles) {
		was, word := titles[i].Word.In(l), now.Word.In(l)
		if rude := strings.ToLower(was); word != was && c.polite[rude] == "" {
			c.polite[rude] = word
		}
	}
}

func (c *cleaner) compile() {
	// Longer words come first, because a word can begin with another one.
	words := slices.SortedFunc(maps.Keys(c.polite), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for i, w := range words {
		var parts []string
		for _, r := range w {
			parts = append(parts, regexp.QuoteMeta(string(r)))
		}
		words[i] = strings.Join(parts, `\\?`)
	}
	if len(words) > 0 {
		c.rude = regexp.MustCompile(`(?i)` + strings.Join(words, "|"))
	}
}

// Replace returns a text without rude words. It keeps lower and upper case.
func (c *cleaner) Replace(text string) string {
	if c == nil || c.rude == nil {
		return text
	}
	return c.rude.ReplaceAllStringFunc(text, func(found string) string {
		found = strings.ReplaceAll(found, `\`, "")
		polite := c.polite[strings.ToLower(found)]
		switch {
		case found == strings.ToLower(found):
			return strings.ToLower(polite)
		case found == strings.ToUpper(found):
			return strings.ToUpper(polite)
		}
		return polite
	})
}

// Prose returns a text of the rules, in some language, with the guild's words for titles.
func (g GuildSettings) Prose(rules game.Rules, l *say.Language, text string) string {
	var words cleaner
	words.add(rules.Titles(), g.Guild, l)
	words.compile()
	return words.Replace(text)
}

func (g GuildSettings) cleans() bool { return g.Wording == settings.Clean && g.clean != nil }

// Say returns a text in this guild's wording and language.
func (g GuildSettings) Say(m say.Message) string { return g.Polite(m).In(g.Language) }

// Polite returns a say.Message in this guild's wording.
func (g GuildSettings) Polite(m say.Message) say.Message {
	if !g.cleans() {
		return m
	}
	return m.RewordedIn(func(l *say.Language, text string) string { return g.clean[l].Replace(text) })
}

// Message returns a message in this guild's wording and language. Commands in its texts can be clicked.
func (g GuildSettings) Message(m bot.Message) bot.Message {
	m.Language = g.Language
	if !g.cleans() && g.Commands == nil {
		return m
	}
	return m.Reworded(func(text say.Message) say.Message { return g.Polite(text).Reworded(g.clickable) }, g.Polite)
}

// clickable makes commands in a text ones that can be clicked: "`/play`" becomes "</play:ID>".
func (g GuildSettings) clickable(text string) string {
	if !strings.Contains(text, "`/") {
		return text
	}
	for name, id := range g.Commands {
		text = strings.ReplaceAll(text, "`/"+name+"`", "</"+name+":"+id+">")
	}
	return text
}

// Reply returns a reply in this guild's wording and language.
func (g GuildSettings) Reply(r bot.Reply) bot.Reply {
	if r.Message != nil {
		m := g.Message(*r.Message)
		r.Message = &m
	}
	for i := range r.Choices {
		r.Choices[i].Name = say.Verbatim(g.Say(r.Choices[i].Name))
	}
	if r.Modal != nil {
		form := *r.Modal
		form.Language = g.Language
		form.Title, form.Fields = g.Polite(form.Title), slices.Clone(form.Fields)
		for i := range form.Fields {
			form.Fields[i].Label = g.Polite(form.Fields[i].Label)
		}
		r.Modal = &form
	}
	return r
}
