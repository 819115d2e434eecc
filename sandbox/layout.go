package sandbox

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of a message's components.
const (
	maxRows       = 5
	maxButtons    = 5
	maxComponents = 40
	maxV2Text     = 4000
	maxInput      = 4000 // characters in a modal's text
)

// layout checks and completes a message's components: what Discord would refuse goes into the form, what it would fill in
// (ids, defaults) is filled in.
type layout struct {
	v2      bool
	modal   bool
	emoji   func(snowflake) bool // does the application have it
	attach  func(*field, *media) // completes a media item
	total   int
	text    int
	names   map[string]bool
	ids     map[int]bool
	next    int
	missing []*component // those that wait for an id
}

func (l *layout) check(at *field, top []component) {
	l.names, l.ids = map[string]bool{}, map[int]bool{}
	switch {
	case l.modal:
		at.count(len(top), 1, 5)
	case !l.v2:
		if len(top) > maxRows {
			at.count(len(top), 0, maxRows)
		}
	}
	for i := range top {
		l.one(at.index(i), &top[i], l.allowedAtTop())
	}
	if l.total > maxComponents {
		at.fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components, %d, exceeds the maximum of %d", l.total, maxComponents)
	}
	if l.text > maxV2Text {
		at.fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Displayable text is %d characters, the maximum is %d", l.text, maxV2Text)
	}
	for _, c := range l.missing {
		for l.next++; l.ids[l.next]; l.next++ {
		}
		c.ID = l.next
	}
}

