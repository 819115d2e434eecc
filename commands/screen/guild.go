package screen

import (
	"slices"

	"deuces/game"
	"deuces/internal/say"
	"deuces/languages"
	"deuces/settings"
)

// Game is a system in menus.
type Game struct {
	Name    string
	Title   say.Text
	About   say.Text
	Penalty bool             // points count against a player
	Titles  []game.TitleWord // in the words of the rules, best first
	Sets    []RuleSet        // named sets of rules; the first one has the defaults
}

// RuleSet is a named set of options of a game.
type RuleSet struct {
	Name         say.Text
	Feel         say.Message
	Options      map[string]string // the options that differ from the defaults
	Fewest, Most int               // players
	Rounds       int               // about how many a match takes; 0: unknown
}

// Catalogue has all games in the order of menus, and knows their rude words.
type Catalogue struct {
	Games     []Game
	Languages languages.Set // besides English
	clean     map[*say.Language]*cleaner
}

// NewCatalogue returns the catalogue of these games, for people who read these languages or English.
func NewCatalogue(games []Game, in languages.Set) Catalogue {
	clean := map[*say.Language]*cleaner{nil: newCleaner(games, nil)}
	for _, l := range in {
		clean[l] = newCleaner(games, l)
	}
	return Catalogue{games, in, clean}
}

// In returns the catalogue with a guild's settings.
func (c Catalogue) In(set settings.Guild) GuildSettings {
	return GuildSettings{Guild: set, Catalogue: c}
}

// Title returns a system's name for players.
func (c Catalogue) Title(system string) say.Message {
	if i := c.index(system); i >= 0 {
		return say.New(c.Games[i].Title)
	}
	return say.Verbatim(system)
}

// Plays reports whether a system exists.
func (c Catalogue) Plays(system string) bool { return c.index(system) >= 0 }

// Penalty reports whether a system's points count against a player.
func (c Catalogue) Penalty(system string) bool {
	i := c.index(system)
	return i >= 0 && c.Games[i].Penalty
}

func (c Catalogue) index(system string) int {
	return slices.IndexFunc(c.Games, func(g Game) bool { return g.Name == system })
}

// GuildSettings has a guild's settings and wording.
type GuildSettings struct {
	settings.Guild
	Catalogue
	Language *say.Language     // of messages: that of the guild or, in private, that of the reader
	Pictures Pictures          // pictures of cards in public messages
	Commands map[string]string // the ids of slash commands by name, as far as they are known
	// Invitation is the link that invites the bot. It is set where the bot isn't, and the rest are defaults then.
	Invitation string
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
	mark, _ := titleWord(g.TitlesOf(system), title)
	return say.Mark(mark, g.ofGame(title, system), "")
}

// ofGame is like TitleOf without a mark.
func (g GuildSettings) ofGame(title game.Title, system string) say.Message {
	_, word := titleWord(g.TitlesOf(system), title)
	if word.Equal(g.Title(system)) {
		return word
	}
	return say.New("{title} of {game}", word, g.Title(system))
}

// word returns a system's word for a title in this guild, with its mark. If system is "", it is the word of
// the first system that has the title.
func (g GuildSettings) word(title game.Title, system string) say.Message {
	for _, x := range g.Games {
		words := g.TitlesOf(x.Name)
		if (system == "" || x.Name == system) && slices.ContainsFunc(words, func(w game.TitleWord) bool { return w.Title == title }) {
			return marked(words, title)
		}
	}
	return say.Verbatim(string(title))
}

// GameNames renders the list of games.
func (g GuildSettings) GameNames() say.Message {
	var names []say.Message
	for _, x := range g.Games {
		names = append(names, g.Polite(say.New(x.Title)))
	}
	return say.Commas(names...)
}

// cleanWords returns the clean words for the titles that a guild may rename.
func (g GuildSettings) cleanWords() (words settings.Words) {
	clean := g.In(settings.Guild{Wording: settings.Clean})
	for _, x := range g.Games {
		for _, w := range clean.TitlesOf(x.Name) {
			if w.Place > 0 && words[w.Place-1] == "" {
				words[w.Place-1] = w.Word.In(g.Language)
			}
		}
	}
	return words
}

// OwnWords returns the words that the guild has chosen for its titles, or the clean ones.
func (g GuildSettings) OwnWords() settings.Words {
	if g.Words == (settings.Words{}) {
		return g.cleanWords()
	}
	return g.Words
}

// titleWord returns a system's word for a title, or the title itself, and the mark of the first or the last
// title.
func titleWord(words []game.TitleWord, title game.Title) (mark string, word say.Message) {
	i := slices.IndexFunc(words, func(w game.TitleWord) bool { return w.Title == title })
	switch {
	case i < 0:
		return "", say.Verbatim(string(title))
	case words[i].Last:
		mark = "🥄 "
	case i == 0:
		mark = "👑 "
	}
	return mark, words[i].Word
}

func marked(words []game.TitleWord, title game.Title) say.Message {
	mark, word := titleWord(words, title)
	return say.Mark(mark, word, "")
}
