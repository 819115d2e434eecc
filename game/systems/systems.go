// Package systems is the table of systems: the one place that imports the
// games. A system is a game with a preset of options. The rest of Deuces knows
// systems by their names, and games by the contract in package game.
package systems

import (
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

// A line is never taken out of the table while a stored table may pin it: what a
// preset starts with, or how a round goes, changes by a line with a newer version.

// System is one line of the table.
type System struct {
	Name    string   // key, stored in logs: "ahole"
	Title   say.Text // as players see it in menus; neutral, since Discord registers it: "President"
	About   say.Text // one sentence for a menu, at most 100 characters
	Version int      // of the rules, pinned by a table when it opens; grows when a round or a match could end otherwise
	Feel    say.Text // how it feels to play, in one sentence
	Penalty bool     // points count against a player: the fewest win

	// New returns the system with options set over its preset. An *game.Illegal
	// says in a player's words which do not go together.
	New func(options map[string]string) (game.Rules, error)
	// Players returns the computer players for rules that New made.
	Players func(game.Rules) (ai.Players, error)
	// Learnt returns the computer players that play by weights, with these: in place of
	// those that are built in, where there are any.
	NewWithWeights func(rules game.Rules, weights []byte) (ai.Players, error)
	// Lesson is the scripted hand by which the system is learnt, with its preset.
	Lesson func() game.Lesson
}

// All returns the systems as new tables play them, in the order of menus: each
// once, with its newest version.
func All() []System {
	var newest []System
	for _, s := range Versions() {
		switch i := slices.IndexFunc(newest, func(n System) bool { return n.Name == s.Name }); {
		case i < 0:
			newest = append(newest, s)
		case s.Version > newest[i].Version:
			newest[i] = s
		}
	}
	return newest
}

// Versions returns the whole table: every version of every system that a table can
// have pinned, in the order of menus.
func Versions() []System {
	ahole := System{"ahole", "President", "AHole rules: get rid of your cards first. Suits don't matter, and 2s need one card fewer.", 2, "Fast and loud: short rounds, easy to pick up, and luck turns quickly.", false, president.AHole, presidentai.New, presidentai.NewWithWeights, president.AHoleLesson}
	ranked := System{"president", "President Classic", "President rules: the best and the last swap cards after each round. Up to 14 players.", 3, "The classic for a crowd: easy to learn, and whoever comes last pays for it.", false, president.President, presidentai.New, presidentai.NewWithWeights, president.PresidentLesson}
	suited := System{"asshole", "President Pro", "Asshole rules: suits are ranked, three Jokers are wild, and the 3 of clubs leads.", 3, "For people who like to plan: suits count, and Jokers are wild.", false, president.Asshole, presidentai.New, presidentai.NewWithWeights, president.AssholeLesson}
	bigTwo := System{"bigtwo", "Big Two", "For four players: singles, pairs, triples and poker hands, up to the 2 of spades.", 2, "A race with poker hands: plan your thirteen cards, then strike.", false, bigtwo.New, bigtwoai.New, bigtwoai.NewWithWeights, bigtwo.Lesson}
	shedding := System{"acehole", "Acehole", "A cousin of Crazy Eights: follow suit up or down, and turn the count with a six.", 2, "A watchful one: the count goes up and down, and every card you keep costs you.", true, acehole.New, aceholeai.New, aceholeai.NewWithWeights, acehole.Lesson}
	climbing := System{"tienlen", "Tiến Lên", "Vietnam's favorite: sequences and pairs, and chops that beat even a 2.", 1, "Quick and sharp: no 2 is safe, and some hands win at the deal.", false, tienlen.New, tienlenai.New, tienlenai.NewWithWeights, tienlen.Lesson}
	return []System{
		ahole, ahole.as(1, president.AHoleV1),
		ranked, ranked.as(2, president.PresidentV2), ranked.as(1, president.PresidentV1),
		suited, suited.as(2, president.AssholeV2), suited.as(1, president.AssholeV1),
		bigTwo, bigTwo.as(1, bigtwo.NewV1),
		shedding, shedding.as(1, acehole.NewV1),
		climbing,
	}
}

// as is a system with another version of its rules.
func (s System) as(version int, rules func(map[string]string) (game.Rules, error)) System {
	s.Version, s.New = version, rules
	return s
}

// New returns the rules that a table has pinned: a system by name and version
// with options set. It fails for a name or version that this program lacks, and
// as System.New does.
func New(name string, version int, options map[string]string) (game.Rules, error) {
	for _, s := range Versions() {
		if s.Name == name && s.Version == version {
			return s.New(options)
		}
	}
	return nil, fmt.Errorf("no system %q with rules version %d", name, version)
}

// Latest returns a system by name as new tables play it.
func Latest(name string) (System, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return System{}, false
}
