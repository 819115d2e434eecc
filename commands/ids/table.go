package ids

import (
	"strconv"

	"deuces/match"
)

// TableButton is a button whose custom id has only a table: join, leave, start, keep, resume,
// rematch, wait, hand, options.
type TableButton struct {
	Verb  string
	Table match.ID
}

// ID returns the custom id: "join/7".
func (b TableButton) ID() string { return write(b.Verb, number(b.Table)) }

// ParseTableButton returns the parser for a verb.
func ParseTableButton(verb string) func(args []string) TableButton {
	return func(args []string) TableButton { return TableButton{verb, Table(args)} }
}

// Computer is a button that seats or removes computer players.
type Computer struct {
	Table match.ID
	What  string // AddOne, RemoveLast, or the level of a computer player to add
}

// The values of Computer.What besides levels.
const (
	AddOne     = "add"
	RemoveLast = "remove"
)

// ID returns the custom id: "computer/7/easy".
func (x Computer) ID() string { return write(VerbComputer, number(x.Table), x.What) }

func ParseComputer(args []string) Computer { return Computer{Table(args), arg(args, 1)} }

// Menu opens the menu of a table, or is an entry of it.
type Menu struct {
	Table match.ID
	What  string // one of the constants below; any other value opens the menu
}

// The values of Menu.What.
const (
	MenuBottom  = "bottom"    // moves the board to the bottom of the channel
	MenuLeave   = "leave"     // asks first in a match
	MenuLeft    = "leave-now" // the answer
	MenuKick    = "kick"      // the menu of players to remove
	MenuToGame  = "game"      // the menu of games and presets
	MenuToRules = "rules"     // the menu of rule sets; its values are their numbers
	MenuToLevel = "level"     // the menu of the levels of bots
)

// ID returns the custom id: "menu/7", "menu/7/kick".
func (x Menu) ID() string { return write(VerbMenu, number(x.Table), x.What) }

func ParseMenu(args []string) Menu { return Menu{Table(args), arg(args, 1)} }

// Lobby is a menu of a lobby's board. What is MenuToGame or MenuToLevel.
type Lobby Menu

// ID returns the custom id: "lobby/7/game".
func (x Lobby) ID() string { return write(VerbLobby, number(x.Table), x.What) }

func ParseLobby(args []string) Lobby { return Lobby(ParseMenu(args)) }

// Removal is the button of the question whether to remove a player.
type Removal struct {
	Table match.ID
	Whom  match.Player
}

// ID returns the custom id: "remove/7/3".
func (x Removal) ID() string { return write(VerbRemove, number(x.Table), strconv.Itoa(int(x.Whom))) }

func ParseRemoval(args []string) Removal {
	return Removal{Table(args), match.Player(natural(arg(args, 1)))}
}

// End is a button of the question whether to end a table.
type End struct {
	Table match.ID
	Round int    // number of the round in which the question was asked
	What  string // EndNow, EndLast or EndNot; any other value asks the question
}

// The values of End.What.
const (
	EndNow  = "now"
	EndLast = "last" // EndNow after a question that said that the round counts as last place
	EndNot  = "not"
)

// ID returns the custom id: "end/7/2/now".
func (x End) ID() string { return write(VerbEnd, number(x.Table), strconv.Itoa(x.Round), x.What) }

func ParseEnd(args []string) End { return End{Table(args), natural(arg(args, 1)), arg(args, 2)} }

// Vote is a button with an answer to a vote.
type Vote struct {
	Table  match.ID
	Number int // number of the vote at its table; negative if the id is invalid
	For    bool
}

// ID returns the custom id: "vote/7/1/yes".
func (v Vote) ID() string {
	answer := "no"
	if v.For {
		answer = "yes"
	}
	return write(VerbVote, number(v.Table), strconv.Itoa(v.Number), answer)
}

func ParseVote(args []string) Vote {
	n, err := strconv.Atoi(arg(args, 1))
	answer := arg(args, 2)
	if err != nil || n < 0 || answer != "yes" && answer != "no" {
		return Vote{Table: Table(args), Number: -1}
	}
	return Vote{Table(args), n, answer == "yes"}
}

// Rules is a page of the rules, as a table has set them or of a game by its name.
type Rules struct {
	Table  match.ID // 0: the page is about System or Preset
	System string
	Preset string // name of a preset, which may contain slashes; "": none
	Page   int
	Part   string // tells apart buttons of one message that lead to the same page
}

// rulesOfPreset takes the place of a system's name in the custom id of a preset's rules.
const rulesOfPreset = "preset"

// ID returns the custom id: "rules/7/0", "rules/bigtwo/2/back", "rules/preset/0/next/Friday".
func (x Rules) ID() string {
	if x.Preset != "" {
		return write(VerbRules, rulesOfPreset, strconv.Itoa(x.Page), x.Part, x.Preset)
	}
	of := x.System
	if x.Table != 0 {
		of = number(x.Table)
	}
	return write(VerbRules, of, strconv.Itoa(x.Page), x.Part)
}

func ParseRules(args []string) Rules {
	x := Rules{Table: Table(args), Page: natural(arg(args, 1)), Part: arg(args, 2)}
	switch of := arg(args, 0); {
	case of == rulesOfPreset && rest(args, 3) != "":
		x.Preset = rest(args, 3)
	case x.Table == 0:
		x.System = of
	}
	return x
}

// Options is a page of a table's options panel, counted from 0.
type Options struct {
	Table match.ID
	Page  int
	Part  string
}

// ID returns the custom id: "options/7/1", "options/7/0/back".
func (x Options) ID() string {
	return write(VerbOptions, number(x.Table), strconv.Itoa(x.Page), x.Part)
}

// ParseOptions parses the custom id. The id of a lobby's button has no page, which means the first.
func ParseOptions(args []string) Options {
	return Options{Table(args), natural(arg(args, 1)), arg(args, 2)}
}

// Option sets one option. VerbSet is a menu of values; VerbNumber is the button that opens a form
// for a number, and the form itself.
type Option struct {
	Verb  string
	Table match.ID
	Page  int // page of the panel
	Key   string
}

// ID returns the custom id: "set/7/0/target".
func (x Option) ID() string { return write(x.Verb, number(x.Table), strconv.Itoa(x.Page), x.Key) }

// ParseOption returns the parser for a verb.
func ParseOption(verb string) func(args []string) Option {
	return func(args []string) Option { return Option{verb, Table(args), natural(arg(args, 1)), arg(args, 2)} }
}
