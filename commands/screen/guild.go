package screen

import (
	"slices"

	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
)

// Game is a system as menus show it.
type Game struct {
	Name         string
	Title        say.Text
	About        say.Text
	Feel         say.Text         // what it is like to play
	Fewest, Most int              // players
	Penalty      bool             // points count against a player
	Titles       []game.TitleWord // in the rules' own words, the best first
}

// Catalogue is all games, in the order of menus, and the rude words among theirs.
type Catalogue struct {
	Games []Game
	clean *cleaner
}

// NewCatalogue makes the catalogue of the games that can be played.
func NewCatalogue(games []Game) Catalogue { return Catalogue{games, newCleaner(games)} }

// In returns the catalogue in a guild, as it has set things.
func (c Catalogue) In(set settings.Guild) GuildSettings {
	return GuildSettings{Guild: set, Catalogue: c}
}

// Title returns what players call a system.
func (c Catalogue) Title(system string) say.Message {
	if i := c.index(system); i >= 0 {
		return say.New(c.Games[i].Title)
	}
	return say.Verbatim(system)
}

// Plays reports whether there is a system of that name.
func (c Catalogue) Plays(system string) bool { return c.index(system) >= 0 }

// Penalty reports whether a system's points count against a player.
func (c Catalogue) Penalty(system string) bool {
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
	Pictures Pictures // of cards, for what everyone sees
}

// TitlesOf returns a system's titles in the guild's words, the best first.
func (g GuildSettings) TitlesOf(system string) []game.TitleWord {
	if i := g.index(system); i >= 0 {
		return g.Guild.Titles(g.Games[i].Titles)
	}
	return nil
}

// TitleOf returns a title with its system: "👑 President of AHole", but "👑 Big Two" alone.
func (g GuildSettings) TitleOf(title game.Title, system string) say.Message {
	return marked(g.TitlesOf(system), title, g.ofGame(title, system))
}

// ofGame returns the same without a crown.
func (g GuildSettings) ofGame(title game.Title, system string) say.Message {
	word := titleWord(g.TitlesOf(system), title)
	if word.Equal(g.Title(system)) {
		return word
	}
	return say.New("{title} of {game}", word, g.Title(system))
}

// word returns what a system calls a title in this guild, with a crown for the best. Without
// a system, "", it is what the first system that has the title calls it.
func (g GuildSettings) word(title game.Title, system string) say.Message {
	for _, x := range g.Games {
		words := g.TitlesOf(x.Name)
		if (system == "" || x.Name == system) && slices.ContainsFunc(words, func(w game.TitleWord) bool { return w.Title == title }) {
			return marked(words, title, titleWord(words, title))
		}
	}
	return say.Verbatim(string(title))
}

// GameNames lists the games.
func (g GuildSettings) GameNames() say.Message {
	var names []say.Message
	for _, x := range g.Games {
		names = append(names, g.Polite(say.New(x.Title)))
	}
	return commas(names...)
}

// penalties names the systems whose points count against a player.
func (c Catalogue) penalties() say.Message {
	var names []say.Message
	for _, x := range c.Games {
		if x.Penalty {
			names = append(names, say.New(x.Title))
		}
	}
	return say.List(names...)
}

// cleanWords returns the clean words for the titles that a guild may word.
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

// titleWord returns what a system calls a title; the title itself where it has no word.
func titleWord(words []game.TitleWord, title game.Title) say.Message {
	for _, w := range words {
		if w.Title == title {
			return w.Word
		}
	}
	return say.Verbatim(string(title))
}

// marked marks the titles of the first and the last place.
func marked(words []game.TitleWord, title game.Title, word say.Message) say.Message {
	if i := slices.IndexFunc(words, func(w game.TitleWord) bool { return w.Title == title }); i >= 0 {
		return say.Mark(titleMark(words, i), word, "")
	}
	return word
}

// titleMark returns the mark before a system's i-th title, or "".
func titleMark(words []game.TitleWord, i int) string {
	switch {
	case words[i].Last:
		return "🥄 "
	case i == 0:
		return "👑 "
	}
	return ""
}
