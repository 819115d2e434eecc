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

// Events about guilds and channels may arrive late and out of order. A deleted channel never comes
// back, but the bot can be invited to a guild again. Therefore the callbacks for guilds are called
// in order, and a removal is first verified with Discord. There is no event for what happens while the
// bot has no session, but each session begins with a list of the guilds.

// guildCalls runs functions one at a time, in order.
type guildCalls struct {
	mu   sync.Mutex
	last chan struct{} // closed when the last function has returned; nil: there was none
}

// runInOrder runs f in a goroutine, after all functions that were given to it before.
func (b *Bot) runInOrder(f func()) {
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
	ID, Name      string
	SystemChannel string    // channel where Discord welcomes new members; empty: none
	Joined        time.Time // when the bot joined
	Locale        string    // its language, such as "en-US"
}

// guildEvent is the part of an event that describes its guild or channel.
type guildEvent struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Guild       string    `json:"guild_id"`
	System      string    `json:"system_channel_id"`
	Joined      time.Time `json:"joined_at"`
	Locale      string    `json:"preferred_locale"`
	Unavailable bool      `json:"unavailable"` // Discord has an outage; the bot is still in the guild
}

func decodeGuildEvent(raw json.RawMessage) (guildEvent, bool) {
	var p guildEvent
	err := json.Unmarshal(raw, &p)
	return p, err == nil && p.ID != ""
}

// left calls Config.Left for a channel or guild that the bot can no longer reach.
func (b *Bot) left(ctx context.Context, kind string, raw json.RawMessage) {
	p, ok := decodeGuildEvent(raw)
	if !ok || b.cfg.Left == nil {
		return
	}
	if kind != "GUILD_DELETE" {
		b.cfg.Left(p.Guild, p.ID)
		b.cfg.Log.Debug().Str("channel", p.ID).Msg("a channel was deleted")
	} else if !p.Unavailable {
		b.runInOrder(func() {
			if b.inGuild(ctx, p.ID) {
				b.cfg.Log.Info().Str("guild", p.ID).Msg("Discord reported that a server removed the bot, but the bot is still in it; ignoring the report")
				return
			}
			b.cfg.Left(p.ID, "")
		})
	}
}

// joined calls Config.Joined.
func (b *Bot) joined(raw json.RawMessage) {
	if p, ok := decodeGuildEvent(raw); ok && !p.Unavailable && b.cfg.Joined != nil {
		b.runInOrder(func() { b.cfg.Joined(Guild{p.ID, p.Name, p.System, p.Joined, p.Locale}) })
	}
}

// listed calls Config.Listed with the guilds of a READY event. introduced reports an event that can't be
// read.
func (b *Bot) listed(shard int, raw json.RawMessage) {
	var ready struct {
		Guilds []guildEvent `json:"guilds"`
	}
	if err := json.Unmarshal(raw, &ready); err != nil || ready.Guilds == nil || b.cfg.Listed == nil {
		return
	}
	ids := make([]string, len(ready.Guilds))
	for i, g := range ready.Guilds {
		ids[i] = g.ID
	}
	b.runInOrder(func() { b.cfg.Listed(shard, b.shards, ids) })
}

// inGuild asks Discord whether the bot is in a guild. It returns false if Discord doesn't answer.
func (b *Bot) inGuild(ctx context.Context, guild string) bool {
	err := b.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "/guilds/" + guild, Bucket: rest.Named("GET guild")})
	if _, out := errors.AsType[*rest.Forbidden](err); err != nil && !out && !errors.Is(err, rest.ErrNoChannel) {
		b.cfg.Log.Warn().Err(err).Str("guild", guild).Msg("cannot ask Discord whether the bot was removed from a server; assuming that it was")
	}
	return err == nil
}
