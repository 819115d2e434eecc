package ids

import (
	"strconv"

	"deuces/match"
	"deuces/standing"
)

// Leaders is a page of a leaderboard: "leaders/GAME/BY/PERIOD/WHO/PAGE".
type Leaders struct {
	System    string // name of the game; "": all games together
	By        string // a standing.Order; "": the game's default order
	Period    standing.Period
	Computers bool // all rounds count, including those of mostly computer players
	Page      int
	Part      string // tells apart the buttons and menus of the page
}

// The menus of a leaderboard. The value that is chosen in a menu replaces one field of Leaders.
const (
	MenuGame   = "game"
	MenuBy     = "by"
	MenuPeriod = "period"
)

func (l Leaders) parts() []string {
	return []string{all(l.System), l.By, all(string(l.Period)), who(l.Computers), strconv.Itoa(l.Page), l.Part}
}

// ID returns the custom id: "leaders/ahole/points/season/people/0/next".
func (l Leaders) ID() string { return write(VerbLeaders, l.parts()...) }

func ParseLeaders(args []string) Leaders {
	return Leaders{
		System: one(arg(args, 0)), By: arg(args, 1), Period: periodOf(arg(args, 2)),
		Computers: arg(args, 3) == Everything, Page: natural(arg(args, 4)), Part: arg(args, 5),
	}
}

// Choose returns the page after a value was chosen in the menu that l.Part names.
func (l Leaders) Choose(value string) Leaders {
	l.Page = 0
	switch l.Part {
	case MenuGame:
		l.System = one(value)
	case MenuBy:
		l.By = value
	case MenuPeriod:
		l.Period = periodOf(value)
	}
	return l
}

// periodOf parses a period. It returns all time if s isn't one.
func periodOf(s string) standing.Period {
	p, err := standing.ParsePeriod(s)
	if err != nil {
		return standing.AllTime
	}
	return p
}

// Where is a button that shows the page of a leaderboard with the row of whoever clicks it.
type Where struct{ Leaders }

// ID returns the custom id: "where/ahole/points/all/people/0".
func (x Where) ID() string { return write(VerbWhere, x.parts()...) }

func ParseWhere(args []string) Where { return Where{ParseLeaders(args)} }

// Stats is a page of somebody's statistics: "stats/WHOSE/GAME".
type Stats struct {
	Whose  string // Discord id; Nobody if the id is invalid
	System string // name of the game; "": all games together
	Part   string
}

// ID returns the custom id: "stats/1234/all/game".
func (x Stats) ID() string {
	return write(VerbStats, x.Whose, all(x.System), x.Part)
}

func ParseStats(args []string) Stats {
	return Stats{someone(arg(args, 0)), one(arg(args, 1)), arg(args, 2)}
}

// Titles is the page of the titles: "titles/GAME".
type Titles struct {
	System string // name of the game; "": all games
}

// ID returns the custom id: "titles/all".
func (x Titles) ID() string { return write(VerbTitles, all(x.System)) }

func ParseTitles(args []string) Titles { return Titles{one(arg(args, 0))} }

// History is a page of past matches: "history/WHOSE/GAME/PAGE".
type History struct {
	Whose  string // Discord id of a player of the matches; "": anyone; Nobody if the id is invalid
	System string // name of the game; "": all games
	Page   int
	Part   string
}

// ID returns the custom id: "history/all/all/1".
func (x History) ID() string {
	return write(VerbHistory, all(x.Whose), all(x.System), strconv.Itoa(x.Page), x.Part)
}

func ParseHistory(args []string) History {
	x := History{"", one(arg(args, 1)), natural(arg(args, 2)), arg(args, 3)}
	if whose := arg(args, 0); whose != Everything {
		x.Whose = someone(whose)
	}
	return x
}

// Past is a page of one past match.
type Past struct {
	Match match.ID
	Page  int
	Part  string
}

// ID returns the custom id: "past/7/1".
func (x Past) ID() string { return write(VerbPast, number(x.Match), strconv.Itoa(x.Page), x.Part) }

func ParsePast(args []string) Past {
	return Past{Table(args), natural(arg(args, 1)), arg(args, 2)}
}

// Save is a button that saves the records of a match, beginning with a round.
type Save struct {
	Match match.ID
	Round int
}

// ID returns the custom id: "save/7/1".
func (x Save) ID() string { return write(VerbSave, number(x.Match), strconv.Itoa(x.Round)) }

func ParseSave(args []string) Save { return Save{Table(args), natural(arg(args, 1))} }

// Watch is a position in the replay of a past match's round. With PartPlay the replay plays by
// itself from there.
type Watch struct {
	Match match.ID
	Round int
	Frame int
	Part  string
}

// ID returns the custom id: "watch/7/1/12/next".
func (x Watch) ID() string {
	return write(VerbWatch, number(x.Match), strconv.Itoa(x.Round), strconv.Itoa(x.Frame), x.Part)
}

// The parts of the buttons that start and stop a replay. For PartStop, Frame is the position where
// the replay started.
const (
	PartPlay = "play"
	PartStop = "stop"
)

// Choose returns the beginning of a round that was chosen in the menu of rounds.
func (x Watch) Choose(round string) Watch { return Watch{Match: x.Match, Round: natural(round)} }

func ParseWatch(args []string) Watch {
	return Watch{Table(args), natural(arg(args, 1)), natural(arg(args, 2)), arg(args, 3)}
}

// OpenMatch returns the custom id of the first page of a past match. ParsePast parses it.
func OpenMatch(match match.ID) string { return write(VerbPast, number(match)) }

// ChooseRound returns the custom id of the menu of a past match's rounds. ParseWatch parses it.
func ChooseRound(match match.ID) string { return write(VerbWatch, number(match)) }

// HallOfFame is a page of the hall of fame.
type HallOfFame struct {
	Page int
	Part string
}

// ID returns the custom id: "fame/1/back".
func (x HallOfFame) ID() string { return write(VerbHallOfFame, strconv.Itoa(x.Page), x.Part) }

func ParseHallOfFame(args []string) HallOfFame {
	return HallOfFame{natural(arg(args, 0)), arg(args, 1)}
}

// Season is a button that shows the leaderboard of a season. Number is 0 if the custom id is
// invalid.
type Season struct{ Number int }

// ID returns the custom id: "season/3".
func (x Season) ID() string { return write(VerbSeason, strconv.Itoa(x.Number)) }

func ParseSeason(args []string) Season {
	n := natural(arg(args, 0))
	if strconv.Itoa(n) != arg(args, 0) {
		return Season{}
	}
	return Season{n}
}
