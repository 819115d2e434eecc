// Package bottest helps tests to find messages, forms and commands that Discord would refuse
// because they exceed its limits.
package bottest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"deuces/bot"
	"deuces/internal/say"
)

// These are Discord's limits (discord.md, "Messages and components").
const (
	maxComponents  = 40
	maxText        = 4000
	maxCustomID    = 100
	maxLabel       = 80
	maxOptions     = 25
	maxString      = 100
	maxPlaceholder = 150
	maxAlt         = 1024
	maxFiles       = 10
	maxFile        = 10 << 20
	maxUpload      = 25 << 20
)

// checker collects the errors of a message.
type checker struct {
	errs  []error
	ids   map[string]bool
	files map[string]bool
	count int
	text  int

	language *say.Language
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

func (c *checker) within(what, s string, min, max int) {
	if n := len(utf16.Encode([]rune(s))); n < min || n > max {
		c.fail("%s has %d characters, not %d to %d: %.40q", what, n, min, max, s)
	}
}

func (c *checker) number(what string, n, min, max int) {
	if n < min || n > max {
		c.fail("%d %s, not %d to %d", n, what, min, max)
	}
}

func (c *checker) id(id string) {
	c.within("custom id", id, 1, maxCustomID)
	if c.ids[id] {
		c.fail("custom id %q twice", id)
	}
	c.ids[id] = true
}

// Message returns all reasons why Discord would refuse the message, as one error, or nil. An empty
// Message is valid because it is never sent.
func Message(m bot.Message) error {
	c := &checker{ids: make(map[string]bool, maxComponents), files: map[string]bool{}, language: m.Language}
	c.number("files", len(m.Files), 0, maxFiles)
	c.number("mentions", len(m.Mentions), 0, 100)
	total := 0
	for _, f := range m.Files {
		if f.Name == "" || c.files[f.Name] {
			c.fail("file name %q empty or twice", f.Name)
		}
		c.files[f.Name] = true
		c.number("bytes of "+f.Name, len(f.Data), 0, maxFile)
		total += len(f.Data)
	}
	c.number("bytes of files", total, 0, maxUpload)
	if m.Accent < 0 || m.Accent > 0xFFFFFF {
		c.fail("accent %#x is no color", m.Accent)
	}
	if m.Accent != 0 {
		c.count++
	}
	if strings.ContainsFunc(m.Edition, unicode.IsSpace) {
		c.fail("the edition %q is no word", m.Edition)
	}
	for _, b := range m.Blocks {
		c.block(b)
	}
	c.number("components", c.count, 0, maxComponents)
	c.number("characters of text", c.text, 0, maxText)
	return errors.Join(c.errs...)
}

func (c *checker) block(b bot.Block) {
	c.count++
	switch b := b.(type) {
	case bot.Text:
		c.paragraph(b)
	case bot.Divider:
	case bot.Row:
		c.number("buttons in a row", len(b), 1, 5)
		for _, x := range b {
			c.count++
			c.button(x)
		}
	case bot.Select:
		c.count++ // counts the row around the select
		c.menu(b)
	case bot.Picker:
		c.count++ // counts the row around the picker
		c.picker(b)
	case bot.Section:
		c.number("texts in a section", len(b.Texts), 1, 3)
		for _, t := range b.Texts {
			c.count++
			c.paragraph(t)
		}
		c.count++
		c.button(b.Button)
	case bot.Gallery:
		c.number("pictures in a gallery", len(b), 1, 10)
		for _, p := range b {
			c.picture(p)
		}
	case bot.Download:
		c.attached(string(b))
	default:
		c.fail("a block of nothing")
	}
}

func (c *checker) paragraph(t bot.Text) {
	s := say.Message(t).In(c.language)
	c.within("text", s, 1, maxText)
	c.text += len(utf16.Encode([]rune(s)))
}

func (c *checker) button(b bot.Button) {
	if b.URL != "" {
		if b.ID != "" {
			c.fail("button %q has both a URL and an id", b.Label.In(c.language))
		}
		c.within("URL", b.URL, 1, 512)
	} else {
		c.id(b.ID)
	}
	label := b.Label.In(c.language)
	c.within("label", label, 1, maxLabel)
	if label != "" && !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		c.fail("label %q has no words", label) // Discord accepts an emoji alone, but screen readers need words
	}
	if b.Style < bot.Grey || b.Style > bot.Red {
		c.fail("button %q has style %d", b.Label.In(c.language), b.Style)
	}
}

