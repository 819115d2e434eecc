package bot

import (
	"context"
	"net/http"

	"deuces/bot/rest"
)

// GiveRole gives a member a role. The error is a *rest.Forbidden if the bot may not manage
// roles, or the role stands above all of its own; rest.ErrNoRole; rest.ErrNoMember;
// rest.ErrNoChannel if the bot is not in the guild.
func (b *Bot) GiveRole(ctx context.Context, guild, user, role string) error {
	return b.role(ctx, http.MethodPut, guild, user, role)
}

// TakeRole takes a role from a member, who need not have it. Its errors are
// those of GiveRole.
func (b *Bot) TakeRole(ctx context.Context, guild, user, role string) error {
	return b.role(ctx, http.MethodDelete, guild, user, role)
}

func (b *Bot) role(ctx context.Context, method, guild, user, role string) error {
	err := b.client.Do(ctx, rest.Request{
		Method: method, Path: "/guilds/" + guild + "/members/" + user + "/roles/" + role, Bucket: rest.Named(method + " roles " + guild),
	})
	return missing(err, "Manage Roles (and its own role must be above that one)")
}
