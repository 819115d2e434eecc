// Package systems is the registry of systems and the only package that imports the games. A system
// is a game with a preset of options. The rest of Deuces knows systems by name and uses games
// through package game.
package systems

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	aceholeai "deuces/game/acehole/ai"
	"deuces/game/ai"
	"deuces/game/bigtwo"
	bigtwoai "deuces/game/bigtwo/ai"
	"deuces/game/president"
	presidentai "deuces/game/president/ai"
	"deuces/game/tienlen"
	tienlenai "deuces/game/tienlen/ai"
	"deuces/internal/say"
)

// Entries are never changed or removed, because stored tables refer to them by version. A changed
// preset or rule is a new entry of Versions with a higher version, beside the old one.

// System is an entry of the registry.
type System struct {
	Name        string   // key, stored in logs: "ahole"
	Title       say.Text // name in menus; Discord shows it in every server, so it has no rude words: "President"
	About       say.Text // one sentence for a menu, at most 100 characters
	Version     int      // rules version, stored by a table when it opens; it grows with every change of preset or rules
	Penalty     bool     // points are bad: the fewest win
	RedAndBlack bool     // the rules are about red and black, so cards are shown in these two colors

	// New returns the rules with some options changed from the preset. It returns an *game.Illegal if
	// the options can't be combined.
	New func(options map[string]string) (game.Rules, error)
	// Players returns the computer players for rules that New made.
	Players func(game.Rules) (ai.Players, error)
	// NewWithWeights returns the computer players with these weights instead of the embedded ones. It
	// is nil if the game has no network.
	NewWithWeights func(rules game.Rules, weights []byte) (ai.Players, error)
	// Lesson returns the lesson for the preset.
	Lesson func() game.Lesson
	// Aliases are names by which people elsewhere know the game. People can type them, and nothing
	// shows them.
	Aliases []string
	// Weights are the embedded weights of the network; nil if the game has none.
	Weights []byte
}

// WeightsName returns a name for the embedded weights, which no others have; "" if there are none.
func (s System) WeightsName() string {
	if s.Weights == nil {
		return ""
	}
	sum := sha256.Sum256(s.Weights)
	return hex.EncodeToString(sum[:8])
}

// All returns the systems for new tables in the order of menus, each with its newest version.
func All() []System { return newest(Versions()) }

// Versions returns every version of every system, in the order of menus.
func Versions() []System {
	ahole := System{"ahole", "President", "Quick and easy, 4–7 players: a single 2 beats any pair", 1, false, false, president.AHole, presidentai.New, presidentai.NewWithWeights, president.AHoleLesson, presidents(), presidentai.Weights()}
	ranked := System{"president", "President Classic", "For a crowd, 4–14 players: winners and losers swap cards after each round", 1, false, false, president.President, presidentai.New, presidentai.NewWithWeights, president.PresidentLesson, presidents(), presidentai.Weights()}
	suited := System{"asshole", "President Pro", "For planners, 3–8 players: suits count, and three Jokers stand for any card", 1, false, false, president.Asshole, presidentai.New, presidentai.NewWithWeights, president.AssholeLesson, presidents(), presidentai.Weights()}
	bigTwo := System{"bigtwo", "Big Two", "2–4 players: singles, pairs, triples and poker hands; 2♠ is the highest card", 1, false, false, bigtwo.New, bigtwoai.New, bigtwoai.NewWithWeights, bigtwo.Lesson, []string{"Big 2", "Big Deuce", "Deuces", "Dai Di", "Choh Dai Di", "Da Lao Er", "大老二", "鋤大弟", "锄大弟", "鋤大D", "锄大地", "Pusoy Dos", "Capsa", "Capsa Banting", "빅투", "ビッグツー"}, bigtwoai.Weights()}
	shedding := System{"acehole", "Acehole", "Like Crazy Eights, 2–10 players: follow suit up or down, and a six switches the direction", 1, true, true, acehole.New, aceholeai.New, nil, acehole.Lesson, nil, nil}
	climbing := System{"tienlen", "Tiến Lên", "Vietnam's favorite, 2–4 players: sequences and pairs; four of a kind can beat a 2", 1, false, false, tienlen.New, tienlenai.New, nil, tienlen.Lesson, []string{"Tiến Lên Miền Nam", "Tiến Lên Nam", "TLMN", "Thirteen", "13", "Killer", "Killer 13", "Viet Cong", "VC", "越南大老二"}, nil}
	daifugo := System{"daifugo", "Daifugō", "Japan's favorite, 3–8 players: an 8 ends the trick, suits lock, and the best can fall", 1, false, false, president.Daifugo, presidentai.New, presidentai.NewWithWeights, president.DaifugoLesson, []string{"Daihinmin", "Daifugo", "Tycoon", "大富豪", "大貧民", "大贫民", "대부호"}, presidentai.Weights()}
	return []System{ahole, ranked, suited, daifugo, bigTwo, shedding, climbing}
}

// presidents returns the names of the games of the President family. People mean any of them by each.
func presidents() []string {
	return []string{"Scum", "Bum", "Rich Man Poor Man", "Président", "Trou du cul", "Präsident", "Arschloch", "Presidente", "Culo",
		"Klootzak", "Prezydent", "Presidenten"}
}

// newest returns the entry with the highest version of each system, in the order of their first entries.
func newest(versions []System) []System {
	var newest []System
	for _, s := range versions {
		switch i := slices.IndexFunc(newest, func(n System) bool { return n.Name == s.Name }); {
		case i < 0:
			newest = append(newest, s)
		case s.Version > newest[i].Version:
			newest[i] = s
		}
	}
	return newest
}

// New returns the rules of a system by name and version. It returns an error for an unknown name or
// version, and the errors of System.New.
func New(name string, version int, options map[string]string) (game.Rules, error) {
	return pick(Versions(), name, version, options)
}

// pick is New for a list of versions.
func pick(versions []System, name string, version int, options map[string]string) (game.Rules, error) {
	i := slices.IndexFunc(versions, func(s System) bool { return s.Name == name && s.Version == version })
	if i < 0 {
		return nil, fmt.Errorf("no system %q with rules version %d", name, version)
	}
	return versions[i].New(options)
}

// Latest returns the newest version of a system by name.
func Latest(name string) (System, bool) {
	all := All()
	i := slices.IndexFunc(all, func(s System) bool { return s.Name == name })
	if i < 0 {
		return System{}, false
	}
	return all[i], true
}
