package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// lobby returns the board before the match: who sits where, what is played and how.
func (s Snapshot) lobby() bot.Message {
	fewest, most := s.Seats()
	taken := len(s.People)
	head := say.New("waiting for players")
	if taken >= fewest {
		head = say.New("ready to start")
	}
	start := bot.Button{ID: s.button(ids.VerbStart), Label: say.New("Start"), Emoji: "▶️", Style: bot.Blue}
	if taken < fewest {
		start.Label, start.Disabled = say.New("Play now"), !s.OffersComputers
	}
	row := bot.Row{{ID: s.button(ids.VerbJoin), Label: say.New("Join"), Style: bot.Green, Disabled: taken-s.Computers() >= most}, start} // a bot makes room
	if s.OffersComputers {
		row = append(row, bot.Button{ID: ids.Computer{Table: s.ID, What: ids.AddOne}.ID(), Label: say.New("Add bot"), Emoji: "🤖", Disabled: taken >= most})
	}
	row = append(row, s.rulesButton(), s.menuButton())
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		s.head(head), bot.Text(dotted(append(s.seatList(), s.openSeats())...)), bot.Text(say.Lines(s.terms(), s.cutLines())), row,
	}}
}

// seatList returns who sits in a lobby.
func (s Snapshot) seatList() (seats []say.Message) {
	for i, p := range s.Players() {
		name := s.name(game.Seat(i))
		if c, ok := s.Computer(game.Seat(i)); ok {
			name = say.New("{name} ({note})", name, levelWord(c.Level))
		} else if p == s.Host {
			name = say.New("{name} (host)", name)
		}
		seats = append(seats, name)
	}
	return seats
}

// openSeats says how many more can sit in a lobby.
func (s Snapshot) openSeats() say.Message {
	fewest, most := s.Seats()
	switch n := len(s.People); {
	case n < fewest && fewest < most:
		return say.New("{n:# seat|# seats} to fill, up to {most}", fewest-n, most)
	case n < fewest:
		return say.New("{n:# seat|# seats} to fill", fewest-n)
	case n < most:
		return say.New("{n:# open seat|# open seats}", most-n)
	}
	return say.Message{}
}

// terms returns how the match is played: what differs from the system's preset, and the
// clock. The rules have the rest.
func (s Snapshot) terms() say.Message {
	var changed []say.Message
	for _, o := range s.Options() {
		if o.Value != o.Preset && o.Key != ClockKey { // the clock is always shown
			changed = append(changed, setting(o))
		}
	}
	rules := say.New("Standard rules")
	if len(changed) > 0 {
		rules = say.New("Otherwise standard rules")
	}
	return say.Lines(append(changed, small(dotted(rules, clockWords(s.Settings.Clock), openPasses(s.Settings))), s.length())...)
}

// longRounds is how many rounds people sit for without being told before.
const longRounds = 20

// IsLong reports whether a match takes so many rounds that the lobby tells.
func IsLong(rounds int) bool { return rounds > longRounds }

// length says how long the match takes where that is long.
func (s Snapshot) length() say.Message {
	if rules, ok := s.Rules.(game.Endless); ok && rules.Endless() {
		return say.New("⏳ The match goes on until the host ends it.")
	}
	if IsLong(s.Length) {
		return say.New("⏳ A match with these options takes about {n:# round|# rounds}.", s.Length)
	}
	return say.Message{}
}

// TableInThread says in a channel that a table was opened in a thread of it.
func TableInThread(g GuildSettings, m match.Match, host string) bot.Message {
	join := ids.TableButton{Verb: ids.VerbJoin, Table: m.ID}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Lines(title(g.Title(m.System)), say.New("{host} opened a table in {channel}.", DisplayName(host), bot.Channel(m.Channel)))),
		bot.Row{{ID: join.ID(), Label: say.New("Join"), Style: bot.Green}},
	}}
}
