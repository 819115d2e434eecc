package bot

import (
	"cmp"
	"regexp"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// component is a value that encodes to Discord's JSON form of a component: one of the types below.
// There are several small types instead of one large type, because a message has up to forty
// components.
type component any

type (
	textDoc struct {
		Type    int    `json:"type"`
		Content string `json:"content,omitempty"`
	}
	dividerDoc struct {
		Type    int  `json:"type"`
		Divider bool `json:"divider"`
		Spacing int  `json:"spacing"`
	}
	// groupDoc is a frame, a row, a section or a gallery.
	groupDoc struct {
		Type       int         `json:"type"`
		Accent     int         `json:"accent_color,omitempty"`
		Components []component `json:"components,omitempty"`
		Accessory  component   `json:"accessory,omitempty"`
		Items      []item      `json:"items,omitempty"`
	}
	rowDoc struct {
		Type       int         `json:"type"`
		Components []buttonDoc `json:"components"`
	}
	buttonDoc struct {
		Type     int    `json:"type"`
		ID       string `json:"custom_id,omitempty"`
		Style    int    `json:"style"`
		Label    string `json:"label,omitempty"`
		Emoji    *emoji `json:"emoji,omitempty"`
		URL      string `json:"url,omitempty"`
		Disabled bool   `json:"disabled,omitempty"`
	}
	menuDoc struct {
		Type         int      `json:"type"`
		ID           string   `json:"custom_id"`
		Options      []option `json:"options,omitempty"`
		Placeholder  string   `json:"placeholder,omitempty"`
		MinValues    int      `json:"min_values"`
		MaxValues    int      `json:"max_values,omitempty"`
		Disabled     bool     `json:"disabled,omitempty"`
		ChannelTypes []int    `json:"channel_types,omitempty"`
		Presets      []preset `json:"default_values,omitempty"`
	}
	mediaDoc struct {
		Type        int    `json:"type"`
		Media       *media `json:"media,omitempty"`
		File        *media `json:"file,omitempty"`
		Description string `json:"description,omitempty"`
	}
	labelDoc struct {
		Type      int      `json:"type"`
		Label     string   `json:"label,omitempty"`
		Component inputDoc `json:"component"`
	}
	inputDoc struct {
		Type        int    `json:"type"`
		ID          string `json:"custom_id,omitempty"`
		Style       int    `json:"style"`
		Value       string `json:"value,omitempty"`
		Placeholder string `json:"placeholder,omitempty"`
		MinLength   int    `json:"min_length,omitempty"`
		MaxLength   int    `json:"max_length,omitempty"`
		Required    bool   `json:"required"`
	}
)

type emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
}

// preset is a default value of a Picker.
type preset struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

type media struct {
	URL string `json:"url"`
}

type item struct {
	Media       media  `json:"media"`
	Description string `json:"description,omitempty"`
}

type option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Discord's limits for suggestions and for the text of a form.
const (
	maxOptions = 25
	maxString  = 100
	maxText    = 4000
)

// Types of component.
const (
	typeRow       = 1
	typeButton    = 2
	typeSelect    = 3
	typeInput     = 4
	typeRoles     = 6
	typeChannels  = 8
	typeSection   = 9
	typeText      = 10
	typeThumbnail = 11
	typeGallery   = 12
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
	typeLabel     = 18
)

// textChannels are Discord's types of channels with messages or, for forums, threads.
var textChannels = []int{0, 2, 5, 13, 15}

// String returns the text in English.
func (t Text) String() string { return say.Message(t).String() }

func (t Text) component() component {
	return textDoc{typeText, say.Message(t).String()}
}

func (d Divider) component() component {
	spacing := 1
	if d.Large {
		spacing = 2
	}
	return dividerDoc{typeSeparator, !d.Bare, spacing}
}

func (r Row) component() component {
	row := rowDoc{typeRow, make([]buttonDoc, len(r))}
	for i, b := range r {
		row.Components[i] = b.doc()
	}
	return row
}

func (b Button) doc() buttonDoc {
	style := 2
	switch {
	case b.URL != "":
		style = 5
	case b.Style == Blue:
		style = 1
	case b.Style == Green:
		style = 3
	case b.Style == Red:
		style = 4
	}
	return buttonDoc{Type: typeButton, ID: b.ID, Style: style, Label: b.Label.String(),
		Emoji: parseEmoji(b.Emoji), URL: b.URL, Disabled: b.Disabled}
}

