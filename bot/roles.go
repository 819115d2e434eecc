package bot

import (
	"context"
	"net/http"

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
