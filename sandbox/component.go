package sandbox

import "encoding/json"

// The kinds of component.
const (
	actionRow         = 1
	button            = 2
	stringSelect      = 3
	textInput         = 4
	userSelect        = 5
	roleSelect        = 6
	mentionableSelect = 7
	channelSelect     = 8
	section           = 9
	textDisplay       = 10
	thumbnail         = 11
	mediaGallery      = 12
	fileComponent     = 13
	separator         = 14
	container         = 17
	label             = 18

	linkButton    = 5
	premiumButton = 6
)

// component is any component, as sent and as given back.
type component struct {
	Type        int               `json:"type"`
	ID          int               `json:"id,omitempty"`
	CustomID    opt[string]       `json:"custom_id,omitzero"`
	Style       opt[int]          `json:"style,omitzero"`
	Label       opt[string]       `json:"label,omitzero"`
	Emoji       opt[partialEmoji] `json:"emoji,omitzero"`
	URL         opt[string]       `json:"url,omitzero"`
	SKU         opt[snowflake]    `json:"sku_id,omitzero"`
	Disabled    opt[bool]         `json:"disabled,omitzero"`
	Options     []selectOption    `json:"options,omitempty"`
	Placeholder opt[string]       `json:"placeholder,omitzero"`
	MinValues   opt[int]          `json:"min_values,omitzero"`
	MaxValues   opt[int]          `json:"max_values,omitzero"`
	Defaults    json.RawMessage   `json:"default_values,omitempty"`
	Kinds       []int             `json:"channel_types,omitempty"`
	Components  []component       `json:"components,omitempty"`
	Component   *component        `json:"component,omitempty"`
	Accessory   *component        `json:"accessory,omitempty"`
	Content     opt[string]       `json:"content,omitzero"`
	Media       *media            `json:"media,omitempty"`
	Items       []galleryItem     `json:"items,omitempty"`
	Description opt[string]       `json:"description,omitzero"`
	Spoiler     opt[bool]         `json:"spoiler,omitzero"`
	File        *media            `json:"file,omitempty"`
	Name        opt[string]       `json:"name,omitzero"`
	Size        opt[int]          `json:"size,omitzero"`
	Accent      opt[int]          `json:"accent_color,omitzero"`
	Divider     opt[bool]         `json:"divider,omitzero"`
	Spacing     opt[int]          `json:"spacing,omitzero"`
	MinLength   opt[int]          `json:"min_length,omitzero"`
	MaxLength   opt[int]          `json:"max_length,omitzero"`
	Required    opt[bool]         `json:"required,omitzero"`
	Value       opt[string]       `json:"value,omitzero"`
}

type partialEmoji struct {
	ID       opt[snowflake] `json:"id,omitzero"`
	Name     opt[string]    `json:"name,omitzero"`
	Animated bool           `json:"animated,omitempty"`
}

type selectOption struct {
	Label       string            `json:"label"`
	Value       string            `json:"value"`
	Description opt[string]       `json:"description,omitzero"`
	Emoji       opt[partialEmoji] `json:"emoji,omitzero"`
	Default     bool              `json:"default,omitempty"`
}

type media struct {
	ID           snowflake   `json:"id,omitzero"`
	URL          string      `json:"url"`
	ProxyURL     string      `json:"proxy_url,omitempty"`
	Width        opt[int]    `json:"width,omitzero"`
	Height       opt[int]    `json:"height,omitzero"`
	ContentType  opt[string] `json:"content_type,omitzero"`
	AttachmentID snowflake   `json:"attachment_id,omitzero"`
}

type galleryItem struct {
	Media       *media      `json:"media"`
	Description opt[string] `json:"description"`
	Spoiler     bool        `json:"spoiler"`
}

// find is the component with the custom id, wherever it stands.
func find(in []component, id string) *component {
	for i := range in {
		c := &in[i]
		if c.CustomID.set && c.CustomID.v == id {
			return c
		}
		for _, a := range []*component{c.Accessory, c.Component} {
			if a != nil && a.CustomID.set && a.CustomID.v == id {
				return a
			}
		}
		if inner := find(c.Components, id); inner != nil {
			return inner
		}
	}
	return nil
}
