package commands

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

var privacySpec = bot.Command{Name: "privacy", Description: say.New("What I know about you: see it, save it or delete it")}

// privacy answers /privacy.
func (c *Commands) privacy(context.Context, bot.Request) (bot.Reply, error) {
	return bot.Whisper(screen.Privacy()), nil
}

// privacyClicked answers its buttons.
func (c *Commands) privacyClicked(ctx context.Context, r bot.Request, id ids.Privacy) (bot.Reply, error) {
	switch id.What {
	case ids.PrivacyAsk:
		return bot.Update(screen.AskToForget()), nil
	case ids.PrivacyBack:
		msg := screen.Privacy()
		return bot.Reply{Message: &msg, Private: true, Update: r.Private}, nil
	case ids.PrivacyDelete:
		return c.forget(ctx, r)
	}
	d, known, err := c.Store.Export(ctx, r.User.ID, time.Now())
	if err != nil {
		return bot.Reply{}, fmt.Errorf("what is known of somebody: %w", err)
	}
	if !known {
		return bot.Say(say.New("I don't know anything about you: nothing is stored under your Discord ID.")), nil
	}
	if id.What == ids.PrivacyExport {
		return exported(d)
	}
	return bot.Whisper(screen.Known(d, r.Guild)), nil
}

// exported answers with a file of all that is known of somebody.
func exported(d standing.Export) (bot.Reply, error) {
	data, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return bot.Reply{}, fmt.Errorf("export: %w", err)
	}
	name := "deuces-my-data.json"
	if len(data) > plainExport {
		name += ".gz"
		if data, err = zipped(data); err != nil {
			return bot.Reply{}, fmt.Errorf("export: %w", err)
		}
	}
	return bot.Whisper(screen.Export(name, data)), nil
}

// plainExport is the size in bytes from which an export is compressed: Discord takes no
// file above ten million.
const plainExport = 8 << 20

func zipped(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// forget deletes who somebody is. They leave their tables first, so that nobody waits for
// them, and lose the roles of their titles.
func (c *Commands) forget(ctx context.Context, r bot.Request) (bot.Reply, error) {
	d, known, err := c.Store.Export(ctx, r.User.ID, time.Now())
	if err != nil {
		return bot.Reply{}, err
	}
	if !known {
		return bot.Update(screen.Forgotten(false)), nil
	}
	at, err := c.tables.With(ctx, d.Player)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, m := range at {
		if _, err := c.tables.Do(ctx, m.ID, match.Leave{Player: d.Player}); err != nil {
			if reason, err := refusal(err); err != nil || reason.Empty() {
				return bot.Reply{}, fmt.Errorf("leave table %d before being forgotten: %w", m.ID, err)
			}
		}
	}
	var played []string
	for _, s := range d.Servers {
		played = append(played, s.Guild)
	}
	rolesLeft := !c.rolesOff(ctx, r.User.ID, played)
	if err := c.Store.Forget(ctx, d.Player); err != nil {
		return bot.Reply{}, fmt.Errorf("forget: %w", err)
	}
	return bot.Update(screen.Forgotten(rolesLeft)), nil
}
