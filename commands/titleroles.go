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

// Roles that go with titles are assigned after each round, while the table goes on:
// the player who holds the title in the guild gets the role, and the one who held it
// before loses it. The bot remembers whom it gave a role while it runs; after a restart
// the streaks in the store say who may still have one.

// titleRole is a role that goes with a title, in one guild.
type titleRole struct {
	guild string
	settings.Role
}

// assigned is how such a role was assigned last.
type assigned struct {
	known   bool        // it was since the program started: user is right
	user    string      // the Discord id of the one who has it; "": nobody
	trouble say.Message // what stands in the way, which is said once
}

// assignWithin is how long one role may take. If Discord takes longer, the next round
// tries again.
const assignWithin = 20 * time.Second

// streaksRead is how many streaks are looked through for players who may have a role.
const streaksRead = 25

// AssignRoles assigns the roles of titles until the context ends.
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

// rolesDue has roles assigned after a round. It does not block: if rounds come faster
// than Discord takes roles, the next round makes up for this one.
func (c *Commands) rolesDue(m match.Match) {
	if len(m.Results) == 0 || m.Phase == match.Playing {
		return
	}
	select {
	case c.settled <- m:
	default:
	}
}

// assignRoles assigns the roles of the system that was played.
func (c *Commands) assignRoles(ctx context.Context, m match.Match) {
	g, err := c.guild(ctx, m.Guild)
	if err != nil || len(g.Roles) == 0 {
		return
	}
	for _, x := range g.Roles {
		if x.System != m.System {
			continue
		}
		if trouble := c.assignRole(ctx, m.Guild, g, x); !trouble.Empty() {
			c.sayRole(m, x, screen.RoleTrouble(g, trouble))
		}
	}
}

// assignRole gives a role to the holder of its title, and takes it from the holder before.
// A role that no longer goes with a title is only taken. It returns what stands in the
// way, once: nothing if that was said already, or if nothing does.
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

// lastAssigned is what is remembered of a role.
func (c *Commands) lastAssigned(guild string, x settings.Role) assigned {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.assigned[titleRole{guild, x}]
}

// passRole gives a role to whom it is due, and returns who has it then.
func (c *Commands) passRole(ctx context.Context, guild string, g screen.GuildSettings, x settings.Role, last assigned) (user string, err error) {
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
	streaks, err := c.Store.Streaks(ctx, standing.StreakQuery{Guild: guild, System: x.System, Title: x.Title, Limit: streaksRead})
	for _, r := range streaks {
		players = append(players, r.Player, r.Deposed, r.By)
	}
	return players, err
}

// roleTrouble says why a role can't be given; nothing if trying again may help.
func (c *Commands) roleTrouble(g screen.GuildSettings, x settings.Role, err error) say.Message {
	title := g.TitleOf(x.Title, x.System)
	if errors.Is(err, rest.ErrNoRole) {
		return say.New("The role for {title} was deleted. Choose another one in `/settings` → Roles.", title)
	}
	if _, ok := errors.AsType[*rest.Forbidden](err); ok {
		return say.New("I can't give or take the role {role} for {title}. I need the permission Manage Roles, and my own role must be above it. Then open `/settings` → Roles to try again.", bot.Role(x.Role), title)
	}
	c.Logger.Warn().Err(err).Str("role", x.Role).Msg("a title's role could not be given or taken: trying again after the next round")
	return say.Message{}
}

// sayRole says in the table's channel what is wrong with a role.
func (c *Commands) sayRole(m match.Match, x settings.Role, msg bot.Message) {
	mirror := fmt.Sprintf("role/%d/%d/%s", m.ID, m.Decision.Round, x.Title) // the key tells one post from the next
	c.mirrors.Show(bot.Mirror{Key: mirror, Channel: m.Channel, Render: func(context.Context) (bot.Message, error) { return msg, nil }})
	c.mirrors.Finish(mirror)
}

// rolesOff takes the roles of titles from somebody who asks to be forgotten, in the
// guilds where they played. It says whether it could take all of them.
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
			case errors.Is(err, rest.ErrNoMember), errors.Is(err, rest.ErrNoRole), errors.Is(err, rest.ErrNoChannel): // not theirs
			case err != nil:
				c.Logger.Warn().Err(err).Str("role", x.Role).Msg("a title's role could not be taken back from somebody who deleted their data")
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
