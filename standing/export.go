package standing

import (
	"time"

	"deuces/game"
)

// Export is everything stored about a person, as JSON for them to download. Logs contain only
// people's numbers, so matches are listed with their time and result instead of their logs.
type Export struct {
	Note    string    `json:"note"`
	Made    time.Time `json:"exported_at"`
	Discord string    `json:"discord_id"`
	Name    string    `json:"last_seen_name"`
	Player  Player    `json:"number"`
	// Preferences by key; a missing key has the default value.
	Preferences map[string]string `json:"preferences"`
	Servers     []ExportServer    `json:"servers"`
	Dailies     []ExportDaily     `json:"daily_deals,omitempty"`
}

// ExportNote explains to the reader what the logs contain.
const ExportNote = "This is all that is stored about you. The logs of the tables you sat at hold what was played there, under your number alone."

// ExportServer is what is stored about a person in one guild.
type ExportServer struct {
	Guild     string           `json:"server_id"`
	Nickname  string           `json:"nickname,omitempty"`
	Daily     bool             `json:"daily_boards,omitempty"` // the server's boards of daily deals list the person
	Standings []ExportStanding `json:"standings"`
	Streaks   []ExportStreak   `json:"reigns"`
	Rounds    []ExportRound    `json:"rounds"`
}

// ExportStanding holds the sums of one system and period; an empty system means all.
type ExportStanding struct {
	System  string             `json:"system,omitempty"`
	Period  string             `json:"period,omitempty"`
	Counts  Rounds             `json:"of,omitempty"`
	Points  int                `json:"points"`
	Rounds  int                `json:"rounds"`
	Matches int                `json:"matches"`
	Wins    int                `json:"wins"`
	Left    int                `json:"left_early"`
	Rating  int                `json:"rating,omitempty"`
	Titles  map[game.Title]int `json:"titles,omitempty"`
}

// ExportStreak is a streak of a title.
type ExportStreak struct {
	Channel string     `json:"channel_id,omitempty"`
	System  string     `json:"system"`
	Title   game.Title `json:"title"`
	Rounds  int        `json:"rounds"`
	Began   time.Time  `json:"began"`
	Last    time.Time  `json:"last"`
}

// ExportDaily is a daily deal that the person has begun.
type ExportDaily struct {
	Day    int    `json:"day"`
	Deal   int    `json:"deal"`
	System string `json:"system"`
	Table  int64  `json:"match"`
	Over   bool   `json:"over"`
	Points int    `json:"points"`
	Place  int    `json:"place,omitempty"`
	Own    bool   `json:"finished_in_time"`
}

// ExportRound is the person's result in a round, or at the end of a match.
type ExportRound struct {
	Match    int64      `json:"match"`
	Round    int        `json:"round"`
	Finished bool       `json:"match_end,omitempty"`
	Channel  string     `json:"channel_id"`
	System   string     `json:"system"`
	At       time.Time  `json:"at"`
	Place    int        `json:"place,omitempty"`
	Points   int        `json:"points"`
	Title    game.Title `json:"title,omitempty"`
	Winner   bool       `json:"won_match,omitempty"`
	Left     bool       `json:"left_early,omitempty"`
	Finish   string     `json:"finishing_cards,omitempty"` // in the notation of records
	Rating   int        `json:"rating_after,omitempty"`
}
