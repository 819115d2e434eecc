package sandbox

import "time"

// The large objects of the API: the application and the guild, with the many fields that clients insist on.

type application struct {
	ID            snowflake      `json:"id"`
	Name          string         `json:"name"`
	Icon          opt[string]    `json:"icon"`
	Description   string         `json:"description"`
	Type          opt[int]       `json:"type"`
	VerifyKey     string         `json:"verify_key"`
	Flags         int            `json:"flags"`
	FlagsNew      string         `json:"flags_new"`
	Redirects     []string       `json:"redirect_uris"`
	Endpoint      opt[string]    `json:"interactions_endpoint_url"`
	RoleURL       opt[string]    `json:"role_connections_verification_url"`
	Owner         *user          `json:"owner"`
	Guilds        int            `json:"approximate_guild_count"`
	Installs      int            `json:"approximate_user_install_count"`
	Authorization int            `json:"approximate_user_authorization_count"`
	Filter        int            `json:"explicit_content_filter"`
	Team          opt[snowflake] `json:"team"`
	Scopes        []string       `json:"eligible_oauth2_scopes"`
	Bot           *user          `json:"bot"`
	Public        bool           `json:"bot_public"`
	CodeGrant     bool           `json:"bot_require_code_grant"`
	Summary       string         `json:"summary"`
}

func (w *world) application() application {
	joined := 0
	for _, g := range w.guilds {
		if g.members[w.bot.ID] != nil {
			joined++
		}
	}
	return application{ID: w.bot.ID, Name: w.bot.Username, Icon: null[string](), Type: null[int](), VerifyKey: "0000000000000000000000000000000000000000000000000000000000000000",
		FlagsNew: "0", Redirects: []string{}, Owner: w.byName["Ann"], Guilds: joined, Scopes: []string{"bot", "applications.commands"}, Bot: w.bot, Public: true}
}

type guildObject struct {
	ID              snowflake      `json:"id"`
	Name            string         `json:"name"`
	Icon            opt[string]    `json:"icon"`
	Description     opt[string]    `json:"description"`
	HomeHeader      opt[string]    `json:"home_header"`
	Splash          opt[string]    `json:"splash"`
	DiscoverySplash opt[string]    `json:"discovery_splash"`
	Features        []string       `json:"features"`
	Banner          opt[string]    `json:"banner"`
	OwnerID         snowflake      `json:"owner_id"`
	ApplicationID   opt[snowflake] `json:"application_id"`
	Region          string         `json:"region"`
	AFKChannel      opt[snowflake] `json:"afk_channel_id"`
	AFKTimeout      int            `json:"afk_timeout"`
	SystemChannel   opt[snowflake] `json:"system_channel_id"`
	SystemFlags     int            `json:"system_channel_flags"`
	WidgetEnabled   bool           `json:"widget_enabled"`
	WidgetChannel   opt[snowflake] `json:"widget_channel_id"`
	Verification    int            `json:"verification_level"`
	Roles           []*role        `json:"roles"`
	Notifications   int            `json:"default_message_notifications"`
	MFA             int            `json:"mfa_level"`
	Filter          int            `json:"explicit_content_filter"`
	MaxPresences    opt[int]       `json:"max_presences"`
	MaxMembers      int            `json:"max_members"`
	MaxStage        int            `json:"max_stage_video_channel_users"`
	MaxVideo        int            `json:"max_video_channel_users"`
	Vanity          opt[string]    `json:"vanity_url_code"`
	Tier            int            `json:"premium_tier"`
	Boosts          int            `json:"premium_subscription_count"`
	Locale          string         `json:"preferred_locale"`
	RulesChannel    opt[snowflake] `json:"rules_channel_id"`
	SafetyChannel   opt[snowflake] `json:"safety_alerts_channel_id"`
	UpdatesChannel  opt[snowflake] `json:"public_updates_channel_id"`
	ProgressBar     bool           `json:"premium_progress_bar_enabled"`
	NSFW            bool           `json:"nsfw"`
	NSFWLevel       int            `json:"nsfw_level"`
	Emojis          []struct{}     `json:"emojis"`
	Stickers        []struct{}     `json:"stickers"`
	Incidents       opt[struct{}]  `json:"incidents_data"`
}

func (w *world) guildWire(g *guild) guildObject {
	roles := make([]*role, len(g.roles))
	copy(roles, g.roles)
	return guildObject{ID: g.id, Name: g.name, Features: []string{}, OwnerID: g.owner, Region: "deprecated", AFKTimeout: 300,
		Roles: roles, MaxMembers: 500_000, MaxStage: 50, MaxVideo: 25, Locale: "en-US",
		Emojis: []struct{}{}, Stickers: []struct{}{}}
}

// gatewayGuild is what GUILD_CREATE carries.
type gatewayGuild struct {
	guildObject
	Joined      time.Time     `json:"joined_at"`
	Large       bool          `json:"large"`
	Unavailable bool          `json:"unavailable"`
	Members     int           `json:"member_count"`
	Voice       []struct{}    `json:"voice_states"`
	People      []guildMember `json:"members"`
	Channels    []any         `json:"channels"`
	Threads     []any         `json:"threads"`
	Presences   []struct{}    `json:"presences"`
	Stages      []struct{}    `json:"stage_instances"`
	Events      []struct{}    `json:"guild_scheduled_events"`
	Sounds      []struct{}    `json:"soundboard_sounds"`
}

func (w *world) gatewayGuild(g *guild, everybody bool) gatewayGuild {
	bot := g.members[w.bot.ID]
	out := gatewayGuild{guildObject: w.guildWire(g), Joined: bot.joined.UTC(), Members: len(g.members), Channels: []any{}, Threads: []any{},
		Voice: []struct{}{}, Presences: []struct{}{}, Stages: []struct{}{}, Events: []struct{}{}, Sounds: []struct{}{}}
	out.People = []guildMember{bot.wire()}
	if everybody {
		out.People = g.sortedMembers()
	}
	for _, c := range g.channels {
		switch {
		case c.thread == nil:
			out.Channels = append(out.Channels, c.wire())
		case !c.thread.archived && c.visible(w.bot.ID):
			out.Threads = append(out.Threads, c.wire())
		}
	}
	return out
}
