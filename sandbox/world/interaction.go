package world

import (
	"crypto/rand"
	"time"

	"deuces/sandbox/ring"
	"deuces/sandbox/wire"
)

// The kinds of interaction, and of responses to them.
const (
	PingInteraction         = 1
	CommandInteraction      = 2
	ComponentInteraction    = 3
	AutocompleteInteraction = 4
	ModalInteraction        = 5

	ReplyResponse        = 4
	DeferResponse        = 5
	DeferUpdateResponse  = 6
	UpdateResponse       = 7
	AutocompleteResponse = 8
	ModalResponse        = 9
)

// Interaction is one click, command, completion or submission, from its dispatch to the end of its token.
type Interaction struct {
	ID      wire.Snowflake
	Token   string
	Kind    int
	User    *User
	Channel *Channel
	Source  wire.Snowflake // the message whose component was used
	Command string         // the command's name, which is shown above the message
	Target  wire.Snowflake
	From    *InteractionMetadata // the interaction that opened the modal
	Owners  map[string]wire.Snowflake
	Created time.Time

	Acked    bool
	Response int
	Original wire.Snowflake // message that @original names; 0 for none
	Deferred bool           // the message still shows "thinking" instead of its content
	Modal    *Modal         // shown to the user and not submitted yet
	Done     chan Outcome

	followUps int
}

// Outcome is the bot's first response in the form for the users' side.
type Outcome struct {
	Type int `json:"type"`
	Data any `json:"data"`

	At time.Time `json:"-"` // time of arrival
}

// Modal is a form that the bot opens.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// keptInteractions is how many interactions are remembered. A token that was forgotten while it was still valid is treated as unknown.
const keptInteractions = 100_000

// Interactions holds the interactions that are remembered.
type Interactions struct {
	ByID    map[wire.Snowflake]*Interaction
	ByToken map[string]*Interaction
	order   *ring.Ring[*Interaction]
}

func newInteractions() Interactions {
	return Interactions{map[wire.Snowflake]*Interaction{}, map[string]*Interaction{}, ring.New[*Interaction](keptInteractions)}
}

func (all *Interactions) add(in *Interaction) {
	in.Done = make(chan Outcome, 1)
	in.Token = rand.Text() + rand.Text()
	all.ByID[in.ID], all.ByToken[in.Token] = in, in
	for _, old := range all.order.Add(in) {
		delete(all.ByID, old.ID)
		delete(all.ByToken, old.Token)
	}
}

// Metadata returns what the message of a response says about its interaction.
func (in *Interaction) Metadata() *InteractionMetadata {
	m := &InteractionMetadata{ID: in.ID, Type: in.Kind, User: in.User, Owners: in.Owners}
	switch in.Kind {
	case CommandInteraction:
		m.Name = in.Command
	case ComponentInteraction:
		m.Interacted = in.Source
	case ModalInteraction:
		m.Triggering = in.From
	}
	return m
}

// Responses lists the response types that this kind of interaction accepts.
func (in *Interaction) Responses() []int {
	switch in.Kind {
	case CommandInteraction:
		return []int{ReplyResponse, DeferResponse, ModalResponse}
	case ComponentInteraction:
		return []int{ReplyResponse, DeferResponse, DeferUpdateResponse, UpdateResponse, ModalResponse}
	case ModalInteraction:
		if in.Source != 0 {
			return []int{ReplyResponse, DeferResponse, DeferUpdateResponse, UpdateResponse}
		}
		return []int{ReplyResponse, DeferResponse}
	}
	return []int{AutocompleteResponse}
}

// HookMessageFor returns the empty message that a reply or follow-up is built on.
func (w *World) HookMessageFor(in *Interaction, flags int, now time.Time) *Message {
	m := &Message{ID: w.IDs.Next(now), ChannelID: in.Channel.ID, Author: w.Bot, Timestamp: now.UTC(),
		Edited: wire.Null[time.Time](), Type: MessageDefault, ApplicationID: w.Bot.ID, WebhookID: w.Bot.ID,
		Metadata: in.Metadata(), Token: in.Token, Command: in.Command}
	if in.Kind == CommandInteraction {
		m.Type = MessageCommand
	} else if in.Source != 0 {
		m.Type = MessageReply
		m.Reference = &MessageReference{MessageID: in.Source, ChannelID: in.Channel.ID, GuildID: in.Channel.Guild.ID}
	}
	if flags&FlagEphemeral != 0 || w.restricted(in) {
		m.Viewer, m.Flags = in.User.ID, FlagEphemeral
	}
	return m
}

