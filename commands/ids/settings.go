package ids

import (
	"deuces/game"
)

// Setting is a button or menu of the settings panel: "settings/PAGE/WHAT/…".
type Setting struct {
	Page   string // page of the panel
	What   string // name of the setting; "" for a button that opens the page
	Value  string // On or Off for a switch, Ask or Now for SettingClose; or the value that a button sets
	System string // name of the game, for SettingRole
	Title  game.Title
}

// The pages of the panel.
const (
	TablesPage  = "tables"
	TitlesPage  = "titles"
	PresetsPage = "presets"
)

// The settings that need code of their own. The others are named by their stored keys.
const (
	SettingClose = "close" // ends the current season
	SettingRole  = "role"  // the role of a title

	On, Off  = "on", "off"
	Ask, Now = "ask", "now" // Ask shows the question whether to end the season; Now ends it
)

// ID returns the custom id: "settings/tables/threads/on", "settings/titles/role/ahole/scum".
func (x Setting) ID() string {
	if x.What == SettingRole {
		return write(VerbSettings, x.Page, x.What, x.System, string(x.Title))
	}
	return write(VerbSettings, x.Page, x.What, x.Value)
}

func ParseSetting(args []string) Setting {
	x := Setting{Page: arg(args, 0), What: arg(args, 1)}
	if x.What == SettingRole {
		x.System, x.Title = arg(args, 2), game.Title(arg(args, 3))
	} else {
		x.Value = rest(args, 2)
	}
	return x
}

// Preset is a button about one of the guild's presets.
type Preset struct {
	What string // a Preset… constant
	Name string // name of the preset, which may contain slashes
}

// The values of Preset.What. The first is the menu of presets and has the verb VerbSettings.
const (
	PresetOpen   = "open"
	PresetLock   = "lock"
	PresetUnlock = "unlock"
	PresetWhere  = "where"
	PresetDrop   = "drop"
)

// ID returns the custom id: "offer/lock/Friday".
func (x Preset) ID() string { return write(VerbPreset, x.What, x.Name) }

func ParsePreset(args []string) Preset { return Preset{arg(args, 0), rest(args, 1)} }

// Roles is the menu of titles on the page about roles.
type Roles struct{}

// ID returns the custom id: "roles".
func (Roles) ID() string { return VerbRoles }

func ParseRoles([]string) Roles { return Roles{} }

// Form is a button that opens a form of the settings panel, and the form itself.
type Form struct{ What string }

// FormWords is the form for a guild's own words.
const FormWords = "words"

// ID returns the custom id: "form/words".
func (x Form) ID() string { return write(VerbForm, x.What) }

func ParseForm(args []string) Form { return Form{arg(args, 0)} }

// Privacy is a button of the privacy page.
type Privacy struct{ What string }

// The buttons of the privacy page.
const (
	PrivacyExport = "export"
	PrivacyAsk    = "ask"
	PrivacyDelete = "delete"
	PrivacyBack   = "back"
)

// ID returns the custom id: "privacy/ask".
func (x Privacy) ID() string { return write(VerbPrivacy, x.What) }

func ParsePrivacy(args []string) Privacy { return Privacy{arg(args, 0)} }

// Prefer is a button that sets a preference. The zero Prefer opens the page of all preferences.
type Prefer struct{ Key, Value string }

// ID returns the custom id: "prefer", "prefer/cards/text".
func (x Prefer) ID() string { return write(VerbPrefer, x.Key, x.Value) }

func ParsePrefer(args []string) Prefer { return Prefer{arg(args, 0), arg(args, 1)} }
