package commands

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/settings"
)

// In which words a server is spoken to: its own for titles where it has some, and
// no rude one anywhere where it wants a clean wording.

// cleaner replaces every word for a title that a clean wording has another for,
// in whatever text and case it stands: also in the names of systems, and of
// people, where bot.Escape may have parted it.
type cleaner struct {
	rude   *regexp.Regexp
	polite map[string]string // by rude word in lower case
}

func newCleaner(all []systems.System) *cleaner {
	clean := settings.Default()
	clean.Wording = settings.Clean
	c := cleaner{polite: map[string]string{}}
	var words []string
	for _, s := range all {
		rules, err := s.New(nil)
		if err != nil {
			continue
		}
		polite := clean.Titles(rules.Titles())
		for i, w := range rules.Titles() {
			if rude := strings.ToLower(w.Word); polite[i].Word != w.Word && c.polite[rude] == "" {
				c.polite[rude] = polite[i].Word
				words = append(words, rude)
			}
		}
	}
	// Of several that begin alike the longest.
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
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
	return &c
}

// Replace returns a text without rude words. A word in lower or upper case stays so.
func (c *cleaner) Replace(text string) string {
	if c.rude == nil {
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

// prose is a text of a system's rules in the server's words for its titles.
func (h house) prose(rules game.Rules, text string) string {
	theirs, ours := rules.Titles(), h.Titles(rules.Titles())
	words := make([]int, len(theirs))
	for i := range words {
		words[i] = i
	}
	// Of several that begin alike the longest.
	slices.SortFunc(words, func(a, b int) int { return len(theirs[b].Word) - len(theirs[a].Word) })
	var pairs []string
	for _, i := range words {
		pairs = append(pairs, theirs[i].Word, ours[i].Word)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// say is a text as this server may see it.
func (h house) say(text string) string {
	if h.clean == nil {
		return text
	}
	return h.clean.Replace(text)
}

// message is a message as this server may see it.
func (h house) message(m bot.Message) bot.Message {
	if h.clean == nil {
		return m
	}
	blocks := make([]bot.Block, len(m.Blocks))
	for i, b := range m.Blocks {
		blocks[i] = h.block(b)
	}
	m.Blocks = blocks
	return m
}

func (h house) block(b bot.Block) bot.Block {
	switch b := b.(type) {
	case bot.Text:
		return bot.Text(h.say(string(b)))
	case bot.Row:
		row := slices.Clone(b)
		for i := range row {
			row[i].Label = h.say(row[i].Label)
		}
		return row
	case bot.Select:
		b.Placeholder, b.Options = h.say(b.Placeholder), slices.Clone(b.Options)
		for i, o := range b.Options {
			b.Options[i].Label, b.Options[i].Description = h.say(o.Label), h.say(o.Description)
		}
		return b
	case bot.Picker:
		b.Placeholder = h.say(b.Placeholder)
		return b
	case bot.Section:
		texts := make([]bot.Text, len(b.Texts))
		for i, t := range b.Texts {
			texts[i] = bot.Text(h.say(string(t)))
		}
		b.Texts = texts
		if b.Button != nil {
			button := *b.Button
			button.Label = h.say(button.Label)
			b.Button = &button
		}
		return b
	case bot.Gallery:
		pictures := slices.Clone(b)
		for i := range pictures {
			pictures[i].Alt = h.say(pictures[i].Alt)
		}
		return pictures
	}
	return b
}

// reply is a reply as this server may see it, and as it goes on.
func (h house) reply(r bot.Reply) bot.Reply {
	if h.clean == nil {
		return r
	}
	if r.Message != nil {
		m := h.message(*r.Message)
		r.Message = &m
	}
	if r.Modal != nil {
		form := *r.Modal
		form.Title, form.Fields = h.say(form.Title), slices.Clone(form.Fields)
		for i := range form.Fields {
			form.Fields[i].Label = h.say(form.Fields[i].Label)
			form.Fields[i].Placeholder = h.say(form.Fields[i].Placeholder)
		}
		r.Modal = &form
	}
	r.Choices = slices.Clone(r.Choices)
	for i := range r.Choices {
		r.Choices[i].Name = h.say(r.Choices[i].Name)
	}
	return r
}
