package world

import (
	"strconv"
	"strings"
	"time"

	"deuces/sandbox/wire"
)

// This file has the API's large objects, application and guild, with the many fields that clients
// require.

// Application is the bot's application as the API returns it.
type Application struct {
	ID            wire.Snowflake           `json:"id"`
	Name          string                   `json:"name"`
	Icon          wire.Opt[string]         `json:"icon"`
	Description   string                   `json:"description"`
	Type          wire.Opt[int]            `json:"type"`
	VerifyKey     string                   `json:"verify_key"`
	Flags         int                      `json:"flags"`
	FlagsNew      string                   `json:"flags_new"`
	Redirects     []string                 `json:"redirect_uris"`
	Endpoint      wire.Opt[string]         `json:"interactions_endpoint_url"`
	RoleURL       wire.Opt[string]         `json:"role_connections_verification_url"`
	Owner         *User                    `json:"owner"`
	Guilds        int                      `json:"approximate_guild_count"`
	Installs      int                      `json:"approximate_user_install_count"`
	Authorization int                      `json:"approximate_user_authorization_count"`
	Filter        int                      `json:"explicit_content_filter"`
	Team          wire.Opt[wire.Snowflake] `json:"team"`
	Scopes        []string                 `json:"eligible_oauth2_scopes"`
	Bot           *User                    `json:"bot"`
	Public        bool                     `json:"bot_public"`
	CodeGrant     bool                     `json:"bot_require_code_grant"`
	Summary       string                   `json:"summary"`
	Installable   map[string]struct{}      `json:"integration_types_config"`
}

// Application returns the bot's application.
func (w *World) Application() Application {
	joined := 0
	for _, g := range w.Guilds {
		if g.Members[w.Bot.ID] != nil {
			joined++
		}
	}
	return Application{ID: w.Bot.ID, Name: w.Bot.Username, VerifyKey: strings.Repeat("0", 64), Flags: w.applicationFlags(),
		FlagsNew: strconv.Itoa(w.applicationFlags()), Redirects: []string{}, Owner: w.ByName["Ann"], Guilds: joined, Installs: len(w.Installed),
		Installable: map[string]struct{}{guildOwner: {}, userOwner: {}},
		Scopes:      []string{"bot", "applications.commands"}, Bot: w.Bot, Public: true}
}

// GuildObject is a guild as the API returns it.
type GuildObject struct {
	ID              wire.Snowflake           `json:"id"`
	Name            string                   `json:"name"`
	Icon            wire.Opt[string]         `json:"icon"`
	Description     wire.Opt[string]         `json:"description"`
	HomeHeader      wire.Opt[string]         `json:"home_header"`
	Splash          wire.Opt[string]         `json:"splash"`
	DiscoverySplash wire.Opt[string]         `json:"discovery_splash"`
	Features        []string                 `json:"features"`
	Banner          wire.Opt[string]         `json:"banner"`
	OwnerID         wire.Snowflake           `json:"owner_id"`
	ApplicationID   wire.Opt[wire.Snowflake] `json:"application_id"`
	Region          string                   `json:"region"`
	AFKChannel      wire.Opt[wire.Snowflake] `json:"afk_channel_id"`
	AFKTimeout      int                      `json:"afk_timeout"`
	SystemChannel   wire.Opt[wire.Snowflake] `json:"system_channel_id"`
	SystemFlags     int                      `json:"system_channel_flags"`
	WidgetEnabled   bool                     `json:"widget_enabled"`
	WidgetChannel   wire.Opt[wire.Snowflake] `json:"widget_channel_id"`
	Verification    int                      `json:"verification_level"`
	Roles           []*Role                  `json:"roles"`
	Notifications   int                      `json:"default_message_notifications"`
	MFA             int                      `json:"mfa_level"`
	Filter          int                      `json:"explicit_content_filter"`
	MaxPresences    wire.Opt[int]            `json:"max_presences"`
	MaxMembers      int                      `json:"max_members"`
	MaxStage        int                      `json:"max_stage_video_channel_users"`
	MaxVideo        int                      `json:"max_video_channel_users"`
	Vanity          wire.Opt[string]         `json:"vanity_url_code"`
	Tier            int                      `json:"premium_tier"`
	Boosts          int                      `json:"premium_subscription_count"`
	Locale          string                   `json:"preferred_locale"`
	RulesChannel    wire.Opt[wire.Snowflake] `json:"rules_channel_id"`
	SafetyChannel   wire.Opt[wire.Snowflake] `json:"safety_alerts_channel_id"`
	UpdatesChannel  wire.Opt[wire.Snowflake] `json:"public_updates_channel_id"`
	ProgressBar     bool                     `json:"premium_progress_bar_enabled"`
	NSFW            bool                     `json:"nsfw"`
	NSFWLevel       int                      `json:"nsfw_level"`
	Emojis          []struct{}               `json:"emojis"`
	Stickers        []struct{}               `json:"stickers"`
	Incidents       wire.Opt[struct{}]       `json:"incidents_data"`
}

// GuildWire returns the guild as the API returns it.
func (w *World) GuildWire(g *Guild) GuildObject {
	roles := make([]*Role, len(g.Roles))
	copy(roles, g.Roles)
	return GuildObject{ID: g.ID, Name: g.Name, Features: []string{}, OwnerID: g.Owner, Region: "deprecated", AFKTimeout: 300, SystemChannel: idOrNull(g.System),
		Roles: roles, MaxMembers: 500_000, MaxStage: 50, MaxVideo: 25, Locale: w.Locale(g.ID), Emojis: []struct{}{}, Stickers: []struct{}{}}
}

// GatewayGuild is the body of GUILD_CREATE.
type GatewayGuild struct {
	GuildObject
	Joined      time.Time         `json:"joined_at"`
	Large       bool              `json:"large"`
	Unavailable bool              `json:"unavailable"`
	Members     int               `json:"member_count"`
	Voice       []struct{}        `json:"voice_states"`
	People      []GuildMember     `json:"members"`
	Channels    []any             `json:"channels"`
	Threads     []any             `json:"threads"`
	Presences   []struct{}        `json:"presences"`
	Stages      []struct{}        `json:"stage_instances"`
	Events      []*ScheduledEvent `json:"guild_scheduled_events"`
	Sounds      []struct{}        `json:"soundboard_sounds"`
}

// GatewayGuild returns the body of GUILD_CREATE. It has all members if everybody is set, for
// sessions with the intent for presences, and otherwise only the bot.
func (w *World) GatewayGuild(g *Guild, everybody bool) GatewayGuild {
	bot := g.Members[w.Bot.ID]
	out := GatewayGuild{GuildObject: w.GuildWire(g), Joined: bot.joined.UTC(), Members: len(g.Members), Large: len(g.Members) > 50, Channels: []any{}, Threads: []any{},
		Voice: []struct{}{}, Presences: []struct{}{}, Stages: []struct{}{}, Events: wire.ListOf(g.Events), Sounds: []struct{}{}}
	out.People = []GuildMember{bot.Wire()}
	if everybody {
		out.People = g.SortedMembers()
	}
	for _, c := range g.Channels {
		switch {
		case c.Thread == nil:
			out.Channels = append(out.Channels, c.Wire())
		case !c.Thread.Archived && c.Visible(w.Bot.ID):
			out.Threads = append(out.Threads, c.Wire())
		}
	}
	return out
}
