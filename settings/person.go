package settings

import (
	"fmt"
	"maps"

	"deuces/game"
	"deuces/say"
)

// Person is what somebody has chosen for themself, wherever they play.
type Person struct {
	Cards    Cards
	Colors   Colors
	AutoPass AutoPass
	Notice   Notice
	Where    Where
	Hints    Hints
}

// Cards is how cards look.
type Cards string

// How cards look.
const (
	Pictures Cards = "pictures"
	AsText   Cards = "text"
	InWords  Cards = "words" // "7 of hearts", as a screen reader says it
)

// Colors says how many colours the suits have.
type Colors string

// How many colours there are.
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
		choice("cards", "Cards in your hands", "Only you see how they look to you.", func(p *Person) *Cards { return &p.Cards },
			value(Pictures, "Pictures"), value(AsText, "Symbols: 7♥"), value(InWords, "Words: 7 of hearts")),
		choice("colors", "Suit colours", "In your own hands. Public messages follow the server.", func(p *Person) *Colors { return &p.Colors },
			value(FourColors, "Four"), value(TwoColors, "Two")),
		choice("autopass", "When you can't play any card", "Passing automatically takes a short pause, like every quick pass.", func(p *Person) *AutoPass { return &p.AutoPass },
			value(PassForMe, "Pass automatically"), value(PassByHand, "I click Pass")),
		choice("notice", "When it's your turn, I tell you", "Once a turn at most.", func(p *Person) *Notice { return &p.Notice },
			value(NoticeServer, "Server default"), value(NoticeNever, "Never"), value(NoticeLate, "When time is short"), value(NoticeAtOnce, "At once")),
		choice("where", "Where I tell you", "A direct message links to the table, and never shows cards.", func(p *Person) *Where { return &p.Where },
			value(InChannel, "In the channel"), value(ByDM, "Direct message")).keeping(string(DMClosed)),
		choice("hints", "Hints", "Where the table has hints. Only you see them.", func(p *Person) *Hints { return &p.Hints },
			value(HintsOnRequest, "When I ask"), value(HintsEachTurn, "On every turn")),
	}
}

// Preference is one choice, among at most five values.
type Preference struct {
	Key         string // in the stored form and in custom_ids
	Name, About say.Text
	Values      []Value // the first is the default
	kept        string  // a key that is stored and read, and can't be chosen; "" for none
	of          func(Person) string
	set         func(*Person, string)
}

// Value is what can be chosen.
type Value struct {
	Key  string
	Word say.Text
}

// Of is the key of the value that somebody has chosen.
func (x Preference) Of(p Person) string { return x.of(p) }

// Shows is the key of the value that holds for somebody: what they have chosen, or the
// default where the program itself has stored that this can't be.
func (x Preference) Shows(p Person) string {
	if chosen := x.of(p); chosen != x.kept {
		return chosen
	}
	return x.Values[0].Key
}

func value[T ~string](key T, word say.Text) Value { return Value{string(key), word} }

// choice is a Preference for a field of Person that holds a value's key.
func choice[T ~string](key string, name, about say.Text, field func(*Person) *T, values ...Value) Preference {
	return Preference{Key: key, Name: name, About: about, Values: values,
		of:  func(p Person) string { return string(*field(&p)) },
		set: func(p *Person, chosen string) { *field(p) = T(chosen) }}
}

// keeping is the choice with a key that the program itself may store.
func (x Preference) keeping(key string) Preference {
	x.kept = key
	return x
}

// DefaultPerson is what holds for somebody who has chosen nothing.
func DefaultPerson() Person {
	var p Person
	for _, x := range Preferences() {
		x.set(&p, x.Values[0].Key)
	}
	return p
}

// With returns the choices with one changed. It refuses what can't be chosen.
func (p Person) With(key, chosen string) (Person, error) {
	for _, x := range Preferences() {
		if x.Key != key {
			continue
		}
		for _, v := range x.Values {
			if v.Key == chosen {
				x.set(&p, chosen)
				return p, nil
			}
		}
	}
	return p, game.Refuse("This can no longer be chosen. Open `/preferences` again.")
}

// Form returns the stored form: what differs from DefaultPerson, by key.
func (p Person) Form() map[string]string {
	form := map[string]string{}
	for _, x := range Preferences() {
		if chosen := x.of(p); chosen != x.Values[0].Key {
			form[x.Key] = chosen
		}
	}
	return form
}

// ParsePerson reads the stored form. It refuses keys and values that it doesn't know.
func ParsePerson(form map[string]string) (Person, error) {
	p := DefaultPerson()
	for _, x := range Preferences() {
		if form[x.Key] == x.kept && x.kept != "" {
			x.set(&p, x.kept)
			form = maps.Clone(form)
			delete(form, x.Key)
		}
	}
	for key, chosen := range form {
		var err error
		if p, err = p.With(key, chosen); err != nil {
			return Person{}, fmt.Errorf("there is no preference %s=%q", key, chosen)
		}
	}
	return p, nil
}
