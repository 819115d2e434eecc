package world

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"deuces/sandbox/wire"
)

// The limits of a message's components.
const (
	maxRows       = 5
	maxButtons    = 5
	maxComponents = 40
	maxV2Text     = 4000
	maxInput      = 4000 // characters in a text input of a modal
)

// layout checks the components of a message or modal. It reports what Discord would refuse, and fills in what Discord would
// (ids, defaults).
type layout struct {
	v2      bool
	modal   bool
	emoji   func(wire.Snowflake) bool // reports whether the application has the emoji
	attach  func(*wire.Field, *media) // completes a media item
	total   int
	text    int
	names   map[string]bool
	ids     map[int]bool
	next    int
	missing []*Component // components that still need an id
}

func (l *layout) check(at *wire.Field, top []Component) {
	l.names, l.ids = map[string]bool{}, map[int]bool{}
	switch {
	case l.modal:
		at.Count(len(top), 1, 5)
	case !l.v2:
		if len(top) > maxRows {
			at.Count(len(top), 0, maxRows)
		}
	}
	for i := range top {
		l.checkComponent(at.Index(i), &top[i], l.allowedAtTop())
	}
	if l.total > maxComponents {
		at.Fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components, %d, exceeds the maximum of %d", l.total, maxComponents)
	}
	if l.text > maxV2Text {
		at.Fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Displayable text is %d characters, the maximum is %d", l.text, maxV2Text)
	}
	for _, c := range l.missing {
		for l.next++; l.ids[l.next]; l.next++ {
		}
		c.ID = l.next
	}
}

var (
	legacyTop  = []int{ActionRow}
	v2Top      = []int{ActionRow, Section, TextDisplay, MediaGallery, FileComponent, Separator, Container}
	modalTop   = []int{ActionRow, TextDisplay, Label}
	inBox      = []int{ActionRow, Section, TextDisplay, MediaGallery, FileComponent, Separator}
	selects    = []int{StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect}
	inRow      = append([]int{Button}, selects...)
	inModalRow = []int{TextInput}
	inLabel    = append([]int{TextInput}, selects...)
	inSection  = []int{TextDisplay}
	beside     = []int{Button, Thumbnail}
)

func (l *layout) allowedAtTop() []int {
	switch {
	case l.modal:
		return modalTop
	case l.v2:
		return v2Top
	}
	return legacyTop
}

// checkComponent checks a component. It is a long switch over the types.
func (l *layout) checkComponent(at *wire.Field, c *Component, allowed []int) {
	l.total++
	if c.Type == 0 {
		at.Key("type").Required()
		return
	}
	if !slices.Contains(allowed, c.Type) {
		names := make([]string, len(allowed))
		for i, k := range allowed {
			names[i] = strconv.Itoa(k)
		}
		at.Key("type").Fail("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", strings.Join(names, ", "))
		return
	}
	if c.ID == 0 {
		l.missing = append(l.missing, c)
	} else if l.ids[c.ID] {
		at.Key("id").Fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	} else {
		l.ids[c.ID] = true
	}
	switch c.Type {
	case ActionRow:
		l.row(at.Key("components"), c)
	case Button:
		l.button(at, c)
	case StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect:
		l.choice(at, c)
	case TextInput:
		l.input(at, c)
	case Section:
		at.Key("components").Count(len(c.Components), 1, 3)
		l.children(at, c, inSection)
		if c.Accessory == nil {
			at.Key("accessory").Required()
		} else {
			l.checkComponent(at.Key("accessory"), c.Accessory, beside)
		}
	case TextDisplay:
		at.Key("content").Length(c.Content.Or(""), 1, maxV2Text)
		l.text += utf8.RuneCountInString(c.Content.Or(""))
	case Thumbnail:
		l.media(at.Key("media"), c.Media)
		l.described(at.Key("description"), &c.Description)
		c.Spoiler = wire.Some(c.Spoiler.Or(false))
	case MediaGallery:
		at.Key("items").Count(len(c.Items), 1, 10)
		for i := range c.Items {
			l.media(at.Key("items").Index(i).Key("media"), c.Items[i].Media)
			l.described(at.Key("items").Index(i).Key("description"), &c.Items[i].Description)
		}
	case FileComponent:
		l.media(at.Key("file"), c.File)
		c.Spoiler = wire.Some(c.Spoiler.Or(false))
	case Separator:
		c.Divider, c.Spacing = wire.Some(c.Divider.Or(true)), wire.Some(c.Spacing.Or(1))
		at.Key("spacing").OneOf(c.Spacing.V, 1, 2)
	case Container:
		at.Key("components").Count(len(c.Components), 1, maxComponents)
		if c.Accent.Given() {
			at.Key("accent_color").Between(c.Accent.V, 0, 0xffffff)
		} else {
			c.Accent = wire.Null[int]()
		}
		c.Spoiler = wire.Some(c.Spoiler.Or(false))
		l.children(at, c, inBox)
	case Label:
		at.Key("label").Length(c.Label.Or(""), 1, 45)
		at.Key("description").Length(c.Description.Or(""), 0, 100)
		if c.Component == nil {
			at.Key("component").Required()
		} else {
			l.checkComponent(at.Key("component"), c.Component, inLabel)
		}
	}
}

func (l *layout) children(at *wire.Field, c *Component, allowed []int) {
	for i := range c.Components {
		l.checkComponent(at.Key("components").Index(i), &c.Components[i], allowed)
	}
}

