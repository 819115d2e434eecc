package rest

import (
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// guildFor is the guild that a route names, if the bot is in it.
func (s *API) guildFor(q *request) (*world.Guild, error) {
	g := s.world.Guild(q.id("guild"))
	switch {
	case g == nil:
		return nil, wire.ErrUnknownGuild
	case g.Members[s.world.Bot.ID] == nil:
		return nil, wire.ErrMissingAccess
	}
	return g, nil
}

// getGuild gives the guild, with about how many people are in it if that is asked for.
func (s *API) getGuild(q *request, g *world.Guild) (answer, error) {
	if !q.flag("with_counts") {
		return ok(s.world.GuildWire(g)), nil
	}
	return ok(struct {
		world.GuildObject
		Members int `json:"approximate_member_count"`
		Online  int `json:"approximate_presence_count"`
	}{s.world.GuildWire(g), len(g.Members), len(g.Members)}), nil
}

// editGuild changes the guild's name and settings.
func (s *API) editGuild(q *request) (answer, error) {
	var b struct {
		Name     wire.Opt[string]         `json:"name"`
		Icon     wire.Opt[string]         `json:"icon"`
		Splash   wire.Opt[string]         `json:"splash"`
		Banner   wire.Opt[string]         `json:"banner"`
		Home     wire.Opt[string]         `json:"home_header"`
		Discover wire.Opt[string]         `json:"discovery_splash"`
		Features wire.Opt[[]string]       `json:"features"`
		AFK      wire.Opt[wire.Snowflake] `json:"afk_channel_id"`
		world.GuildFields
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	if b.Name.Set {
		at.Key("name").Length(b.Name.Or(""), 2, 100)
	}
	at.Key("verification_level").Between(b.Verification.Or(0), 0, 4)
	at.Key("default_message_notifications").Between(b.Notifications.Or(0), 0, 1)
	at.Key("explicit_content_filter").Between(b.Filter.Or(0), 0, 2)
	at.Key("afk_timeout").OneOf(b.AFKTimeout.Or(300), 60, 300, 900, 1800, 3600)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	switch {
	case err != nil:
		return answer{}, err
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageGuild):
		return answer{}, wire.ErrMissingPerms
	case b.Icon.Given(), b.Splash.Given(), b.Banner.Given(), b.Home.Given(), b.Discover.Given():
		return answer{}, wire.LeftOut("pictures of guilds")
	case len(b.Features.Or(nil)) > 0:
		return answer{}, wire.LeftOut("features of guilds")
	case b.AFK.Given():
		return answer{}, wire.LeftOut("voice channels")
	}
	for name, id := range map[string]wire.Opt[wire.Snowflake]{"system_channel_id": b.SystemChannel, "rules_channel_id": b.RulesChannel,
		"safety_alerts_channel_id": b.SafetyChannel, "public_updates_channel_id": b.Updates} {
		if c := s.world.Channels[id.Or(0)]; id.Given() && (c == nil || c.Guild != g) {
			at.Key(name).Fail("CHANNEL_INVALID", "The channel is not in this guild")
		}
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	g.Name = b.Name.Or(g.Name)
	g.Kept.Take(b.GuildFields)
	s.world.GuildChanged(g)
	return ok(s.world.GuildWire(g)), nil
}

func (s *API) guildRoles(q *request, g *world.Guild) (answer, error) {
	return ok(slices.Clone(g.Roles)), nil
}
