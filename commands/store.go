package commands

import (
	"context"
	"iter"
	"time"

	"deuces/bot"
	"deuces/game/card"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/standing/daily"
)

// Store stores everything that commands need except the tables' logs.
type Store interface {
	// Player returns the number of a person on Discord, creates one for a new person, and stores the
	// name. Nickname stores what a guild calls a person instead, or "".
	Player(ctx context.Context, discordID, name string) (standing.Player, error)
	Nickname(ctx context.Context, guild string, p standing.Player, name string) error
	// People returns the persons of players with their names in a guild, except those whose data was
	// deleted.
	People(ctx context.Context, guild string, players ...standing.Player) (map[standing.Player]standing.Person, error)
	// OpenBy returns the channels of the live tables that a player opened, in all guilds.
	OpenBy(ctx context.Context, p standing.Player) (channels []string, err error)
	// SavePost stores where a message of a table is; the zero Shown means that there is none. Posts
	// returns where all messages of a table are.
	SavePost(ctx context.Context, id match.ID, kind Post, channel string, at bot.Shown) error
	Posts(ctx context.Context, id match.ID) (map[Post]bot.Shown, error)
	// Locales counts the people who have played in a guild since a time, by their settings.Person.Locale.
	Locales(ctx context.Context, guild string, since time.Time) (map[string]int, error)
	// Lobbies returns the tables of a guild whose match hasn't begun, newest first.
	Lobbies(ctx context.Context, guild string) ([]match.ID, error)
	// LastCall returns when players were last called in a guild, if that was after a time; otherwise the zero time.
	LastCall(ctx context.Context, guild string, after time.Time) (time.Time, error)
	// TableWithPost returns the table that has a message as a kind of post, or 0.
	TableWithPost(ctx context.Context, kind Post, message string) (match.ID, error)
	// CleanPosts replaces the field Former of all stored messages by the result of clean.
	CleanPosts(ctx context.Context, clean func(former string) string) error
	// EndedWithPosts lists the tables that are over but still have stored messages.
	EndedWithPosts(ctx context.Context, of func(guild string) bool) ([]match.ID, error)
	// LostWithPosts lists the tables that were given up but still have stored messages.
	LostWithPosts(ctx context.Context, of func(guild string) bool) ([]match.ID, error)
	// LastOptions returns the options with which a system was last played in a channel, as stored by
	// SaveLastOptions, or nil.
	LastOptions(ctx context.Context, channel, system string) (map[string]string, error)
	SaveLastOptions(ctx context.Context, guild, channel, system string, options map[string]string) error
	// Head returns the hash of an event of a table's log as people see it, or "" if there is no
	// such event.
	Head(ctx context.Context, id match.ID, seq int) (string, error)
	// Channel returns the guild and the channel of a table and, if that is a thread, the thread's channel, even if its log can't be
	// read. GiveUp marks such a table as not live.
	Channel(ctx context.Context, id match.ID) (guild, channel, parent string, err error)
	GiveUp(ctx context.Context, id match.ID, now time.Time) error
	Memory
}

// Mirrors is the part of bot.Mirrors that commands use.
type Mirrors interface {
	Show(bot.Mirror)
	Touch(key string)
	Move(key string) bool
	Replace(key string) bool
	Finish(key string)
	Retry(key string)
	Remove(key string)
	DropUpToDate(keys ...string) bool
	Has(key string) bool
	Replaced(key, message string) bool
	Release(ctx context.Context, keys []string)
	Revision() bot.Revision
}

// Post is a kind of message of a table.
type Post string

// The kinds of messages that must be found again after a restart.
const (
	BoardPost   Post = "board"
	MentionPost Post = "mention"
	VotePost    Post = "vote"
	CallPost    Post = "call"
	EventPost   Post = "event" // an event of the server (startat.go)
)

