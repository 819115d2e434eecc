package commands

import (
	"context"
	"iter"
	"time"

	"deuces/bot"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// Store is what commands need to know beyond the tables.
type Store interface {
	// Player returns the number of somebody on Discord, with a new number for
	// somebody new, and remembers the name.
	Player(ctx context.Context, discordID, name string) (standing.Player, error)
	// People returns who players are, without those who were forgotten.
	People(ctx context.Context, players ...standing.Player) (map[standing.Player]standing.Person, error)
	// SavePost remembers where a message of a table is. Post returns it, or the
	// zero Shown if there is none.
	SavePost(ctx context.Context, id match.ID, kind Post, channel string, at bot.Shown) error
	Post(ctx context.Context, id match.ID, kind Post) (bot.Shown, error)
	// Posts returns where all messages of a table are.
	Posts(ctx context.Context, id match.ID) (map[Post]bot.Shown, error)
	// CleanPosts replaces the Former of all of them by what clean makes of it.
	CleanPosts(ctx context.Context, clean func(former string) string) error
	// Unfinished lists the tables that are over and have messages remembered.
	Unfinished(ctx context.Context, of func(guild string) bool) ([]match.ID, error)
	// Untold lists the tables that were given up and have messages remembered.
	Untold(ctx context.Context, of func(guild string) bool) ([]match.ID, error)
	// LastOptions returns the options that a system was last played with in a
	// channel, as SaveLastOptions saved them; nil if there are none.
	LastOptions(ctx context.Context, channel, system string) (map[string]string, error)
	SaveLastOptions(ctx context.Context, guild, channel, system string, options map[string]string) error
	// Head returns the hash of an event of a table's log, as people see it; "" where
	// there is none.
	Head(ctx context.Context, id match.ID, seq int) (string, error)
	// Channel returns where a table is, even if its log can't be read. GiveUp marks
	// such a table as no longer live.
	Channel(ctx context.Context, id match.ID) (string, error)
	GiveUp(ctx context.Context, id match.ID, now time.Time) error
	Memory
}

// Mirrors is what tables need of bot.Mirrors.
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

// Post is a kind of message that a table has.
type Post string

// The messages of a table that must be found again after a restart.
const (
	BoardPost   Post = "board"
	MentionPost Post = "mention"
	VotePost    Post = "vote"
)

// Memory is what is remembered of a guild, beyond its tables.
type Memory interface {
	// GuildSettings returns what a guild has set. ChangeSettings replaces it by what
	// change makes of it, or leaves it if change returns an error.
	GuildSettings(ctx context.Context, guild string) (settings.Guild, error)
	ChangeSettings(ctx context.Context, guild string, now time.Time, change func(settings.Guild) (settings.Guild, error)) (settings.Guild, error)
	// Presets returns the options that a guild has named. SavePreset adds one or
	// replaces the one of that name, DropPreset removes it.
	Presets(ctx context.Context, guild string) ([]settings.Preset, error)
	SavePreset(ctx context.Context, guild string, p settings.Preset) error
	DropPreset(ctx context.Context, guild, name string) error

	// Leaderboard returns a page of a guild's standings. Rank returns how many rows
	// come before a player's on that board, false if they are not on it.
	Leaderboard(ctx context.Context, q standing.Query) (standing.Page, error)
	Rank(ctx context.Context, q standing.Query, p standing.Player) (int, bool, error)
	// Running returns who holds titles in a guild or in one of its channels. Streaks
	// returns the longest such reigns, the longest first.
	Running(ctx context.Context, guild, channel string) ([]standing.Streak, error)
	Streaks(ctx context.Context, q standing.StreakQuery) ([]standing.Streak, error)
	// Stats returns a player's figures.
	Stats(ctx context.Context, q standing.StatsQuery) (standing.Stats, error)
	// Matches returns a page of the matches that are over, Events a table's log.
	Matches(ctx context.Context, q standing.MatchQuery) (standing.MatchPage, error)
	Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error]

	// Seasons returns a guild's seasons, the oldest first, and HallOfFame who was best
	// in one. CloseSeason ends the current season. RollSeasons ends the seasons that are
	// due in any guild, and returns all that have ended and that SeasonTold has not
	// marked as told.
	Seasons(ctx context.Context, guild string) ([]standing.SeasonInfo, error)
	HallOfFame(ctx context.Context, guild string, season int) (standing.HallOfFame, error)
	CloseSeason(ctx context.Context, guild string, now time.Time) (standing.SeasonInfo, error)
	RollSeasons(ctx context.Context, now time.Time) ([]standing.Closed, error)
	SeasonTold(ctx context.Context, guild string, season int) error

	// Find returns the number of somebody on Discord, false if nothing is stored about
	// them. Export returns all that is stored. Forget deletes who they are.
	Find(ctx context.Context, discordID string) (standing.Player, bool, error)
	Export(ctx context.Context, discordID string, now time.Time) (standing.Export, bool, error)
	Forget(ctx context.Context, p standing.Player) error

	// Preferences returns what a player has chosen for themself. ChangePreferences
	// replaces it by what change makes of it, or leaves it if change returns an error.
	Preferences(ctx context.Context, p standing.Player) (settings.Person, error)
	ChangePreferences(ctx context.Context, p standing.Player, change func(settings.Person) (settings.Person, error)) (settings.Person, error)

	// GuildRemoved and GuildJoined note whether the bot is in a guild. PurgeGuilds
	// deletes the data of those that removed it long enough ago, after evict has ended
	// their tables.
	GuildRemoved(ctx context.Context, guild string, now time.Time) error
	GuildJoined(ctx context.Context, guild string) error
	// Greet notes that a guild that the bot joined then is greeted, and says whether it
	// had not been before.
	Greet(ctx context.Context, guild string, joined, now time.Time) (first bool, err error)
	PurgeGuilds(ctx context.Context, now time.Time, evict func(ctx context.Context, guild string) error) (int, error)
}

// Discord is what commands need of bot.Bot beyond messages.
type Discord interface {
	// Below returns what stands below a message, no more than so many messages of it.
	HistoryAfter(ctx context.Context, channel, message string, most int) (bot.History, error)
	OpenThread(ctx context.Context, channel, name string) (id string, err error)
	GiveRole(ctx context.Context, guild, user, role string) error
	TakeRole(ctx context.Context, guild, user, role string) error
}

// Deck has the pictures of cards.
type Deck interface {
	// Pictures are the cards as emojis, in these colors; nil while there are none.
	Pictures(settings.Colors) map[card.Card]string
	// Trouble says why there are none; empty where nothing is wrong.
	Trouble() say.Message
}
