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
// connected, and closes b.ready. If several processes run the bot, only the one that answers shard 0
// registers the commands.
func (b *Bot) settle(ctx context.Context) error {
	for _, step := range []<-chan struct{}{b.appKnown, b.handover.first} {
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
		b.cfg.Log.Error().Err(err).Msg("cannot decode Discord's READY event")
		return
	}
	b.setApp.Do(func() {
		b.app = ready.Application
		b.app.ID = cmp.Or(b.app.ID, ready.User.ID) // the two ids are equal for all but very old applications
		b.cfg.Log.Info().Str("link", Invitation(b.app.ID, Needed|Useful)).Str("personal", PersonalInvitation(b.app.ID)).
			Msg("these links invite the bot to a server, and add its commands to a person's account")
		if intents := b.app.privileged(); len(intents) > 0 {
			b.cfg.Log.Info().Strs("intents", intents).Msg("privileged intents that the bot doesn't use are enabled in the developer portal; disable those that nothing else needs")
		}
		if off := b.client.ClockAhead(); off != nil && off.Abs() > rest.MaxClockError {
			b.cfg.Log.Warn().Str("clock", ClockDifference(*off)).
				Msg("this machine's clock is wrong, and so are times on boards and the ends of seasons; set it, and synchronize it with NTP")
		}
		close(b.appKnown)
	})
}

// register replaces the bot's commands on Discord with those of the router, unless they are equal
// already, and keeps the others. It tries again until it succeeds or the context ends, because a bot
// whose commands are out of date is better than none.
func (b *Bot) register(ctx context.Context) error {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		err := b.registerOnce(ctx)
		if err == nil {
			b.unregistered.Store(nil)
			return nil
		}
		b.unregistered.Store(&err)
		if errors.Is(err, rest.ErrToken) {
			return err
		}
		b.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("cannot register the commands with Discord; trying again")
		if err := rest.Pause(ctx, wait); err != nil {
			return err
		}
	}
}

func (b *Bot) registerOnce(ctx context.Context) error {
	r := rest.Request{Path: "/applications/" + b.app.ID + "/commands", Bucket: rest.Named("commands")}
	var all []json.RawMessage
	get := r
	get.Method, get.Path, get.Into = http.MethodGet, r.Path+"?with_localizations=true", &all
	if err := b.client.Do(ctx, get); err != nil {
		return err
	}
	var app application
	if err := b.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "/applications/@me", Bucket: rest.Named("application"), Into: &app}); err != nil {
		return err
	}
	want := []commandDoc{}
	for _, c := range b.router.Commands() {
		want = append(want, c.encode(app.personal(), b.cfg.Languages))
	}
	var have []commandDoc
	var others []any
	for _, raw := range all {
		var c commandDoc
		if err := json.Unmarshal(raw, &c); err != nil {
			return err
		}
		if c.managed() {
			have = append(have, c)
		} else {
			others = append(others, raw)
		}
	}
	same := sameCommands(have, want)
	if !same {
		put, answer := r, json.RawMessage{}
		for _, c := range want {
			others = append(others, c)
		}
		put.Method, put.JSON, put.Into = http.MethodPut, others, &answer
		if err := b.client.Do(ctx, put); err != nil {
			return err
		}
		_ = json.Unmarshal(answer, &have) // without ids, commands in texts can't be clicked
	}
	for _, c := range have {
		if c.Type <= 1 {
			b.learnCommand(c.Name, c.ID)
		}
	}
	b.cfg.Log.Info().Int("commands", len(want)).Bool("changed", !same).Bool("personal", app.personal()).Msg("registered the commands")
	return nil
}

// sameCommands reports whether the commands that Discord has equal the wanted ones, in any order.
func sameCommands(have, want []commandDoc) bool {
	var docs [2][]byte
	for n, list := range [][]commandDoc{slices.Clone(have), slices.Clone(want)} {
		for i := range list {
			if len(list[i].Options) == 0 {
				list[i].Options = nil
			}
			list[i].Type, list[i].ID = cmp.Or(list[i].Type, 1), ""
			slices.Sort(list[i].Contexts)
			slices.Sort(list[i].Installs)
		}
		slices.SortFunc(list, func(a, b commandDoc) int { return cmp.Compare(a.Name, b.Name) })
		docs[n], _ = json.Marshal(list) // can't fail: there are only strings and numbers
	}
	return bytes.Equal(docs[0], docs[1])
}
