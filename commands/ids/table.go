package ids

import (
	"strconv"

	"deuces/match"
)

// TableButton is a button that names a table and nothing else: join, leave, start,
// same, keep, resume, rematch, wait, hand, options.
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
	What  string // AddOne, FillSeats, RemoveLast, or the level of one more
}

// What it asks for beside the levels.
const (
	AddOne     = "add"
	FillSeats  = "fill" // of lobbies before they had Play now
	RemoveLast = "remove"
)

// ID returns the custom id: "computer/7/easy".
func (x Computer) ID() string { return write(VerbComputer, number(x.Table), x.What) }

// ParseComputer parses the custom id.
func ParseComputer(args []string) Computer { return Computer{Table(args), arg(args, 1)} }

// Menu is the menu of a table, or something that it does.
type Menu struct {
	Table match.ID
	What  string // one of those below; else it opens the menu
}

// What the menu of a table does.
const (
	MenuBottom  = "bottom" // moves the board to the bottom of the channel
	MenuLeave   = "leave"
	MenuKick    = "kick"  // a menu of players
	MenuToGame  = "game"  // a menu of games and presets
	MenuToRules = "rules" // a menu of sets of rules, by their number
	MenuToLevel = "level" // a menu of the levels of bots
)

// ID returns the custom id: "menu/7", "menu/7/kick".
func (x Menu) ID() string { return write(VerbMenu, number(x.Table), x.What) }

// ParseMenu parses the custom id.
func ParseMenu(args []string) Menu { return Menu{Table(args), arg(args, 1)} }

// End answers the question whether to end a table.
type End struct {
	Table match.ID
	Round int    // in which it was asked
	What  string // EndNow or EndNot; else it is asked
}

// The answers.
const (
	EndNow = "now"
	EndNot = "not"
)

// ID returns the custom id: "end/7/2/now".
func (x End) ID() string { return write(VerbEnd, number(x.Table), strconv.Itoa(x.Round), x.What) }

// ParseEnd parses the custom id.
func ParseEnd(args []string) End { return End{Table(args), natural(arg(args, 1)), arg(args, 2)} }

// Vote is an answer to a vote.
type Vote struct {
	Table  match.ID
	Number int // of the vote at its table; below 0: not to be read
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

// ParseVote parses the custom id.
func ParseVote(args []string) Vote {
	n, err := strconv.Atoi(arg(args, 1))
	answer := arg(args, 2)
	if err != nil || n < 0 || answer != "yes" && answer != "no" {
		return Vote{Table: Table(args), Number: -1}
	}
	return Vote{Table(args), n, answer == "yes"}
}

// Rules is a page of the rules: of a table as it is set, or of a game by its name.
type Rules struct {
	Table  match.ID // 0: System
	System string
	Page   int
	Part   string // tells apart buttons of one message that lead to the same page
}

// ID returns the custom id: "rules/7/0", "rules/bigtwo/2/back".
func (x Rules) ID() string {
	of := x.System
	if x.Table != 0 {
		of = number(x.Table)
	}
	return write(VerbRules, of, strconv.Itoa(x.Page), x.Part)
}

// ParseRules parses the custom id.
func ParseRules(args []string) Rules {
	x := Rules{Table: Table(args), Page: natural(arg(args, 1)), Part: arg(args, 2)}
	if x.Table == 0 {
		x.System = arg(args, 0)
	}
	return x
}

// Options is a page of a table's options panel.
type Options struct {
	Table match.ID
	Page  int
	Part  string
}

// ID returns the custom id: "options/7/1", "options/7/0/back".
func (x Options) ID() string {
	return write(VerbOptions, number(x.Table), strconv.Itoa(x.Page), x.Part)
}

// ParseOptions parses the custom id, and the button of a lobby, which leads to the first page.
func ParseOptions(args []string) Options {
	return Options{Table(args), natural(arg(args, 1)), arg(args, 2)}
}

// Option is what sets one option of the panel: a menu (VerbSet), or the button that
// opens a form for a number, and that form (VerbNumber).
type Option struct {
	Verb  string
	Table match.ID
	Page  int // of the panel
	Key   string
}

// ID returns the custom id: "set/7/0/target".
func (x Option) ID() string { return write(x.Verb, number(x.Table), strconv.Itoa(x.Page), x.Key) }

// ParseOption returns the parser for a verb.
func ParseOption(verb string) func(args []string) Option {
	return func(args []string) Option { return Option{verb, Table(args), natural(arg(args, 1)), arg(args, 2)} }
}

// Reset sets all options of a table back, once it was asked whether it should.
type Reset struct {
	Table match.ID
	Page  int // of the panel
	Sure  bool
}

// sure is how the answer is written that it should.
const sure = "sure"

// ID returns the custom id: "preset/7/0", "preset/7/0/sure".
func (x Reset) ID() string {
	answer := ""
	if x.Sure {
		answer = sure
	}
	return write(VerbReset, number(x.Table), strconv.Itoa(x.Page), answer)
}

// ParseReset parses the custom id.
func ParseReset(args []string) Reset {
	return Reset{Table(args), natural(arg(args, 1)), arg(args, 2) == sure}
}
