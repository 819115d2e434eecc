package match

import "time"

// Slow tables. With hours for a turn, players are hardly ever there at the same time, so nobody sees
// what happens, and a table that waits isn't abandoned. A player hears of a turn when it begins and when a
// quarter of the time is left. Three unplayed turns in a row end the match. Until then it isn't paused,
// and Settings.Abandon doesn't apply.

const (
	slowClock = 4 * time.Hour

	// maxUnplayed is the number of turns in a row, of any players, whose time runs out before a slow match ends.
	maxUnplayed = 3
)

// Slow reports whether a player has so long for a decision that nobody waits in front of the board.
func (s Settings) Slow() bool { return s.Clock >= slowClock }

// stays reports whether a player whose time ran out keeps the seat although nobody has done anything since,
// because the table is slow and would have nobody else.
func (d *Draft) stays() bool { return d.Settings.Slow() && d.presentCount() == 1 }

// lobbyIdle returns after what time an inactive lobby closes. People join a slow table as slowly as they play.
func (s Settings) lobbyIdle() time.Duration {
	if s.Slow() && s.Lobby > 0 {
		return max(s.Lobby, s.Clock)
	}
	return s.Lobby
}

// abandonAfter returns after what time a paused match ends; 0: never.
func (s Settings) abandonAfter() time.Duration {
	if s.Slow() {
		return maxUnplayed * s.Clock
	}
	return s.Abandon
}
