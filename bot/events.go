package bot

import (
	"context"
	"time"

	"deuces/bot/gateway"
	"deuces/internal/say"
)

// event handles an event of the gateway. It doesn't block.
func (b *Bot) event(ctx context.Context, e gateway.Event) {
	switch e.Type {
	case "READY", "RESUMED":
		if kept, connected := b.gateway.Shards(); b.cfg.Sharing == nil && kept == connected && kept == b.shards {
			b.markAllConnected()
		}
		if e.Type == "READY" {
			b.introduced(e.Data)
			b.arrive(e.Shard, arrival{do: func() { b.listed(e.Shard, e.Data) }})
		}
	case "INTERACTION_CREATE":
		received := time.Now()
		b.work.Go(func() { b.receive(ctx, e, received) })
	case "GUILD_CREATE":
		b.arrive(e.Shard, arrival{do: func() { b.joined(e.Data) }})
	case "GUILD_SCHEDULED_EVENT_DELETE", "GUILD_SCHEDULED_EVENT_UPDATE":
		b.arrive(e.Shard, arrival{do: func() { b.eventChanged(e.Data) }})
	case "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE":
		b.arrive(e.Shard, arrival{do: func() { b.left(ctx, e.Type, e.Data) }})
	}
}

// receive decodes an interaction and answers it, unless it was received before.
func (b *Bot) receive(ctx context.Context, e gateway.Event, received time.Time) {
	i, err := decode(e.Data, received)
	if i.ID == "" {
		b.cfg.Log.Warn().Err(err).Msg("cannot decode an interaction, so it gets no answer")
		return
	}
	if i.kind == kindPing || !b.seen.addIfNew(i.ID) {
		return
	}
	b.about(b.cfg.Log.Debug(), i).Msg("received an interaction")
	b.arrive(e.Shard, arrival{
		id: i.ID, at: received,
		do:   func() { b.answer(ctx, i, err) },
		late: func() { b.respond(context.WithoutCancel(ctx), i, outcome{reply: b.tell(i, say.New(sayOutage))}) },
	})
}
