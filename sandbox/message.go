package sandbox

import (
	"encoding/json"
	"time"
)

// Message flags, message types.
const (
	flagSuppressEmbeds        = 1 << 2
	flagHasThread             = 1 << 5
	flagEphemeral             = 1 << 6
	flagLoading               = 1 << 7
	flagSuppressNotifications = 1 << 12
	flagComponentsV2          = 1 << 15

	messageDefault       = 0
	messageThreadCreated = 18
	messageReply         = 19
	messageCommand       = 20
	messageThreadStarter = 21
)

// message is a message as the API gives it. One in the world is never changed: an edit puts a new value in its place.
type message struct {
	ID              snowflake            `json:"id"`
	ChannelID       snowflake            `json:"channel_id"`
	Type            int                  `json:"type"`
	Author          *user                `json:"author"`
	Content         string               `json:"content"`
	Timestamp       time.Time            `json:"timestamp"`
	Edited          opt[time.Time]       `json:"edited_timestamp"`
	TTS             bool                 `json:"tts"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Mentions        []*user              `json:"mentions"`
	MentionRoles    []snowflake          `json:"mention_roles"`
	Attachments     []attachment         `json:"attachments"`
	Embeds          []richEmbed          `json:"embeds"`
	Pinned          bool                 `json:"pinned"`
	Flags           int                  `json:"flags"`
	Components      drawn                `json:"components"`
	ApplicationID   snowflake            `json:"application_id,omitzero"`
	WebhookID       snowflake            `json:"webhook_id,omitzero"`
	Nonce           json.RawMessage      `json:"nonce,omitempty"`
	Reference       *messageReference    `json:"message_reference,omitempty"`
	Referenced      *message             `json:"referenced_message,omitempty"`
	Metadata        *interactionMetadata `json:"interaction_metadata,omitempty"`
	Thread          *threadChannel       `json:"thread,omitempty"`

	viewer  snowflake // who alone sees it; 0: everybody
	token   string    // of the interaction that it answers
	command string    // that it answers, for the page
}

// drawn is a message's components with their JSON, which is made once and written many times: to the bot, to the gateway, to
// each who sees the message.
type drawn struct {
	list []component
	text json.RawMessage
}

func draw(list []component) drawn {
	text, _ := json.Marshal(listOf(list)) // our own type
	return drawn{list, text}
}

func (d drawn) MarshalJSON() ([]byte, error) {
	if d.text == nil {
		return []byte("[]"), nil
	}
	return d.text, nil
}

type messageReference struct {
	Type      int       `json:"type"`
	MessageID snowflake `json:"message_id,omitzero"`
	ChannelID snowflake `json:"channel_id"`
	GuildID   snowflake `json:"guild_id,omitzero"`
}

// interactionMetadata says which interaction a message answers.
type interactionMetadata struct {
	ID         snowflake            `json:"id"`
	Type       int                  `json:"type"`
	User       *user                `json:"user"`
	Owners     map[string]snowflake `json:"authorizing_integration_owners"`
	Name       string               `json:"name,omitempty"`
	Original   snowflake            `json:"original_response_message_id,omitzero"`
	Interacted snowflake            `json:"interacted_message_id,omitzero"`
	Triggering *interactionMetadata `json:"triggering_interaction_metadata,omitempty"`
}

type attachment struct {
	ID          snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"`
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`
	Width       opt[int]  `json:"width,omitzero"`
	Height      opt[int]  `json:"height,omitzero"`
	Ephemeral   bool      `json:"ephemeral,omitempty"`
}

// empty says whether there is nothing to show: Discord refuses such a message.
func (m *message) empty() bool {
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components.list) == 0 && len(m.Attachments) == 0
}

// gatewayMessage is a message as the gateway sends it: with its guild and its author's membership.
type gatewayMessage struct {
	*message
	GuildID snowflake   `json:"guild_id"`
	Member  *bareMember `json:"member,omitempty"`
}

// person is a user as the user's side names them.
type person struct {
	ID   snowflake `json:"id"`
	Name string    `json:"name"`
	Bot  bool      `json:"bot,omitempty"`
}

func personOf(u *user) person { return person{u.ID, u.name(), u.Bot} }

// view is a message as the user's side shows it.
type view struct {
	ID          snowflake        `json:"id"`
	Channel     snowflake        `json:"channel"`
	Type        int              `json:"type"`
	Author      person           `json:"author"`
	Content     string           `json:"content"`
	Components  drawn            `json:"components"`
	Embeds      []richEmbed      `json:"embeds"`
	Attachments []attachment     `json:"attachments"`
	Flags       int              `json:"flags"`
	Ephemeral   bool             `json:"ephemeral"`
	Edited      bool             `json:"edited"`
	Mentions    []person         `json:"mentions"`
	Roles       []snowflake      `json:"mention_roles"`
	Everyone    bool             `json:"mention_everyone"`
	Timestamp   time.Time        `json:"timestamp"`
	Interaction *viewInteraction `json:"interaction"`
	Reference   *viewReference   `json:"reference"`
	Thread      snowflake        `json:"thread,omitzero"`
}

type viewInteraction struct {
	User    person `json:"user"`
	Command string `json:"command,omitempty"`
}

type viewReference struct {
	Message snowflake `json:"message"`
	Author  *person   `json:"author,omitempty"`
	Content string    `json:"content,omitempty"`
}

func viewOf(m *message) view {
	v := view{
		ID: m.ID, Channel: m.ChannelID, Type: m.Type, Author: personOf(m.Author), Content: m.Content, Components: m.Components,
		Embeds: m.Embeds, Attachments: m.Attachments, Flags: m.Flags, Ephemeral: m.viewer != 0, Edited: m.Edited.given(),
		Mentions: []person{}, Roles: m.MentionRoles, Everyone: m.MentionEveryone, Timestamp: m.Timestamp,
	}
	for _, u := range m.Mentions {
		v.Mentions = append(v.Mentions, personOf(u))
	}
	if m.Metadata != nil {
		v.Interaction = &viewInteraction{personOf(m.Metadata.User), m.command}
	}
	if m.Reference != nil {
		v.Reference = &viewReference{Message: m.Reference.MessageID}
		if r := m.Referenced; r != nil {
			author := personOf(r.Author)
			v.Reference.Author, v.Reference.Content = &author, r.Content
		}
	}
	if m.Thread != nil {
		v.Thread = m.Thread.ID
	}
	return v
}
