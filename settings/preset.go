package settings

import (
	"slices"

	"deuces/game"
)

// Preset is a named combination of a system and options in a guild.
type Preset struct {
	Name     string            // unique in the guild, ignoring case
	System   string            // game.Rules.Name
	Options  map[string]string // options that differ from the system's defaults
	Channels []string          // Discord ids of the channels that offer it; empty: all
	// Locked means that only locked presets are allowed in the preset's channels.
	Locked bool
}

// Limits of presets.
const (
	MaxPresets = 25 // per guild; the length of a Discord menu
	MaxName    = 40 // in characters as Discord counts them
)

// Check returns what is wrong with a preset as a *game.Illegal for admins. It doesn't check
// whether the options go together; the system does.
func (p Preset) Check() error {
	switch {
	case !oneLine(p.Name, MaxName):
		return game.Refuse("A preset needs a name of at most {most} characters.", MaxName)
	case p.System == "", len(p.Channels) > MaxPlaces, !every(p.Channels, snowflake):
		return ErrGone
	}
	return nil
}

// Offered returns the presets that are available in a channel, and whether nothing else may be
// played there.
func Offered(presets []Preset, channel string) (offered []Preset, locked bool) {
	for _, p := range presets {
		if len(p.Channels) == 0 || slices.Contains(p.Channels, channel) {
			offered = append(offered, p)
			locked = locked || p.Locked
		}
	}
	if locked {
		offered = slices.DeleteFunc(offered, func(p Preset) bool { return !p.Locked })
	}
	return offered, locked
}
