package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// What is told of guilds and channels may come late, and out of order. A channel
// that is gone never comes back. A guild does: whether the bot is in it is told
// from one goroutine, one after the other, and asked again where Discord says
// that it was removed, for it may have been invited back since.

// presence is what has to be told yet, in order.
type presence struct {
	mu      sync.Mutex
	waiting []func()
	telling bool
}

// tell has f run after all that was to be told before it.
func (b *Bot) tell(f func()) {
	p := &b.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(p.waiting, f)
	if p.telling {
		return
	}
	p.telling = true
	b.work.Go(func() {
		for {
			p.mu.Lock()
			if len(p.waiting) == 0 {
				p.telling = false
				p.mu.Unlock()
				return
			}
			next := p.waiting[0]
			p.waiting = p.waiting[1:]
			p.mu.Unlock()
			next()
		}
	})
}

// place is the part of an event that says of what guild or channel it is.
type place struct {
	ID          string `json:"id"`
	Guild       string `json:"guild_id"`
	Unavailable bool   `json:"unavailable"` // an outage: it comes back
}

// left tells of a channel or guild that is out of reach.
func (b *Bot) left(ctx context.Context, kind string, raw json.RawMessage) {
	var d place
	if err := json.Unmarshal(raw, &d); err != nil || d.ID == "" || b.cfg.Left == nil {
		return
	}
	if kind != "GUILD_DELETE" {
		b.cfg.Left(d.Guild, d.ID)
		b.cfg.Log.Debug().Str("channel", d.ID).Msg("a channel is gone")
	} else if !d.Unavailable {
		b.tell(func() {
			if b.within(ctx, d.ID) {
				b.cfg.Log.Info().Str("guild", d.ID).Msg("Discord reported a removal from a server late: the bot is back already")
				return
			}
			b.cfg.Left(d.ID, "")
		})
	}
}

// Guild is a guild that the bot is in.
type Guild struct {
	ID            string
	SystemChannel string    // where Discord greets new members; empty: nowhere
	Joined        time.Time // when the bot did
}

// joined tells of a guild that the bot is in.
func (b *Bot) joined(raw json.RawMessage) {
	var d struct {
		place
		System string    `json:"system_channel_id"`
		Joined time.Time `json:"joined_at"`
	}
	if err := json.Unmarshal(raw, &d); err != nil || d.ID == "" || d.Unavailable || b.cfg.Joined == nil {
		return
	}
	b.tell(func() { b.cfg.Joined(Guild{d.ID, d.System, d.Joined}) })
}

// named tells what a guild is called.
func (b *Bot) named(raw json.RawMessage) {
	var d struct {
		place
		Name string `json:"name"`
	}
	if err := json.Unmarshal(raw, &d); err != nil || d.ID == "" || d.Name == "" || b.cfg.Named == nil {
		return
	}
	b.cfg.Named(d.ID, d.Name)
}

// within asks whether the bot is in a guild; where there is no answer it is not.
func (b *Bot) within(ctx context.Context, guild string) bool {
	err := b.client.persist(ctx, b.client.own, "GET guild", call{method: http.MethodGet, path: "/guilds/" + guild, own: true})
	if _, out := errors.AsType[*Forbidden](err); err != nil && !out && !errors.Is(err, ErrNoChannel) {
		b.cfg.Log.Warn().Err(err).Str("guild", guild).Msg("can't ask Discord whether the bot was removed from a server")
	}
	return err == nil
}
