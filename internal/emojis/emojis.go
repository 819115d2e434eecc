// Package emojis uploads the faces of cards (internal/picture/face) as an application's emojis.
//
// A Keeper lists the application's emojis, uploads the missing ones, and then provides the emoji of
// every card. Nothing waits for it: until it is done, cards are text. After a failure it tries again
// later. A face whose picture changes gets a new name, so older messages keep the emoji that they
// were written with. An unused emoji is removed after a week. The Keeper never touches emojis whose
// names have another form.
package emojis

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/game/card"
	"deuces/internal/picture/face"
	"deuces/settings"
)

// Discord is the part of bot.Bot that a Keeper uses.
type Discord interface {
	Emojis(context.Context) ([]bot.Emoji, error)
	AddEmoji(ctx context.Context, name string, png []byte) (bot.Emoji, error)
	RemoveEmoji(ctx context.Context, id string) error
}

// Store stores which emojis were in use, so that a restarted program can show them immediately.
type Store interface {
	// Emojis returns the emojis in use: ids by name.
	Emojis(context.Context) (map[string]string, error)
	// SaveEmojis stores the emojis in use and the unused ones, both as ids by name. It returns, by
	// id, since when each unused emoji has been unused.
	SaveEmojis(ctx context.Context, shown, unused map[string]string, now time.Time) (map[string]time.Time, error)
}

// The times between checks of the application's emojis.
const (
	unusedFor = 7 * 24 * time.Hour // how long an unused emoji is kept
	lookAgain = 12 * time.Hour     // time until the next check if there was no error
	firstTry  = time.Minute        // time until the first new attempt after an error; it doubles each time
	lastTry   = time.Hour          // the longest time between attempts
)

// Keeper manages an application's emojis. Create it with New, and run Keep.
type Keeper struct {
	discord Discord
	store   Store
	log     zerolog.Logger
	kick    chan struct{} // makes Keep check the emojis now; buffers one request
	draw    func() (face.Set, error)
	set     face.Set
	mine    func() bool

	mu       sync.Mutex
	pictures map[settings.Colors]map[card.Card]string
	doubted  bool  // Discord has refused an emoji since the last check
	told     bool  // it was logged that pictures are available
	failure  error // why the last check failed, which was logged; nil: it didn't
}

// New returns a Keeper that uses the stored emojis until Keep has checked the application's emojis.
func New(ctx context.Context, store Store, log zerolog.Logger) (*Keeper, error) {
	k := &Keeper{store: store, log: log, kick: make(chan struct{}, 1), draw: face.NewSet}
	had, err := store.Emojis(ctx)
	if err != nil {
		return nil, err
	}
	k.show(had)
	return k, nil
}

// Pictures returns the emojis of the cards in these colors, in the form of bot.Emoji.Text, or nil if
// there are none yet. The map must not be modified.
func (k *Keeper) Pictures(colors settings.Colors) map[card.Card]string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.pictures[colors]
}

// Failure returns why the last check of the emojis failed, or nil if it didn't.
func (k *Keeper) Failure() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.failure
}

// Refused tells the Keeper that Discord refused an emoji in a message. Cards are text until the
// next check, which begins now. Refused doesn't block.
func (k *Keeper) Refused() {
	k.mu.Lock()
	k.pictures, k.doubted = nil, true
	k.mu.Unlock()
	k.Look()
}

// Look makes Keep check the emojis now. Call it if another process has changed the emojis, or if
// this process has become responsible for them. Look doesn't block.
func (k *Keeper) Look() {
	select {
	case k.kick <- struct{}{}:
	default: // a check has been requested already
	}
}

// Keep manages the emojis until the context ends. If several processes serve the application, only
// the one for which mine returns true uploads and removes emojis. The others use what they find.
func (k *Keeper) Keep(ctx context.Context, discord Discord, mine func() bool) {
	var err error
	k.discord, k.mine = discord, mine
	if k.set, err = k.draw(); err != nil { // a bug, so trying again is useless
		k.fails(fmt.Errorf("draw the cards: %w", err))
		return
	}
	for failed := firstTry; ; {
		wait := lookAgain
		if err := k.look(ctx, time.Now()); ctx.Err() != nil {
			return
		} else if err != nil {
			k.fails(err)
			wait, failed = failed, min(2*failed, lastTry)
		} else {
			failed = firstTry
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-k.kick:
		}
		timer.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}

// fails records an error, and logs it unless the check before failed, too.
func (k *Keeper) fails(err error) {
	k.mu.Lock()
	before := k.failure
	k.failure, k.doubted = err, false
	k.mu.Unlock()
	if before == nil {
		k.log.Warn().Err(err).Msg("cannot upload the pictures of cards; showing cards as text and trying again later")
	}
}
