package bot

import (
	"context"
	"strconv"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// Handler answers one interaction. It returns what to show and never sends. It
// may take longer than Discord waits (the bot defers), but its context ends
// after Config.HandlerTime. Handlers run concurrently, each in a goroutine of
// its own, and in no particular order.
type Handler func(ctx context.Context, r Request) (Reply, error)

// User is somebody on Discord.
type User struct {
	ID string
	// Name is what the guild sees: the nickname, else the display name, else
	// the user name. It is as its owner wrote it: Escape it before showing.
	Name string
	Bot  bool
}

// Request is an interaction: who did what, and where.
type Request struct {
	ID      string // the interaction's
	Guild   string // never empty: direct messages are refused by the bot
	Channel string // a thread is a channel
	Parent  string // the channel that a thread belongs to; else empty
	Thread  bool
	Last    string // the id of the last message in the channel, which may be deleted by now; empty: not told

	User User
	// Can is what the user may do in this channel, Bot what the bot may.
	Can, Bot Permissions
	Locale   string // the user's, "en-GB"

	// Command is the name of the command, Sub of its sub-command. Options are
	// what was given, by name: strings as they are, numbers in decimal, booleans
	// "true" or "false", users, channels and roles as ids.
	Command, Sub string
	Options      map[string]string
	Users        map[string]User // those that options name, by id
	Focused      string          // autocomplete: the option being typed; its value so far is in Options

	// Verb is the custom id up to the first "/", Args are the parts after it.
	// A client may send what it likes: they are input like any other.
	Verb   string
	Args   []string
	Values []string // chosen in a Select

	// Message is the message whose component was used, by id, or from which a
	// modal was opened; empty for commands. Private: it is ephemeral.
	Message string
	Private bool
	// Asker is who used the command that this message answers, by id; empty where it
	// answers none.
	Asker string

	Fields map[string]string // a modal's entries, by Field.ID

	// Handle reaches what answers this interaction, for as long as its token
	// lives.
	Handle rest.Handle
}

// Arg is the i'th of Args, or "" when there are fewer.
func (r Request) Arg(i int) string {
	if i < 0 || i >= len(r.Args) {
		return ""
	}
	return r.Args[i]
}

// Int is the named option as a number; false when it was not given.
func (r Request) Int(option string) (int, bool) {
	n, err := strconv.Atoi(r.Options[option])
	return n, err == nil
}

// Bool is the named option as a boolean; false when it was not given.
func (r Request) Bool(option string) (value, given bool) {
	v, err := strconv.ParseBool(r.Options[option])
	return v, err == nil
}

// Missing is what a board in this channel needs and the bot is not permitted to do,
// in plain words, as "View Channel and Send Messages"; empty
// when nothing is missing.
func (r Request) Missing() say.Message {
	send := SendMessages
	if r.Thread {
		send = SendInThreads
	}
	return r.Bot.Missing(ViewChannel | send)
}

// Reply is what a Handler wants shown. The zero Reply to a button or a menu
// acknowledges it and changes nothing; a command or a form needs more.
type Reply struct {
	// Message is shown: to everybody, or to the user alone when Private; or, in
	// answer to a component, in place of the message that holds it when Update
	// (Private then means nothing).
	Message *Message
	Private bool
	Update  bool
	// Notice: a private message that replaces the notice that the user was told before in
	// this channel.
	Notice bool

	// Modal opens a form. Only for a command or a component whose route never
	// defers.
	Modal *Modal

	// Choices suggest values, at most 25; only for autocomplete.
	Choices []Choice

	// Mirror goes on with the message once it was delivered: Mirrors.Show is
	// called with it, on the message that the reply became. A private reply is
	// then edited through its token, and dropped when that dies. Only Key and
	// Render need to be set, and Channel for a public message, which is then
	// edited as the bot's own and needs the permission to view the channel.
	Mirror *Mirror
}

// Say is one private sentence in Discord's markdown: how a user is told what
// is not possible, and why.
func Say(m say.Message) Reply {
	return Reply{Message: &Message{Blocks: []Block{Text(m)}}, Private: true, Notice: true}
}

// Show is a public message as the reply.
func Show(m Message) Reply { return Reply{Message: &m} }

// Whisper is a message for the user alone.
func Whisper(m Message) Reply { return Reply{Message: &m, Private: true} }

// Turn is what a control leads to on a message that goes on to other pages: in place
// of that message where it is the user's own, else for the user alone, since it stands
// there for others.
func (r Request) Turn(m Message) Reply {
	if r.Private || r.Asker != "" && r.Asker == r.User.ID {
		return Update(m)
	}
	return Whisper(m)
}

// Update is a message in place of the one whose component was used.
func Update(m Message) Reply { return Reply{Message: &m, Update: true} }
