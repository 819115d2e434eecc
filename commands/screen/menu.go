package screen

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
)

// MenuFor says what a person may do at a table.
type MenuFor struct {
	Player match.Player
	Ends   bool   // may end the table
	Force  bool   // may remove players and move the board without having a seat
	Keeps  bool   // may save rules for the whole server
	Menu   string // the menu of which Page is shown: Menu.What of its custom id
	Page   int
}

// LastTime is the value of the menu of rule sets for the options with which the channel played
// last.
const LastTime = "last"

// Menu renders what a person may do at the table besides playing.
func (s Snapshot) Menu(may MenuFor) bot.Message {
	seat, seated := s.Seat(may.Player)
	inLobby, open := s.Phase == match.Lobby, s.Phase != match.Over
	hosts := inLobby && may.Player == s.Host
	var row bot.Row
	add := func(shown bool, b bot.Button) {
		if shown {
			row = append(row, b)
		}
	}
	add(hosts, bot.Button{ID: ids.Options{Table: s.ID}.ID(), Label: say.New("House rules"), Emoji: "🔧"})
	add(inLobby && seated && s.Caller == 0 && !s.full(), bot.Button{ID: s.button(ids.VerbCall), Label: say.New("Call players"), Emoji: "📣"})
	add(hosts, bot.Button{ID: ids.StartAt{Table: s.ID}.ID(), Label: say.New("Start at …"), Emoji: "🕗"})
	add(inLobby && may.Keeps, bot.Button{ID: s.button(ids.VerbKeep), Label: say.New("Save these rules"), Emoji: "⭐"})
	add(hosts && s.Computers() > 0, bot.Button{ID: ids.Computer{Table: s.ID, What: ids.RemoveLast}.ID(), Label: say.New("Remove a bot"), Emoji: "🤖"})
	add(!inLobby, s.rulesButton())
	add(open && !inLobby && (may.Force || seated && !s.Vacant(seat)), bot.Button{ID: ids.Menu{Table: s.ID, What: ids.MenuBottom}.ID(), Label: say.New("Move to the bottom"), Emoji: "⬇️"})
	add(len(s.Deals()) > 0, bot.Button{ID: ids.Deal{Table: s.ID, Number: len(s.Deals())}.ID(), Label: say.New("Fair play"), Emoji: "🔒"})
	add(!open && len(s.Results) > 0, bot.Button{ID: ids.Past{Match: s.ID}.ID(), Label: say.New("Rounds and records"), Emoji: "📜"})
	add(seated && open && (inLobby || !s.Vacant(seat)), leaveButton(s.ID))
	end := bot.Button{ID: ids.End{Table: s.ID, Round: s.Decision.Round}.ID(), Label: say.New("Close the table"), Style: bot.Red}
	msg := bot.Message{Accent: blurple, Blocks: append([]bot.Block{texts(title(s.Game), small(say.New("What else you can do at this table")))}, rows(row)...)}
	for _, menu := range []bot.Select{s.moreGames(may), s.setChoice(hosts), s.kickMenu(may)} {
		if len(menu.Options) > 0 && open && (seated || may.Force) {
			page := 0
			if menu.ID == (ids.Menu{Table: s.ID, What: may.Menu}.ID()) {
				page = may.Page
			}
			msg.Blocks = append(msg.Blocks, paged(menu, page))
		}
	}
	if may.Ends {
		msg.Blocks = append(msg.Blocks, bot.Row{end})
	}
	return msg
}

// Waits renders the reply to a person who joins a match that has begun.
func Waits(m match.Match) bot.Message {
	start := say.New("You start with the next round. You get your cards then.")
	if _, most := m.Rules.Ends(); most > 0 && m.Decision.Round >= most {
		start = say.New("This is the last round. You can join the rematch after it.")
	}
	return Answer(start, leaveButton(m.ID))
}

// GamePrefix is the prefix of the values of games in menus and suggestions.
const GamePrefix = "game:"

const (
	perMenu    = 25 // options
	pagePrefix = "page/"
)

// paged returns a page of a menu, counted from 0. If there are several, the last option shows the next one,
// and after the last page the first.
func paged(menu bot.Select, page int) bot.Select {
	const perPage = perMenu - 1
	if len(menu.Options) <= perMenu {
		return menu
	}
	pages := (len(menu.Options) + perPage - 1) / perPage
	page = min(page, pages-1)
	next := (page + 1) % pages
	shown := slices.Clone(menu.Options[page*perPage : min((page+1)*perPage, len(menu.Options))])
	menu.Options = append(shown, bot.SelectOption{Label: say.New("More …"), Description: say.New("Page {n} of {last}", next+1, pages), Value: pagePrefix + strconv.Itoa(next)})
	return menu
}