// interactionEvent returns the INTERACTION_CREATE that the bot gets.
func (w *World) interactionEvent(in *Interaction, data any) any {
	type guildRef struct {
		ID       wire.Snowflake `json:"id"`
		Locale   string         `json:"locale"`
		Features []string       `json:"features"`
	}
	g := in.Channel.Guild
	var guild *guildRef
	var user *User
	var member *GuildMember
	locale := w.Locale(g.ID)
	if g.DM() {
		user, locale = in.User, ""
	} else {
		who := g.Members[in.User.ID].Wire()
		who.Permissions = wire.Some(in.Channel.PermissionsOf(in.User.ID))
		guild, member = &guildRef{g.ID, locale, []string{}}, &who
	}
	return struct {
		ID           wire.Snowflake            `json:"id"`
		Application  wire.Snowflake            `json:"application_id"`
		Type         int                       `json:"type"`
		Token        string                    `json:"token"`
		Version      int                       `json:"version"`
		GuildID      wire.Snowflake            `json:"guild_id,omitzero"`
		Guild        *guildRef                 `json:"guild,omitempty"`
		ChannelID    wire.Snowflake            `json:"channel_id"`
		Channel      any                       `json:"channel"`
		Member       *GuildMember              `json:"member,omitempty"`
		User         *User                     `json:"user,omitempty"`
		Message      *Message                  `json:"message,omitempty"`
		Data         any                       `json:"data"`
		Permissions  Permissions               `json:"app_permissions"`
		Locale       string                    `json:"locale"`
		GuildLocale  string                    `json:"guild_locale,omitempty"`
		Entitlements []struct{}                `json:"entitlements"`
		Owners       map[string]wire.Snowflake `json:"authorizing_integration_owners"`
		Context      int                       `json:"context"`
		MaxFile      int                       `json:"attachment_size_limit"`
	}{in.ID, w.Bot.ID, in.Kind, in.Token, 1, g.ID, guild, in.Channel.ID, in.Channel.Wire(), member, user,
		w.Messages[in.Source], data, w.appPermissions(in.Channel), w.Locale(in.User.ID), locale, []struct{}{},
		in.Owners, w.contextOf(in.Channel), MaxFile}
}

// CheckModal reports what Discord would refuse in a modal, and refuses the components that the sandbox leaves out.
func (w *World) CheckModal(at *wire.Field, b *Modal) error {
	for _, label := range b.Components {
		if c := label.Component; c != nil && c.Type >= FileUpload && c.Type <= Checkbox {
			return wire.LeftOut("file uploads, radio buttons and checkboxes in modals")
		}
	}
	at.Key("custom_id").Length(b.CustomID, 1, 100)
	at.Key("title").Length(b.Title, 1, 45)
	l := layout{modal: true, v2: true, emoji: w.hasEmoji}
	l.check(at.Key("components"), b.Components)
	return at.Form.Err()
}

// modalView is a modal as the users' side shows it. Interaction is the id that a submission must
// name.
type modalView struct {
	Interaction wire.Snowflake `json:"interaction"`
	Channel     wire.Snowflake `json:"channel"`
	*Modal
}

// ModalView returns the interaction's modal as the users' side shows it.
func (in *Interaction) ModalView() modalView { return modalView{in.ID, in.Channel.ID, in.Modal} }

// Begin gives an interaction its id and token, and sends it to the bot.
func (w *World) Begin(in *Interaction, data any) {
	in.Created = time.Now()
	in.ID = w.IDs.Next(in.Created)
	w.Interactions.add(in)
	w.gateway.Dispatch(in.Channel.Guild, "INTERACTION_CREATE", w.interactionEvent(in, data))
}
