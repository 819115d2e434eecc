package settings

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"deuces/internal/say"
)

// Person holds a person's preferences, which apply in every server.
type Person struct {
	Cards    Cards    `key:"cards"`
	Colors   Colors   `key:"colors"`
	AutoPass AutoPass `key:"autopass"`
	Notice   Notice   `key:"notice"`
	Where    Where    `key:"where"`
	Hints    Hints    `key:"hints"`
	// Language is the tag of the language of private messages; "": Locale.
	Language string `key:"language"`
	// Locale is the language of the person's client when they last used the bot, if it isn't English. It can't be
	// chosen.
	Locale string `key:"locale"`
	// Listed is when the last daily list was sent, as Unix seconds; 0: never. It can't be chosen.
	Listed int `key:"listed"`
}

// Cards says how cards are displayed.
type Cards string

// The displays.
const (
	Pictures Cards = "pictures"
	AsText   Cards = "text"
	InWords  Cards = "words" // "7 of hearts", as a screen reader says it
)

// Colors is the number of suit colors.
type Colors string

// The numbers of colors. ColorsOfGame means two colors in games whose rules distinguish only red
// and black, and four in others. A guild can't choose it.
const (
	ColorsOfGame Colors = "game"
	FourColors   Colors = "four"
	TwoColors    Colors = "two"
)

// AutoPass says whether the table passes for a player who can do nothing else.
type AutoPass string

// PassForMe lets the table pass; PassByHand leaves it to the player.
const (
	PassForMe  AutoPass = "table"
	PassByHand AutoPass = "hand"
)

// Notice says when a player is notified that it is their turn, at most once per turn.
type Notice string

// The times of notices.
const (
	NoticeServer Notice = "server" // as set by the server and the operator (Mention)
	NoticeNever  Notice = "never"
	NoticeLate   Notice = "late" // when time runs short, unless the player acts before
	NoticeAtOnce Notice = "once"
)

// Where says where a player is notified.
type Where string

// The places of notices.
const (
	InChannel Where = "channel"
	ByDM      Where = "dm"
	// DailyList is at most one direct message a day, which lists the turns that wait at slow tables.
	// At others, notices appear in the channel.
	DailyList Where = "list"
	// DMClosed replaces ByDM or DailyList after Discord refused a direct message and before the player is told
	// why. Meanwhile, notices appear in the channel. DMClosed can't be chosen.
	DMClosed Where = "closed"
)

// Hints says when a player gets hints.
type Hints string

// The times of hints.
const (
	HintsOnRequest Hints = "request"
	HintsEachTurn  Hints = "turn"
)

// Preferences returns all preferences in the order of /preferences, which has a row for each. A
// new one needs a default that suits everyone who hasn't chosen. Keys are stored and must never
// change.
func Preferences() []Preference {
	return []Preference{
		{"cards", "Cards in your hand", []Value{value(Pictures, "Pictures"), value(AsText, "Symbols: 7♥"), value(InWords, "Words: 7 of hearts")}},
		{"colors", "Suit colors in your hand", []Value{value(ColorsOfGame, "Automatic (four colors; two where red and black matter)"), value(FourColors, "Four"), value(TwoColors, "Two")}},
		{"autopass", "When you can't play any card", []Value{value(PassForMe, "Pass automatically"), value(PassByHand, "I click Pass")}},
		{"notice", "When it's your turn, I tell you", []Value{value(NoticeServer, "As this server has it"), value(NoticeNever, "never"), value(NoticeLate, "when time is short"), value(NoticeAtOnce, "at once")}},
		{"where", "Where I tell you", []Value{value(InChannel, "In the channel"), value(ByDM, "Direct message"), value(DailyList, "Daily list")}},
		{"hints", "Hints", []Value{value(HintsOnRequest, "When I ask"), value(HintsEachTurn, "On every turn")}},
	}
}

// Preference is a choice between at most five values.
type Preference struct {
	Key    string // stored, and used in custom ids
	Name   say.Text
	Values []Value // the first is the default
}

// Value is one value of a Preference.
type Value struct {
	Key  string
	Word say.Text
}

func value[T ~string](key T, word say.Text) Value { return Value{string(key), word} }

// chosen returns the fields by the keys of their preferences.
func (p *Person) chosen() map[string]reflect.Value { return maps.Collect(fields(p)) }

// offers reports whether a value exists and can be chosen.
func (x Preference) offers(key string) bool {
	return slices.ContainsFunc(x.Values, func(v Value) bool { return v.Key == key })
}

// Shows returns the key of the value in effect for a person: the one they chose, or the default
// if the stored value can't be chosen (DMClosed).
func (x Preference) Shows(p Person) string {
	if chosen := p.chosen()[x.Key].String(); x.offers(chosen) {
		return chosen
	}
	return x.Values[0].Key
}

// DefaultPerson returns the preferences of a person who hasn't chosen anything.
func DefaultPerson() Person {
	var p Person
	chosen := p.chosen()
	for _, x := range Preferences() {
		chosen[x.Key].SetString(x.Values[0].Key)
	}
	return p
}

// With returns the preferences with one changed. It refuses unknown values.
func (p Person) With(key, chosen string) (Person, error) {
	if key == "language" && (isTag(chosen) || chosen == Automatic) {
		p.Language = strings.TrimPrefix(chosen, Automatic)
		return p, nil
	}
	for _, x := range Preferences() {
		if x.Key == key && x.offers(chosen) {
			p.chosen()[key].SetString(chosen)
			return p, nil
		}
	}
	return p, ErrGone
}

// Form returns the stored form: the values that differ from DefaultPerson, by key.
func (p Person) Form() map[string]string {
	standard := DefaultPerson()
	return form(&p, &standard)
}

// ParsePerson parses the stored form. It rejects unknown keys and values.
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
