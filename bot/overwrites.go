package bot

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// overwrite is what a channel says otherwise about a role (kind 0) or a member (kind 1).
type overwrite struct {
	ID    string `json:"id"`
	Kind  int    `json:"type"`
	Allow string `json:"allow"`
	Deny  string `json:"deny"`
}

// playable says whether a guild has a text channel in which the bot, whose user has that
// id, has all of want.
func (b *Bot) playable(ctx context.Context, g Membership, user string, want Permissions) (bool, error) {
	var me struct {
		Roles []string `json:"roles"`
	}
	var channels []struct {
		Kind       int         `json:"type"`
		Overwrites []overwrite `json:"permission_overwrites"`
	}
	for path, into := range map[string]any{"/guilds/" + g.ID + "/members/" + user: &me, "/guilds/" + g.ID + "/channels": &channels} {
		if err := b.client.persist(ctx, b.client.own, "GET guild "+g.ID, call{method: http.MethodGet, path: path, own: true, into: into}); err != nil {
			return false, err
		}
	}
	texts := 0
	for _, c := range channels {
		if c.Kind != 0 && c.Kind != 5 { // a text channel, or one for announcements
			continue
		}
		texts++
		can, err := g.Can.in(g.ID, user, me.Roles, c.Overwrites)
		if err != nil {
			return false, fmt.Errorf("permissions in guild %s: %w", g.ID, err)
		}
		if can.Has(want) {
			return true, nil
		}
	}
	return texts == 0, nil
}

// in is p as a channel changes it: for everyone, then for roles, then for the member.
func (p Permissions) in(guild, user string, roles []string, all []overwrite) (Permissions, error) {
	if p.Has(Administrator) {
		return p, nil
	}
	var allow, deny [3]Permissions
	for _, o := range all {
		level := -1
		switch {
		case o.Kind == 0 && o.ID == guild:
			level = 0
		case o.Kind == 0 && slices.Contains(roles, o.ID):
			level = 1
		case o.Kind == 1 && o.ID == user:
			level = 2
		default:
			continue
		}
		more, err := strconv.ParseUint(o.Allow, 10, 64)
		if err != nil {
			return 0, err
		}
		less, err := strconv.ParseUint(o.Deny, 10, 64)
		if err != nil {
			return 0, err
		}
		allow[level] |= Permissions(more)
		deny[level] |= Permissions(less)
	}
	for level := range allow {
		p = p&^deny[level] | allow[level]
	}
	return p, nil
}
