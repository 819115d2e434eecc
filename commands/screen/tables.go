package screen

import (
	"cmp"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

// OwnTable is a table for the list of a person's tables.
type OwnTable struct {
	match.Match
	Me     match.Player
	Game   say.Message
	Server string // its name, or "" if it isn't known
	Board  string // link to the board
	Turn   string // name of the player to move, if it isn't this person
}

// mostTables is how many tables a list has. Each takes three of the forty components of a message.
const mostTables = 12

// Tables renders a person's tables, the most urgent first.
func Tables(all []OwnTable, note say.Message) bot.Message {
	all = slices.SortedFunc(slices.Values(all), moreUrgent)
	waiting := 0
	for _, t := range all {
		if t.AwaitsMe() {
			waiting++
		}
	}
	head := say.New("Your tables")
	if waiting > 0 {
		head = say.New("It's your turn at {n:# table|# tables}", waiting)
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{texts(heading(head), small(note))}}
	for _, t := range all[:min(len(all), mostTables)] {
		hand := bot.Button{ID: ids.TableButton{Verb: ids.VerbHand, Table: t.ID}.ID(), Label: say.New("My hand")}
		if t.AwaitsMe() {
			hand.Style = bot.Blue
		}
		server := say.Message{}
		if t.Server != "" {
			server = say.Verbatim(bot.Escape(bot.Plain(t.Server, 32)))
		}
		where := dotted(bold(t.Game), server, say.Verbatim(bot.Channel(t.Channel)))
		msg.Blocks = append(msg.Blocks, bot.Section{Texts: []bot.Text{texts(where, dotted(t.state(), say.New("[Board]({url})", t.Board)))}, Button: hand})
	}
	if more := len(all) - mostTables; more > 0 {
		msg.Blocks[0] = texts(heading(head), small(note), small(say.New("{n:One more can|# more can} wait and isn't listed.", more)))
	}
	return msg
}

// DailyList renders the direct message about the tables where it is a person's turn.
func DailyList(all []OwnTable) bot.Message {
	return Tables(all, say.New("I send this at most once a day, as you chose in `/preferences`."))
}

// AwaitsMe reports whether the person is to move.
func (t OwnTable) AwaitsMe() bool {
	seat, awaited := Awaited(t.Match)
	return awaited && t.Players()[seat] == t.Me
}

// moreUrgent sorts a person's tables: their own turns first, then matches that go on, then lobbies, and paused
// ones last. Of the same kind, the table whose time is up first comes first, and tables without a clock last.
func moreUrgent(a, b OwnTable) int {
	kind := func(t OwnTable) int {
		switch {
		case t.AwaitsMe():
			return 0
		case t.Paused:
			return 3
		case t.Phase == match.Lobby:
			return 2
		}
		return 1
	}
	end := func(t OwnTable) time.Time {
		if d := t.Deadline(); !d.IsZero() {
			return d
		}
		return time.Unix(1<<40, 0)
	}
	return cmp.Or(cmp.Compare(kind(a), kind(b)), end(a).Compare(end(b)), cmp.Compare(a.ID, b.ID))
}

func (t OwnTable) state() say.Message {
	switch {
	case t.Paused:
		return say.New("⏸️ Paused")
	case t.Phase == match.Lobby:
		return say.Capital(say.New("waiting for players"))
	case t.Phase == match.Between:
		return say.New("{round} is over", say.New("Round {n}", t.Decision.Round))
	case t.AwaitsMe():
		return dotted(say.New("▶️ **Your turn**"), timeLeft(t.Match))
	}
	return dotted(say.New("{who}'s turn", DisplayName(t.Turn)), timeLeft(t.Match))
}

// NoTables renders that a person has no table.
func NoTables(g GuildSettings) bot.Message {
	return Answer(say.New("You aren't at any table. Tables are in the channels of servers."), g.inviteButton())
}
