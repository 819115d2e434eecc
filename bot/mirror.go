package bot

import (
	"context"
	"errors"
	"time"
)

// ErrGone is what a Mirror's Render returns when what it showed is over: the
// mirror is forgotten and its message stays as it is.
var ErrGone = errors.New("nothing to show any more")

// Mirror is a message that is kept true: a place, and a function that renders
// the newest state. See Mirrors.
type Mirror struct {
	// Key names it, as "board/7". Showing another Mirror under the same key
	// takes the place of the one before, whose message is left as it is.
	Key string

	// Render makes the message of the newest state. It is called only when the
	// message may be sent at once, in a goroutine of the mirror, never twice at
	// a time; it must not call Mirrors' Close. An empty Message takes the message
	// in the channel away until a later Render returns something; in a private
	// one it changes nothing. ErrGone ends the mirror; any other error is logged,
	// and Render called again after a while.
	Render func(context.Context) (Message, error)

	// Channel is where a public message is kept, or Directly somebody's; Shown the message that shows
	// the mirror already, as a Posted told before; zero: it is posted.
	Channel string
	Shown   Shown

	// Calm says that nothing is known to have changed since Shown, as after a restart:
	// it is shown when its turn comes among all such mirrors, a few at a time, so that
	// what does change comes first. A touch ends that.
	Calm bool

	// Still says that Shown is known to be true: it is shown anew when it is touched.
	Still bool

	// Since is the Moment before what a reply shows was read. A reply that becomes
	// the mirror's message then counts as true until the next touch; with 0 it is
	// rendered again as soon as it has arrived.
	Since Moment

	// Handle is set instead of Channel for the private reply to an interaction;
	// Reply.Mirror fills it, and Shown.Message.
	Handle Handle

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

// Shown is a message that shows a mirror.
type Shown struct {
	Message string    // its id; empty: there is none
	Former  string    // those it takes the place of, newest first, as long as they may still have their buttons: id:edition, or the way to a reply or to a post that was begun
	Edition string    // Message.Edition as it was posted
	At      time.Time // when it was posted
}
