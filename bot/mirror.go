package bot

import (
	"context"
	"errors"
	"time"

	"deuces/bot/rest"
)

// ErrGone is what a Mirror's Render returns when what it showed is over: the
// mirror is forgotten and its message stays as it is.
var ErrGone = errors.New("nothing to show any more")

// Mirror is a message that is kept true: a place, and a function that renders
// the newest state.
type Mirror struct {
	// Key names it, as "board/7". Showing another Mirror under the same key
	// takes the place of the one before, whose message is left as it is.
	Key string

	// Render makes the message of the newest state. It is called only when the
	// message may be sent at once, in a goroutine of the mirror, never twice at
	// a time; it must not close the Mirrors. An empty Message takes the message
	// in the channel away until a later Render returns something; in a private
	// one it changes nothing. ErrGone ends the mirror; any other error is logged,
	// and Render called again after a while.
	Render func(context.Context) (Message, error)

	// Channel is where a public message is kept, or rest.DirectMessages; Shown is the message that
	// shows the mirror already, as Posted told before; zero: it is posted.
	Channel string
	Shown   Shown

	// LowPriority says that nothing is known to have changed since Shown, as after a
	// restart: a few such mirrors at a time are rendered, so that mirrors that were touched
	// come first. A touch ends that.
	LowPriority bool

	// UpToDate says that Shown is known to be true: it is rendered when it is touched.
	UpToDate bool

	// Revision is that of Mirrors before the data of a reply was read. A reply that
	// becomes the mirror's message then counts as true until the next touch; with 0 it is
	// rendered again as soon as it has arrived.
	Revision Revision

	// Handle is set instead of Channel for the private reply to an interaction;
	// Reply.Mirror fills it, and Shown.Message.
	Handle rest.Handle

	// Past renders what a message of that Edition shows from when another took its
	// place; buttons and menus are taken off it. It may be called long after, also
	// for a message from before a restart, and beside Render. nil, or an empty
	// Message: the message is deleted. Private messages have it too, while their
	// own tokens live; there nil leaves them as they are.
	Past func(ctx context.Context, edition string) (Message, error)

	// Once says that a message of an Edition is posted a single time, for it notifies
	// somebody: where it is too old to be edited it stays as it is.
	Once bool

	// Posted, if set, is told where the mirror is, in order and before the next
	// Render, so that it can be found again after a restart: of each new message,
	// and before it is posted of Former alone, with what is begun and what it takes
	// the place of. After a message was taken away it is told the zero Shown.
	Posted func(Shown)

	// Gone, if set, is told when the mirror was forgotten because it was shown for
	// the last time, taken away, or is out of reach for good.
	Gone func()

	// Failed, if set, is told once when the message can't be shown, with a
	// *Forbidden, ErrNoChannel, ErrClosed or *Refused, and again only after it could
	// be shown in between. The mirror goes on trying, seldom, when touched; after
	// ErrNoChannel and ErrClosed it is forgotten.
	Failed func(error)
}

// Revision counts the touches of all mirrors: see Mirror.Revision.
type Revision uint64

// Shown is a message that shows a mirror.
type Shown struct {
	Message string    // its id; empty: there is none
	Former  string    // those it takes the place of, newest first, as long as they may still have their buttons: id:edition, or the way to a reply or to a post that was begun
	Edition string    // Message.Edition as it was posted
	At      time.Time // when it was posted
}

// Content is what a message shows, and its digest. The zero Content is not known.
type Content struct {
	Message Message
	Digest  [32]byte
}

// Mirrors keeps messages true. Package mirror implements it.
type Mirrors interface {
	// Show begins to keep a mirror true.
	Show(Mirror)
	// Adopt is Show for a message that was sent with this content; began is when sending
	// it began. The content counts only if nothing else was sent to the message since.
	Adopt(m Mirror, shows Content, began time.Time)
	// Hold keeps the mirror of that key from being edited while a reply that shows it is
	// on its way; release ends that.
	Hold(key string) (release func())
}

// hold keeps a reply's mirror from being edited while the reply is on its way.
func (b *Bot) hold(m *Mirror) (release func()) {
	if m == nil {
		return func() {}
	}
	return b.mirrors.Hold(m.Key)
}

// announce tells Posted of a public reply whose id is not known yet. After a crash the
// reply is deleted by its token, because the mirror is posted anew then.
func announce(m *Mirror, h rest.Handle) {
	if m != nil && m.Channel != "" && m.Posted != nil {
		m.Posted(Shown{Former: h.String()})
	}
}

// keep hands a delivered message to its mirror. id is the message's, empty where that of
// a private one is not known.
func (b *Bot) keep(i interaction, r Reply, h rest.Handle, id string, shows Content, began time.Time) {
	m := *r.Mirror
	if m.Channel == "" || r.Private || r.Update && i.Private {
		m.Channel, m.Shown, m.Handle = "", Shown{Message: id}, h
	} else if m.Shown.Message != id {
		m.Shown = Shown{Message: id, Edition: r.Message.Edition, At: time.Now()}
		if m.Posted != nil {
			m.Posted(m.Shown)
		}
	}
	b.mirrors.Adopt(m, shows, began)
}

// undelivered has a public mirror shown without its reply, which did not arrive. If the
// reply is in the channel after all, the mirror deletes it.
func (b *Bot) undelivered(i interaction, r Reply) {
	if m := r.Mirror; m != nil && m.Channel != "" && !r.Update {
		at := *m
		at.Shown = Shown{Former: i.Handle.String()}
		b.mirrors.Show(at)
	}
}
