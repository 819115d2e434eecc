package bot

import (
	"context"
	"net/http"
	"slices"

	"deuces/bot/rest"
)

// GiveRole gives a member a role. The error is a *rest.Forbidden if the bot may not manage roles or
// the role is above the bot's highest role, rest.ErrNoRole, rest.ErrNoMember, or rest.ErrNoChannel
// if the bot isn't in the guild.
func (b *Bot) GiveRole(ctx context.Context, guild, user, role string) error {
	return b.role(ctx, http.MethodPut, guild, user, role)
}

// TakeRole removes a role from a member. It does nothing if the member doesn't have it. Its errors
// are those of GiveRole.
func (b *Bot) TakeRole(ctx context.Context, guild, user, role string) error {
	return b.role(ctx, http.MethodDelete, guild, user, role)
}

func (b *Bot) role(ctx context.Context, method, guild, user, role string) error {
	err := b.client.Do(ctx, rest.Request{
		Method: method, Path: "/guilds/" + guild + "/members/" + user + "/roles/" + role, Bucket: rest.Named(method + " roles " + guild),
	})
	return missing(err, "Manage Roles (and its own role must be above that one)")
}

// GuildRole is a role of a guild.
type GuildRole struct {
	ID          string   `json:"id"`
	Mentionable bool     `json:"mentionable"` // by everybody; otherwise only with MentionEveryone
	Permissions flexible `json:"permissions"`
}

// Roles returns the roles of a guild.
func (b *Bot) Roles(ctx context.Context, guild string) (all []GuildRole, err error) {
	return all, b.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "/guilds/" + guild + "/roles", Bucket: rest.Named("GET roles " + guild), Into: &all})
}

// IsOpen reports whether a channel, or the channel of a public thread, is one that everybody in its guild can see.
func (b *Bot) IsOpen(ctx context.Context, guild, channel string) (bool, error) {
	const publicThread, privateThread = 11, 12
	var c struct {
		Kind       int         `json:"type"`
		Parent     string      `json:"parent_id"`
		Overwrites []overwrite `json:"permission_overwrites"`
	}
	err := b.client.Once(ctx, rest.Request{Method: http.MethodGet, Path: "/channels/" + channel, Bucket: rest.Named("GET channel " + channel), Into: &c})
	switch {
	case err != nil || c.Kind == privateThread:
		return false, err
	case c.Kind == publicThread:
		return b.IsOpen(ctx, guild, c.Parent)
	}
	roles, err := b.Roles(ctx, guild)
	everyone := slices.IndexFunc(roles, func(r GuildRole) bool { return r.ID == guild })
	return everyone >= 0 && roles[everyone].Permissions.permissions().in(guild, "", nil, c.Overwrites).Has(ViewChannel), err
}
