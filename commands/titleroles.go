package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// Roles of titles are assigned after each round, in the background: the player who holds the title
// in the guild gets the role, and the previous holder loses it. While the program runs, it
// remembers who has each role. After a restart, the stored streaks tell who may have one.

// titleRole is a title's role in a guild.
type titleRole struct {
	guild string
	settings.Role
}

// assigned is the last assignment of such a role.
type assigned struct {
	known   bool        // the role was assigned since the program started, so user is correct
	user    string      // Discord ID of the person who has the role; "": nobody
	trouble say.Message // why the assignment failed; it is posted once
}

// assignWithin is the timeout for assigning one role. If it isn't enough, the next round tries
// again.
const assignWithin = 20 * time.Second

// streaksRead is the number of streaks in which the bot searches for players who may have a role.
const streaksRead = 25

// AssignRoles assigns roles of titles until the context ends.
func (c *Commands) AssignRoles(ctx context.Context) {
	for {
		select {
		case m := <-c.settled:
			c.assignRoles(ctx, m)
		case <-ctx.Done():
			return
		}
	}
}

// rolesDue requests the assignment of roles after a round. It doesn't block. If rounds end faster
// than Discord changes roles, the request is dropped, because the next round makes the same one.
func (c *Commands) rolesDue(m match.Match) {
	if len(m.Results) == 0 || m.Phase == match.Playing {
		return
	}
	select {
	case c.settled <- m:
	default:
	}
}

func (c *Commands) assignRoles(ctx context.Context, m match.Match) {
	g, err := c.guild(ctx, m.Guild)
	if err != nil {
		return
	}
	for _, x := range g.Roles {
		if x.System != m.System {
			continue
		}
		if trouble := c.assignRole(ctx, m.Guild, g, x); !trouble.Empty() {
			msg := g.Message(screen.Sentence(say.Mark("⚠️ ", trouble, "")))
			render := func(context.Context) (bot.Message, error) { return msg, nil }
			c.announce(fmt.Sprintf("role/%d/%d/%s", m.ID, m.Decision.Round, x.Title), m.Channel, render, func(error) {})
		}
	}
}

// assignRole gives a role to the holder of its title, and takes it from the previous holder. If the
// role no longer belongs to a title, it is only taken. The result is why that failed, or empty if
// the reason was posted before.
func (c *Commands) assignRole(ctx context.Context, guild string, g screen.GuildSettings, x settings.Role) (trouble say.Message) {
	ctx, cancel := context.WithTimeout(ctx, assignWithin)
	defer cancel()
	if err := c.assigning.Acquire(ctx, 1); err != nil {
		return say.Message{}
	}
	defer c.assigning.Release(1)
	last := c.lastAssigned(guild, x)
	user, err := c.passRole(ctx, guild, g, x, last)
	next := assigned{known: true, user: user}
	if err != nil {
		next = assigned{last.known, last.user, c.roleTrouble(g, x, err)}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.assigned[titleRole{guild, x}] = next
	if !slices.Contains(g.Roles, x) {
		delete(c.assigned, titleRole{guild, x})
	}
	if next.trouble.String() == last.trouble.String() {
		return say.Message{}
	}
	return next.trouble
}

func (c *Commands) lastAssigned(guild string, x settings.Role) assigned {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.assigned[titleRole{guild, x}]
}

// passRole gives a role to its new holder. It returns who has the role after that.
func (c *Commands) passRole(ctx context.Context, guild string, g screen.GuildSettings, x settings.Role, last assigned) (user string, err error) {
	holder, due, err := c.roleDue(ctx, guild, g, x)
	if err != nil {
		return "", err
	}
	var before []standing.Player
	if !last.known { // anyone who held the title may still have the role
		streaks, err := c.Store.Streaks(ctx, standing.StreakQuery{Guild: guild, System: x.System, Title: x.Title, Limit: streaksRead})
		if err != nil {
			return "", err
		}
		for _, r := range streaks {
			before = append(before, r.Player, r.Deposed, r.By)
		}
	}
	who, err := c.Store.People(ctx, guild, slices.Concat(before, due)...)
	if err != nil {
		return "", err
	}
	if user = who[holder].ID; last.known && last.user == user && last.trouble.Empty() {
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
		if err := c.discord.TakeRole(ctx, guild, f, x.Role); err != nil && !errors.Is(err, rest.ErrNoMember) {
			return "", err
		}
	}
	if user == "" {
		return "", nil
	}
	if err := c.discord.GiveRole(ctx, guild, user, x.Role); err != nil && !errors.Is(err, rest.ErrNoMember) {
		return "", err
	}
	return user, nil
}

// roleDue returns the holder of a role's title, and all players who should have the role because of
// any of its titles.
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

// roleTrouble describes why a role can't be assigned. It is empty if trying again may help.
func (c *Commands) roleTrouble(g screen.GuildSettings, x settings.Role, err error) say.Message {
	title := g.TitleOf(x.Title, x.System)
	if errors.Is(err, rest.ErrNoRole) {
		return say.New("The role for {title} was deleted. Choose another one in `/settings`.", title)
	}
	if _, ok := errors.AsType[*rest.Forbidden](err); ok {
		return say.New("I can't give or take the role {role} for {title}. I need the Manage Roles permission, and my own role must be above it. Then open `/settings`.", bot.Role(x.Role), title)
	}
	if refused, ok := errors.AsType[*rest.Refused](err); ok {
		return say.New("I can't give or take the role {role} for {title}, because Discord refuses it: {reason}. Choose another role in `/settings`.", bot.Role(x.Role), title, screen.Quoted(refused.Text, 200))
	}
	c.Logger.Warn().Err(err).Str("role", x.Role).Msg("cannot add or remove a title's role; trying again after the next round")
	return say.Message{}
}

// rolesOff takes the roles of titles from a person whose data is deleted, in all guilds where they played.
// It reports whether it could take all of them.
func (c *Commands) rolesOff(ctx context.Context, user string, guilds []string) (all bool) {
	ctx, cancel := context.WithTimeout(ctx, assignWithin)
	defer cancel()
	if err := c.assigning.Acquire(ctx, 1); err != nil {
		return false
	}
	defer c.assigning.Release(1)
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
			case errors.Is(err, rest.ErrNoMember), errors.Is(err, rest.ErrNoRole), errors.Is(err, rest.ErrNoChannel): // they don't have the role
			case err != nil:
				c.Logger.Warn().Err(err).Str("guild", guild).Str("role", x.Role).Msg("cannot remove a title's role from a person who deleted their data; an admin has to remove it")
				all = false
			}
			c.mu.Lock()
			if key := (titleRole{guild, x}); c.assigned[key].user == user {
				delete(c.assigned, key)
			}
			c.mu.Unlock()
		}
	}
	return all
}
