package user

import (
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// person is a user as the user's side shows them.
type person struct {
	ID   wire.Snowflake `json:"id"`
	Name string         `json:"name"`
	Bot  bool           `json:"bot,omitempty"`

	Locale string `json:"locale,omitempty"` // only in the world
}

func personOf(u *world.User) person { return person{ID: u.ID, Name: u.Name(), Bot: u.Bot} }

// view is a message as the user's side shows it.
type view struct {
	ID          wire.Snowflake    `json:"id"`
	Channel     wire.Snowflake    `json:"channel"`
	Type        int               `json:"type"`
	Author      person            `json:"author"`
	Content     string            `json:"content"`
	Components  world.Drawn       `json:"components"`
	Embeds      []world.RichEmbed `json:"embeds"`
	Attachments world.Attachments `json:"attachments"`
	Flags       int               `json:"flags"`
	Ephemeral   bool              `json:"ephemeral"`
	Edited      bool              `json:"edited"`
	Mentions    []person          `json:"mentions"`
	Roles       []wire.Snowflake  `json:"mention_roles"`
	Everyone    bool              `json:"mention_everyone"`
	Timestamp   time.Time         `json:"timestamp"`
	Interaction *viewInteraction  `json:"interaction"`
	Reference   *viewReference    `json:"reference"`
	Thread      wire.Snowflake    `json:"thread,omitzero"`
	Reactions   []viewReaction    `json:"reactions,omitempty"`
}

type viewReaction struct {
	Emoji string           `json:"emoji"` // in the form that POST /sandbox/react accepts
	Users []wire.Snowflake `json:"users"`
}

type viewInteraction struct {
	User    person `json:"user"`
	Command string `json:"command,omitempty"`
}

type viewReference struct {
	Message wire.Snowflake `json:"message"`
	Author  *person        `json:"author,omitempty"`
	Content string         `json:"content,omitempty"`
}

func viewOf(m *world.Message) view {
	v := view{
		ID: m.ID, Channel: m.ChannelID, Type: m.Type, Author: personOf(m.Author), Content: m.Content, Components: m.Components,
		Embeds: m.Embeds, Attachments: m.Attachments, Flags: m.Flags, Ephemeral: m.Viewer != 0, Edited: m.Edited.Given(),
		Mentions: []person{}, Roles: m.MentionRoles, Everyone: m.MentionEveryone, Timestamp: m.Timestamp,
	}
	for _, u := range m.Mentions {
		v.Mentions = append(v.Mentions, personOf(u))
	}
	for _, r := range m.Reactions {
		one := viewReaction{Emoji: emojiText(r.Emoji)}
		for _, u := range r.Users {
			one.Users = append(one.Users, u.ID)
		}
		v.Reactions = append(v.Reactions, one)
	}
	if m.Metadata != nil {
		v.Interaction = &viewInteraction{personOf(m.Metadata.User), m.Command}
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