// row requires one to five buttons or one select; in a modal, one text input.
func (l *layout) row(at *wire.Field, c *Component) {
	switch {
	case l.modal:
		at.Count(len(c.Components), 1, 1)
		for i := range c.Components {
			at.Index(i).Key("label").Length(c.Components[i].Label.Or(""), 1, 45)
			l.checkComponent(at.Index(i), &c.Components[i], inModalRow)
		}
		return
	case len(c.Components) > 1 && slices.ContainsFunc(c.Components, func(c Component) bool { return c.Type != Button }):
		at.Fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select takes the whole width of a row")
	default:
		at.Count(len(c.Components), 1, maxButtons)
	}
	for i := range c.Components {
		l.checkComponent(at.Index(i), &c.Components[i], inRow)
	}
}

func (l *layout) custom(at *wire.Field, c *Component) {
	at = at.Key("custom_id")
	at.Length(c.CustomID.Or(""), 1, 100)
	if id := c.CustomID.Or(""); id != "" {
		if l.names[id] {
			at.Fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		l.names[id] = true
	}
}

func (l *layout) button(at *wire.Field, c *Component) {
	if !c.Style.Given() {
		at.Key("style").Required()
		return
	}
	at.Key("style").OneOf(c.Style.V, 1, 2, 3, 4, LinkButton, PremiumButton)
	at.Key("label").Length(c.Label.Or(""), 0, 80)
	l.picture(at.Key("emoji"), c.Emoji)
	switch c.Style.V {
	case LinkButton:
		at.Key("url").Length(c.URL.Or(""), 1, 512)
		if u := c.URL.Or(""); u != "" && !strings.HasPrefix(u, "http://") && !strings.HasPrefix(u, "https://") && !strings.HasPrefix(u, "discord://") {
			at.Key("url").Fail("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https', 'discord').", strings.SplitN(u, ":", 2)[0])
		}
		if c.CustomID.Or("") != "" {
			at.Key("custom_id").Fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	case PremiumButton:
		if !c.SKU.Given() {
			at.Key("sku_id").Required()
		}
	default:
		l.custom(at, c)
		if c.URL.Or("") != "" {
			at.Key("url").Fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	}
	if c.Style.V != PremiumButton && c.Label.Or("") == "" && !c.Emoji.Given() {
		at.Fail("BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", "A label or an emoji is required")
	}
	c.Disabled = wire.Some(c.Disabled.Or(false))
}

func (l *layout) picture(at *wire.Field, e wire.Opt[partialEmoji]) {
	if !e.Given() {
		return
	}
	if id := e.V.ID.Or(0); id != 0 && !l.emoji(id) || id == 0 && e.V.Name.Or("") == "" {
		at.Fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

func (l *layout) choice(at *wire.Field, c *Component) {
	l.custom(at, c)
	at.Key("placeholder").Length(c.Placeholder.Or(""), 0, 150)
	low, high := 1, 1
	if c.MinValues.Given() {
		low = c.MinValues.V
	}
	if c.MaxValues.Given() {
		high = c.MaxValues.V
	}
	at.Key("min_values").Between(low, 0, 25)
	at.Key("max_values").Between(high, 1, 25)
	if low > high {
		at.Key("min_values").Fail("SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "Min values must be at most max values")
	}
	c.MinValues, c.MaxValues = wire.Some(low), wire.Some(high)
	if !l.modal {
		c.Disabled = wire.Some(c.Disabled.Or(false))
	}
	if c.Type != StringSelect {
		return
	}
	at.Key("options").Count(len(c.Options), 1, 25)
	if high > len(c.Options) {
		at.Key("max_values").Fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "Max values is larger than the number of options")
	}
	seen := map[string]bool{}
	for i, o := range c.Options {
		at := at.Key("options").Index(i)
		at.Key("label").Length(o.Label, 1, 100)
		at.Key("value").Length(o.Value, 1, 100)
		at.Key("description").Length(o.Description.Or(""), 0, 100)
		l.picture(at.Key("emoji"), o.Emoji)
		if seen[o.Value] {
			at.Key("value").Fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
	}
}

func (l *layout) input(at *wire.Field, c *Component) {
	l.custom(at, c)
	at.Key("style").OneOf(c.Style.Or(0), 1, 2)
	at.Key("placeholder").Length(c.Placeholder.Or(""), 0, 100)
	low, high := c.MinLength.Or(0), c.MaxLength.Or(maxInput)
	at.Key("min_length").Between(low, 0, maxInput)
	at.Key("max_length").Between(high, 1, maxInput)
	if low > high {
		at.Key("min_length").Fail("TEXT_INPUT_COMPONENT_MIN_LENGTH_TOO_LARGE", "Min length must be at most max length")
	} else if text := c.Value.Or(""); text != "" {
		at.Key("value").Length(text, low, min(high, maxInput))
	}
	c.Required = wire.Some(c.Required.Or(true))
}

// described allows a description of at most 1024 characters; "" counts as none.
func (l *layout) described(at *wire.Field, text *wire.Opt[string]) {
	if text.Or("") == "" {
		*text = wire.Null[string]()
	}
	at.Length(text.Or(""), 0, 1024)
}

func (l *layout) media(at *wire.Field, m *media) {
	if m == nil || m.URL == "" {
		at.Required()
		return
	}
	l.attach(at.Key("url"), m)
}
