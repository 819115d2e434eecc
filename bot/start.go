package bot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"deuces/bot/rest"
)

// settle registers the commands once the application is known, waits until all shards are
// connected, and closes b.ready. With Config.Sharing, only the process that answers shard 0
// registers the commands, and Settled closes b.ready.
func (b *Bot) settle(ctx context.Context) error {
	steps := []<-chan struct{}{b.appKnown}
	if b.cfg.Sharing != nil {
		steps = append(steps, b.handover.first)
	}
	for _, step := range steps {
		select {
		case <-ctx.Done():
			return nil
		case <-step:
		}
	}
	if err := b.register(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("register commands: %w", err)
	}
	close(b.registered)
	if b.cfg.Sharing != nil {
		return nil // see Settled
	}
	select {
	case <-ctx.Done():
	case <-b.connected:
		b.markReady()
	}
	return nil
}

// introduced handles a READY event. The first one identifies the bot's application.
func (b *Bot) introduced(raw json.RawMessage) {
	var ready struct {
		Application application `json:"application"`
		User        struct {
			ID string `json:"id"`
		} `json:"user"`
	}
	if err := json.Unmarshal(raw, &ready); err != nil {
		b.cfg.Log.Error().Err(err).Msg("can't read Discord's READY event")
		return
	}
	b.setApp.Do(func() {
		b.app = ready.Application
		b.app.ID = cmp.Or(b.app.ID, ready.User.ID) // the two ids are equal for all but very old applications
		b.cfg.Log.Info().Str("link", Invitation(b.app.ID, Needed|Useful)).Msg("this link invites the bot to a server")
		if intents := b.app.privileged(); len(intents) > 0 {
			b.cfg.Log.Info().Strs("intents", intents).Msg("the bot needs no privileged intent, but the developer portal has switched these on; switch off what nothing else uses")
		}
		if off := b.client.ClockAhead(); off != nil && off.Abs() > rest.MaxClockError {
			b.cfg.Log.Warn().Str("clock", ClockDifference(*off)).
				Msg("this machine's clock is wrong, and so are times on boards and the ends of seasons; set it, and keep it right with NTP")
		}
		close(b.appKnown)
	})
}

// register replaces all commands on Discord with those of the router, unless they are equal
// already. It repeats failed requests until it succeeds, Discord refuses, or the context ends.
func (b *Bot) register(ctx context.Context) error {
	r := rest.Request{Path: "/applications/" + b.app.ID + "/commands", Bucket: rest.Named("commands")}
	want := []commandDoc{}
	for _, c := range b.router.Commands() {
		want = append(want, c.encode())
	}
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		var have []commandDoc
		get, put := r, r
		get.Method, get.Into = http.MethodGet, &have
		put.Method, put.JSON = http.MethodPut, want
		err := b.client.Do(ctx, get)
		same := err == nil && sameCommands(have, want)
		if err == nil && !same {
			err = b.client.Do(ctx, put)
		}
		_, uncertain := errors.AsType[*rest.Uncertain](err)
		_, limited := errors.AsType[*rest.Limited](err)
		if !uncertain && !limited {
			if err == nil {
				b.cfg.Log.Info().Int("commands", len(want)).Bool("changed", !same).Msg("commands registered")
			}
			return err
		}
		b.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("can't register the commands with Discord yet; trying again")
		if err := rest.Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// sameCommands reports whether the commands that Discord has equal the wanted ones, in any order.
func sameCommands(have, want []commandDoc) bool {
	var docs [2][]byte
	for n, list := range [][]commandDoc{slices.Clone(have), slices.Clone(want)} {
		for i := range list {
			if len(list[i].Options) == 0 {
				list[i].Options = nil
			}
			list[i].Type = cmp.Or(list[i].Type, 1)
		}
		slices.SortFunc(list, func(a, b commandDoc) int { return cmp.Compare(a.Name, b.Name) })
		docs[n], _ = json.Marshal(list) // can't fail: there are only strings and numbers
	}
	return bytes.Equal(docs[0], docs[1])
}
