package screen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// Snapshot is the state of a table with its people. All messages of a table are rendered from one.
type Snapshot struct {
	match.Match
	Game          say.Message                      // name of the system for players
	GuildSettings GuildSettings                    // of the table's guild
	People        []standing.Person                // by seat
	Who           map[match.Player]standing.Person // these people, and others who are named in messages (Named)
	Public        game.View                        // the view of a watcher; zero before the first deal
	Next          match.SealedDeal                 // the deal of the following round; zero if none is sealed
	Defaults      match.Settings                   // settings of tables whose host has changed nothing
	LastOptions   map[string]string                // in a lobby: the options with which the channel played last, or nil
	Games         []bot.Choice                     // in a lobby: the games and presets that may be played
	Plays         string                           // in a lobby: the value of the one that the table has
	Streaks       []standing.Streak                // after a round: the titles currently held in the guild
	OwnPictures   Pictures                         // pictures of cards for the viewer's own hand
	Drawn         picture.Picture                  // when the match is over: the picture of Ending, or zero
	Chosen        settings.Person                  // the viewer's preferences
	Hint          *ai.Choice                       // the hint for the viewer's turn, or nil

	Tags      map[match.Player]string // user names, as far as they are known
	Unreached []match.Player          // who should be told that cards are dealt
	Told      string                  // in a mention: the edition of the last notice of a turn at this table
	Clicked   time.Time               // in a mention: when the player to move last clicked something, unless they were mentioned in this turn

	OffersComputers bool // in a lobby: computer players may be added
	OffersHints     bool // players may ask for hints
	OffersUndo      bool // the viewer may take the last play back
	GoingDown       bool // the program is stopping

	replayed game.Rules // rules of a finished round, if there is no Match
	inline   Pictures   // pictures used in sentences instead of words
}

// Named returns the players named in a table's messages who aren't seated there.
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
			players = append(players, n.Player, n.Former)
		case match.Kicked:
			players = append(players, n.Player)
			if n.By != 0 {
				players = append(players, n.By)
			}
		}
	}
	if m.Waiter != 0 {
		players = append(players, m.Waiter)
	}
	if m.Caller != 0 {
		players = append(players, m.Caller)
	}
	if ended, over := m.Ended(); over && ended.By != 0 {
		players = append(players, ended.By)
	}
	return players
}

// name returns the name of the player in a seat, for a text.
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

// shortName returns the name of the player in a seat, shortened for a line with many names.
func (s Snapshot) shortName(seat game.Seat) say.Message {
	const most = 12
	if seat < 0 {
		return s.name(seat)
	}
	if letters := []rune(s.People[seat].Name); len(letters) > most {
		s.People = slices.Clone(s.People)
		s.People[seat].Name = string(letters[:most-1]) + "…"
	}
	return s.name(seat)
}

func (s Snapshot) names(seats []game.Seat) []say.Message {
	names := make([]say.Message, len(seats))
	for i, seat := range seats {
		names[i] = s.name(seat)
	}
	return names
}

// playerName returns the name of a current or former player of the table for a text.
func (s Snapshot) playerName(p match.Player) say.Message {
	return DisplayName(s.Who[p].Name)
}

// tag returns the user name of a player, which nobody else has, or nothing if it isn't known.
func (s Snapshot) tag(p match.Player) say.Message {
	if s.Tags[p] == "" {
		return say.Message{}
	}
	return say.Verbatim(bot.Plain(s.Tags[p], longest))
}

// tagged returns the name of a player with the user name.
func (s Snapshot) tagged(p match.Player) say.Message {
	return say.Join(" ", s.playerName(p), say.Mark("(", s.tag(p).Reworded(bot.Escape), ")"))
}

// TellApart numbers people of one name who are at the table.
func (s Snapshot) TellApart() {
	named := map[string]int{}
	for i, p := range slices.Concat(s.Players(), s.Newcomers) {
		who := s.Who[p]
		if named[who.Name]++; named[who.Name] == 1 || who.Name == "" {
			continue
		}
		name := []rune(who.Name)
		who.Name = fmt.Sprintf("%s (%d)", string(name[:min(len(name), longest-4)]), named[who.Name])
		if s.Who[p] = who; i < len(s.People) {
			s.People[i] = who
		}
	}
}

func (s Snapshot) unattended(seat game.Seat) bool { return s.Vacant(seat) || s.Away(seat) }

// titleHeld returns the title that a seat holds now: that of its place in the previous round, or
// the one that a coup has given to it.
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

// heldMark returns the mark behind the name of a seat that holds the first or the last title, or "".
func (s Snapshot) heldMark(seat game.Seat) string {
	mark, _ := titleWord(s.titleWords(), s.titleHeld(seat))
	return strings.TrimSuffix(" "+mark, " ")
}

func (s Snapshot) titleWords() []game.TitleWord {
	rules := s.replayed
	if rules == nil {
		rules = s.Rules
	}
	return s.GuildSettings.Titles(rules.Titles())
}

func (s Snapshot) button(verb string) string {
	return ids.TableButton{Verb: verb, Table: s.ID}.ID()
}
