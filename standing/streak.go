package standing

import (
	"time"

	"deuces/game"
)

// Streak is a title held without interruption: over one or more consecutive rounds of a system that
// count, in a guild or in one of its channels, in the order in which the rounds ended. Whoever got
// the title in the last round holds it until the next such round is settled there. A title that
// only a computer player received stays with its holder.
type Streak struct {
	Channel string // Discord id; "" for the whole guild
	System  string
	Title   game.Title
	Player  Player
	Name    string // "" for a former player
	Rounds  int    // length of the streak
	Began   time.Time
	Last    time.Time // end of its last round
	Running bool

	// Deposed is the player who held the title in the previous round (0: nobody, or several
	// players), and DeposedRounds is the number of rounds for which they had held it.
	Deposed       Player
	DeposedName   string
	DeposedRounds int
	// By is the player who got the title in the next round; 0: nobody, or several players.
	By     Player
	ByName string
}

// StreakQuery selects streaks, longest first, and newer before older ones.
type StreakQuery struct {
	Guild   string
	Channel string     // "": the whole guild
	System  string     // "": all
	Title   game.Title // "": all
	Player  Player     // 0: anyone
	Offset  int
	Limit   int
}
