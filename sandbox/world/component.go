package world

import (
	"encoding/json"

	"deuces/sandbox/wire"
)

// The kinds of component.
const (
	ActionRow         = 1
	Button            = 2
	StringSelect      = 3
	TextInput         = 4
	UserSelect        = 5
	RoleSelect        = 6
	MentionableSelect = 7
	ChannelSelect     = 8
	Section           = 9
	TextDisplay       = 10
	Thumbnail         = 11
	MediaGallery      = 12
	FileComponent     = 13
	Separator         = 14
	Container         = 17
	Label             = 18
	FileUpload        = 19 // CheckModal refuses FileUpload and the types after it
	Checkbox          = 23

	LinkButton    = 5
	PremiumButton = 6
)

// Component is any component, as the bot sends it and as the API returns it.
type Component struct {
	Type        int                      `json:"type"`
	ID          int                      `json:"id,omitempty"`
	CustomID    wire.Opt[string]         `json:"custom_id,omitzero"`
	Style       wire.Opt[int]            `json:"style,omitzero"`
	Label       wire.Opt[string]         `json:"label,omitzero"`
	Emoji       wire.Opt[partialEmoji]   `json:"emoji,omitzero"`
	URL         wire.Opt[string]         `json:"url,omitzero"`
	SKU         wire.Opt[wire.Snowflake] `json:"sku_id,omitzero"`
	Disabled    wire.Opt[bool]           `json:"disabled,omitzero"`
	Options     []SelectOption           `json:"options,omitempty"`
	Placeholder wire.Opt[string]         `json:"placeholder,omitzero"`
	MinValues   wire.Opt[int]            `json:"min_values,omitzero"`
	MaxValues   wire.Opt[int]            `json:"max_values,omitzero"`
	Defaults    json.RawMessage          `json:"default_values,omitempty"`
	Kinds       []int                    `json:"channel_types,omitempty"`
	Components  []Component              `json:"components,omitempty"`
	Component   *Component               `json:"component,omitempty"`
	Accessory   *Component               `json:"accessory,omitempty"`
	Content     wire.Opt[string]         `json:"content,omitzero"`
	Media       *media                   `json:"media,omitempty"`
	Items       []galleryItem            `json:"items,omitempty"`
	Description wire.Opt[string]         `json:"description,omitzero"`
	Spoiler     wire.Opt[bool]           `json:"spoiler,omitzero"`
	File        *media                   `json:"file,omitempty"`
	Name        wire.Opt[string]         `json:"name,omitzero"`
	Size        wire.Opt[int]            `json:"size,omitzero"`
	Accent      wire.Opt[int]            `json:"accent_color,omitzero"`
	Divider     wire.Opt[bool]           `json:"divider,omitzero"`
	Spacing     wire.Opt[int]            `json:"spacing,omitzero"`
	MinLength   wire.Opt[int]            `json:"min_length,omitzero"`
	MaxLength   wire.Opt[int]            `json:"max_length,omitzero"`
	Required    wire.Opt[bool]           `json:"required,omitzero"`
	Value       wire.Opt[string]         `json:"value,omitzero"`
}

type partialEmoji struct {
	ID       wire.Opt[wire.Snowflake] `json:"id,omitzero"`
	Name     wire.Opt[string]         `json:"name,omitzero"`
	Animated bool                     `json:"animated,omitempty"`
}

// SelectOption is one option of a select.
type SelectOption struct {
	Label       string                 `json:"label"`
	Value       string                 `json:"value"`
	Description wire.Opt[string]       `json:"description,omitzero"`
	Emoji       wire.Opt[partialEmoji] `json:"emoji,omitzero"`
	Default     bool                   `json:"default,omitempty"`
}

type media struct {
	ID           wire.Snowflake   `json:"id,omitzero"`
	URL          string           `json:"url"`
	ProxyURL     string           `json:"proxy_url,omitempty"`
	Width        wire.Opt[int]    `json:"width,omitzero"`
	Height       wire.Opt[int]    `json:"height,omitzero"`
	ContentType  wire.Opt[string] `json:"content_type,omitzero"`
	AttachmentID wire.Snowflake   `json:"attachment_id,omitzero"`
}

type galleryItem struct {
	Media       *media           `json:"media"`
	Description wire.Opt[string] `json:"description"`
	Spoiler     bool             `json:"spoiler"`
}

// Find finds the component with the custom id, at any depth.
func Find(in []Component, id string) *Component {
	for i := range in {
		c := &in[i]
		if c.CustomID.Set && c.CustomID.V == id {
			return c
		}
		for _, a := range []*Component{c.Accessory, c.Component} {
			if a != nil && a.CustomID.Set && a.CustomID.V == id {
				return a
			}
		}
		if inner := Find(c.Components, id); inner != nil {
			return inner
		}
	}
	return nil
}
