package emojis

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game/card"
	"deuces/internal/picture/face"
	"deuces/settings"
)

var errRefused = errors.New("Discord refuses emojis in messages although it lists them")

// look lists the application's emojis and uses those that exist. Then it uploads the missing ones
// and removes those that have been unused for too long.
func (k *Keeper) look(ctx context.Context, now time.Time) error {
	listed, err := k.discord.Emojis(ctx)
	if err != nil {
		return fmt.Errorf("list emojis: %w", err)
	}
	have := make(map[string]bot.Emoji, len(listed)) // by name
	for _, e := range listed {
		have[e.Name] = e
	}
	k.mu.Lock()
	doubted := k.doubted
	k.mu.Unlock()
	if !doubted {
		k.show(k.shown(have))
	}
	if !k.mine() {
		return k.theirs(have, doubted)
	}
	return k.mend(ctx, have, now, doubted)
}

// theirs uses the existing emojis while another process is responsible for them. It logs when they
// are complete.
func (k *Keeper) theirs(have map[string]bot.Emoji, doubted bool) error {
	shown := k.shown(have)
	if doubted && len(shown) == len(k.set.Emojis) {
		return errRefused
	}
	k.show(shown)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failure, k.doubted = nil, false
	if len(shown) == len(k.set.Emojis) && !k.told {
		k.told = true
		k.log.Info().Msg("cards are shown as pictures")
	}
	return nil
}

// mend removes emojis that have been unused for too long, which makes room for an application at its
// limit, and then uploads the missing ones. If doubted is set, Discord has refused an emoji in a
// message, so it is an error if none is missing.
func (k *Keeper) mend(ctx context.Context, have map[string]bot.Emoji, now time.Time, doubted bool) error {
	removed, err := k.remove(ctx, have, now)
	if err != nil {
		return err
	}
	added := 0
	for _, e := range k.set.Emojis {
		if _, there := have[e.Name]; there {
			continue
		}
		made, err := k.discord.AddEmoji(ctx, e.Name, e.PNG)
		if err != nil {
			return fmt.Errorf("upload %s: %w", e.Name, err)
		}
		have[e.Name] = made
		added++
	}
	if doubted && added == 0 {
		return errRefused
	}
	if added+removed > 0 {
		if _, err := k.remove(ctx, have, now); err != nil { // stores the changes
			return err
		}
	}
	k.show(k.shown(have))
	k.mu.Lock()
	told := k.told && k.failure == nil
	k.failure, k.doubted, k.told = nil, false, true
	k.mu.Unlock()
	if added+removed > 0 || !told {
		k.log.Info().Int("uploaded", added).Int("removed", removed).Msg("cards are shown as pictures")
	}
	return nil
}

// remove removes the emojis with names of our form that have been unused for a week, and stores
// which emojis are used and unused.
func (k *Keeper) remove(ctx context.Context, have map[string]bot.Emoji, now time.Time) (removed int, err error) {
	shown, unused := k.shown(have), map[string]string{}
	for name, e := range have {
		if face.Ours(name) && shown[name] == "" {
			unused[name] = e.ID
		}
	}
	since, err := k.store.SaveEmojis(ctx, shown, unused, now)
	if err != nil {
		return 0, err
	}
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		if now.Sub(since[unused[name]]) < unusedFor {
			continue
		}
		if err := k.discord.RemoveEmoji(ctx, unused[name]); err != nil {
			return removed, fmt.Errorf("remove an unused emoji: %w", err)
		}
		delete(have, name)
		removed++
	}
	return removed, nil
}

// shown returns those of the existing emojis that show current faces: ids by name.
func (k *Keeper) shown(have map[string]bot.Emoji) map[string]string {
	shown := map[string]string{}
	for _, e := range k.set.Emojis {
		if had, there := have[e.Name]; there {
			shown[e.Name] = had.ID
		}
	}
	return shown
}

// show makes Pictures return these emojis (ids by name) for each palette that is complete. A hand
// with only some cards as pictures would be worse than text.
func (k *Keeper) show(ids map[string]string) {
	byWords := make(map[string]string, len(ids))
	for name, id := range ids {
		if face.Ours(name) {
			byWords[name[:strings.LastIndexByte(name, '_')]] = bot.Emoji{ID: id, Name: name}.Text()
		}
	}
	pictures := map[settings.Colors]map[card.Card]string{}
	for colors, palette := range map[settings.Colors]face.Palette{settings.FourColors: face.FourColors, settings.TwoColors: face.TwoColors} {
		all := map[card.Card]string{}
		for _, c := range face.All() {
			if text := byWords[face.Words(c, palette)]; text != "" {
				all[c] = text
			}
		}
		if len(all) == len(face.All()) {
			pictures[colors] = all
		}
	}
	k.mu.Lock()
	k.pictures = pictures
	k.mu.Unlock()
}