// Memory stores a guild's settings and standings.
type Memory interface {
	// GuildSettings returns a guild's settings. ChangeSettings replaces them by the result of change,
	// unless change returns an error.
	GuildSettings(ctx context.Context, guild string) (settings.Guild, error)
	ChangeSettings(ctx context.Context, guild string, now time.Time, change func(settings.Guild) (settings.Guild, error)) (settings.Guild, error)
	// Presets returns a guild's presets. ChangePreset replaces the one with a name, or the zero preset,
	// by the result of change, unless change returns an error. DropPreset removes one.
	Presets(ctx context.Context, guild string) ([]settings.Preset, error)
	ChangePreset(ctx context.Context, guild, name string, change func(settings.Preset) (settings.Preset, error)) error
	DropPreset(ctx context.Context, guild, name string) error

	// Leaderboard returns a page of a guild's standings. Rank returns the number of rows before a
	// player's row, or false if the player has none.
	Leaderboard(ctx context.Context, q standing.Query) (standing.Page, error)
	Rank(ctx context.Context, q standing.Query, p standing.Player) (int, bool, error)
	// Running returns the current title holders of a guild or of one of its channels. Streaks returns
	// the longest streaks, longest first.
	Running(ctx context.Context, guild, channel string) ([]standing.Streak, error)
	Streaks(ctx context.Context, q standing.StreakQuery) ([]standing.Streak, error)
	// Stats returns a player's statistics.
	Stats(ctx context.Context, q standing.StatsQuery) (standing.Stats, error)
	// Matches returns a page of finished matches, and Events a table's log.
	Matches(ctx context.Context, q standing.MatchQuery) (standing.MatchPage, error)
	Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error]

	// Seasons returns a guild's seasons, oldest first, and HallOfFame the best players of one.
	// CloseSeason ends the current season. RollSeasons ends the seasons that are due in all guilds, and
	// returns all ended seasons that SeasonTold hasn't marked as announced.
	Seasons(ctx context.Context, guild string) ([]standing.SeasonInfo, error)
	HallOfFame(ctx context.Context, guild string, season int) (standing.HallOfFame, error)
	CloseSeason(ctx context.Context, guild string, now time.Time) (standing.SeasonInfo, error)
	RollSeasons(ctx context.Context, now time.Time) ([]standing.Closed, error)
	SeasonTold(ctx context.Context, guild string, season int) error

	// BeginDay stores the settings of a day with the weights that they name, unless it has begun, and
	// returns those of the current day. Dailies returns a player's deals of a day.
	BeginDay(ctx context.Context, want daily.Settings, weights []byte) (daily.Settings, error)
	Dailies(ctx context.Context, day daily.Day, p standing.Player) ([]daily.Played, error)
	// DayBefore returns the settings of the last day before another, or zero. DailyTables returns a table
	// for each of its deals that somebody has finished: the player's own, or else one with the best result.
	DayBefore(ctx context.Context, day daily.Day) (daily.Settings, error)
	DailyTables(ctx context.Context, day daily.Day, p standing.Player, penalty bool) ([]match.ID, error)
	// DealPoints and DayPoints return how many people have finished a deal or a day with each number of
	// points, and DayTotals the totals of people of a guild, who are those that JoinDaily has stored.
	DealPoints(ctx context.Context, day daily.Day, deal int) (map[int]int, error)
	DayPoints(ctx context.Context, day daily.Day) (map[int]int, error)
	DayTotals(ctx context.Context, guild string, from, to daily.Day) ([]daily.Total, error)
	JoinDaily(ctx context.Context, guild string, p standing.Player) error
	// FinishedDays returns the days that a player has finished. Outages returns when the bot was away,
	// which SaveSeen notices.
	FinishedDays(ctx context.Context, p standing.Player) ([]daily.Day, error)
	Outages(ctx context.Context) ([]daily.Outage, error)
	SaveSeen(ctx context.Context, now time.Time) error
	// ShareDay and PostDay record that a result was shared, or that the best of a day are posted in a
	// guild, and report whether it is the first time. DailyChannels returns where they are posted.
	ShareDay(ctx context.Context, day daily.Day, p standing.Player) (first bool, err error)
	PostDay(ctx context.Context, guild string, day daily.Day) (first bool, err error)
	DailyChannels(ctx context.Context) (map[string]string, error)

	// Find returns the number of a person on Discord, or false if nothing is stored about them. Export
	// returns everything that is stored about them. Forget deletes it.
	Find(ctx context.Context, discordID string) (standing.Player, bool, error)
	Export(ctx context.Context, discordID string, now time.Time) (standing.Export, bool, error)
	Forget(ctx context.Context, p standing.Player) error

	// Preferences returns a player's preferences. ChangePreferences replaces them by the result of
	// change, unless change returns an error.
	Preferences(ctx context.Context, p standing.Player) (settings.Person, error)
	// WantLists returns the players who chose the daily list.
	WantLists(ctx context.Context) ([]standing.Player, error)
	ChangePreferences(ctx context.Context, p standing.Player, change func(settings.Person) (settings.Person, error)) (settings.Person, error)

	// Guilds returns the guilds of which something is stored, unless they are recorded as removed.
	Guilds(ctx context.Context) ([]string, error)
	// GuildRemoved and GuildJoined record whether the bot is in a guild. PurgeGuilds deletes the data
	// of guilds that removed the bot long enough ago, after evict has ended their tables.
	GuildRemoved(ctx context.Context, guild string, now time.Time) error
	GuildJoined(ctx context.Context, guild string) error
	// RemovedFrom returns the guilds that are recorded as removed.
	RemovedFrom(ctx context.Context) (map[string]bool, error)
	// Greet records that a guild is greeted, and reports whether it hadn't been before.
	Greet(ctx context.Context, guild string, now time.Time) (first bool, err error)
	PurgeGuilds(ctx context.Context, now time.Time, evict func(ctx context.Context, guild string) error) (int, error)
}

// Discord is the part of bot.Bot that commands use besides messages.
type Discord interface {
	// HistoryAfter returns the messages after a message, up to a maximum number.
	HistoryAfter(ctx context.Context, channel, message string, most int) (bot.History, error)
	// Deleted reports whether a message was deleted.
	Deleted(ctx context.Context, channel, message string) (bool, error)
	// CommandIDs returns the known ids of slash commands by name.
	CommandIDs() map[string]string
	OpenThread(ctx context.Context, channel, name string) (id string, err error)
	GiveRole(ctx context.Context, guild, user, role string) error
	TakeRole(ctx context.Context, guild, user, role string) error
	Roles(ctx context.Context, guild string) ([]bot.GuildRole, error)
	// IsOpen reports whether everybody in a guild sees a channel.
	IsOpen(ctx context.Context, guild, channel string) (bool, error)
	// SaveEvent creates or changes an event of a guild, EventStart returns when it begins, or the zero time if it
	// was canceled, and DropEvent deletes it.
	SaveEvent(ctx context.Context, guild string, e bot.ScheduledEvent) (id string, err error)
	EventStart(ctx context.Context, guild, id string) (time.Time, error)
	DropEvent(ctx context.Context, guild, id string) error
}

// Deck provides the pictures of cards.
type Deck interface {
	// Pictures returns the emojis of cards in these colors, or nil if there are none.
	Pictures(settings.Colors) map[card.Card]string
}
