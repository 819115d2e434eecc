package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deuces/bot"
	"deuces/game/standing"
	"deuces/game/table"
	"deuces/settings"
)

// Roles that go with titles are handed on after each round, beside the table:
// who runs the title in the server gets the role, and who had it before loses it.
// What the bot has handed on is remembered while it runs; after a restart the
// reigns say whom a title was taken from, so nothing is forgotten by it.

// handing is one role in one server.
type handing struct{ guild, role string }

// handed is what was done about it last.
type handed struct {
	user    string // who has it; "" nobody
	trouble string // what was said of it; said once
}

// Hand hands roles on until the context ends.
func (c *Commands) Hand(ctx context.Context) {
	for {
		select {
		case m := <-c.settled:
			c.handOn(ctx, m)
		case <-ctx.Done():
			return
		}
	}
}

// roundOver has roles handed on after a round. It does not block: where rounds
// come faster than Discord takes roles, the next one does for this.
func (c *Commands) roundOver(m table.Match) {
	if len(m.Results()) == 0 || m.Phase() == table.Playing {
		return
	}
	select {
	case c.settled <- m:
	default:
	}
}

// handOn hands on the roles of the system that was played.
func (c *Commands) handOn(ctx context.Context, m table.Match) {
	h, err := c.house(ctx, m.Guild())
	if err != nil || len(h.Roles) == 0 {
		return
	}
	running, err := c.Store.Running(ctx, m.Guild(), "")
	if err != nil {
		c.Logger.Error().Err(err).Str("guild", m.Guild()).Msg("who holds the titles can't be read")
		return
	}
	for _, x := range h.Roles {
		if x.System != m.System() {
			continue
		}
		err := c.handRole(ctx, m.Guild(), x, running)
		if why := c.roleTrouble(x, err); why != "" {
			c.sayOnce(m, handing{m.Guild(), x.Role}, h.message(bot.Message{Accent: amber, Blocks: []bot.Block{bot.Text(why)}}))
		}
	}
}

// handRole gives a role to who runs its title, and takes it from who had it.
func (c *Commands) handRole(ctx context.Context, guild string, x settings.Role, running []standing.Reign) error {
	var now, before standing.Player
	for _, r := range running {
		if r.System == x.System && r.Title == x.Title {
			now, before = r.Player, r.Deposed
		}
	}
	who, err := c.Store.People(ctx, now, before)
	if err != nil {
		return err
	}
	key := handing{guild, x.Role}
	c.mu.Lock()
	last, known := c.handed[key]
	c.mu.Unlock()
	user := who[now].ID
	known = known && last.trouble == ""
	if known && last.user == user {
		return nil
	}
	former := who[before].ID
	if known {
		former = last.user
	}
	if former != "" && former != user {
		if err := c.discord.TakeRole(ctx, guild, former, x.Role); err != nil && !errors.Is(err, bot.ErrNoMember) {
			return err
		}
	}
	if user != "" {
		if err := c.discord.GiveRole(ctx, guild, user, x.Role); err != nil && !errors.Is(err, bot.ErrNoMember) {
			return err
		}
	}
	c.mu.Lock()
	c.handed[key] = handed{user: user}
	c.mu.Unlock()
	return nil
}

// roleTrouble says plainly why a role can't be handed on; "" where it was, or
// where trying again may do.
func (c *Commands) roleTrouble(x settings.Role, err error) string {
	role := "<@&" + x.Role + ">"
	if errors.Is(err, bot.ErrNoRole) {
		return "⚠️ A role that goes with a title of " + c.title(x.System) + " was deleted, so I can't hand it on. `/settings` → Roles chooses another."
	}
	if _, ok := errors.AsType[*bot.Forbidden](err); ok {
		return fmt.Sprintf("⚠️ I can't hand on the role %s: I need the permission Manage Roles, and a role of mine that stands above it.", role)
	}
	if err != nil {
		c.Logger.Warn().Err(err).Str("role", x.Role).Msg("a role was not handed on")
	}
	return ""
}

// sayOnce says in the table's channel what is wrong with a role, unless that was
// said before.
func (c *Commands) sayOnce(m table.Match, key handing, msg bot.Message) {
	why := fmt.Sprint(msg.Blocks)
	c.mu.Lock()
	last := c.handed[key]
	said := last.trouble == why
	c.handed[key] = handed{user: last.user, trouble: why}
	c.mu.Unlock()
	if said {
		return
	}
	mirror := fmt.Sprintf("role/%s/%s", key.guild, key.role)
	c.mirrors.Show(bot.Mirror{Key: mirror, Channel: m.Channel(), Render: func(context.Context) (bot.Message, error) { return msg, nil }})
	c.mirrors.Finish(mirror)
}

// rolesOff takes the roles of titles from somebody who asks to be forgotten.
func (c *Commands) rolesOff(ctx context.Context, guild, user string) {
	h, err := c.house(ctx, guild)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, x := range h.Roles {
		if err := c.discord.TakeRole(ctx, guild, user, x.Role); err != nil && !errors.Is(err, bot.ErrNoMember) {
			c.Logger.Warn().Err(err).Str("role", x.Role).Msg("a role was not taken back")
		}
		c.mu.Lock()
		if key := (handing{guild, x.Role}); c.handed[key].user == user {
			delete(c.handed, key)
		}
		c.mu.Unlock()
	}
}
