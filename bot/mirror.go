package bot

import (
	"context"
	"time"

	"deuces/bot/rest"
)

// Mirror is a message that is kept up to date. It has a function that renders the newest state.
type Mirror struct {
	// Key identifies the mirror, such as "board/7". A Mirror replaces another one with the same
	// key, whose message stays as it is.
	Key string

	// Render returns the message for the newest state. It is called when the rate limit allows
	// a request, in the mirror's goroutine, so never concurrently with itself. It must not
	// close the Mirrors. If it returns an empty Message, a public message is deleted until a later
	// Render returns one, and a private message stays as it is. After an error,
	// Render is called again later.
	Render func(context.Context) (Message, error)

	// Channel is the channel of a public message, or rest.DirectMessages. Shown is the message
	// that already shows the mirror, as it was last given to Posted. If it is zero, a message is
	// posted.
	Channel string
	Shown   Shown

	// LowPriority means that no change since Shown is known, for example after a restart. Only a
	// few such mirrors are rendered at a time, so that they don't delay mirrors that were touched.
	// The first touch ends the low priority.
	LowPriority bool

	// UpToDate means that Shown shows the newest state. The mirror isn't rendered until it is
	// touched.
	UpToDate bool

	// Revision is what mirror.Mirrors.Revision returned before the data of the reply was read. The
	// reply then counts as up to date until the next touch. If it is 0, the mirror is rendered
	// again as soon as the reply has arrived.
	Revision Revision

	// Handle is set instead of Channel if the message is the private reply to an interaction.
	// The bot sets it and Shown.Message for a Reply.Mirror.
	Handle rest.Handle

	// Send means that a private message doesn't exist yet: it is sent with the token of Handle, of a
	// click in a public message. If that isn't possible, Failed is called and the mirror is forgotten.
	Send bool

	// Fresh, if set, returns the answer to the newest click in a public message by the user of a private
	// one, or the zero Handle. If the message is sent again, that token is preferred.
	Fresh func() rest.Handle

	// RenderPast renders a message of the given Edition after another one has replaced it. Its buttons
	// and menus are removed. It may be called much later, also for messages from before a
	// restart, and concurrently with Render. If it is nil or returns an empty Message, the
	// message is deleted. It also applies to private messages while their tokens are valid: to the one
	// before the present, and with an empty edition to one that the user has opened anew. There nil
	// means that the message stays as it is.
	RenderPast func(ctx context.Context, edition string) (Message, error)

	// Once means that a message is posted only once per Edition, because it notifies somebody.
	// If it is too old to be edited, it stays as it is.
	Once bool

	// Posted, if set, is called with the mirror's message whenever it changes, so that the owner
	// can store it and show the mirror again after a restart. Calls are made in order and before
	// the next Render. Before posting, it is called with only Former set, which lists the message
	// about to be posted and those that it replaces. After a message was deleted, it gets the zero
	// Shown.
	Posted func(Shown)

	// Gone, if set, is called when the mirror is forgotten because it was finished or removed,
	// or because its message can't be reached anymore.
	Gone func()

	// Failed, if set, is called when the message can't be shown, with a *rest.Forbidden,
	// rest.ErrNoChannel, rest.ErrClosed, rest.ErrToken or *rest.Refused. It is called again only if
	// the message could be shown in between. The mirror tries again when it is touched, but not
	// often. After ErrNoChannel and ErrClosed the mirror is forgotten.
	Failed func(error)
}

// Revision counts the touches of all mirrors. See Mirror.Revision.
type Revision uint64

// Shown is the message of a mirror.
type Shown struct {
	Message string    // id; empty: there is no message
	Former  string    // messages that it replaced and that may still have buttons; package mirror defines the format
	Edition string    // Message.Edition when it was posted
	At      time.Time // when it was posted
}

// Content is the content of a message and its digest. The zero Content means that it is unknown.
type Content struct {
	Message Message
	Digest  [32]byte
}

// Mirrors keeps messages up to date. Package mirror implements it.
type Mirrors interface {
	// Show begins to keep a mirror up to date.
	Show(Mirror)
	// Adopt is Show for a message that the caller has already sent, with the given content.
	// began is when the caller began to send it. The content is ignored if the mirror has
	// finished a request since.
	Adopt(m Mirror, shows Content, began time.Time)
	// Hold prevents edits of a mirror while a reply that shows it is in flight. The caller must
	// call release when the reply has arrived or failed.
	Hold(key string) (release func())
}

// hold is Mirrors.Hold for a reply's mirror. It does nothing if m is nil.
func (b *Bot) hold(m *Mirror) (release func()) {
	if m == nil {
		return func() {}
	}
	return b.mirrors.Hold(m.Key)
}

// announce calls Posted before a public reply, whose id isn't known yet. After a crash, the mirror
// is posted again and the reply is deleted using its token.
func announce(m *Mirror, h rest.Handle) {
	if m != nil && m.Channel != "" && m.Posted != nil {
		m.Posted(Shown{Former: h.String()})
	}
}

// keep makes a delivered reply the message of its mirror. id is the message's id, which is empty
// for a private message whose id isn't known.
func (b *Bot) keep(i interaction, r Reply, h rest.Handle, id string, shows Content, began time.Time) {
	m := *r.Mirror
	if m.Channel == "" || r.Private || r.Update && i.Private {
		m.Channel, m.Shown, m.Handle = "", Shown{Message: id, Edition: r.Message.Edition}, h
	} else if m.Shown.Message != id {
		m.Shown = Shown{Message: id, Edition: r.Message.Edition, At: time.Now()}
		if m.Posted != nil {
			m.Posted(m.Shown)
		}
	}
	b.mirrors.Adopt(m, shows, began)
}

// showUndelivered shows a reply's public mirror as a separate message, because the reply didn't
// arrive. If the reply is in the channel after all, the mirror deletes it.
func (b *Bot) showUndelivered(i interaction, r Reply) {
	if m := r.Mirror; m != nil && m.Channel != "" && !r.Update {
		at := *m
		at.Shown = Shown{Former: i.Handle.String()}
		b.mirrors.Show(at)
	}
}
