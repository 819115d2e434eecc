package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// PlayNowSeats is the number of players with which Play now starts, if the game allows it.
const PlayNowSeats = 4

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
	startHead, startNote := s.startHead()
	switch {
	case !startHead.Empty():
		head = startHead
	case !at.IsZero() && s.Former == 0:
		head = say.New("the match starts {time}", bot.Relative(at))
	case !at.IsZero():
		head = say.New("the rematch starts {time}", bot.Relative(at))
	case !kept.IsZero():
		head = say.New("waiting for the players of the last match")
		why = say.New("Their seats are kept for them. You can start {time}.", bot.Relative(kept))
	}
	why = say.Lines(startNote, why)
	if s.Waiter != 0 {
		why = say.Lines(why, say.New("✋ {who} pressed **Wait**, so {host} starts the match.", s.playerName(s.Waiter), s.playerName(s.Host)))
	}
	start.Disabled = start.Disabled || !kept.IsZero()
	join := bot.Button{ID: s.button(ids.VerbJoin), Label: say.New("Join"), Style: bot.Blue, Disabled: s.full() && kept.IsZero()}
	if taken-s.Computers() == 1 { // whoever is alone shouldn't think that they have to join
		join.Label = say.New("Join {host}", say.Verbatim(bot.Plain(s.Who[s.Host].Name, 40)))
	}
	row := bot.Row{start, join}
	if !at.IsZero() {
		row = append(row, bot.Button{ID: s.button(ids.VerbWait), Label: say.New("Wait"), Emoji: "✋"})
	} else if s.OffersComputers {
		row = append(row, bot.Button{ID: ids.Computer{Table: s.ID, What: ids.AddOne}.ID(), Label: say.New("Add bot"), Emoji: "🤖", Disabled: taken >= most})
	}
	row = append(row, s.rulesButton(), s.menuButton())
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{
		s.head(head), bot.Text(say.Lines(dotted(s.seatList()...), s.openSeats())), bot.Text(say.Lines(why, s.terms(), s.cutLines())), row,
	}}
	if at.IsZero() && kept.IsZero() {
		for _, menu := range []bot.Select{s.gameChoice(ids.Lobby{Table: s.ID, What: ids.MenuToGame}.ID()), s.levelChoice()} {
			if len(menu.Options) > 1 {
				msg.Blocks = append(msg.Blocks, paged(menu, 0))
			}
		}
	}
	return msg
}

// full reports whether people have all seats. Others may replace bots.
func (s Snapshot) full() bool {
	_, most := s.Seats()
	return len(s.People)-s.Computers() >= most
}

// AllHere renders the message that tells the host of a full lobby that everyone is here, or nothing.
func (s Snapshot) AllHere() bot.Message {
	id := s.Who[s.Host].ID
	if s.Phase != match.Lobby || !s.full() || !s.Schedule.At.IsZero() || !s.StartsAt().IsZero() || !s.KeptUntil().IsZero() || id == "" {
		return bot.Message{}
	}
	text := say.New("{host} Everyone is here.", bot.Mention(id))
	return bot.Message{
		Blocks:   []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: bot.Button{ID: s.button(ids.VerbStart), Label: say.New("Start"), Emoji: "▶️", Style: bot.Green}}},
		Mentions: []string{id},
		Edition:  "full",
	}
}

func (s Snapshot) seatList() (seats []say.Message) {
	for i, p := range s.Players() {
		name := s.name(game.Seat(i))
		if s.Vacant(game.Seat(i)) {
			name = say.New("{name} ({note})", name, say.New("hasn't joined yet"))
		}
		if c, ok := s.Computer(game.Seat(i)); ok {
			name = say.New("{name} ({note})", name, levelWord(c.Level))
		} else if p == s.Host {
			name = say.New("{name} ({note})", name, say.New("host"))
		}
		seats = append(seats, name)
	}
	return seats
}

func (s Snapshot) openSeats() say.Message {
	fewest, most := s.Seats()
	switch n := len(s.People); {
	case n < fewest && s.OffersComputers:
		return say.Colon(freeSeats(max(fewest, min(PlayNowSeats, most))-n), say.New("**Play now** adds bots"))
	case n < fewest:
		return say.New("Needs {n:# more player|# more players}", fewest-n)
	case n < most:
		return freeSeats(most - n)
	}
	return say.Message{}
}

func freeSeats(n int) say.Message { return say.New("{n:# free seat|# free seats}", n) }

// terms renders the options that differ from a named set of rules, what ends a match, and the clock. Everything
// else is in the rules.
func (s Snapshot) terms() say.Message {
	options, set := s.compared()
	changed := differences(options, ClockKey, EndKey) // these are always shown
	var rules say.Message
	switch {
	case len(set.Options) == 0:
	case len(changed) > 0:
		rules = say.New("Otherwise {set} rules", say.New(set.Name))
	default:
		rules = say.New("{set} rules", say.New(set.Name))
	}
	return say.Lines(append(changed, small(dotted(rules, endOptionsOf(s.Rules, s.Rules.Options()).now(s.Rules).words(s.GuildSettings.Penalty(s.System)), clockWords(s.Settings.Clock), openPasses(s.Settings))))...)
}

// TableInThread renders the message about a table that was opened in a thread of the channel.
func TableInThread(g GuildSettings, m match.Match, host string) bot.Message {
	join := ids.TableButton{Verb: ids.VerbJoin, Table: m.ID}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Lines(title(g.Title(m.System)), say.New("{host} opened a table in {channel}.", DisplayName(host), bot.Channel(m.Channel)))),
		bot.Row{{ID: join.ID(), Label: say.New("Join"), Style: bot.Green}},
	}}
}
