package bot

import (
	"deuces/internal/say"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Discord's limits (discord.md, "Messages and components").
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

// checker gathers what is wrong with a message.
type checker struct {
	errs  []error
	ids   map[string]bool
	files map[string]bool
	count int
	text  int
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

func (c *checker) within(what, s string, min, max int) {
	if n := length(s); n < min || n > max {
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

// Check says what Discord would refuse the message for, everything at once,
// or nil. An empty Message passes: it is never sent.
func (m Message) Check() error {
	c := &checker{ids: make(map[string]bool, maxComponents), files: map[string]bool{}}
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
		c.fail("accent %#x is no colour", m.Accent)
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

func (c *checker) block(b Block) {
	c.count++
	switch b := b.(type) {
	case Text:
		c.paragraph(b)
	case Divider:
	case Row:
		c.number("buttons in a row", len(b), 1, 5)
		for _, x := range b {
			c.count++
			c.button(x)
		}
	case Select:
		c.count++ // the row around it
		c.menu(b)
	case Picker:
		c.count++ // the row around it
		c.picker(b)
	case Section:
		c.number("texts in a section", len(b.Texts), 1, 3)
		for _, t := range b.Texts {
			c.count++
			c.paragraph(t)
		}
		c.count++
		switch {
		case b.Button != nil && b.Picture == nil:
			c.button(*b.Button)
		case b.Picture != nil && b.Button == nil:
			c.picture(*b.Picture)
		default:
			c.fail("a section needs a button or a picture")
		}
	case Gallery:
		c.number("pictures in a gallery", len(b), 1, 10)
		for _, p := range b {
			c.picture(p)
		}
	case Download:
		c.attached(string(b))
	default:
		c.fail("a block of nothing")
	}
}

func (c *checker) paragraph(t Text) {
	s := say.Message(t).String()
	c.within("text", s, 1, maxText)
	c.text += length(s)
}

func (c *checker) button(b Button) {
	if b.URL != "" {
		if b.ID != "" {
			c.fail("button %q has both a URL and an id", b.Label.String())
		}
		c.within("URL", b.URL, 1, 512)
	} else {
		c.id(b.ID)
	}
	label := b.Label.String()
	c.within("label", label, 1, maxLabel)
	if label != "" && !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		c.fail("label %q has no words", label) // Discord takes an emoji alone; a screen reader needs words
	}
	if b.Style < Grey || b.Style > Red {
		c.fail("button %q has style %d", b.Label.String(), b.Style)
	}
}

func (c *checker) menu(s Select) {
	c.id(s.ID)
	c.within("placeholder", s.Placeholder.String(), 0, maxPlaceholder)
	c.number("options", len(s.Options), 1, maxOptions)
	lo, hi := s.bounds()
	c.number("values to choose at least", lo, 0, maxOptions)
	if hi < 1 || hi > len(s.Options) || lo > hi {
		c.fail("%d to %d of %d options to choose", lo, hi, len(s.Options))
	}
	seen := map[string]bool{}
	chosen := 0
	for _, o := range s.Options {
		c.within("option's label", o.Label.String(), 1, maxString)
		c.within("option's value", o.Value, 1, maxString)
		c.within("option's description", o.Description.String(), 0, maxString)
		if seen[o.Value] {
			c.fail("option %q twice", o.Value)
		}
		seen[o.Value] = true
		if o.Default {
			chosen++
		}
	}
	if chosen > hi {
		c.fail("%d options chosen already, of at most %d", chosen, hi)
	}
}

func (c *checker) picker(p Picker) {
	c.id(p.ID)
	c.within("placeholder", p.Placeholder.String(), 0, maxPlaceholder)
	lo, hi := Select{Min: p.Min, Max: p.Max}.bounds()
	c.number("values to pick at least", lo, 0, maxOptions)
	c.number("values to pick at most", hi, max(lo, 1), maxOptions)
	c.number("values picked already", len(p.Chosen), 0, hi)
}

func (c *checker) picture(p Picture) {
	c.within("alt text", p.Alt.String(), 0, maxAlt)
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

// Check says what Discord would refuse the form for, or nil.
func (m Modal) Check() error {
	c := &checker{ids: map[string]bool{}}
	c.within("custom id", m.ID, 1, maxCustomID)
	c.within("title", m.Title.String(), 1, 45)
	c.number("fields", len(m.Fields), 1, 5)
	for _, f := range m.Fields {
		c.id(f.ID)
		c.within("field's label", f.Label.String(), 1, 45)
		c.within("field's placeholder", f.Placeholder.String(), 0, 100)
		c.within("field's value", f.Value, 0, f.most())
		if f.Min < 0 || f.Max < 0 || f.most() > maxText || f.Min > f.most() {
			c.fail("field %q takes %d to %d characters", f.ID, f.Min, f.Max)
		}
	}
	return errors.Join(c.errs...)
}