var (
	legacyTop  = []int{actionRow}
	v2Top      = []int{actionRow, section, textDisplay, mediaGallery, fileComponent, separator, container}
	modalTop   = []int{actionRow, textDisplay, label}
	inBox      = []int{actionRow, section, textDisplay, mediaGallery, fileComponent, separator}
	selects    = []int{stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect}
	inRow      = append([]int{button}, selects...)
	inModalRow = []int{textInput}
	inLabel    = append([]int{textInput}, selects...)
	inSection  = []int{textDisplay}
	beside     = []int{button, thumbnail}
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

func (l *layout) one(at *field, c *component, allowed []int) {
	l.total++
	if c.Type == 0 {
		at.key("type").required()
		return
	}
	if !slices.Contains(allowed, c.Type) {
		names := make([]string, len(allowed))
		for i, k := range allowed {
			names[i] = strconv.Itoa(k)
		}
		at.key("type").fail("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", strings.Join(names, ", "))
		return
	}
	if c.ID == 0 {
		l.missing = append(l.missing, c)
	} else if l.ids[c.ID] {
		at.key("id").fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	} else {
		l.ids[c.ID] = true
	}
	switch c.Type {
	case actionRow:
		l.row(at.key("components"), c)
	case button:
		l.button(at, c)
	case stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect:
		l.choice(at, c)
	case textInput:
		l.input(at, c)
	case section:
		at.key("components").count(len(c.Components), 1, 3)
		l.children(at, c, inSection)
		if c.Accessory == nil {
			at.key("accessory").required()
		} else {
			l.one(at.key("accessory"), c.Accessory, beside)
		}
	case textDisplay:
		at.key("content").length(c.Content.or(""), 1, maxV2Text)
		l.text += utf8.RuneCountInString(c.Content.or(""))
	case thumbnail:
		l.media(at.key("media"), c.Media)
		l.described(at.key("description"), &c.Description)
		c.Spoiler = some(c.Spoiler.or(false))
	case mediaGallery:
		at.key("items").count(len(c.Items), 1, 10)
		for i := range c.Items {
			l.media(at.key("items").index(i).key("media"), c.Items[i].Media)
			l.described(at.key("items").index(i).key("description"), &c.Items[i].Description)
		}
	case fileComponent:
		l.media(at.key("file"), c.File)
		c.Spoiler = some(c.Spoiler.or(false))
	case separator:
		c.Divider, c.Spacing = some(c.Divider.or(true)), some(c.Spacing.or(1))
		at.key("spacing").oneOf(c.Spacing.v, 1, 2)
	case container:
		at.key("components").count(len(c.Components), 1, maxComponents)
		if c.Accent.given() {
			at.key("accent_color").between(c.Accent.v, 0, 0xffffff)
		} else {
			c.Accent = null[int]()
		}
		c.Spoiler = some(c.Spoiler.or(false))
		l.children(at, c, inBox)
	case label:
		at.key("label").length(c.Label.or(""), 1, 45)
		at.key("description").length(c.Description.or(""), 0, 100)
		if c.Component == nil {
			at.key("component").required()
		} else {
			l.one(at.key("component"), c.Component, inLabel)
		}
	}
}

func (l *layout) children(at *field, c *component, allowed []int) {
	for i := range c.Components {
		l.one(at.key("components").index(i), &c.Components[i], allowed)
	}
}

// row wants one to five buttons or one select (in a modal: one text input).
func (l *layout) row(at *field, c *component) {
	switch {
	case l.modal:
		at.count(len(c.Components), 1, 1)
		for i := range c.Components {
			at.index(i).key("label").length(c.Components[i].Label.or(""), 1, 45)
			l.one(at.index(i), &c.Components[i], inModalRow)
		}
		return
	case len(c.Components) > 1 && slices.ContainsFunc(c.Components, func(c component) bool { return c.Type != button }):
		at.fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select takes the whole width of a row")
	default:
		at.count(len(c.Components), 1, maxButtons)
	}
	for i := range c.Components {
		l.one(at.index(i), &c.Components[i], inRow)
	}
}

func (l *layout) custom(at *field, c *component) {
	at = at.key("custom_id")
	at.length(c.CustomID.or(""), 1, 100)
	if id := c.CustomID.or(""); id != "" {
		if l.names[id] {
			at.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		l.names[id] = true
	}
}

func (l *layout) button(at *field, c *component) {
	if !c.Style.given() {
		at.key("style").required()
		return
	}
	at.key("style").oneOf(c.Style.v, 1, 2, 3, 4, linkButton, premiumButton)
	at.key("label").length(c.Label.or(""), 0, 80)
	l.picture(at.key("emoji"), c.Emoji)
	switch c.Style.v {
	case linkButton:
		at.key("url").length(c.URL.or(""), 1, 512)
		if u := c.URL.or(""); u != "" && !strings.HasPrefix(u, "http://") && !strings.HasPrefix(u, "https://") && !strings.HasPrefix(u, "discord://") {
			at.key("url").fail("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https', 'discord').", strings.SplitN(u, ":", 2)[0])
		}
		if c.CustomID.or("") != "" {
			at.key("custom_id").fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	case premiumButton:
		if !c.SKU.given() {
			at.key("sku_id").required()
		}
	default:
		l.custom(at, c)
		if c.URL.or("") != "" {
			at.key("url").fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	}
	if c.Style.v != premiumButton && c.Label.or("") == "" && !c.Emoji.given() {
		at.fail("BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", "A label or an emoji is required")
	}
	c.Disabled = some(c.Disabled.or(false))
}

func (l *layout) picture(at *field, e opt[partialEmoji]) {
	if !e.given() {
		return
	}
	if id := e.v.ID.or(0); id != 0 && !l.emoji(id) || id == 0 && e.v.Name.or("") == "" {
		at.fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

func (l *layout) choice(at *field, c *component) {
	l.custom(at, c)
	at.key("placeholder").length(c.Placeholder.or(""), 0, 150)
	low, high := 1, 1
	if c.MinValues.given() {
		low = c.MinValues.v
	}
	if c.MaxValues.given() {
		high = c.MaxValues.v
	}
	at.key("min_values").between(low, 0, 25)
	at.key("max_values").between(high, 1, 25)
	if low > high {
		at.key("min_values").fail("SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "Min values must be at most max values")
	}
	c.MinValues, c.MaxValues = some(low), some(high)
	if !l.modal {
		c.Disabled = some(c.Disabled.or(false))
	}
	if c.Type != stringSelect {
		return
	}
	at.key("options").count(len(c.Options), 1, 25)
	if high > len(c.Options) {
		at.key("max_values").fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "Max values is larger than the number of options")
	}
	seen := map[string]bool{}
	for i, o := range c.Options {
		at := at.key("options").index(i)
		at.key("label").length(o.Label, 1, 100)
		at.key("value").length(o.Value, 1, 100)
		at.key("description").length(o.Description.or(""), 0, 100)
		l.picture(at.key("emoji"), o.Emoji)
		if seen[o.Value] {
			at.key("value").fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
	}
}

func (l *layout) input(at *field, c *component) {
	l.custom(at, c)
	at.key("style").oneOf(c.Style.or(0), 1, 2)
	at.key("placeholder").length(c.Placeholder.or(""), 0, 100)
	low, high := c.MinLength.or(0), c.MaxLength.or(maxInput)
	at.key("min_length").between(low, 0, maxInput)
	at.key("max_length").between(high, 1, maxInput)
	if low > high {
		at.key("min_length").fail("TEXT_INPUT_COMPONENT_MIN_LENGTH_TOO_LARGE", "Min length must be at most max length")
	} else if text := c.Value.or(""); text != "" {
		at.key("value").length(text, low, min(high, maxInput))
	}
	c.Required = some(c.Required.or(true))
}

// described wants an alternative text of at most 1024 characters; "" counts as none.
func (l *layout) described(at *field, text *opt[string]) {
	if text.or("") == "" {
		*text = null[string]()
	}
	at.length(text.or(""), 0, 1024)
}

func (l *layout) media(at *field, m *media) {
	if m == nil || m.URL == "" {
		at.required()
		return
	}
	l.attach(at.key("url"), m)
}
