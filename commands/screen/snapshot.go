package screen

import (
	"slices"

	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// Snapshot is a table at one moment and who is who there: all that its messages
// are rendered from.
type Snapshot struct {
	match.Match
	Game          say.Message                      // what players call the system
	GuildSettings GuildSettings                    // of the guild that the table is in
	People        []standing.Person                // by seat
	Who           map[match.Player]standing.Person // them, and whoever else is named (Named)
	Public        game.View                        // a watcher's; zero before the first deal
	Next          match.SealedDeal                 // of the round after this moment; zero where none is sealed
	Defaults      match.Settings                   // of tables where nobody has set others
	LastOptions   map[string]string                // in a lobby: what was played with last in the channel; nil: nothing
	Length        int                              // in a lobby: how many rounds the match is likely to take; 0: nobody knows
	Streaks       []standing.Streak                // after a round: the titles that run in the guild
	OwnPictures   Pictures                         // of cards, for the hand of the one who looks
	Drawn         picture.Picture                  // when the match is over: its Ending; zero: there is none
	Chosen        settings.Person                  // by the one who looks, for their hand
	Hint          *ai.Choice                       // for the one who looks, in their turn; nil: they have none

	OffersComputers bool // in a lobby: computer players may be seated
	OffersHints     bool // players may ask for hints
	OffersUndo      bool // the one who looks may take the last play back
	GoingDown       bool // the program goes down

	replayed game.Rules // of a round that is over, where there is no Match
	inline   Pictures   // that stand in sentences, in place of words
}

// Named returns the players that a table's messages name, besides those who sit there.
func Named(m match.Match) []match.Player {
	players := slices.Concat(m.Newcomers, m.Banned, []match.Player{m.Host})
	if v := m.Vote; v != nil {
		players = append(players, v.By, v.Against)
	}
	for _, n := range m.SeatChanges {
		switch n := n.(type) {
		case match.Left:
			players = append(players, n.Player)
		case match.Returned:
			players = append(players, n.Player)
		case match.Took:
			players = append(players, n.Player)
		case match.Away:
			players = append(players, n.Player)
		case match.Kicked:
			players = append(players, n.Player)
			if n.By != 0 {
				players = append(players, n.By)
			}
		}
	}
	if ended, over := m.Ended(); over && ended.By != 0 {
		players = append(players, ended.By)
	}
	return players
}

// name returns a seat's player as a text shows them.
func (s Snapshot) name(seat game.Seat) say.Message {
	if seat < 0 || int(seat) >= len(s.People) {
		return DisplayName("")
	}
	name := DisplayName(s.People[seat].Name)
	if players := s.Players(); int(seat) < len(players) && players[seat].IsComputer() {
		return say.Mark("🤖 ", name, "")
	}
	return name
}

// names are several seats' players.
func (s Snapshot) names(seats []game.Seat) []say.Message {
	names := make([]say.Message, len(seats))
	for i, seat := range seats {
		names[i] = s.name(seat)
	}
	return names
}

// playerName is somebody at the table, or who was, as a text shows them.
func (s Snapshot) playerName(p match.Player) say.Message {
	return DisplayName(s.Who[p].Name)
}

// unattended reports whether a computer plays for a seat: its player has left, or does not answer.
func (s Snapshot) unattended(seat game.Seat) bool { return s.Vacant(seat) || s.Away(seat) }

// titleHeld returns the title that a seat holds now: the one of its place in the round
// before, as coups have changed the places.
func (s Snapshot) titleHeld(seat game.Seat) game.Title {
	titles := s.Titles()
	if s.Phase != match.Playing {
		return titles[seat]
	}
	if p := s.Public.Players[seat].LastPlace; p > 0 {
		for other, place := range s.Places() {
			if place == p {
				return titles[other]
			}
		}
	}
	return titles[seat]
}

// markedTitle returns what the guild calls a title, with a mark for the first and the last place.
func (s Snapshot) markedTitle(title game.Title) say.Message {
	words := s.titleWords()
	return marked(words, title, titleWord(words, title))
}

// titleWords returns the titles of the system in the guild's words, the best first.
func (s Snapshot) titleWords() []game.TitleWord {
	rules := s.replayed
	if rules == nil {
		rules = s.Rules
	}
	return s.GuildSettings.Titles(rules.Titles())
}

// button returns the custom_id of a button that names the table and nothing else.
func (s Snapshot) button(verb string) string {
	return ids.TableButton{Verb: verb, Table: s.ID}.ID()
}
