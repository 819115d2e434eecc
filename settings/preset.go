package settings

import (
	"maps"
	"slices"
	"strings"

	"deuces/game"
)

// Preset is a system with options that a guild gave a name.
type Preset struct {
	Name     string            // unique in the guild, whatever its case
	System   string            // game.Rules.Name
	Options  map[string]string // what differs from the system's own preset
	Channels []string          // Discord ids of where it is offered; empty: everywhere
	// Locked: in its channels nothing is played but locked presets.
	Locked bool
}

// Bounds of presets.
const (
	MaxPresets = 25 // of a guild: as many as a menu has lines
	MaxName    = 40 // characters, as forms count them
)

// Check says, in an admin's words (*game.Illegal), what is wrong with the form of
// a preset. Whether its options go together, the system says.
func (p Preset) Check() error {
	switch {
	case p.Name == "" || strings.TrimSpace(p.Name) != p.Name || strings.ContainsFunc(p.Name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return game.Refuse("A preset needs a name, on one line.")
	case length(p.Name) > MaxName:
		return game.Refuse("A preset's name can have at most {most} characters.", MaxName)
	case p.System == "":
		return game.Refuse("Choose the game of the preset.")
	case len(p.Channels) > MaxPlaces || !every(p.Channels, snowflake):
		return game.Refuse("You can choose at most {most} channels.", MaxPlaces)
	}
	return nil
}

// Offered returns the presets that can be played in a channel, and whether
// nothing else can.
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

// Permits says whether a system with options may be played in a channel.
func Permits(presets []Preset, channel, system string, options map[string]string) bool {
	offered, locked := Offered(presets, channel)
	return !locked || slices.ContainsFunc(offered, func(p Preset) bool {
		return p.System == system && maps.Equal(p.Options, options)
	})
}
