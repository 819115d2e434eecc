package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"deuces/bot/rest"
)

// Events about guilds and channels may come late and out of order. A channel that is gone
// never comes back, but a guild does. So the news of guilds is told in order, and a removal is checked with Discord first: the bot may have been invited again.

// guildNews runs functions in the order in which they were told.
type guildNews struct {
	mu   sync.Mutex
	last chan struct{} // closed when the last of them has run; nil: there was none
}

// tell runs f after everything that was told before it.
func (b *Bot) tell(f func()) {
	b.guilds.mu.Lock()
	defer b.guilds.mu.Unlock()
	before, done := b.guilds.last, make(chan struct{})
	b.guilds.last = done
	b.work.Go(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		f()
	})
}

// Guild is a guild that the bot is in.
type Guild struct {
	ID            string
	SystemChannel string    // where Discord greets new members; empty: nowhere
	Joined        time.Time // when the bot did
}

// place is what an event says of its guild or channel.
type place struct {
	ID          string    `json:"id"`
	Guild       string    `json:"guild_id"`
	Name        string    `json:"name"`
	System      string    `json:"system_channel_id"`
	Joined      time.Time `json:"joined_at"`
	Unavailable bool      `json:"unavailable"` // an outage: it comes back
}

func placeOf(raw json.RawMessage) (place, bool) {
	var p place
	err := json.Unmarshal(raw, &p)
	return p, err == nil && p.ID != ""
}

// left tells of a channel or guild that is out of reach.
func (b *Bot) left(ctx context.Context, kind string, raw json.RawMessage) {
	p, ok := placeOf(raw)
	if !ok || b.cfg.Left == nil {
		return
	}
	if kind != "GUILD_DELETE" {
		b.cfg.Left(p.Guild, p.ID)
		b.cfg.Log.Debug().Str("channel", p.ID).Msg("a channel is gone")
	} else if !p.Unavailable {
		b.tell(func() {
			if b.inGuild(ctx, p.ID) {
				b.cfg.Log.Info().Str("guild", p.ID).Msg("Discord reported a removal from a server late: the bot is back already")
				return
			}
			b.cfg.Left(p.ID, "")
		})
	}
}

// joined tells of a guild that the bot is in.
func (b *Bot) joined(raw json.RawMessage) {
	if p, ok := placeOf(raw); ok && !p.Unavailable && b.cfg.Joined != nil {
		b.tell(func() { b.cfg.Joined(Guild{p.ID, p.System, p.Joined}) })
	}
}

// named tells a guild's name.
func (b *Bot) named(raw json.RawMessage) {
	if p, ok := placeOf(raw); ok && p.Name != "" && b.cfg.Named != nil {
		b.cfg.Named(p.ID, p.Name)
	}
}

// inGuild asks whether the bot is in a guild; where there is no answer it is not.
func (b *Bot) inGuild(ctx context.Context, guild string) bool {
	err := b.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "/guilds/" + guild, Bucket: rest.Named("GET guild")})
	if _, out := errors.AsType[*rest.Forbidden](err); err != nil && !out && !errors.Is(err, rest.ErrNoChannel) {
		b.cfg.Log.Warn().Err(err).Str("guild", guild).Msg("can't ask Discord whether the bot was removed from a server")
	}
	return err == nil
}
