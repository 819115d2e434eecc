package bot

import (
	"cmp"
	"context"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// Handler answers one interaction. It returns a Reply and never sends anything itself. It may take
// longer than Discord waits, because the bot then defers the answer, but its context ends after
// Config.HandlerTime. Handlers run concurrently and in no particular order.
type Handler func(ctx context.Context, r Request) (Reply, error)

// User is a Discord user.
type User struct {
	ID   string
	Name string // the display name, or else the user name: the same in all guilds
	Nick string // what the guild calls the user, or ""
	Tag  string // the user name, which no two users share
}

// Shown returns the user's name in the guild. It can contain anything, so use Escape before
// showing it.
func (u User) Shown() string { return cmp.Or(u.Nick, u.Name) }

// Request is an interaction.
type Request struct {
	ID      string // id of the interaction
	Guild   string // empty where the bot isn't a member: in direct messages, group DMs and others' guilds
	Channel string // channel or thread
	Parent  string // parent channel of a thread; otherwise empty
	Thread  bool
	Last    string // id of the last message in the channel, which may have been deleted; empty: unknown

	User User
	// Locale is the language of the user's client, and GuildLocale that of the guild, such as "pt-BR"; empty:
	// unknown.
	Locale, GuildLocale string
	// Can are the user's permissions in this channel, and Bot are the bot's.
	Can, Bot Permissions
	Roles    []string // ids of the user's roles in the guild

	Command string            // name of the command
	Options map[string]string // values of the given options by name
	Users   map[string]User   // the users in Options, by id, and the Target
	Target  string            // id of the user of a command with OnUser; otherwise empty
	Focused string            // for autocomplete: the option that is being typed; Options has its value so far

	// Verb is the custom id up to the first "/", and Args are the parts after it. A client can
	// send anything, so the handler has to validate them.
	Verb   string
	Args   []string
	Values []string // values chosen in a Select or Picker

	// Message is the id of the message whose component was used or opened the modal. It is empty
	// for commands. Private means that this message is ephemeral.
	Message string
	Private bool
	// Asker is the id of the user whose interaction this message answers, or empty if it answers
	// none.
	Asker string

	Fields map[string]string // texts entered in a modal, by Field.ID

	// Handle identifies the answer to this interaction while its token is valid.
	Handle rest.Handle
}

// Missing returns the names of the permissions that the bot needs for a board in this channel and
// lacks, such as "View Channel and Send Messages". It is empty if nothing is missing.
func (r Request) Missing() say.Message {
	send := SendMessages
	if r.Thread {
		send = SendInThreads
	}
	return r.Bot.Missing(ViewChannel | send)
}

// Reply is the answer of a Handler. The zero Reply to a button or a menu acknowledges the click and
// changes nothing. It isn't a valid reply to a command.
type Reply struct {
	// Message is posted for everybody or, if Private is set, for the user only. If Update is
	// set, it instead replaces the message with the component that was used, and Private is
	// ignored.
	Message *Message
	Private bool
	Update  bool
	// Notice means that a private message replaces the user's previous notice in this channel. If it is the
	// reply to a click in that one, it updates it.
	Notice bool
	// Delete means that the private message whose component was used is deleted. Such a reply has no
	// Message.
	Delete bool

	// Modal opens a form. It requires a command or a component whose route has DeferNever.
	Modal *Modal

	// Choices are suggested values for autocomplete, at most 25.
	Choices []Choice

	// Mirror keeps the message up to date after it was delivered. A private reply is edited with
	// its token, and forgotten when the token expires. A public one is edited as a message of
	// the bot, which needs the permission to view the channel. The handler has to set Key and
	// Render and, for a public message, Channel.
	Mirror *Mirror
}

// Say returns a reply with one private sentence in Discord's markdown. Handlers use it to explain
// why something isn't possible.
func Say(m say.Message) Reply {
	return Reply{Message: &Message{Blocks: []Block{Text(m)}}, Private: true, Notice: true}
}

// Show returns a reply with a public message.
func Show(m Message) Reply { return Reply{Message: &m} }

// Whisper returns a reply with a private message.
func Whisper(m Message) Reply { return Reply{Message: &m, Private: true} }

// ShowPage returns the reply to a control that shows another page of a message. The page replaces the
// message if that belongs to the user. Otherwise the page is a private message, so that the
// message doesn't change for others.
func (r Request) ShowPage(m Message) Reply {
	if r.Private || r.Asker != "" && r.Asker == r.User.ID {
		return Update(m)
	}
	return Whisper(m)
}

// Update returns a reply that replaces the message whose component was used.
func Update(m Message) Reply { return Reply{Message: &m, Update: true} }