func (c *checker) menu(s bot.Select) {
	c.id(s.ID)
	c.within("placeholder", s.Placeholder.In(c.language), 0, maxPlaceholder)
	c.number("options", len(s.Options), 1, maxOptions)
	seen := map[string]bool{}
	chosen := 0
	for _, o := range s.Options {
		c.within("option's label", o.Label.In(c.language), 1, maxString)
		c.within("option's value", o.Value, 1, maxString)
		c.within("option's description", o.Description.In(c.language), 0, maxString)
		if seen[o.Value] {
			c.fail("option %q twice", o.Value)
		}
		seen[o.Value] = true
		if o.Default {
			chosen++
		}
	}
	c.number("options chosen already", chosen, 0, 1)
}

func (c *checker) picker(p bot.Picker) {
	c.id(p.ID)
	c.within("placeholder", p.Placeholder.In(c.language), 0, maxPlaceholder)
	c.number("values to pick at most", p.Max, 1, maxOptions)
	c.number("values picked already", len(p.Chosen), 0, p.Max)
}

func (c *checker) picture(p bot.Picture) {
	c.within("alt text", p.Alt.In(c.language), 0, maxAlt)
	if name, ok := strings.CutPrefix(p.URL, "attachment://"); ok {
		c.attached(name)
	} else if !strings.HasPrefix(p.URL, "https://") {
		c.fail("picture's URL %q is neither https nor an attachment", p.URL)
	}
}

func (c *checker) attached(name string) {
	if !c.files[name] {
		c.fail("no file %q in the message", name)
	}
}

// Modal returns the reasons why Discord would refuse the form, or nil.
func Modal(m bot.Modal) error {
	c := &checker{ids: map[string]bool{}, language: m.Language}
	c.within("custom id", m.ID, 1, maxCustomID)
	c.within("title", m.Title.In(c.language), 1, 45)
	c.number("fields", len(m.Fields), 1, 5)
	for _, f := range m.Fields {
		c.id(f.ID)
		c.within("field's label", f.Label.In(c.language), 1, 45)
		c.within("field's value", f.Value, 0, f.Max)
		c.number("characters of a field", f.Max, 1, maxText)
	}
	return errors.Join(c.errs...)
}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// Command returns the reasons why Discord would refuse the command, or nil.
func Command(c bot.Command) error {
	k := &checker{}
	if c.OnUser {
		k.within("command's name", c.Name, 1, 32)
		k.number("options and characters of a description", len(c.Options)+len(c.Description.String()), 0, 0)
	} else {
		k.name("command", c.Name, c.Description.String())
	}
	k.options(c.Options)
	if err := errors.Join(k.errs...); err != nil {
		return fmt.Errorf("command %q: %w", c.Name, err)
	}
	return nil
}

func (c *checker) name(what, name, description string) {
	if !commandName.MatchString(name) || name != strings.ToLower(name) {
		c.fail("%s name %q is not 1 to 32 lower-case letters, digits, - or _", what, name)
	}
	c.within("description of "+name, description, 1, 100)
}

func (c *checker) options(list []bot.Option) {
	c.number("options", len(list), 0, maxOptions)
	seen := map[string]bool{}
	for _, o := range list {
		c.name("option", o.Name, o.Description.String())
		if seen[o.Name] {
			c.fail("option %q twice", o.Name)
		}
		seen[o.Name] = true
		if o.User && (o.Suggest || o.Max != 0) {
			c.fail("option %q is a user, which can have neither suggestions nor a length", o.Name)
		}
	}
}
