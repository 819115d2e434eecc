package commands

import (
	"deuces/bot"
	"deuces/game"
	"deuces/standing"
	"deuces/table"
)

// scene is a table at one moment and who is who there: all that its messages
// are rendered from.
type scene struct {
	table.Match
	game    string                           // what players call the system
	people  []standing.Person                // by seat
	who     map[table.Player]standing.Person // them, and whoever else is named
	down    bool                             // the program goes down
	watcher game.View                        // the public part; zero before the first deal
	usual   table.Settings                   // of tables where nobody has set others
	lastly  map[string]string                // in a lobby: what was played with last in the channel; nil: nothing

	house  house             // what the server has set
	reigns []standing.Streak // after a round: the titles that run in the server
	rules  game.Rules        // of a round that is over, where there is no Match

	computers bool // in a lobby: computer players may be seated
	hints     bool // players may ask for hints
}

// name is a seat's player as a text shows them.
func (s scene) name(seat game.Seat) string {
	if seat < 0 || int(seat) >= len(s.people) {
		return "nobody"
	}
	name := called(s.people[seat].Name)
	if players := s.Players(); int(seat) < len(players) && players[seat].IsComputer() {
		return "🤖 " + name
	}
	return name
}

// longest is how many letters of a name are shown; Discord's own have no more.
const longest = 32

// called is a name as a text shows it.
func called(name string) string {
	if name == "" {
		return "**" + standing.Former + "**"
	}
	if letters := []rune(name); len(letters) > longest {
		name = string(letters[:longest-1]) + "…"
	}
	return "**" + bot.Escape(name) + "**"
}

// away says that a stand-in plays a seat: its player has left, or does not answer.
func (s scene) away(seat game.Seat) bool { return s.Vacant(seat) || s.Away(seat) }

// names are several seats' players.
func (s scene) names(seats []game.Seat) []string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = s.name(seat)
	}
	return names
}

// held is the title that a seat holds now: the one of its place in the round
// before, as coups have changed the places.
func (s scene) held(seat game.Seat) game.Title {
	titles := s.Titles()
	if s.Phase() != table.Playing {
		return titles[seat]
	}
	if p := s.watcher.Players[seat].Held; p > 0 {
		for other, place := range s.Places() {
			if place == p {
				return titles[other]
			}
		}
	}
	return titles[seat]
}

// word is what the server calls a title, with a crown for the best.
func (s scene) word(title game.Title) string {
	words := s.titles()
	return crown(words, title) + titleWord(words, title)
}

// titles are the titles of the system in the server's words, the best first.
func (s scene) titles() []game.TitleWord {
	rules := s.rules
	if rules == nil {
		rules = s.Rules()
	}
	return s.house.Titles(rules.Titles())
}

// id is a button's custom_id at this table.
func (s scene) id(verb string) string { return verb + "/" + tableName(s.ID()) }
