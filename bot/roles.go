package bot

import (
	"context"
	"deuces/internal/say"
	"errors"
	"net/http"
)

// What Discord answers about roles and members that callers tell apart.
var (
	// ErrNoRole: the role was deleted.
	ErrNoRole = errors.New("no such role")
	// ErrNoMember: the user is not in the guild.
	ErrNoMember = errors.New("no such member")
)

const (
	codeUnknownMember = 10007
	codeUnknownUser   = 10013
	codeUnknownRole   = 10011
)

// GiveRole gives a member a role. The error is a *Forbidden where the bot may
// not manage roles, or the role stands above all of its own; ErrNoRole;
// ErrNoMember; ErrNoChannel where the bot is not in the guild.
func (b *Bot) GiveRole(ctx context.Context, guild, user, role string) error {
	return b.role(ctx, http.MethodPut, guild, user, role)
}

// TakeRole takes a role from a member, who need not have it. Its errors are
// those of GiveRole.
func (b *Bot) TakeRole(ctx context.Context, guild, user, role string) error {
	return b.role(ctx, http.MethodDelete, guild, user, role)
}

func (b *Bot) role(ctx context.Context, method, guild, user, role string) error {
	err := b.client.persist(ctx, b.client.own, method+" roles "+guild, call{
		method: method, path: "/guilds/" + guild + "/members/" + user + "/roles/" + role, own: true,
	})
	if refused, ok := errors.AsType[*Refused](err); ok {
		switch refused.Code {
		case codeUnknownRole:
			return ErrNoRole
		case codeUnknownMember, codeUnknownUser:
			return ErrNoMember
		}
	}
	if forbidden, ok := errors.AsType[*Forbidden](err); ok && forbidden.Code == codeMissingPermissions {
		return &Forbidden{forbidden.Code, say.New("Manage Roles (and its own role must be above that one)")}
	}
	return err
}
