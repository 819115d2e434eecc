package screen

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/settings"
)

// Game is a system as menus show it.
type Game struct {
	Name, Title, About string
	Penalty            bool             // points count against a player
	Titles             []game.TitleWord // in the rules' own words, the best first
}

// Catalogue is all games, in the order of menus, and the rude words among theirs.
type Catalogue struct {
	Games []Game
	clean *cleaner
}

// NewCatalogue makes the catalogue of the games that can be played.
func NewCatalogue(games []Game) Catalogue { return Catalogue{games, newCleaner(games)} }

// In is the catalogue in a guild, as it has set things.
func (c Catalogue) In(set settings.Guild) GuildSettings {
	return GuildSettings{Guild: set, Catalogue: c}
}

// Title is what players call a system.
func (c Catalogue) Title(system string) string {
	if i := c.index(system); i >= 0 {
		return c.Games[i].Title
	}
	return system
}

// Plays says whether there is a system of that name.
func (c Catalogue) Plays(system string) bool { return c.index(system) >= 0 }

// penalty says that a system's points count against a player.
func (c Catalogue) penalty(system string) bool {
	i := c.index(system)
	return i >= 0 && c.Games[i].Penalty
}

func (c Catalogue) index(system string) int {
	return slices.IndexFunc(c.Games, func(g Game) bool { return g.Name == system })
}

// GuildSettings is what a guild has set, and what things are called in it.
type GuildSettings struct {
	settings.Guild
	Catalogue
}

// TitlesOf are a system's titles in the guild's words, the best first.
func (g GuildSettings) TitlesOf(system string) []game.TitleWord {
	if i := g.index(system); i >= 0 {
		return g.Guild.Titles(g.Games[i].Titles)
	}
	return nil
}

// TitleOf is a title with its system: "President of AHole", but "Big Two" alone.
func (g GuildSettings) TitleOf(title game.Title, system string) string {
	word := g.word(title, system)
	if strings.TrimPrefix(word, "👑 ") == g.Title(system) {
		return word
	}
	return word + " of " + g.Title(system)
}

// word is what a system calls a title in this guild, with a crown for the best. Without
// a system, "", it is what the first system that has the title calls it.
func (g GuildSettings) word(title game.Title, system string) string {
	for _, x := range g.Games {
		words := g.TitlesOf(x.Name)
		if (system == "" || x.Name == system) && slices.ContainsFunc(words, func(w game.TitleWord) bool { return w.Title == title }) {
			return crown(words, title) + titleWord(words, title)
		}
	}
	return string(title)
}

// GameNames lists the games, for a sentence.
func (g GuildSettings) GameNames() string {
	var names []string
	for _, x := range g.Games {
		names = append(names, g.Say(x.Title))
	}
	return strings.Join(names, ", ")
}

// penalties names the systems whose points count against a player: " (in X they
// are penalties)".
func (c Catalogue) penalties() string {
	var names []string
	for _, x := range c.Games {
		if x.Penalty {
			names = append(names, x.Title)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (in " + List(names) + " they are penalties)"
}

// cleanWords are the clean words for the titles that a guild may word.
func (g GuildSettings) cleanWords() (words settings.Words) {
	clean := g.In(settings.Guild{Wording: settings.Clean})
	for _, x := range g.Games {
		for _, w := range clean.TitlesOf(x.Name) {
			if w.Place > 0 && words[w.Place-1] == "" {
				words[w.Place-1] = w.Word.String()
			}
		}
	}
	return words
}

// titleWord is what a system calls a title; the title itself where it has no word.
func titleWord(words []game.TitleWord, title game.Title) string {
	for _, w := range words {
		if w.Title == title {
			return w.Word.String()
		}
	}
	return string(title)
}

// crown marks the best title of a system and no other.
func crown(words []game.TitleWord, title game.Title) string {
	if len(words) > 0 && words[0].Title == title {
		return "👑 "
	}
	return ""
}
