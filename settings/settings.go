// Package settings has everything that the admins of a guild can set: which settings
// there are, their defaults, how they are checked and how they are stored.
package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"deuces/game"
	"deuces/internal/say"
	"deuces/standing"
)

// Guild is what a guild has set.
type Guild struct {
	Channels  []string      `key:"channels"`  // Discord ids of where tables may be opened; empty: everywhere
	Threads   bool          `key:"threads"`   // a table gets a thread of its own
	Clock     time.Duration `key:"clock"`     // for a decision, at tables opened from now on; 0: as the program is set; NoClock
	Tempo     Tempo         `key:"tempo"`     // of tables opened from now on
	Computers bool          `key:"computers"` // computer players may be seated
	Mentions  bool          `key:"mentions"`  // the player to move is mentioned in the channel, if they like
	Buried    int           `key:"buried"`    // messages below a board after which it comes back to the end; 0: it stays
	Colors    Colors        `key:"colors"`    // of the suits, in what is public
	Undo      time.Duration `key:"undo"`      // for which a play may be taken back, at tables opened from now on; 0: none may
	Wording   Wording       `key:"wording"`
	Words     Words         `key:"words"`  // of OwnWords; kept while another wording is chosen
	Season    standing.Plan `key:"season"` // when seasons end
	Roles     []Role        `key:"roles"`  // that go with titles
	Keep      int           `key:"keep"`   // days for which data is kept after the bot was removed
}

// NoClock lets players think for as long as they like.
const NoClock time.Duration = -1

// Wording is what titles are called.
type Wording string

// The wordings.
const (
	AsTheRules Wording = "rules" // as the rules of each system have it, rude or not
	Clean      Wording = "clean" // the clean words that systems have for theirs; and no rude word elsewhere
	OwnWords   Wording = "own"   // Words
)

// Words are a guild's own five, from the first to the last: of the titles that
// have a game.TitleWord.Place (rules.md P8).
type Words [game.WordPlaces]string

// Role is a Discord role that who runs a title has: the bot hands it on.
type Role struct {
	System string     `json:"system"`
	Title  game.Title `json:"title"`
	Role   string     `json:"role"` // Discord id
}

// Bounds of what can be set.
const (
	MinClock  = time.Second
	MaxClock  = 24 * time.Hour
	MaxUndo   = 15 * time.Second
	MaxWord   = 24 // characters of one of a guild's own words, as forms count them
	MaxRoles  = 25
	MaxPlaces = 100 // channels
	MinKeep   = 1   // days
	MaxKeep   = 365
	MaxBuried = 50 // messages
)

// Default is what holds in a guild that has set nothing.
func Default() Guild {
	return Guild{Computers: true, Mentions: true, Buried: 10, Colors: FourColors, Undo: 5 * time.Second, Wording: AsTheRules, Season: standing.ByHand, Keep: 30}
}

// Allows says whether tables may be opened in a channel, given by its Discord id;
// for a thread, by that of the channel it is in.
func (g Guild) Allows(channel string) bool {
	return len(g.Channels) == 0 || slices.Contains(g.Channels, channel)
}

// Titles returns the words of a system (game.Rules.Titles) as the guild has them.
func (g Guild) Titles(rules []game.TitleWord) []game.TitleWord {
	titles := slices.Clone(rules)
	for i, t := range titles {
		switch {
		case g.Wording == Clean && !t.Clean.Empty():
			titles[i].Word = t.Clean
		case g.Wording == OwnWords && t.Place > 0:
			titles[i].Word = say.Verbatim(g.Words[t.Place-1])
		}
	}
	return titles
}

// Check says, in an admin's words (*game.Illegal), what can't be set like that.
func (g Guild) Check() error {
	switch {
	case len(g.Channels) > MaxPlaces:
		return game.Refuse("You can choose at most {most} channels.", MaxPlaces)
	case g.Clock != 0 && g.Clock != NoClock && (g.Clock < MinClock || g.Clock > MaxClock || g.Clock%time.Second != 0):
		return game.Refuse("A turn can take 1 second to 24 hours, or have no time limit.")
	case g.Undo < 0 || g.Undo > MaxUndo || g.Undo%time.Second != 0:
		return game.Refuse("A play can be undone for 0 to {most} seconds.", int(MaxUndo/time.Second))
	case g.Tempo != BotTempo && !slices.Contains(Tempos(), g.Tempo):
		return game.Refuse("Choose quick, calm, instant or by hand.")
	case g.Buried < 0 || g.Buried > MaxBuried:
		return game.Refuse("A table can come back after at most {most} messages.", MaxBuried)
	case !slices.Contains([]Wording{AsTheRules, Clean, OwnWords}, g.Wording):
		return game.Refuse("Choose the original titles, clean ones, or your own words.")
	case !slices.Contains([]Colors{FourColors, TwoColors}, g.Colors):
		return game.Refuse("The suits can have two colors or four.")
	case !slices.Contains([]standing.Plan{standing.ByHand, standing.Monthly, standing.Quarterly}, g.Season):
		return game.Refuse("Seasons end monthly, quarterly or when an admin ends them.")
	case g.Keep < MinKeep || g.Keep > MaxKeep:
		return game.Refuse("Data can be kept for {fewest} to {most} days after I am removed.", MinKeep, MaxKeep)
	case len(g.Roles) > MaxRoles:
		return game.Refuse("You can link at most {most} roles to titles.", MaxRoles)
	}
	for i, r := range g.Roles {
		if r.System == "" || r.Title == "" || !snowflake(r.Role) {
			return game.Refuse("Choose a title and a role to go with it.")
		}
		if slices.ContainsFunc(g.Roles[:i], func(q Role) bool { return q.System == r.System && q.Title == r.Title }) {
			return game.Refuse("A title can have only one role.")
		}
	}
	if !every(g.Channels, snowflake) {
		return game.Refuse("That isn't a channel.")
	}
	return g.checkWords()
}

func (g Guild) checkWords() error {
	if g.Wording != OwnWords && g.Words == (Words{}) {
		return nil
	}
	for i, w := range g.Words {
		switch {
		case strings.TrimSpace(w) != w || w == "" || strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return game.Refuse("Each of the five titles needs a word, on one line.")
		case length(w) > MaxWord:
			return game.Refuse("A title can have at most {most} characters.", MaxWord)
		case slices.Contains(g.Words[:i], w):
			return game.Refuse("The five titles need five different words.")
		}
	}
	return nil
}

// length counts characters as Discord's forms do, in UTF-16 units.
func length(s string) int { return len(utf16.Encode([]rune(s))) }

func snowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0
}

func every(all []string, holds func(string) bool) bool {
	return !slices.ContainsFunc(all, func(s string) bool { return !holds(s) })
}

// Form returns the stored form: what differs from Default, by key.
func (g Guild) Form() map[string]string {
	standard := Default()
	return form(&g, &standard)
}

// Parse reads the stored form. It refuses keys and texts that it doesn't know.
func Parse(form map[string]string) (Guild, error) {
	g := Default()
	if err := parse(form, &g); err != nil {
		return Guild{}, err
	}
	if err := g.Check(); err != nil {
		return Guild{}, fmt.Errorf("settings: %w", err)
	}
	return g, nil
}
