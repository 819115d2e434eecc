package commands

import (
	"context"
	"errors"
	"testing"

	"deuces/bot"
	"deuces/game"
	"deuces/game/systems"
	"deuces/settings"
)

// locked is a server whose channels are all locked to one preset.
type locked struct {
	crowd
	preset settings.Preset
}

func (l locked) Presets(context.Context, string) ([]settings.Preset, error) {
	return []settings.Preset{l.preset}, nil
}

// A preset stores the options that differ from its system's. It can still be played after the
// system's defaults have changed.
func TestAPresetSavedBeforeTheSystemChangedCanBePlayed(t *testing.T) {
	for _, tt := range []struct {
		saved, asked map[string]string
		may          bool
		why          string
	}{
		{map[string]string{"target": "0", "rounds": "10"}, map[string]string{"target": "0", "rounds": "10"}, true, "what it says is what the system starts with by now"},
		{map[string]string{"target": "0", "rounds": "10"}, nil, true, "the same, by other words"},
		{map[string]string{"rounds": "5"}, map[string]string{"rounds": "5"}, true, "what still differs from the system"},
		{map[string]string{"rounds": "5"}, nil, false, "not what is offered"},
	} {
		c := New(Config{Store: locked{preset: settings.Preset{Name: "Ours", System: "asshole", Options: tt.saved, Locked: true}}, Systems: systems.All()})
		err := c.permitted(t.Context(), bot.Request{Guild: "1", Channel: "2"}, "asshole", tt.asked)
		if refused := (*game.Illegal)(nil); (err == nil) != tt.may || err != nil && !errors.As(err, &refused) {
			t.Errorf("saved %v, asked for %v: %v; %s", tt.saved, tt.asked, err, tt.why)
		}
	}
}
