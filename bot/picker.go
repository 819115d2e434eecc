package bot

import "deuces/internal/say"

// Picker is a menu of what a server has: its channels or its roles. The ids
// chosen arrive as Request.Values.
type Picker struct {
	ID          string
	Of          Pickable
	Placeholder say.Message // at most 150 characters
	Chosen      []string    // ids chosen already, at most Max
	Min, Max    int         // how many must and may be chosen, at most 25; 0, 0: exactly one
	Disabled    bool
}

// Pickable is what a Picker lists.
type Pickable int

// What can be picked.
const (
	Channels Pickable = iota // where people write, no threads
	Roles
)

// Discord's numbers for the two menus, and for the kinds of channel that have
// messages or, as forums, threads.
const (
	typeRoleSelect    = 6
	typeChannelSelect = 8
)

var writable = []int{0, 2, 5, 13, 15}

// preset is what a Picker has chosen already.
type preset struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

func (p Picker) component() component {
	lo, hi := Select{Min: p.Min, Max: p.Max}.bounds()
	menu := menuDoc{Type: typeChannelSelect, ID: p.ID, Placeholder: p.Placeholder.String(),
		MinValues: lo, MaxValues: hi, Disabled: p.Disabled, ChannelTypes: writable}
	kind := "channel"
	if p.Of == Roles {
		menu.Type, menu.ChannelTypes, kind = typeRoleSelect, nil, "role"
	}
	for _, id := range p.Chosen {
		menu.Presets = append(menu.Presets, preset{id, kind})
	}
	return groupDoc{Type: typeRow, Components: []component{menu}}
}

func (c *checker) picker(p Picker) {
	c.id(p.ID)
	c.within("placeholder", p.Placeholder.String(), 0, maxPlaceholder)
	lo, hi := Select{Min: p.Min, Max: p.Max}.bounds()
	c.number("values to pick at least", lo, 0, maxOptions)
	c.number("values to pick at most", hi, max(lo, 1), maxOptions)
	c.number("values picked already", len(p.Chosen), 0, hi)
}
