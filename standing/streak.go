package standing

import (
	"time"

	"deuces/game"
)

// Streak is a title held without a break: over one settled round or several in a
// row, of a system, in a whole guild or in one channel of it. Rounds are in the
// order in which they ended. Who has the title of the last round runs it: they
// are the President of the place until another round of the system is settled
// there. Rounds dealt with a computer player seated neither give titles that run
// nor end them.
type Streak struct {
	Channel string // Discord id; "" the guild's
	System  string
	Title   game.Title
	Player  Player
	Name    string // "" for a former player
	Rounds  int    // in a row, from 1
	Began   time.Time
	Last    time.Time // when the last of its rounds ended
	Running bool

	// Deposed is who held the title in the round before, 0 where nobody did or
	// several; DeposedRounds how long they had.
	Deposed       Player
	DeposedName   string
	DeposedRounds int
	// By is who took the title in the round after, 0 where nobody did or several.
	By     Player
	ByName string
}

// StreakQuery asks for streaks, the longest first; equals from the newest.
type StreakQuery struct {
	Guild   string
	Channel string     // "": those of the whole guild
	System  string     // "": all
	Title   game.Title // "": all
	Player  Player     // 0: anybody's
	Offset  int
	Limit   int
}
