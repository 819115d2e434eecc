package screen

import (
	"maps"
	"slices"
	"strconv"

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
	Ends   bool         // may end the table
	Force  bool         // may remove players without having a seat
	Keeps  bool         // may save rules for the whole server
	Games  []bot.Choice // games to choose from, for the host of a lobby
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
	do := func(what string) string { return ids.Menu{Table: s.ID, What: what}.ID() }
	changed := len(game.Changed(s.Rules.Options())) > 0
	add(hosts, bot.Button{ID: ids.Options{Table: s.ID}.ID(), Label: say.New("More rules"), Emoji: "🔧"})
	add(inLobby && changed && may.Keeps, bot.Button{ID: s.button(ids.VerbKeep), Label: say.New("Save these rules"), Emoji: "⭐"})
	add(hosts && s.Computers() > 0, bot.Button{ID: ids.Computer{Table: s.ID, What: ids.RemoveLast}.ID(), Label: say.New("Remove a bot"), Emoji: "🤖"})
	add(!inLobby, s.rulesButton())
	add(open && !inLobby, bot.Button{ID: do(ids.MenuBottom), Label: say.New("Move to the bottom"), Emoji: "⬇️"})
	add(len(s.Deals()) > 0, bot.Button{ID: ids.Deal{Table: s.ID, Number: s.fairDeal()}.ID(), Label: say.New("Fair play"), Emoji: "🔒"})
	add(!open && len(s.Results) > 0, bot.Button{ID: ids.Past{Match: s.ID}.ID(), Label: say.New("Rounds and records"), Emoji: "📜"})
	add(seated && open && !s.Vacant(seat), bot.Button{ID: do(ids.MenuLeave), Label: say.New("Leave"), Emoji: "🚪"})
	end := bot.Button{ID: ids.End{Table: s.ID, Round: s.Decision.Round}.ID(), Label: say.New("End the match"), Style: bot.Red}
	if inLobby {
		end.Label = say.New("Close the table")
	}
	msg := bot.Message{Accent: blurple, Blocks: append([]bot.Block{bot.Text(title(s.Game))}, rows(row)...)}
	for _, menu := range []bot.Select{s.gameChoice(may), s.setChoice(may), s.levelChoice(hosts), s.kickMenu(may.Player)} {
		if len(menu.Options) > 0 && open && (seated || may.Force) {
			msg.Blocks = append(msg.Blocks, menu)
		}
	}
	if may.Ends {
		msg.Blocks = append(msg.Blocks, bot.Row{end})
	}
	return msg
}

// Joined renders the reply to a click on "Join" by a person who already has a seat.
func Joined(table match.ID) bot.Message {
	return bot.Message{Blocks: []bot.Block{bot.Text(say.New("You have a seat at this table.")), bot.Row{
		{ID: ids.Menu{Table: table, What: ids.MenuLeave}.ID(), Label: say.New("Leave"), Emoji: "🚪"},
	}}}
}

// gameChoice returns the menu with which the host changes the game of a lobby.
func (s Snapshot) gameChoice(may MenuFor) bot.Select {
	menu := bot.Select{ID: ids.Menu{Table: s.ID, What: ids.MenuToGame}.ID(), Placeholder: say.New("Game")}
	for _, x := range may.Games[:min(len(may.Games), 25)] {
		option := bot.SelectOption{Label: say.New("Game: {name}", x.Name), Value: x.Value, Default: x.Value == s.System}
		if i := s.GuildSettings.index(x.Value); i >= 0 {
			option.Description = clipped(say.New(s.GuildSettings.Games[i].About), 100)
		}
		menu.Options = append(menu.Options, option)
	}
	return menu
}

// setChoice returns the menu of named sets of rules.
func (s Snapshot) setChoice(may MenuFor) bot.Select {
	menu := bot.Select{ID: ids.Menu{Table: s.ID, What: ids.MenuToRules}.ID(), Placeholder: say.New("House rules: your own")}
	now := game.Changed(s.Rules.Options())
	if may.Games == nil {
		return menu
	}
	for i, x := range s.ruleSets() {
		menu.Options = append(menu.Options, bot.SelectOption{
			Label: say.New("House rules: {name}", say.New(x.Name)), Value: strconv.Itoa(i), Description: x.Feel,
			Default: len(now) == len(x.Options) && (len(now) == 0 || maps.Equal(now, x.Options)),
		})
	}
	if len(menu.Options) > 0 && s.LastOptions != nil {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New("House rules: as last time"), Value: LastTime, Description: say.New("What this channel played last.")})
	}
	return menu
}

// levelChoice returns the menu of bots' levels.
func (s Snapshot) levelChoice(hosts bool) bot.Select {
	menu := bot.Select{ID: ids.Menu{Table: s.ID, What: ids.MenuToLevel}.ID(), Placeholder: say.New("How well bots play")}
	if !hosts || s.Computers() == 0 {
		return menu
	}
	level := s.botLevel()
	for _, l := range ai.Levels() {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New("Bots: {level}", levelWord(l)), Value: string(l), Default: l == level})
	}
	return menu
}

// botLevel returns the level of the table's bots, or "" if they have several.
func (s Snapshot) botLevel() (level ai.Level) {
	for seat := range s.Players() {
		switch c, is := s.Computer(game.Seat(seat)); {
		case is && level != "" && c.Level != level:
			return ""
		case is:
			level = c.Level
		}
	}
	return level
}

// fairDeal returns the number of the deal to show first: the newest or, after the match, the last one that
// was dealt.
func (s Snapshot) fairDeal() int {
	deals := s.Deals()
	last := len(deals)
	for s.Phase == match.Over && last > 1 && !deals[last-1].Dealt {
		last--
	}
	return last
}

// kickMenu returns the menu of people who can be removed, and of those who were removed.
func (s Snapshot) kickMenu(me match.Player) bot.Select {
	menu := bot.Select{ID: ids.Menu{Table: s.ID, What: ids.MenuKick}.ID(), Placeholder: say.New("Remove a player")}
	add := func(p match.Player, what say.Message) {
		removed := slices.Contains(s.Banned, p) && what.Empty()
		if p != me && !p.IsComputer() && !removed && len(menu.Options) < 25 {
			menu.Options = append(menu.Options, bot.SelectOption{Label: say.Verbatim(bot.Plain(s.Who[p].Name, 90)), Description: what, Value: strconv.FormatInt(int64(p), 10)})
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
