package bot

import (
	"slices"

	"deuces/internal/say"
)

// Message is what one Discord message shows, as a plain value. It is sent in
// Discord's second version of components: text is a block like any other, and
// there is neither content nor an embed beside the blocks.
//
// A Message without blocks stands for no message at all: a Mirror whose render
// returns one takes its message away.
type Message struct {
	Blocks []Block
	// Accent is the color, 0xRRGGBB, of the bar at the left of the frame
	// around the blocks; 0: no frame.
	Accent int
	// Mentions are the ids of the users who may be notified, at most 100; each
	// must also be mentioned in a text. Anyone else named is only shown.
	Mentions []string
	// Files are uploaded with the message. A file is seen only where a block
	// points at it: Download, or a Picture with the URL "attachment://NAME".
	Files []File
	// Edition tells a Mirror when to post anew instead of editing: a message
	// whose Edition differs from the one shown goes to the bottom of the
	// channel as a new message. A word without spaces; elsewhere it means nothing.
	Edition string
}

// Empty says that the message shows nothing.
func (m Message) Empty() bool { return len(m.Blocks) == 0 }

// Inert is the message without anything to click except links.
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
			if b.Button == nil || b.Button.URL != "" {
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

// Block is a part of a Message, from top to bottom: Text, Divider, Row,
// Select, Picker, Section, Gallery or Download.
type Block interface {
	component() component
}

// Text is a paragraph in Discord's markdown. All texts of a message together
// hold at most 4000 characters. What players wrote goes through Escape.
type Text say.Message

// Divider is a line across, or with Bare only the space of one.
type Divider struct {
	Large bool
	Bare  bool
}

// Row is a row of one to five buttons.
type Row []Button

// Style is the look of a button. The zero Style is Grey.
type Style int

// The styles, by their looks. A button with a URL is always grey.
const (
	Grey  Style = iota // secondary: one among many
	Blue               // primary: what most people want
	Green              // success: go, start, join
	Red                // danger: leave, end
)

// Button is clicked with the custom id ID, "verb/arg/arg", 1 to 100 characters
// and unique in its message; or opens URL, and then has no ID.
type Button struct {
	ID       string
	Label    say.Message // 1 to 80 characters, also beside an Emoji: a screen reader needs words
	Emoji    string      // a Unicode emoji, or an application's as "<:name:id>"
	Style    Style
	Disabled bool
	URL      string
}

// Select is a menu of 1 to 25 strings. The values chosen arrive as
// Request.Values.
type Select struct {
	ID          string
	Placeholder say.Message // at most 150 characters
	Options     []SelectOption
	Min, Max    int // how many must and may be chosen; 0, 0: exactly one
	Disabled    bool
}

// SelectOption is a line of a Select. Label, Value and Description hold at
// most 100 characters each; values are unique in their Select.
type SelectOption struct {
	Label, Description say.Message
	Value, Emoji       string
	Default            bool // chosen already
}

// Picker is a menu of what a server has: its channels or its roles. The ids
// chosen arrive as Request.Values.
type Picker struct {
	ID          string
	Of          Pickable
	Placeholder say.Message // at most 150 characters
	Chosen      []string    // ids chosen already, at most Max
	Min, Max    int         // how many must and may be chosen, at most 25; 0, 0: exactly one
	Disabled    bool
}

// Pickable is what a Picker lists.
type Pickable int

// What can be picked.
const (
	Channels Pickable = iota // where people write, no threads
	Roles
)

// Section is one to three texts with a button, or a picture, at their right.
type Section struct {
	Texts   []Text
	Button  *Button  // either this
	Picture *Picture // or this
}

// Gallery is one to ten pictures.
type Gallery []Picture

// Picture is an image by its URL: https, or "attachment://NAME" for one of the
// message's Files.
type Picture struct {
	URL string
	Alt say.Message // at most 1024 characters
}

// Download shows one of the message's Files, by name, as a file to download.
type Download string

// File is an upload: at most 10 a message, 10 MiB each and 25 MiB together.
type File struct {
	Name string
	Data []byte
}

// Modal is a form that opens over the client. It is submitted with the custom
// id ID, whose verb Router.Modal routes; the entries arrive as Request.Fields.
type Modal struct {
	ID     string
	Title  say.Message // at most 45 characters
	Fields []Field     // 1 to 5
}

// Field is a text to be entered into a Modal.
type Field struct {
	ID          string      // unique in its Modal
	Label       say.Message // at most 45 characters
	Value       string      // what stands there at first
	Placeholder say.Message // at most 100 characters
	Min, Max    int         // characters, at most 4000; Max 0: 4000
	Required    bool
	Long        bool // several lines
}

// Choice is a suggested or fixed value of a command's option: Name is shown,
// at most 100 characters, and Value is what arrives.
type Choice struct {
	Name  say.Message
	Value string
}
