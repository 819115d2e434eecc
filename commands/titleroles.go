package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/settings"
	"deuces/standing"
	"deuces/table"
)

// Roles that go with titles are handed on after each round, while the table goes on:
// the player who holds the title in the guild gets the role, and the one who held it
// before loses it. The bot remembers what it has handed on while it runs; after a
// restart the reigns in the store say who may still have a role.

// handing is a role that goes with a title, in one guild.
type handing struct {
	guild string
	settings.Role
}

// handed is how such a role was handed on last.
type handed struct {
	known   bool   // it was since the program started: user is right
	user    string // the Discord id of the one who has it; "": nobody
	trouble string // what stands in the way, which is said once
}

// handWithin is how long one role may take. If Discord takes longer, the next round
// tries again.
const handWithin = 20 * time.Second

// reignsRead is how many reigns are looked through for players who may have a role.
const reignsRead = 25

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

// handRoles has roles handed on after a round. It does not block: if rounds come
// faster than Discord takes roles, the next round makes up for this one.
func (c *Commands) handRoles(m table.Match) {
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
	g, err := c.guild(ctx, m.Guild())
	if err != nil || len(g.Roles) == 0 {
		return
	}
	for _, x := range g.Roles {
		if x.System != m.System() {
			continue
		}
		if why := c.handRole(ctx, m.Guild(), g, x); why != "" {
			c.sayRole(m, x, screen.RoleTrouble(g, why))
		}
	}
}

// handRole gives a role to the holder of its title, and takes it from the holder before.
// A role that no longer goes with a title is only taken. It returns what stands in the
// way, once: "" if that was said already, or if nothing does.
func (c *Commands) handRole(ctx context.Context, guild string, g screen.GuildSettings, x settings.Role) (news string) {
	ctx, cancel := context.WithTimeout(ctx, handWithin)
	defer cancel()
	if err := c.handing.Acquire(ctx, 1); err != nil {
		return ""
	}
	defer c.handing.Release(1)
	last := c.lastHanded(guild, x)
	user, err := c.passRole(ctx, guild, g, x, last)
	next := handed{known: true, user: user}
	if err != nil {
		next = handed{last.known, last.user, c.roleTrouble(g, x, err)}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handed[handing{guild, x}] = next
	if !slices.Contains(g.Roles, x) {
		delete(c.handed, handing{guild, x})
	}
	if next.trouble == last.trouble {
		return ""
	}
	return next.trouble
}

// lastHanded is what is remembered of a role.
func (c *Commands) lastHanded(guild string, x settings.Role) handed {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.handed[handing{guild, x}]
}

// passRole hands a role on, and returns who has it then.
func (c *Commands) passRole(ctx context.Context, guild string, g screen.GuildSettings, x settings.Role, last handed) (user string, err error) {
	holder, due, err := c.roleDue(ctx, guild, g, x)
	if err != nil {
		return "", err
	}
	var before []standing.Player
	if !last.known {
		if before, err = c.formerHolders(ctx, guild, x); err != nil {
			return "", err
		}
	}
	who, err := c.Store.People(ctx, slices.Concat(before, due)...)
	if err != nil {
		return "", err
	}
	if user = who[holder].ID; last.known && last.user == user && last.trouble == "" {
		return user, nil
	}
	former := []string{last.user}
	for _, p := range before {
		former = append(former, who[p].ID)
	}
	slices.Sort(former)
	for _, f := range slices.Compact(former) {
		if f == "" || slices.ContainsFunc(due, func(p standing.Player) bool { return who[p].ID == f }) {
			continue
		}
		if err := c.discord.TakeRole(ctx, guild, f, x.Role); err != nil && !errors.Is(err, bot.ErrNoMember) {
			return "", err
		}
	}
	if user == "" {
		return "", nil
	}
	if err := c.discord.GiveRole(ctx, guild, user, x.Role); err != nil && !errors.Is(err, bot.ErrNoMember) {
		return "", err
	}
	return user, nil
}

// roleDue returns the player who holds the title that a role goes with, and all players
// to whom the role is due for whatever title.
func (c *Commands) roleDue(ctx context.Context, guild string, g screen.GuildSettings, x settings.Role) (holder standing.Player, due []standing.Player, err error) {
	running, err := c.Store.Running(ctx, guild, "")
	if err != nil {
		return 0, nil, err
	}
	for _, r := range running {
		for _, y := range g.Roles {
			if y.Role != x.Role || y.System != r.System || y.Title != r.Title {
				continue
			}
			due = append(due, r.Player)
			if y == x {
				holder = r.Player
			}
		}
	}
	return holder, due, nil
}

// formerHolders returns the players who may still have a role from before the program
// started.
func (c *Commands) formerHolders(ctx context.Context, guild string, x settings.Role) (players []standing.Player, err error) {
	reigns, err := c.Store.Streaks(ctx, standing.StreakQuery{Guild: guild, System: x.System, Title: x.Title, Limit: reignsRead})
	for _, r := range reigns {
		players = append(players, r.Player, r.Deposed, r.By)
	}
	return players, err
}

// roleTrouble says plainly why a role can't be handed on; "" if trying again may help.
func (c *Commands) roleTrouble(g screen.GuildSettings, x settings.Role, err error) string {
	title := g.TitleOf(x.Title, x.System)
	if errors.Is(err, bot.ErrNoRole) {
		return "The role that goes with " + title + " was deleted, so I can't hand it on. `/settings` → Roles chooses another."
	}
	if _, ok := errors.AsType[*bot.Forbidden](err); ok {
		return fmt.Sprintf("I can't hand on the role <@&%s> that goes with %s: I need the permission Manage Roles, and a role of mine that stands above it. `/settings` → Roles says whether it goes.", x.Role, title)
	}
	c.Logger.Warn().Err(err).Str("role", x.Role).Msg("a role was not handed on")
	return ""
}

// sayRole says in the table's channel what is wrong with a role.
func (c *Commands) sayRole(m table.Match, x settings.Role, msg bot.Message) {
	mirror := fmt.Sprintf("role/%d/%d/%s", m.ID(), m.Round(), x.Title) // the key tells one post from the next
	c.mirrors.Show(bot.Mirror{Key: mirror, Channel: m.Channel(), Render: func(context.Context) (bot.Message, error) { return msg, nil }})
	c.mirrors.Finish(mirror)
}

// rolesOff takes the roles of titles from somebody who asks to be forgotten, in the
// guilds where they played. It says whether it could take all of them.
func (c *Commands) rolesOff(ctx context.Context, user string, guilds []string) (all bool) {
	ctx, cancel := context.WithTimeout(ctx, handWithin)
	defer cancel()
	if err := c.handing.Acquire(ctx, 1); err != nil {
		return false
	}
	defer c.handing.Release(1)
	all = true
	for _, guild := range guilds {
		g, err := c.guild(ctx, guild)
		if err != nil {
			all = false
			continue
		}
		for _, x := range g.Roles {
			err := c.discord.TakeRole(ctx, guild, user, x.Role)
			switch {
			case errors.Is(err, bot.ErrNoMember), errors.Is(err, bot.ErrNoRole), errors.Is(err, bot.ErrNoChannel): // not theirs
			case err != nil:
				c.Logger.Warn().Err(err).Str("role", x.Role).Msg("a role was not taken back")
				all = false
			}
			c.mu.Lock()
			if key := (handing{guild, x}); c.handed[key].user == user {
				delete(c.handed, key)
			}
			c.mu.Unlock()
		}
	}
	return all
}
