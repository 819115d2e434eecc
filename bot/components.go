package bot

import (
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
		ChannelTypes []int    `json:"channel_types,omitempty"`
		Presets      []preset `json:"default_values,omitempty"`
	}
	fileDoc struct {
		Type int   `json:"type"`
		File media `json:"file"`
	}
	labelDoc struct {
		Type      int      `json:"type"`
		Label     string   `json:"label,omitempty"`
		Component inputDoc `json:"component"`
	}
	inputDoc struct {
		Type      int    `json:"type"`
		ID        string `json:"custom_id"`
		Style     int    `json:"style"`
		Value     string `json:"value,omitempty"`
		MaxLength int    `json:"max_length"`
		Required  bool   `json:"required"`
	}
)

type emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
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
	Default     bool   `json:"default,omitempty"`
}

// Discord's limits for suggestions.
const (
	maxOptions = 25
	maxString  = 100
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
	typeGallery   = 12
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
	typeLabel     = 18
)

// styleShort is the style of an input with one line.
const styleShort = 1

// textChannels are Discord's types of channels with messages or, for forums, threads.
var textChannels = []int{0, 2, 5, 13, 15}

// String returns the text in English.
func (t Text) String() string { return say.Message(t).String() }

func (t Text) component(l *say.Language) component {
	return textDoc{typeText, say.Message(t).In(l)}
}

func (Divider) component(*say.Language) component { return dividerDoc{typeSeparator, true, 1} }

func (r Row) component(l *say.Language) component {
	row := rowDoc{typeRow, make([]buttonDoc, len(r))}
	for i, b := range r {
		row.Components[i] = b.doc(l)
	}
	return row
}

func (b Button) doc(l *say.Language) buttonDoc {
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
	return buttonDoc{Type: typeButton, ID: b.ID, Style: style, Label: b.Label.In(l),
		Emoji: parseEmoji(b.Emoji), URL: b.URL, Disabled: b.Disabled}
}

func (s Select) component(l *say.Language) component {
	menu := menuDoc{Type: typeSelect, ID: s.ID, Placeholder: s.Placeholder.In(l), MinValues: 1, MaxValues: 1}
	for _, o := range s.Options {
		menu.Options = append(menu.Options, option{o.Label.In(l), o.Value, o.Description.In(l), o.Default})
	}
	return groupDoc{Type: typeRow, Components: []component{menu}}
}

func (p Picker) component(l *say.Language) component {
	menu := menuDoc{Type: typeChannels, ID: p.ID, Placeholder: p.Placeholder.In(l), MaxValues: p.Max, ChannelTypes: textChannels}
	kind := "channel"
	if p.Of == Roles {
		menu.Type, menu.ChannelTypes, kind = typeRoles, nil, "role"
	}
	for _, id := range p.Chosen {
		menu.Presets = append(menu.Presets, preset{id, kind})
	}
	return groupDoc{Type: typeRow, Components: []component{menu}}
}

func (s Section) component(l *say.Language) component {
	c := groupDoc{Type: typeSection, Accessory: s.Button.doc(l)}
	for _, t := range s.Texts {
		c.Components = append(c.Components, t.component(l))
	}
	return c
}

func (g Gallery) component(l *say.Language) component {
	c := groupDoc{Type: typeGallery}
	for _, p := range g {
		c.Items = append(c.Items, item{media{p.URL}, p.Alt.In(l)})
	}
	return c
}

func (d Download) component(*say.Language) component {
	return fileDoc{typeFile, media{"attachment://" + string(d)}}
}

var customEmoji = regexp.MustCompile(`^<:(\w{2,32}):(\d+)>$`)

func parseEmoji(s string) *emoji {
	if s == "" {
		return nil
	}
	if m := customEmoji.FindStringSubmatch(s); m != nil {
		return &emoji{ID: m[2], Name: m[1]}
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
		Roles []string `json:"roles,omitempty"`
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
	if m.Role != "" {
		doc.Mentions.Roles = []string{m.Role}
	}
	for _, x := range m.Blocks {
		doc.Components = append(doc.Components, x.component(m.Language))
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

// encode returns the data of a callback that opens the form. Each text input is inside a label,
// because Discord deprecates inputs in rows.
func (m Modal) encode() any {
	labels := make([]labelDoc, len(m.Fields))
	for i, f := range m.Fields {
		labels[i] = labelDoc{typeLabel, f.Label.In(m.Language), inputDoc{typeInput, f.ID, styleShort, f.Value, f.Max, f.Required}}
	}
	return struct {
		ID         string     `json:"custom_id"`
		Title      string     `json:"title"`
		Components []labelDoc `json:"components"`
	}{m.ID, m.Title.In(m.Language), labels}
}
