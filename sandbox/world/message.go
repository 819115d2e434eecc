package world

import (
	"encoding/json"
	"time"

	"deuces/sandbox/wire"
)

// Message flags, message types.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15

	MessageDefault       = 0
	MessageThreadCreated = 18
	MessageReply         = 19
	MessageCommand       = 20
	messageThreadStarter = 21
)

// Message is a message as the API returns it. It is never changed once it is in the world: an edit replaces it.
type Message struct {
	ID              wire.Snowflake       `json:"id"`
	ChannelID       wire.Snowflake       `json:"channel_id"`
	Type            int                  `json:"type"`
	Author          *User                `json:"author"`
	Content         string               `json:"content"`
	Timestamp       time.Time            `json:"timestamp"`
	Edited          wire.Opt[time.Time]  `json:"edited_timestamp"`
	TTS             bool                 `json:"tts"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Mentions        []*User              `json:"mentions"`
	MentionRoles    []wire.Snowflake     `json:"mention_roles"`
	Attachments     Attachments          `json:"attachments"`
	Embeds          []RichEmbed          `json:"embeds"`
	Pinned          bool                 `json:"pinned"`
	Reactions       []Reaction           `json:"reactions,omitempty"`
	Flags           int                  `json:"flags"`
	Components      Drawn                `json:"components"`
	ApplicationID   wire.Snowflake       `json:"application_id,omitzero"`
	WebhookID       wire.Snowflake       `json:"webhook_id,omitzero"`
	Nonce           json.RawMessage      `json:"nonce,omitempty"`
	Reference       *MessageReference    `json:"message_reference,omitempty"`
	Referenced      *Message             `json:"referenced_message,omitempty"`
	Metadata        *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Thread          *ThreadChannel       `json:"thread,omitempty"`

	Viewer  wire.Snowflake `json:"-"` // the only user who sees it; 0 for everybody
	Token   string         `json:"-"` // token of the interaction that it answers
	Command string         `json:"-"` // command that it answers, for the page
}

// Drawn is a message's components with their JSON, which is made once and written many times: to the bot, to the gateway, and
// to everyone who sees the message.
type Drawn struct {
	List []Component
	text json.RawMessage
}

// Draw makes the JSON of components.
func Draw(list []Component) Drawn {
	text, _ := json.Marshal(wire.ListOf(list)) // our own type
	return Drawn{list, text}
}

func (d Drawn) MarshalJSON() ([]byte, error) {
	if d.text == nil {
		return []byte("[]"), nil
	}
	return d.text, nil
}

// MessageReference names the message to which a message replies, or the thread that it announces.
type MessageReference struct {
	Type      int            `json:"type"`
	MessageID wire.Snowflake `json:"message_id,omitzero"`
	ChannelID wire.Snowflake `json:"channel_id"`
	GuildID   wire.Snowflake `json:"guild_id,omitzero"`
}

// InteractionMetadata says which interaction a message answers.
type InteractionMetadata struct {
	ID         wire.Snowflake            `json:"id"`
	Type       int                       `json:"type"`
	User       *User                     `json:"user"`
	Owners     map[string]wire.Snowflake `json:"authorizing_integration_owners"`
	Name       string                    `json:"name,omitempty"`
	Original   wire.Snowflake            `json:"original_response_message_id,omitzero"`
	Interacted wire.Snowflake            `json:"interacted_message_id,omitzero"`
	Triggering *InteractionMetadata      `json:"triggering_interaction_metadata,omitempty"`
}

// Attachment is a file on a message as the API returns it.
type Attachment struct {
	ID          wire.Snowflake `json:"id"`
	Filename    string         `json:"filename"`
	Description string         `json:"description,omitempty"`
	ContentType string         `json:"content_type,omitempty"`
	Size        int            `json:"size"`
	URL         string         `json:"url"`
	ProxyURL    string         `json:"proxy_url"`
	Width       wire.Opt[int]  `json:"width,omitzero"`
	Height      wire.Opt[int]  `json:"height,omitzero"`
	Ephemeral   bool           `json:"ephemeral,omitempty"`
	Flags       int            `json:"flags"`

	inEmbed bool // an embed shows it
}

// The flags of attachments.
const (
	flagSpoiler  = 1 << 3
	flagAnimated = 1 << 5
)

// Attachments are a message's files. In JSON, those that an embed shows are left out.
type Attachments []Attachment

func (all Attachments) MarshalJSON() ([]byte, error) {
	shown := []Attachment{}
	for _, a := range all {
		if !a.inEmbed {
			shown = append(shown, a)
		}
	}
	return json.Marshal(shown)
}

// empty reports whether there is nothing to show. Discord refuses such a message.
func (m *Message) empty() bool {
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components.List) == 0 && len(m.Attachments) == 0
}
