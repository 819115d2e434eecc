package commands

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

var preferencesSpec = bot.Command{Name: "preferences", Description: say.New("Choose how cards look, how you hear of your turn, and what I store"), Anywhere: true}

func (c *Commands) preferences(ctx context.Context, r guildRequest) (bot.Reply, error) {
	player, _, err := c.Store.Find(ctx, r.User.ID) // people who only look are not stored
	if err != nil {
		return bot.Reply{}, err
	}
	chosen, err := c.Store.Preferences(ctx, player)
	if err != nil {
		return bot.Reply{}, err
	}
	why, err := c.whyInChannel(ctx, player, chosen)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.showPreferences(r, chosen, why, false), nil
}

func (c *Commands) showPreferences(r guildRequest, chosen settings.Person, note say.Message, update bool) bot.Reply {
	told, _ := settings.Person{Notice: settings.NoticeServer, Where: chosen.Where}.Told(r.set.Guild, c.Mention)
	var called *bool
	if role := r.set.CallRole; role != "" && r.Bot.Has(bot.ManageRoles) {
		has := slices.Contains(r.Roles, role)
		called = &has
	}
	msg := screen.Preferences(chosen, c.Languages, r.Guild != "", told, called, note)
	return bot.Reply{Message: &msg, Private: true, Update: update}
}

// prefer handles the button "Preferences" of a hand, which opens the page in a new message, "Back" of
// the privacy page, and the buttons of the page. Then it renders the person's open hands again.
func (c *Commands) prefer(ctx context.Context, r guildRequest, id ids.Prefer) (bot.Reply, error) {
	if id.Key == "" || id.Key == ids.PrivacyBack {
		reply, err := c.preferences(ctx, r)
		reply.Update = id.Key != "" && r.Private
		return reply, err
	}
	player, err := c.playerOf(ctx, r.Request)
	if err != nil {
		return bot.Reply{}, err
	}
	chosen, err := c.Store.ChangePreferences(ctx, player, func(p settings.Person) (settings.Person, error) {
		return p.With(id.Key, cmp.Or(id.Value, strings.Join(r.Values, "")))
	})
	if err != nil {
		return bot.Reply{}, err
	}
	at, err := c.tables.TablesOf(ctx, player)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, m := range at {
		if m, err := c.tables.Match(ctx, m.ID); err == nil && c.servedHere(m.Guild) == nil { // Match wakes it
			c.mirrors.Touch(handKey(m.ID, player))
			c.mirrors.Touch(postKey(MentionPost, m.ID))
			c.turns.put(m)
		}
	}
	return c.showPreferences(r, chosen, say.Message{}, r.Private), nil
}

// AutoPass reports whether the table passes for a player who can't do anything else. It implements
// table.Config.AutoPass.
func (c *Commands) AutoPass(ctx context.Context, p match.Player) (bool, error) {
	chosen, err := c.Store.Preferences(ctx, p)
	return chosen.AutoPass != settings.PassByHand, err
}

func (c *Commands) privacyClicked(ctx context.Context, r guildRequest, id ids.Privacy) (bot.Reply, error) {
	switch id.What {
	case ids.PrivacyAsk:
		return bot.Update(screen.AskToForget()), nil
	case ids.PrivacyBack:
		return r.panel(screen.Privacy()), nil
	case ids.PrivacyDelete:
		return c.forget(ctx, r)
	}
	return c.export(ctx, r)
}

// export replies with a file of everything that is stored about a person.
func (c *Commands) export(ctx context.Context, r guildRequest) (bot.Reply, error) {
	d, known, err := c.Store.Export(ctx, r.User.ID, time.Now())
	if err != nil {
		return bot.Reply{}, fmt.Errorf("read a person's data for the export: %w", err)
	}
	if !known {
		return bot.Whisper(screen.Forgotten(false)), nil
	}
	data, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return bot.Reply{}, fmt.Errorf("encode the export: %w", err)
	}
	if len(data) <= plainExport {
		return bot.Whisper(screen.Export("deuces-my-data.json", data)), nil
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, err = w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		return bot.Reply{}, fmt.Errorf("compress the export: %w", err)
	}
	return bot.Whisper(screen.Export("deuces-my-data.json.gz", zipped.Bytes())), nil
}

// plainExport is the size in bytes above which an export is compressed. Discord's limit for files
// is ten million bytes.
const plainExport = 8 << 20

// forget deletes a person's data. First they leave their tables, so that nobody waits for them, and
// lose the roles of their titles.
func (c *Commands) forget(ctx context.Context, r guildRequest) (bot.Reply, error) {
	d, known, err := c.Store.Export(ctx, r.User.ID, time.Now())
	if err != nil {
		return bot.Reply{}, err
	}
	if !known {
		return bot.Update(screen.Forgotten(false)), nil
	}
	if err := c.tables.LeaveAll(ctx, d.Player); err != nil {
		return bot.Reply{}, fmt.Errorf("leave the tables before the data is deleted: %w", err)
	}
	var played []string
	for _, s := range d.Servers {
		played = append(played, s.Guild)
	}
	rolesLeft := !c.rolesOff(ctx, r.User.ID, played)
	if err := c.Store.Forget(ctx, d.Player); err != nil {
		return bot.Reply{}, fmt.Errorf("delete a person's data: %w", err)
	}
	return bot.Update(screen.Forgotten(rolesLeft)), nil
}