// MenuPage returns the page that a menu's value shows, or false if the value isn't that of a page.
func MenuPage(value string) (int, bool) {
	text, is := strings.CutPrefix(value, pagePrefix)
	page, err := strconv.Atoi(text)
	return max(page, 0), is && err == nil
}

func leaveButton(table match.ID) bot.Button {
	return bot.Button{ID: ids.Menu{Table: table, What: ids.MenuLeave}.ID(), Label: say.New("Leave"), Emoji: "🚪"}
}

// moreGames returns the menu of games for a lobby whose own menu is too short.
func (s Snapshot) moreGames(may MenuFor) bot.Select {
	if may.Menu != ids.MenuToGame {
		return bot.Select{}
	}
	return s.gameChoice(ids.Menu{Table: s.ID, What: ids.MenuToGame}.ID())
}

func (s Snapshot) gameChoice(id string) bot.Select {
	menu := bot.Select{ID: id, Placeholder: say.New("Game: {name}", s.Game)}
	for _, x := range s.Games {
		system, _ := strings.CutPrefix(x.Value, GamePrefix)
		option := bot.SelectOption{Label: say.New("Game: {name}", x.Name), Value: x.Value, Default: x.Value == s.Plays}
		if i := s.GuildSettings.index(system); i >= 0 {
			option.Description = clipped(say.New(s.GuildSettings.Games[i].About), 100)
		}
		if option.Default { // on the pages that don't have it, too
			menu.Placeholder = option.Label
		}
		menu.Options = append(menu.Options, option)
	}
	return menu
}

func (s Snapshot) setChoice(hosts bool) bot.Select {
	menu := bot.Select{ID: ids.Menu{Table: s.ID, What: ids.MenuToRules}.ID(), Placeholder: say.New("House rules: your own")}
	now := game.Changed(s.Rules.Options())
	if !hosts {
		return menu
	}
	for i, x := range s.ruleSets() {
		feel := x.Feel
		if feel.Empty() && x.Rounds > 0 {
			feel = say.New("About {n:# round|# rounds}", x.Rounds)
		}
		menu.Options = append(menu.Options, bot.SelectOption{
			Label: say.New("House rules: {name}", say.New(x.Name)), Value: strconv.Itoa(i), Description: clipped(dotted(say.New("{n}–{most} players", x.Fewest, x.Most), feel), 100),
			Default: len(now) == len(x.Options) && (len(now) == 0 || maps.Equal(now, x.Options)),
		})
	}
	if len(menu.Options) > 0 && s.LastOptions != nil {
		options := append(s.Rules.Options(), TableOptions(s.Rules, s.Settings, s.Defaults)...)
		isSet := slices.ContainsFunc(menu.Options, func(o bot.SelectOption) bool { return o.Default })
		menu.Options = append(menu.Options, bot.SelectOption{
			Label: say.New("House rules: as last time"), Value: LastTime,
			Default: !isSet && maps.Equal(game.Changed(options), s.LastOptions),
		})
	}
	return menu
}

func (s Snapshot) levelChoice() bot.Select {
	menu := bot.Select{ID: ids.Lobby{Table: s.ID, What: ids.MenuToLevel}.ID()}
	if s.Computers() == 0 {
		return menu
	}
	for _, l := range ai.Levels() {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New("Bots: {level}", levelWord(l)), Value: string(l), Default: l == BotLevel(s.Match)})
	}
	return menu
}

// BotLevel returns the level of the bot that was seated last, or normal if there is none.
func BotLevel(m match.Match) ai.Level {
	for seat := len(m.Players()) - 1; seat >= 0; seat-- {
		if c, ok := m.Computer(game.Seat(seat)); ok {
			return c.Level
		}
	}
	return ai.Normal
}

// kickMenu returns the menu of people who can be removed, and of those who were removed.
func (s Snapshot) kickMenu(may MenuFor) bot.Select {
	me := may.Player
	menu := bot.Select{ID: ids.Menu{Table: s.ID, What: ids.MenuKick}.ID(), Placeholder: say.New("Remove a player")}
	if me != s.Host && !may.Force {
		menu.Placeholder = say.New("Vote on removing a player")
	}
	add := func(p match.Player, what say.Message) {
		removed := slices.Contains(s.Banned, p) && what.Empty()
		if p != me && !p.IsComputer() && !removed {
			menu.Options = append(menu.Options, bot.SelectOption{Label: say.Verbatim(bot.Plain(s.Who[p].Name, 90)), Description: dotted(what, s.tag(p)), Value: strconv.FormatInt(int64(p), 10)})
		}
	}
	for _, p := range append(s.Players(), s.Newcomers...) {
		add(p, say.Message{})
	}
	for _, p := range s.Banned {
		add(p, say.New("Was removed: let them join again"))
	}
	return menu
}
