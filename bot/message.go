package bot

import (
	"slices"

	"deuces/internal/say"
)

// Message is the content of one Discord message, as a plain value. It uses version 2 of Discord's
// components: text is a block like all others, and there is no content or embed in addition.
//
// A Message without blocks means no message. If a Mirror's Render returns such a Message, the mirror
// deletes its message, unless that is private.
type Message struct {
	Blocks []Block
	// Accent is the color, as 0xRRGGBB, of the bar at the left of the frame around the blocks.
	// 0 means no frame.
	Accent int
	// Mentions are the ids of the users who may be notified, at most 100. Each must also be
	// mentioned in a text. Other mentions notify nobody.
	Mentions []string
	// Role is the id of a role whose members may be notified; empty: none. It must be mentioned in a text, too.
	Role string
	// Files are uploaded with the message. A file is only visible if a block refers to it:
	// Download, or a Picture with the URL "attachment://NAME".
	Files []File
	// Edition tells a Mirror when to post a new message instead of editing: a message whose
	// Edition differs from the current one is posted at the bottom of the channel. It is a word
	// without spaces, and only a Mirror uses it.
	Edition string
	// Language is what the texts are written in; nil: English.
	Language *say.Language
}

// Empty reports whether the message shows nothing.
func (m Message) Empty() bool { return len(m.Blocks) == 0 }

// Inert returns the message without buttons and menus, except for links.
func (m Message) Inert() Message {
	var kept []Block
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case Row:
			if links := slices.DeleteFunc(slices.Clone(b), func(x Button) bool { return x.URL == "" }); len(links) > 0 {
				kept = append(kept, links)
			}
		case Select, Picker:
		case Section:
			if b.Button.URL != "" {
				kept = append(kept, b)
				continue
			}
			for _, t := range b.Texts {
				kept = append(kept, t)
			}
		default:
			kept = append(kept, b)
		}
	}
	m.Blocks = kept
	return m
}

// Reworded returns the message with its texts rewritten by one function, and the labels of its buttons and
// menus by another.
func (m Message) Reworded(text, label func(say.Message) say.Message) Message {
	m.Blocks = slices.Clone(m.Blocks)
	for i, b := range m.Blocks {
		m.Blocks[i] = rewordedBlock(b, text, label)
	}
	return m
}

func rewordedBlock(b Block, text, label func(say.Message) say.Message) Block {
	switch b := b.(type) {
	case Text:
		return Text(text(say.Message(b)))
	case Row:
		row := slices.Clone(b)
		for i := range row {
			row[i].Label = label(row[i].Label)
		}
		return row
	case Select:
		b.Placeholder, b.Options = label(b.Placeholder), slices.Clone(b.Options)
		for i, o := range b.Options {
			b.Options[i].Label, b.Options[i].Description = label(o.Label), label(o.Description)
		}
		return b
	case Picker:
		b.Placeholder = label(b.Placeholder)
		return b
	case Section:
		texts := make([]Text, len(b.Texts))
		for i, t := range b.Texts {
			texts[i] = Text(text(say.Message(t)))
		}
		b.Texts = texts
		b.Button.Label = label(b.Button.Label)
		return b
	case Gallery:
		pictures := slices.Clone(b)
		for i := range pictures {
			pictures[i].Alt = text(pictures[i].Alt)
		}
		return pictures
	}
	return b
}

// Block is a part of a Message. Blocks are shown from top to bottom: Text, Divider, Row,
// Select, Picker, Section, Gallery or Download.
type Block interface {
	component(l *say.Language) component
}

// Text is a paragraph in Discord's markdown. All texts of a message together have at most 4000
// characters. Text that players wrote must be escaped with Escape.
type Text say.Message

// Divider is a horizontal line.
type Divider struct{}

// Row is a row of one to five buttons.
type Row []Button

// Style is the look of a button. The zero Style is Grey.
type Style int

// The styles. A button with a URL is always grey.
const (
	Grey  Style = iota // secondary: one of many
	Blue               // primary: the usual choice
	Green              // success: go, start, join
	Red                // danger: leave, end
)

// Button is a button with either an ID or a URL. The ID is the custom id that a click sends: it has
// the form "verb/arg/arg", 1 to 100 characters, and is unique in the message. A URL is opened by a
// click.
type Button struct {
	ID       string
	Label    say.Message // 1 to 80 characters; screen readers need it even if there is an Emoji
	Emoji    string      // a Unicode emoji, or one of the application as "<:name:id>"
	Style    Style
	Disabled bool
	URL      string
}

// Select is a menu with 1 to 25 options. The value of the chosen one arrives in Request.Values.
type Select struct {
	ID          string
	Placeholder say.Message // at most 150 characters
	Options     []SelectOption
}

// SelectOption is an option of a Select. Label, Value and Description have at most 100 characters
// each. Values are unique in their Select.
type SelectOption struct {
	Label, Description say.Message
	Value              string
	Default            bool // initially chosen
}

// Picker is a menu of a server's channels or roles. The chosen ids arrive in Request.Values.
type Picker struct {
	ID          string
	Of          Pickable
	Placeholder say.Message // at most 150 characters
	Chosen      []string    // initially chosen ids, at most Max
	Max         int         // maximum number of ids to choose, 1 to 25
}

// Pickable is the kind of things that a Picker lists.
type Pickable int

// The kinds of things that a Picker lists.
const (
	Channels Pickable = iota // text channels and forums, but not threads
	Roles
)

// Section is one to three texts with a button to their right.
type Section struct {
	Texts  []Text
	Button Button
}

// Gallery is one to ten pictures.
type Gallery []Picture

// Picture is an image with an https URL, or with "attachment://NAME" for one of the message's
// Files.
type Picture struct {
	URL string
	Alt say.Message // at most 1024 characters
}

// Download shows one of the message's Files as a download. Its value is the name of the file.
type Download string

// File is an upload. A message has at most 10 files, with at most 10 MiB each and 25 MiB in total.
type File struct {
	Name string
	Data []byte
}

// Modal is a form in a dialog. Submitting it sends ID as the custom id, and calls the handler that
// Router.Modal registered for the id's verb. The entered texts arrive in Request.Fields.
type Modal struct {
	ID     string
	Title  say.Message // at most 45 characters
	Fields []Field     // 1 to 5
	// Language is what the title and the labels are written in; nil: English.
	Language *say.Language
}

// Field is a text input of a Modal.
type Field struct {
	ID       string      // unique in its Modal
	Label    say.Message // at most 45 characters
	Value    string      // initial text
	Max      int         // maximum number of characters, at most 4000
	Required bool
}

// Choice is a suggested value of a command's option. Discord shows Name, which has at most
// 100 characters, and sends Value.
type Choice struct {
	Name  say.Message
	Value string
}