func (s Select) component() component {
	lo, hi := bounds(s.Min, s.Max)
	menu := menuDoc{Type: typeSelect, ID: s.ID, Placeholder: s.Placeholder.String(),
		MinValues: lo, MaxValues: hi, Disabled: s.Disabled}
	for _, o := range s.Options {
		menu.Options = append(menu.Options, option{o.Label.String(), o.Value, o.Description.String(), parseEmoji(o.Emoji), o.Default})
	}
	return groupDoc{Type: typeRow, Components: []component{menu}}
}

func (p Picker) component() component {
	lo, hi := bounds(p.Min, p.Max)
	menu := menuDoc{Type: typeChannels, ID: p.ID, Placeholder: p.Placeholder.String(),
		MinValues: lo, MaxValues: hi, Disabled: p.Disabled, ChannelTypes: textChannels}
	kind := "channel"
	if p.Of == Roles {
		menu.Type, menu.ChannelTypes, kind = typeRoles, nil, "role"
	}
	for _, id := range p.Chosen {
		menu.Presets = append(menu.Presets, preset{id, kind})
	}
	return groupDoc{Type: typeRow, Components: []component{menu}}
}

func (s Section) component() component {
	c := groupDoc{Type: typeSection}
	for _, t := range s.Texts {
		c.Components = append(c.Components, t.component())
	}
	switch { // bottest refuses a section with neither
	case s.Button != nil:
		c.Accessory = s.Button.doc()
	case s.Picture != nil:
		c.Accessory = mediaDoc{Type: typeThumbnail, Media: &media{s.Picture.URL}, Description: s.Picture.Alt.String()}
	}
	return c
}

func (g Gallery) component() component {
	c := groupDoc{Type: typeGallery}
	for _, p := range g {
		c.Items = append(c.Items, item{media{p.URL}, p.Alt.String()})
	}
	return c
}

func (d Download) component() component {
	return mediaDoc{Type: typeFile, File: &media{"attachment://" + string(d)}}
}

var customEmoji = regexp.MustCompile(`^<(a?):(\w{2,32}):(\d+)>$`)

func parseEmoji(s string) *emoji {
	if s == "" {
		return nil
	}
	if m := customEmoji.FindStringSubmatch(s); m != nil {
		return &emoji{ID: m[3], Name: m[2], Animated: m[1] == "a"}
	}
	return &emoji{Name: s}
}

// messageDoc is Discord's JSON form of a message, without the flags. Both lists of mentions are
// always present: without parse, Discord notifies everybody who is mentioned, and null doesn't
// mean the same as an empty list.
type messageDoc struct {
	Components []component `json:"components"`
	Mentions   struct {
		Parse []string `json:"parse"`
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
	Attachments []attachment `json:"attachments"`
}

type attachment struct {
	ID       int    `json:"id,string"` // index of the file in the request, encoded as a string
	Filename string `json:"filename"`
}

// Encode returns the encoded message.
func (m Message) Encode() rest.Message {
	doc := messageDoc{Components: make([]component, 0, len(m.Blocks)), Attachments: make([]attachment, len(m.Files))}
	doc.Mentions.Parse, doc.Mentions.Users = []string{}, append([]string{}, m.Mentions...)
	for _, x := range m.Blocks {
		doc.Components = append(doc.Components, x.component())
	}
	if m.Accent != 0 {
		doc.Components = []component{groupDoc{Type: typeContainer, Accent: m.Accent, Components: doc.Components}}
	}
	var out rest.Message
	for i, f := range m.Files {
		doc.Attachments[i] = attachment{i, f.Name}
		out.Files = append(out.Files, rest.File(f))
	}
	out.JSON, _ = rest.Encode(doc) // can't fail: there are only strings, numbers and lists
	return out
}

// bounds returns the minimum and maximum number of values to choose, which default to 1.
func bounds(lo, hi int) (int, int) {
	if lo == 0 && hi == 0 {
		return 1, 1
	}
	return lo, hi
}

// encode returns the data of a callback that opens the form. Each text input is inside a label,
// because Discord deprecates inputs in rows.
func (m Modal) encode() any {
	labels := make([]labelDoc, len(m.Fields))
	for i, f := range m.Fields {
		style := 1
		if f.Long {
			style = 2
		}
		labels[i] = labelDoc{typeLabel, f.Label.String(), inputDoc{Type: typeInput, ID: f.ID, Style: style, Value: f.Value,
			Placeholder: f.Placeholder.String(), MinLength: f.Min, MaxLength: cmp.Or(f.Max, maxText), Required: f.Required}}
	}
	return struct {
		ID         string     `json:"custom_id"`
		Title      string     `json:"title"`
		Components []labelDoc `json:"components"`
	}{m.ID, m.Title.String(), labels}
}
