package standing

import (
	"time"

	"deuces/game"
)

// Export is all that is stored of a person; as JSON it is what they may have.
// Logs name people by number alone, so that what a table's log says of them is
// listed as matches: which ones, when, and what came of them.
type Export struct {
	Note    string    `json:"note"`
	Made    time.Time `json:"exported_at"`
	Discord string    `json:"discord_id"`
	Name    string    `json:"last_seen_name"`
	Player  Player    `json:"number"`
	// What the person has chosen, by key; what is not here is the default.
	Preferences map[string]string `json:"preferences"`
	Servers     []ExportServer    `json:"servers"`
}

// ExportNote tells whoever reads an Export what the logs have.
const ExportNote = "This is all that is stored about you. The logs of the tables you sat at hold what was played there, under your number alone."

// ExportServer is what is stored of a person in one guild.
type ExportServer struct {
	Guild     string           `json:"server_id"`
	Standings []ExportStanding `json:"standings"`
	Streaks   []ExportStreak   `json:"reigns"`
	Rounds    []ExportRound    `json:"rounds"`
}

// ExportStanding are the sums of one system (all where empty) and period.
type ExportStanding struct {
	System    string             `json:"system,omitempty"`
	Period    string             `json:"period,omitempty"`
	Computers bool               `json:"with_computers,omitempty"`
	Points    int                `json:"points"`
	Rounds    int                `json:"rounds"`
	Matches   int                `json:"matches"`
	Wins      int                `json:"wins"`
	Left      int                `json:"left_early"`
	Rating    int                `json:"rating,omitempty"`
	Titles    map[game.Title]int `json:"titles,omitempty"`
}

// ExportStreak is a title held without a break.
type ExportStreak struct {
	Channel string     `json:"channel_id,omitempty"`
	System  string     `json:"system"`
	Title   game.Title `json:"title"`
	Rounds  int        `json:"rounds"`
	Began   time.Time  `json:"began"`
	Last    time.Time  `json:"last"`
}

// ExportRound is a round, or the end of a match, with the person's part of it.
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
	Finish   string     `json:"finishing_cards,omitempty"` // notation of records
	Rating   int        `json:"rating_after,omitempty"`
}
