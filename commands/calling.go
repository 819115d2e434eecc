package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Calling players. Somebody at a table that waits asks the server for more players: once a lobby, and once in a
// while for all tables of a server. Both follow from the tables' logs. The message mentions the role that the
// server's admins have chosen for this. People take the role, or give it back, with a button.

// callEvery is the shortest time between two calls in a server. A server belongs to one process at a time.
const callEvery = 30 * time.Minute

// call handles the button with which a player at a lobby calls others.
func (c *Commands) call(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	if err := c.calling.Acquire(ctx, 1); err != nil {
		return bot.Reply{}, err
	}
	defer c.calling.Release(1)
	now, do := time.Now(), match.CallPlayers{Player: v.player}
	if _, err := v.match.Decide(do, now); err != nil {
		return bot.Reply{}, err
	}
	last, err := c.Store.LastCall(ctx, v.Guild, now.Add(-callEvery))
	if err != nil {
		return bot.Reply{}, err
	}
	if again := last.Add(callEvery); now.Before(again) {
		return bot.Reply{}, game.Refuse("Somebody has just called players in this server. You can do it {time}.", bot.Relative(again))
	}
	note, err := c.callRole(ctx, v)
	if err != nil {
		return bot.Reply{}, err
	}
	m, err := c.tables.Do(ctx, v.match.ID, do)
	if err != nil {
		return bot.Reply{}, err
	}
	c.calls.Add(1)
	return v.panel(screen.Sentence(say.Join(" ", say.New("📣 I'm asking for players in {channel}.", bot.Channel(cmp.Or(m.Parent, m.Channel))), note))), nil
}

// callRole returns what keeps the role for calls from being mentioned. A deleted role is forgotten.
func (c *Commands) callRole(ctx context.Context, v visit) (trouble say.Message, err error) {
	if v.set.CallRole == "" {
		return say.New("Admins can choose a role to mention in `/settings`."), nil
	}
	roles, err := c.discord.Roles(ctx, v.Guild)
	if err != nil { // it is mentioned if it can be
		c.Logger.Warn().Err(err).Str("guild", v.Guild).Msg("cannot look up the role that is mentioned when players are called; mentioning it unchecked")
		return say.Message{}, nil
	}
	i := slices.IndexFunc(roles, func(r bot.GuildRole) bool { return r.ID == v.set.CallRole })
	switch {
	case i < 0:
		_, err = c.Store.ChangeSettings(ctx, v.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
			g.CallRole = ""
			return g, nil
		})
		return errCallRoleGone.Reason, err
	case !roles[i].Mentionable && !v.Bot.Has(bot.MentionAll):
		return say.New("{role} doesn't hear of it: an admin has to let everyone mention that role.", bot.Role(v.set.CallRole)), nil
	}
	return say.Message{}, nil
}

var errCallRoleGone = &game.Illegal{Reason: say.New("The role for calls was deleted, so nobody is mentioned. An admin can choose another one in `/settings`.")}

// callMe handles the button with which people take the role for calls, or give it back.
func (c *Commands) callMe(ctx context.Context, r guildRequest, id ids.CallMe) (bot.Reply, error) {
	role, has := r.set.CallRole, slices.Contains(r.Roles, r.set.CallRole)
	if role == "" {
		return bot.Reply{}, game.Refuse("This server has no role for calls. An admin can choose one in `/settings`.")
	}
	change := c.discord.GiveRole
	if has {
		change = c.discord.TakeRole
	}
	err := change(ctx, r.Guild, r.User.ID, role)
	_, forbidden := errors.AsType[*rest.Forbidden](err)
	refused, isRefused := errors.AsType[*rest.Refused](err)
	switch {
	case errors.Is(err, rest.ErrNoRole):
		return bot.Reply{}, errCallRoleGone
	case forbidden:
		return bot.Reply{}, game.Refuse("I can't give or take {role}. Ask an admin: I need the Manage Roles permission, and my own role must be above it.", bot.Role(role))
	case isRefused:
		return bot.Reply{}, game.Refuse("I can't give or take {role}, because Discord refuses it: {reason}", bot.Role(role), screen.Quoted(refused.Text, 200))
	case err != nil:
		return bot.Reply{}, err
	case id.Preferences:
		r.Roles = []string{role}
		if has {
			r.Roles = nil
		}
		reply, err := c.preferences(ctx, r)
		reply.Update = r.Private
		return reply, err
	case has:
		return bot.Say(say.New("🔕 You aren't mentioned any more when somebody calls players.")), nil
	}
	return bot.Say(say.New("🔔 From now on you're mentioned when somebody calls players. The same button ends that.")), nil
}

// Calls returns how many calls for players there were since the program started.
func (c *Commands) Calls() int64 { return c.calls.Load() }
