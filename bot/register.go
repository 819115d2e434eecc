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
)

// register makes Discord's commands equal to ours, with one request that
// replaces them all, if they are not equal already. It goes on trying until it
// is refused.
func (b *Bot) register(ctx context.Context, app string, list []Command) error {
	path := "/applications/" + app + "/commands"
	if b.cfg.Guild != "" {
		path = "/applications/" + app + "/guilds/" + b.cfg.Guild + "/commands"
	}
	want := make([]commandDoc, len(list))
	for i, c := range list {
		want[i] = c.encode()
	}
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		changed, err := b.overwrite(ctx, path, want)
		var un *unsure
		var lim *limited
		if !errors.As(err, &un) && !errors.As(err, &lim) {
			if err == nil {
				b.cfg.Log.Info().Int("commands", len(want)).Bool("changed", changed).Msg("commands registered")
			}
			return err
		}
		b.cfg.Log.Warn().Err(err).Dur("wait_ms", wait).Msg("can't register the commands with Discord yet; trying again")
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func (b *Bot) overwrite(ctx context.Context, path string, want []commandDoc) (changed bool, err error) {
	var have []commandDoc
	err = b.client.persist(ctx, b.client.own, "GET commands",
		call{method: http.MethodGet, path: path, own: true, into: &have})
	if err != nil {
		return false, err
	}
	if same, err := sameCommands(have, want); same || err != nil {
		return false, err
	}
	data, err := newPayload(want)
	if err != nil {
		return false, err
	}
	return true, b.client.persist(ctx, b.client.own, "PUT commands",
		call{method: http.MethodPut, path: path, body: data, own: true})
}

// sameCommands compares what we set and Discord gave back, in any order.
func sameCommands(have, want []commandDoc) (bool, error) {
	a, err := canonical(have)
	if err != nil {
		return false, err
	}
	b, err := canonical(want)
	return err == nil && bytes.Equal(a, b), err
}

func canonical(list []commandDoc) ([]byte, error) {
	list = slices.Clone(list)
	for i := range list {
		if len(list[i].Options) == 0 {
			list[i].Options = nil
		}
		if list[i].Type == 0 {
			list[i].Type = 1
		}
	}
	slices.SortFunc(list, func(a, b commandDoc) int { return cmp.Compare(a.Name, b.Name) })
	data, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("compare commands: %w", err)
	}
	return data, nil
}
