package screen

import (
	"fmt"

	"deuces/game"
)

// reignNews says what the round that has just ended means for the best title of its
// system in the guild: that a reign goes on, or that one ended; "" if neither.
func (s Snapshot) reignNews() string {
	words := s.titleWords()
	if len(words) == 0 {
		return ""
	}
	best := words[0]
	for _, r := range s.Streaks {
		if r.System != s.System() || r.Title != best.Title || s.holderSeat(best.Title) < 0 {
			continue
		}
		if player := s.Players()[s.holderSeat(best.Title)]; player != r.Player {
			continue // a round at another table has changed it since
		}
		switch {
		case r.Rounds > 1:
			return fmt.Sprintf("👑 %s is %s of the server %s rounds running.", DisplayName(r.Name), best.Word, inWords(r.Rounds))
		case r.Deposed != 0:
			return fmt.Sprintf("👑 %s is the new %s of the server and deposed %s%s.", DisplayName(r.Name), best.Word, DisplayName(r.DeposedName), afterRounds(r.DeposedRounds))
		}
	}
	return ""
}

// holderSeat is the seat that got a title in the last settled round; game.Nobody if
// none did.
func (s Snapshot) holderSeat(title game.Title) game.Seat {
	results := s.Results()
	if len(results) == 0 {
		return game.Nobody
	}
	for seat, t := range results[len(results)-1].Titles {
		if t == title {
			return game.Seat(seat)
		}
	}
	return game.Nobody
}
