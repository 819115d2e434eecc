package bot

import (
	"bytes"
	"deuces/internal/say"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"regexp"
	"strings"
)

// Flags of a message.
const (
	flagPrivate    = 1 << 6
	flagComponents = 1 << 15
)

// component is what Discord takes as one: one of the types below, a small one for each
// kind, because a message has up to forty.
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

// Types of component.
const (
	typeRow       = 1
	typeButton    = 2
	typeSelect    = 3
	typeInput     = 4
	typeSection   = 9
	typeText      = 10
	typeThumbnail = 11
	typeGallery   = 12
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
	typeLabel     = 18
)

// String is the text in English.
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

func (s Select) bounds() (lo, hi int) {
	if s.Min == 0 && s.Max == 0 {
		return 1, 1
	}
	return s.Min, s.Max
}

func (s Select) component() component {
	lo, hi := s.bounds()
	menu := menuDoc{Type: typeSelect, ID: s.ID, Placeholder: s.Placeholder.String(),
		MinValues: lo, MaxValues: hi, Disabled: s.Disabled}
	for _, o := range s.Options {
		menu.Options = append(menu.Options, option{o.Label.String(), o.Value, o.Description.String(), parseEmoji(o.Emoji), o.Default})
	}
	return groupDoc{Type: typeRow, Components: []component{menu}}
}

func (s Section) component() component {
	c := groupDoc{Type: typeSection}
	for _, t := range s.Texts {
		c.Components = append(c.Components, t.component())
	}
	switch { // Check refuses one with neither
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

// body is a message as every route that takes one wants it, but for its flags.
type body struct {
	Components  []component  `json:"components"`
	Mentions    mentions     `json:"allowed_mentions"`
	Attachments []attachment `json:"attachments"`
}

// mentions always carries both lists: without parse Discord falls back to a
// default that notifies, and null is not the same as none.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

type attachment struct {
	ID       int    `json:"id,string"` // which file of the request; a snowflake's form
	Filename string `json:"filename"`
}

// encode makes the body of a message.
func (m Message) encode() body {
	b := body{
		Components:  make([]component, 0, len(m.Blocks)),
		Mentions:    mentions{[]string{}, append([]string{}, m.Mentions...)},
		Attachments: make([]attachment, len(m.Files)),
	}
	for _, x := range m.Blocks {
		b.Components = append(b.Components, x.component())
	}
	if m.Accent != 0 {
		b.Components = []component{groupDoc{Type: typeContainer, Accent: m.Accent, Components: b.Components}}
	}
	for i, f := range m.Files {
		b.Attachments[i] = attachment{i, f.Name}
	}
	return b
}

func (f Field) most() int {
	if f.Max == 0 {
		return maxText
	}
	return f.Max
}

// encode makes the data of a form's callback. Each text input stands in a label: Discord deprecates those in rows.
func (m Modal) encode() any {
	labels := make([]labelDoc, len(m.Fields))
	for i, f := range m.Fields {
		style := 1
		if f.Long {
			style = 2
		}
		labels[i] = labelDoc{typeLabel, f.Label.String(), inputDoc{Type: typeInput, ID: f.ID, Style: style, Value: f.Value,
			Placeholder: f.Placeholder.String(), MinLength: f.Min, MaxLength: f.most(), Required: f.Required}}
	}
	return struct {
		ID         string     `json:"custom_id"`
		Title      string     `json:"title"`
		Components []labelDoc `json:"components"`
	}{m.ID, m.Title.String(), labels}
}

// payload is an encoded request body and its content type.
type payload struct {
	kind string
	data []byte
}

// newPayload encodes v as JSON.
func newPayload(v any) (payload, error) {
	doc, err := encodeJSON(v)
	return payload{"application/json", doc}, err
}

// newForm is a body of JSON, or a form with the files beside the JSON.
func newForm(doc []byte, files []File) (payload, error) {
	if len(files) == 0 {
		return payload{"application/json", doc}, nil
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := writePart(w, `form-data; name="payload_json"`, "application/json", bytes.NewReader(doc)); err != nil {
		return payload{}, err
	}
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
	for i, f := range files {
		head := fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, quote.Replace(f.Name))
		if err := writePart(w, head, "application/octet-stream", bytes.NewReader(f.Data)); err != nil {
			return payload{}, err
		}
	}
	if err := w.Close(); err != nil {
		return payload{}, fmt.Errorf("encode form: %w", err)
	}
	return payload{w.FormDataContentType(), form.Bytes()}, nil
}

func writePart(w *multipart.Writer, disposition, kind string, r io.Reader) error {
	p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
	if err == nil {
		_, err = io.Copy(p, r)
	}
	if err != nil {
		return fmt.Errorf("encode form: %w", err)
	}
	return nil
}
