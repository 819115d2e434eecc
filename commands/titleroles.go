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

// Roles that go with titles are handed on after each round, beside the table:
// who runs the title in the server gets the role, and who had it before loses it.
// What the bot has handed on is remembered while it runs; after a restart the
// reigns say who may still have a role, so nothing is forgotten by it.

// handing is a role that goes with a title, in one server.
type handing struct {
	guild string
	settings.Role
}

// handed is what was done about it last.
type handed struct {
	known   bool   // user is, since the program runs
	user    string // who has it; "" nobody
	trouble string // what stands in the way; said once
}

// handWithin is how long one role may take: what Discord doesn't take by then the
// next round hands on.
const handWithin = 20 * time.Second

// formerHolders is how many reigns are looked through for who may have a role.
const formerHolders = 25

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

// handRoles has roles handed on after a round. It does not block: where rounds
// come faster than Discord takes roles, the next one does for this.
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

// handRole gives a role to who runs its title, and takes it from who had it; one
// that goes with the title no more it only takes. It returns what stands in the
// way, once: "" where that was said already, or where the role is handed on.
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
	running, err := c.Store.Running(ctx, guild, "")
	if err != nil {
		return "", err
	}
	var holder standing.Player
	var due []standing.Player // the role, for whatever title
	for _, r := range running {
		for _, y := range g.Roles {
			if y.Role == x.Role && y.System == r.System && y.Title == r.Title {
				due = append(due, r.Player)
				if y == x {
					holder = r.Player
				}
			}
		}
	}
	var before []standing.Player
	if !last.known {
		reigns, err := c.Store.Streaks(ctx, standing.StreakQuery{Guild: guild, System: x.System, Title: x.Title, Limit: formerHolders})
		if err != nil {
			return "", err
		}
		for _, r := range reigns {
			before = append(before, r.Player, r.Deposed, r.By)
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

// roleTrouble says plainly why a role can't be handed on; "" where trying again
// may do.
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
	mirror := fmt.Sprintf("role/%d/%d/%s", m.ID(), m.Round(), x.Title) // its nonce tells one post from the next
	c.mirrors.Show(bot.Mirror{Key: mirror, Channel: m.Channel(), Render: func(context.Context) (bot.Message, error) { return msg, nil }})
	c.mirrors.Finish(mirror)
}

// rolesOff takes the roles of titles from somebody who asks to be forgotten, in
// the servers where they played. It says whether all of them are.
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
