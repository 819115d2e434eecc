// Package emojis has an application's emojis show the faces of cards (internal/picture/face).
//
// A Keeper lists what the application has, uploads what is missing, and from then on knows
// the emoji of every card. Nothing waits for it: without emojis the game is played in
// text, and whatever goes wrong is tried again later. A face that is drawn anew has
// another name, so messages that stand in channels keep the emoji they were written
// with. It is removed a week after nothing new shows it; emojis of any other name are
// nobody's business here.
package emojis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/game/card"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/settings"
)

// Discord is what a Keeper needs of bot.Bot.
type Discord interface {
	Emojis(context.Context) ([]bot.Emoji, error)
	AddEmoji(ctx context.Context, name string, png []byte) (bot.Emoji, error)
	RemoveEmoji(ctx context.Context, id string) error
}

// Store remembers which emojis the application had when they were looked at last, ids by
// name: a program that starts again shows at once what it showed before.
type Store interface {
	// Emojis are those that were shown.
	Emojis(context.Context) (map[string]string, error)
	// SaveEmojis says of the unused, by id, since when they have been that.
	SaveEmojis(ctx context.Context, shown, unused map[string]string, now time.Time) (map[string]time.Time, error)
}

// How long things take.
const (
	unusedFor = 7 * 24 * time.Hour // after which an emoji that nothing new shows is removed
	lookAgain = 12 * time.Hour     // when all is well
	firstTry  = time.Minute        // after a failure; doubled each time
	lastTry   = time.Hour          // but no longer than this
)

// Keeper keeps an application's emojis. Make it with New, and run Keep.
type Keeper struct {
	discord Discord
	store   Store
	log     zerolog.Logger
	kick    chan struct{} // something is amiss: look at once
	draw    func() (face.Set, error)
	set     face.Set
	mine    func() bool

	mu       sync.Mutex
	pictures map[settings.Colors]map[card.Card]string
	doubted  bool // Discord has refused one since all were looked at
	told     bool // the log knows that there are pictures
	trouble  say.Message
}

// New makes a Keeper. It shows the pictures that there were the last time.
func New(ctx context.Context, store Store, log zerolog.Logger) (*Keeper, error) {
	k := &Keeper{store: store, log: log, kick: make(chan struct{}, 1), draw: face.NewSet}
	had, err := store.Emojis(ctx)
	if err != nil {
		return nil, err
	}
	k.show(had)
	return k, nil
}

// Pictures are the cards as emojis, in the form of bot.Emoji.Text, in these colors; nil
// while there are none. The map is never changed.
func (k *Keeper) Pictures(colors settings.Colors) map[card.Card]string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.pictures[colors]
}

// Trouble says why there are no pictures, to an admin; empty while there are, or where
// nothing has gone wrong.
func (k *Keeper) Trouble() say.Message {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.trouble
}

// Refused tells that Discord does not know an emoji that a message showed: cards are
// text until the emojis were looked at again, which is now. It does not block.
func (k *Keeper) Refused() {
	k.mu.Lock()
	k.pictures, k.doubted = nil, true
	k.mu.Unlock()
	k.Look()
}

// Look has the emojis looked at again soon: another process has changed something, or it
// is this one's turn. It does not block.
func (k *Keeper) Look() {
	select {
	case k.kick <- struct{}{}:
	default: // it is about to look anyway
	}
}

// Keep looks after the emojis of an application until the context ends. Where several
// processes serve the application, the one for which mine is true uploads and removes
// emojis, and the others show what they find.
func (k *Keeper) Keep(ctx context.Context, discord Discord, mine func() bool) {
	var err error
	k.discord, k.mine = discord, mine
	if k.set, err = k.draw(); err != nil { // a defect: trying again would change nothing
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

// fails notes what stands in the way. The log hears of the same trouble once.
func (k *Keeper) fails(err error) {
	trouble := inWords(err)
	k.mu.Lock()
	before := k.trouble
	k.trouble, k.doubted = trouble, false
	k.mu.Unlock()
	if before.String() != trouble.String() {
		k.log.Warn().Err(err).Msg("can't upload the pictures of cards, so cards are shown as text; trying again later")
	}
}

// inWords says to an admin what stands in the way.
func inWords(err error) say.Message {
	refused, _ := errors.AsType[*rest.Refused](err)
	switch {
	case refused != nil && refused.Code == codeFull:
		return say.New("My application already has {most} emojis, which is Discord's limit. Whoever runs me can make room.", bot.MaxEmojis)
	case errors.Is(err, errForbidden):
		return say.New("Discord doesn't let me upload emojis.")
	}
	return say.New("Discord didn't take my emojis. I'll try again later.")
}

// codeFull is Discord's: the application has as many emojis as it may.
const codeFull = 30008
