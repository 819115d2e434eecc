package commands

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/table"
)

var privacySpec = bot.Command{Name: "privacy", Description: "What I know of you: see it, save it, delete it"}

// privacyText says what is stored, a paragraph a block; docs/privacy.md says it at
// length.
func privacyText() []bot.Block {
	return []bot.Block{
		bot.Text("## 🔒 What I know of you"),
		bot.Text("**Stored:** your Discord id with your name as I saw it last, and a number that stands for you everywhere else. " +
			"Under that number: the tables you sat at and every move there, and what follows from them: points, places, titles, ratings, seasons. " +
			"What a server's admins set for me is stored too."),
		bot.Text("**Not stored:** messages, who is online, whom you know, where you are. I read no messages at all."),
		bot.Text("**Who sees it:** in each server its members see names and results, as the leaderboard, `/stats`, `/titles`, `/seasons` and `/history` show them. " +
			"Hands are shown to others only once the match is over."),
		bot.Text("**How long:** until you delete it, or until a server has removed me and its time to keep has passed."),
	}
}

// privacyHere answers /privacy.
func (c *Commands) privacyHere(_ context.Context, r bot.Request) (bot.Reply, error) {
	msg := bot.Message{Accent: blurple, Blocks: append(privacyText(), bot.Row{
		{ID: "privacy/show", Label: "Show it", Emoji: "🔎", Style: bot.Blue},
		{ID: "privacy/export", Label: "Save it as a file", Emoji: "💾"},
		{ID: "privacy/ask", Label: "Delete it…", Style: bot.Red},
	})}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private && r.Command == ""}, nil
}

// privacy answers its buttons.
func (c *Commands) privacy(ctx context.Context, r bot.Request) (bot.Reply, error) {
	switch r.Arg(0) {
	case "ask":
		return bot.Update(bot.Message{Accent: crimson, Blocks: []bot.Block{
			bot.Text("## Delete what I know of you?\n" +
				"Your id and your name go, everywhere and for good. Wherever you played, you become **a former player**: " +
				"others' results stay as they are, and nothing that I keep leads back to you. Boards that stand in channels already are left as they are. You leave the tables you sit at. " +
				"Your points, titles and rating don't come back; if you play again you begin anew."),
			bot.Row{{ID: "privacy/delete", Label: "Yes, delete it", Style: bot.Red}, {ID: "privacy/back", Label: "No, keep it"}},
		}}), nil
	case "back":
		return c.privacyHere(ctx, r)
	case "delete":
		return c.forget(ctx, r)
	}
	d, known, err := c.Store.Export(ctx, r.User.ID, time.Now())
	if err != nil {
		return bot.Reply{}, fmt.Errorf("what is known of somebody: %w", err)
	}
	if !known {
		return bot.Say("I know nothing of you: nothing is stored under your id."), nil
	}
	if r.Arg(0) == "export" {
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
		return bot.Whisper(bot.Message{
			Blocks: []bot.Block{bot.Text("All that I know of you. Only you see this message."), bot.Download(name)},
			Files:  []bot.File{{Name: name, Data: data}},
		}), nil
	}
	lines := []string{
		"## What I know of you",
		fmt.Sprintf("Your Discord id `%s`, your name **%s**, and that you are player number %d.", d.Discord, bot.Escape(d.Name), d.Player),
	}
	for i, s := range d.Servers {
		if i == 10 {
			lines = append(lines, fmt.Sprintf("… and in %d more servers: the file has them all.", len(d.Servers)-i))
			break
		}
		where := "In another server"
		if s.Guild == r.Guild {
			where = "In this server"
		}
		rounds, ends := 0, 0
		for _, r := range s.Rounds {
			if r.Finished {
				ends++
			} else {
				rounds++
			}
		}
		line := fmt.Sprintf("**%s**: %s and %s played", where, count(rounds, "round"), matches(ends))
		for _, sum := range s.Standings {
			if sum.System == "" && sum.Period == "" && !sum.Computers {
				line += fmt.Sprintf(", %s, %s won", count(sum.Points, "point"), matches(sum.Wins))
				if sum.Rating != 0 {
					line += fmt.Sprintf(", rating %d", sum.Rating)
				}
			}
		}
		if n := len(s.Streaks); n > 0 {
			line += ", " + count(n, "reign")
		}
		lines = append(lines, line+".")
	}
	if len(d.Servers) == 0 {
		lines = append(lines, "You have finished no round yet.")
	}
	lines = append(lines, "-# The file has every line of it.")
	return bot.Whisper(bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(strings.Join(lines, "\n")), bot.Row{
		{ID: "privacy/export", Label: "Save it as a file", Emoji: "💾"},
	}}}), nil
}

// plainExport is how many bytes of an export are saved as they are; more is zipped,
// since Discord takes no file above ten million.
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

// forget deletes who somebody is. They leave their tables first, so that nobody
// waits for a player who is no more, and the roles of their titles are taken.
func (c *Commands) forget(ctx context.Context, r bot.Request) (bot.Reply, error) {
	d, known, err := c.Store.Export(ctx, r.User.ID, time.Now())
	if err != nil {
		return bot.Reply{}, err
	}
	text := "Done: I know nothing of you any more."
	if !known {
		return bot.Update(bot.Message{Accent: grey, Blocks: []bot.Block{bot.Text(text)}}), nil
	}
	for _, m := range c.tables.Live() {
		if _, seated := m.Seat(d.Player); !seated && !slices.Contains(m.Coming(), d.Player) {
			continue
		}
		if _, err := c.tables.Do(ctx, m.ID(), table.Leave{Player: d.Player}); err != nil {
			if why, err := refusal(err); err != nil || why == "" {
				return bot.Reply{}, fmt.Errorf("leave table %d before being forgotten: %w", m.ID(), err)
			}
		}
	}
	var played []string
	for _, s := range d.Servers {
		played = append(played, s.Guild)
	}
	if !c.rolesOff(ctx, r.User.ID, played) {
		text += " I could not take back every role that went with a title: where you still have one, an admin can take it."
	}
	if err := c.Store.Forget(ctx, d.Player); err != nil {
		return bot.Reply{}, fmt.Errorf("forget: %w", err)
	}
	return bot.Update(bot.Message{Accent: grey, Blocks: []bot.Block{bot.Text(text)}}), nil
}
