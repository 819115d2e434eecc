package screen

import (
	"maps"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

func (s Snapshot) lobby() bot.Message {
	fewest, most := s.Seats()
	taken, kept := len(s.People), s.KeptUntil()
	var head, why say.Message
	start := bot.Button{ID: s.button(ids.VerbStart), Label: say.New("Start"), Emoji: "▶️", Style: bot.Green}
	if taken < fewest {
		head = say.New("waiting for players")
		start.Label, start.Disabled = say.New("Play now"), !s.OffersComputers
	}
	at := s.StartsAt()
	switch {
	case !at.IsZero():
		head = say.New("the rematch starts {time}", bot.Relative(at))
	case !kept.IsZero():
		head = say.New("waiting for the players of the last match")
		why = say.New("Their seats are kept for them. You can start {time}.", bot.Relative(kept))
	}
	if s.Waiter != 0 {
		why = say.Lines(why, say.New("✋ {who} pressed **Wait**, so {host} starts the match.", s.playerName(s.Waiter), s.playerName(s.Host)))
	}
	full := taken-s.Computers() >= most // a person who joins replaces a bot
	start.Disabled = start.Disabled || !kept.IsZero()
	row := bot.Row{{ID: s.button(ids.VerbJoin), Label: say.New("Join"), Style: bot.Blue, Disabled: full && kept.IsZero()}, start}
	if !at.IsZero() {
		row = append(row, bot.Button{ID: s.button(ids.VerbWait), Label: say.New("Wait"), Emoji: "✋"})
	} else if s.OffersComputers {
		row = append(row, bot.Button{ID: ids.Computer{Table: s.ID, What: ids.AddOne}.ID(), Label: say.New("Add bot"), Emoji: "🤖", Disabled: taken >= most})
	}
	row = append(row, s.rulesButton(), s.menuButton())
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		s.head(head), bot.Text(dotted(append(s.seatList(), s.openSeats())...)), bot.Text(say.Lines(why, s.terms(), s.cutLines())), row,
	}}
}

func (s Snapshot) seatList() (seats []say.Message) {
	for i, p := range s.Players() {
		name := s.name(game.Seat(i))
		if s.Vacant(game.Seat(i)) {
			name = say.New("{name} (hasn't joined yet)", name)
		}
		if c, ok := s.Computer(game.Seat(i)); ok {
			name = say.New("{name} ({note})", name, levelWord(c.Level))
		} else if p == s.Host {
			name = say.New("{name} (host)", name)
		}
		seats = append(seats, name)
	}
	return seats
}

func (s Snapshot) openSeats() say.Message {
	fewest, most := s.Seats()
	switch n := len(s.People); {
	case n < fewest:
		return say.New("{n:# more player|# more players} needed", fewest-n)
	case n < most:
		return say.New("{n:# open seat|# open seats}", most-n)
	}
	return say.Message{}
}

// terms renders the named set of rules, the options that differ from it, how long a match is, and the
// clock. Everything else is in the rules.
func (s Snapshot) terms() say.Message {
	options, set := s.compared()
	changed := differences(s.Rules, options)
	rules := say.New("{set} rules", say.New(set.Name))
	if len(changed) > 0 {
		rules = say.New("Otherwise {set} rules", say.New(set.Name))
	}
	return say.Lines(append(changed, small(dotted(rules, s.length(options, set), clockWords(s.Settings.Clock), openPasses(s.Settings))))...)
}

// length renders how many rounds a match with a named set of rules takes. For other rules it renders what
// ends the match, unless that is among the options that differ from the set.
func (s Snapshot) length(options []game.Option, set RuleSet) say.Message {
	if maps.Equal(game.Changed(s.Rules.Options()), set.Options) {
		if set.Rounds == 0 {
			return say.Message{}
		}
		return say.New("about {n:# round|# rounds}", set.Rounds)
	}
	if slices.ContainsFunc(options, func(o game.Option) bool { return endsMatch(o) && o.Value != o.Preset && !o.Sleeps }) {
		return say.Message{}
	}
	for _, key := range []string{"target", "rounds"} {
		if i := slices.IndexFunc(options, func(o game.Option) bool { return o.Key == key && o.Value != "0" }); i >= 0 {
			return say.Join(": ", say.New(options[i].Name), setTo(options[i]))
		}
	}
	return say.Message{}
}

// TableInThread renders the message about a table that was opened in a thread of the channel.
func TableInThread(g GuildSettings, m match.Match, host string) bot.Message {
	join := ids.TableButton{Verb: ids.VerbJoin, Table: m.ID}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Lines(title(g.Title(m.System)), say.New("{host} opened a table in {channel}.", DisplayName(host), bot.Channel(m.Channel)))),
		bot.Row{{ID: join.ID(), Label: say.New("Join"), Style: bot.Green}},
	}}
}
