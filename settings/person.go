package settings

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// Person is what somebody has chosen for themself, wherever they play.
type Person struct {
	Cards    Cards    `key:"cards"`
	Colors   Colors   `key:"colors"`
	AutoPass AutoPass `key:"autopass"`
	Notice   Notice   `key:"notice"`
	Where    Where    `key:"where"`
	Hints    Hints    `key:"hints"`
}

// Cards is how cards look.
type Cards string

// How cards look.
const (
	Pictures Cards = "pictures"
	AsText   Cards = "text"
	InWords  Cards = "words" // "7 of hearts", as a screen reader says it
)

// Colors says how many colors the suits have.
type Colors string

// How many colors there are.
const (
	FourColors Colors = "four"
	TwoColors  Colors = "two"
)

// AutoPass says who passes for a player who can do nothing else.
type AutoPass string

// Who passes.
const (
	PassForMe  AutoPass = "table"
	PassByHand AutoPass = "hand"
)

// Notice says when somebody is told that it is their turn: at most once a turn.
type Notice string

// When people are told.
const (
	NoticeServer Notice = "server" // as the server and the program have it (Mention)
	NoticeNever  Notice = "never"
	NoticeLate   Notice = "late" // when their time runs out; not those who act in time
	NoticeAtOnce Notice = "once"
)

// Where says where they are told.
type Where string

// Where people are told.
const (
	InChannel Where = "channel"
	ByDM      Where = "dm"
	// DMClosed is what becomes of ByDM where Discord refused the message: they are told
	// in the channel, and have not heard why yet. It can't be chosen.
	DMClosed Where = "closed"
)

// Hints says when somebody gets a hint.
type Hints string

// When there are hints.
const (
	HintsOnRequest Hints = "request"
	HintsEachTurn  Hints = "turn"
)

// Preferences are all choices that a Person has, in the order of /preferences: a row
// each. Add one with a default that holds for whoever hasn't chosen; a key and a
// value's key never change, for they are stored.
func Preferences() []Preference {
	return []Preference{
		{"cards", "Cards in your hands", "Only you see how they look to you.",
			[]Value{value(Pictures, "Pictures"), value(AsText, "Symbols: 7♥"), value(InWords, "Words: 7 of hearts")}},
		{"colors", "Suit colors", "In your own hands. Public messages follow the server.",
			[]Value{value(FourColors, "Four"), value(TwoColors, "Two")}},
		{"autopass", "When you can't play any card", "Passing automatically takes a short pause, like every quick pass.",
			[]Value{value(PassForMe, "Pass automatically"), value(PassByHand, "I click Pass")}},
		{"notice", "When it's your turn, I tell you", "Once a turn at most.",
			[]Value{value(NoticeServer, "Server default"), value(NoticeNever, "Never"), value(NoticeLate, "When time is short"), value(NoticeAtOnce, "At once")}},
		{"where", "Where I tell you", "A direct message links to the table, and never shows cards.",
			[]Value{value(InChannel, "In the channel"), value(ByDM, "Direct message")}},
		{"hints", "Hints", "Where the table has hints. Only you see them.",
			[]Value{value(HintsOnRequest, "When I ask"), value(HintsEachTurn, "On every turn")}},
	}
}

// Preference is one choice, among at most five values.
type Preference struct {
	Key         string // in the stored form and in custom_ids
	Name, About say.Text
	Values      []Value // the first is the default
}

// Value is what can be chosen.
type Value struct {
	Key  string
	Word say.Text
}

func value[T ~string](key T, word say.Text) Value { return Value{string(key), word} }

// chosen are the keys of the values that somebody has chosen, by the preferences' keys.
func (p *Person) chosen() map[string]reflect.Value { return maps.Collect(fields(p)) }

// offers says that a value can be chosen.
func (x Preference) offers(key string) bool {
	return slices.ContainsFunc(x.Values, func(v Value) bool { return v.Key == key })
}

// Shows is the key of the value that holds for somebody: what they have chosen, or the
// default where the program itself has stored that this can't be.
func (x Preference) Shows(p Person) string {
	if chosen := p.chosen()[x.Key].String(); x.offers(chosen) {
		return chosen
	}
	return x.Values[0].Key
}

// DefaultPerson is what holds for somebody who has chosen nothing.
func DefaultPerson() Person {
	var p Person
	chosen := p.chosen()
	for _, x := range Preferences() {
		chosen[x.Key].SetString(x.Values[0].Key)
	}
	return p
}

// With returns the choices with one changed. It refuses what can't be chosen.
func (p Person) With(key, chosen string) (Person, error) {
	for _, x := range Preferences() {
		if x.Key == key && x.offers(chosen) {
			p.chosen()[key].SetString(chosen)
			return p, nil
		}
	}
	return p, game.Refuse("This can no longer be chosen. Open `/preferences` again.")
}

// Form returns the stored form: what differs from DefaultPerson, by key.
func (p Person) Form() map[string]string {
	standard := DefaultPerson()
	return form(&p, &standard)
}

// ParsePerson reads the stored form. It refuses keys and values that it doesn't know.
func ParsePerson(form map[string]string) (Person, error) {
	p := DefaultPerson()
	if err := parse(form, &p); err != nil {
		return Person{}, err
	}
	all := p.chosen()
	for _, x := range Preferences() {
		if chosen := all[x.Key].String(); !x.offers(chosen) && (x.Key != "where" || chosen != string(DMClosed)) {
			return Person{}, fmt.Errorf("there is no preference %s=%q", x.Key, chosen)
		}
	}
	return p, nil
}
