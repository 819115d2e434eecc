package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

// This file has answers of one sentence, with buttons that do what it is about.

// Sentence returns a message with one sentence.
func Sentence(m say.Message) bot.Message { return bot.Message{Blocks: []bot.Block{bot.Text(m)}} }

// Answer renders a sentence with buttons.
func Answer(said say.Message, buttons ...bot.Button) bot.Message {
	return bot.Message{Blocks: []bot.Block{bot.Text(said), bot.Row(buttons)}}
}

// PlayButton opens a table, as /play does.
func PlayButton() bot.Button {
	return bot.Button{ID: ids.Begin{}.ID(), Label: say.New("Open a table"), Style: bot.Green}
}

// NeedsServer renders that something needs a server with the bot.
func NeedsServer(g GuildSettings) bot.Message {
	return Answer(say.New("Tables are in the channels of servers: use `/play` in a server that I'm in, or add me to one."), g.inviteButton())
}

func (g GuildSettings) inviteButton() bot.Button {
	return bot.Button{URL: g.Invitation, Label: say.New("Add me to a server")}
}

// JoinButton returns the button that takes a person to a table: they join, take their seat back, or get
// their hand.
func JoinButton(m match.Match, p match.Player) bot.Button {
	b := bot.Button{ID: ids.TableButton{Verb: ids.VerbJoin, Table: m.ID}.ID(), Label: say.New("Join"), Style: bot.Blue}
	switch seat, seated := m.Seat(p); {
	case seated && m.Vacant(seat) && m.Phase != match.Lobby:
		b.Label = say.New("Take my seat back")
	case seated && !m.Vacant(seat):
		b.ID, b.Label = ids.TableButton{Verb: ids.VerbHand, Table: m.ID}.ID(), say.New("My hand")
	}
	return b
}

// HostOnly renders that only the host may do something.
func (s Snapshot) HostOnly() say.Message {
	return say.New("Only {who} (host) can do that.", s.playerName(s.Host))
}

// Removed renders who removed a player.
func (s Snapshot) Removed(p match.Player) say.Message {
	if by, _ := s.Remover(p); by != 0 {
		return say.New("{who} removed you. You can watch.", s.playerName(by))
	}
	return say.New("You were removed from this table. You can watch, and the host can let you in again.")
}

// LeftTable renders that a player gave up a seat.
func LeftTable(m match.Match, p match.Player) bot.Message {
	said := say.New("You gave up your seat.")
	if m.Phase != match.Lobby {
		said = say.Join(" ", said, comeBack())
	}
	return Answer(said, JoinButton(m, p))
}

// botPlays renders what happens to a seat in a match that its player gives up.
func botPlays() say.Message { return say.Join(" ", say.New("A bot plays for you."), comeBack()) }

func comeBack() say.Message {
	return say.New("You can come back, as long as nobody else takes your seat.")
}

// AskToLeave renders the question whether to leave a match.
func (s Snapshot) AskToLeave() bot.Message {
	return s.ask(say.New("Leave the match?"), botPlays(),
		bot.Button{ID: ids.Menu{Table: s.ID, What: ids.MenuLeft}.ID(), Label: say.New("Leave"), Style: bot.Red})
}

// AskToRemove renders the question whether to remove a player, and says if the round then counts as last
// place for whoever does it. If the player can't do it alone, it is whether to start a vote.
func (s Snapshot) AskToRemove(whom match.Player, alone, last bool) bot.Message {
	name := s.tagged(whom)
	do := bot.Button{ID: ids.Removal{Table: s.ID, Whom: whom}.ID(), Label: say.New("Remove"), Style: bot.Red}
	if !alone {
		do.Label = say.New("Start a vote")
		return s.ask(say.New("Start a vote to remove {who}?", name), say.New("More than half of the others must agree. You can start one vote a round."), do)
	}
	note := say.New("They can't join again until the host lets them.")
	if last {
		note = say.New("Round {n} will count as last place for you, and for nobody else.", s.Decision.Round)
	}
	return s.ask(say.New("Remove {who}?", name), note, do)
}

// ask renders a question before something that can't be undone.
func (s Snapshot) ask(what, note say.Message, do bot.Button) bot.Message {
	return bot.Message{Accent: amber, Blocks: []bot.Block{
		texts(heading(what), note),
		bot.Row{do, {ID: ids.Menu{Table: s.ID, What: ids.EndNot}.ID(), Label: say.New("Cancel")}},
	}}
}

// LostBoard renders the last board of a table that was given up.
func LostBoard(id match.ID) bot.Message {
	return bot.Message{
		Accent:  grey,
		Blocks:  []bot.Block{bot.Text(say.New("I'm sorry: I can't read my notes on table {id}, so its match can't go on. Finished rounds keep their points.", int(id))), bot.Row{PlayButton()}},
		Edition: "lost",
	}
}

// NotSeated renders the hand of a person who no longer has a seat.
func NotSeated(m match.Match, p match.Player) bot.Message {
	return Answer(say.New("You aren't at this table."), JoinButton(m, p))
}

// LostHand renders the hand of a person whose table was given up.
func LostHand() bot.Message { return Sentence(say.New("You aren't at this table.")) }
