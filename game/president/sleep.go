package president

import "deuces/game/kit"

// sleeping returns the options that say nothing beside the others (rules.md P1, P11, P12). decks is the
// maximum number of decks that the preset uses.
func sleeping(s kit.Settings, decks int) []string {
	target := s.Number("target") > 0 && !s.Is("points", "none")
	rounds, longest := s.Number("rounds"), s.Number("longest")
	byLongest := target && longest > 0 && (rounds == 0 || rounds > longest)
	keys := map[string]bool{
		"joker":     s.Number("jokers") == 0,
		"foursuits": decks < 2 || s.Is("equal", "no") || !s.Is("four", "revolution"),
		"spade3":    s.Number("jokers") == 0,
		"runrev":    s.Is("runs", "no") || s.Is("four", "none"),
		"demerits":  !s.Is("points", "classic"),
		"target":    s.Is("points", "none"),
		"rounds":    byLongest,
		"longest":   !byLongest,
	}
	var asleep []string
	for key, sleeps := range keys {
		if sleeps {
			asleep = append(asleep, key)
		}
	}
	return asleep
}
