// Package settings defines what the admins of a guild and each person can set, with defaults,
// validation and the stored form.
package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/text/language"

	"deuces/game"
	"deuces/internal/say"
	"deuces/standing"
)

// Guild holds the settings of a guild.
type Guild struct {
	Language   string        `key:"language"`  // tag of the language of public messages; "": what most players read
	Offered    string        `key:"offered"`   // the language that was last offered to an admin
	Channels   []string      `key:"channels"`  // Discord ids of the channels that allow tables; empty: all
	Threads    bool          `key:"threads"`   // each table gets its own thread
	Clock      time.Duration `key:"clock"`     // time per decision at new tables; 0: the operator's default; or NoClock
	Tempo      Tempo         `key:"tempo"`     // tempo of new tables
	Computers  bool          `key:"computers"` // computer players are allowed
	Mentions   bool          `key:"mentions"`  // the player to move may be mentioned in the channel
	Buried     int           `key:"buried"`    // number of newer messages after which a board is posted again; 0: never
	Colors     Colors        `key:"colors"`    // suit colors in public messages
	Undo       time.Duration `key:"undo"`      // how long a play can be undone at new tables; 0: never
	Wording    Wording       `key:"wording"`
	Words      Words         `key:"words"`       // for OwnWords; kept while another wording is chosen
	Season     standing.Plan `key:"season"`      // when seasons end
	PeopleOnly bool          `key:"people_only"` // leaderboards exclude rounds with computer players
	Roles      []Role        `key:"roles"`       // Discord roles that go with titles
	Daily      string        `key:"daily"`       // channel in which each day's best of the daily deals are posted; "": none
	CallRole   string        `key:"call_role"`   // id of the Discord role that calls for players mention; "": none
}

// KeepDays is the number of days for which a guild's data is kept after the bot was removed.
const KeepDays = 30

// Automatic stands for no chosen language in menus, whose values can't be empty.
const Automatic = "auto"

// NoClock is the value of Clock for no time limit.
const NoClock time.Duration = -1

// Wording says how titles are named.
type Wording string

// The wordings.
const (
	AsTheRules Wording = "rules" // the system's own names, which may be rude
	Clean      Wording = "clean" // the system's clean names, and no rude words elsewhere
	OwnWords   Wording = "own"   // the guild's Words
)

// Words holds a guild's own five names, from first to last place, for the titles with a
// game.TitleWord.Place (rules.md P8).
type Words [game.WordPlaces]string

// Role is a Discord role that the bot gives to the holder of a title.
type Role struct {
	System string     `json:"system"`
	Title  game.Title `json:"title"`
	Role   string     `json:"role"` // Discord id
}

// Limits of settings.
const (
	MinClock  = time.Second
	MaxClock  = 7 * 24 * time.Hour
	MaxUndo   = 15 * time.Second
	MaxWord   = 24 // characters per own word, as Discord counts them
	MaxRoles  = 25
	MaxPlaces = 25 // channels, as many as Discord's picker shows
	MaxBuried = 50 // messages
)

// Default returns the settings of a guild that has set nothing.
func Default() Guild {
	return Guild{Computers: true, Mentions: true, Buried: 10, Colors: FourColors, Undo: 3 * time.Second, Wording: AsTheRules, Season: standing.ByHand}
}

// Allows reports whether tables may be opened in a channel, given by its Discord id; for a
// thread, the id of its parent channel.
func (g Guild) Allows(channel string) bool {
	return len(g.Channels) == 0 || slices.Contains(g.Channels, channel)
}

// Titles returns the titles of a system (game.Rules.Titles) with the guild's wording.
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

// ErrGone refuses what screens of older versions offered, or what has been deleted since.
var ErrGone = game.Refuse("This can no longer be chosen.")

// With returns the settings with one changed, given by its key and its stored form.
func (g Guild) With(key, text string) (Guild, error) {
	if key == "language" && text == Automatic {
		text = ""
	}
	if parse(map[string]string{key: text}, &g) != nil {
		return g, ErrGone
	}
	return g, g.Check()
}

// Check returns what is invalid as a *game.Illegal for admins.
func (g Guild) Check() error {
	switch {
	case !isTag(g.Language), !isTag(g.Offered), len(g.Channels) > MaxPlaces, !every(g.Channels, snowflake),
		g.Clock != 0 && g.Clock != NoClock && (g.Clock < MinClock || g.Clock > MaxClock || g.Clock%time.Second != 0),
		g.Daily != "" && !snowflake(g.Daily),
		g.Undo < 0 || g.Undo > MaxUndo || g.Undo%time.Second != 0,
		g.Tempo != BotTempo && !slices.Contains(Tempos(), g.Tempo),
		g.Buried < 0 || g.Buried > MaxBuried,
		!slices.Contains([]Wording{AsTheRules, Clean, OwnWords}, g.Wording),
		!slices.Contains([]Colors{FourColors, TwoColors}, g.Colors),
		!slices.Contains([]standing.Plan{standing.ByHand, standing.Monthly, standing.Quarterly}, g.Season),
		g.CallRole != "" && !snowflake(g.CallRole),
		len(g.Roles) > MaxRoles:
		return ErrGone
	}
	for i, r := range g.Roles {
		if r.System == "" || r.Title == "" || !snowflake(r.Role) || slices.ContainsFunc(g.Roles[:i], r.SameTitle) {
			return ErrGone
		}
	}
	if g.Wording != OwnWords && g.Words == (Words{}) {
		return nil
	}
	for i, w := range g.Words {
		if !oneLine(w, MaxWord) || slices.Contains(g.Words[:i], w) {
			return game.Refuse("The five titles need five different words of at most {most} characters.", MaxWord)
		}
	}
	return nil
}

// SameTitle reports whether two roles belong to one title.
func (r Role) SameTitle(other Role) bool { return r.System == other.System && r.Title == other.Title }

// oneLine reports whether a text isn't empty, is on one line without spaces around it, and has at
// most so many characters as Discord counts them: in UTF-16 units.
func oneLine(text string, most int) bool {
	control := func(r rune) bool { return r < ' ' || r == 0x7f }
	return text != "" && strings.TrimSpace(text) == text && !strings.ContainsFunc(text, control) && len(utf16.Encode([]rune(text))) <= most
}

// isTag reports whether a text can be the tag of a language, or is empty.
func isTag(text string) bool {
	_, err := language.Parse(text)
	return text == "" || err == nil
}

func snowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0
}

func every(all []string, holds func(string) bool) bool {
	return !slices.ContainsFunc(all, func(s string) bool { return !holds(s) })
}

// Form returns the stored form: the values that differ from Default, by key.
func (g Guild) Form() map[string]string {
	standard := Default()
	return form(&g, &standard)
}

// Parse parses the stored form. It rejects unknown keys and values.
func Parse(form map[string]string) (Guild, error) {
	g := Default()
	if err := parse(form, &g); err != nil {
		return Guild{}, err
	}
	if err := g.Check(); err != nil {
		return Guild{}, fmt.Errorf("settings %v: %w", form, err)
	}
	return g, nil
}
