package game

import (
	"deuces/say"
	"fmt"
	"slices"
	"strconv"
)

// Configure returns a copy of options with the given values set. An *Illegal
// names the key that does not exist, or the value that a key can't have.
// Whether the values go together is for the game to say.
func Configure(options []Option, values map[string]string) ([]Option, error) {
	set := slices.Clone(options)
	for key, value := range values {
		i := slices.IndexFunc(set, func(o Option) bool { return o.Key == key })
		if i < 0 {
			return nil, Refuse("There is no option called {option} here.", say.Quote(key, 40))
		}
		if err := set[i].accepts(value); err != nil {
			return nil, err
		}
		set[i].Value = value
	}
	return set, nil
}

func (o Option) accepts(value string) error {
	if o.Choices == nil {
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max || strconv.Itoa(n) != value {
			return Refuse("{option} must be a number from {min} to {max}, not {value}.", say.New(o.Name), o.Min, o.Max, say.Quote(value, 40))
		}
		return nil
	}
	if !slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == value }) {
		return Refuse("{option} can't be {value}.", say.New(o.Name), say.Quote(value, 40))
	}
	return nil
}

// Words returns what an option is set to in a player's words.
func (o Option) Words() say.Message {
	for _, c := range o.Choices {
		if c.Value == o.Value {
			return c.Name
		}
	}
	return say.Verbatim(o.Value)
}

// String returns the option as records write it: "pass=out".
func (o Option) String() string { return fmt.Sprintf("%s=%s", o.Key, o.Value) }

// Changed lists the options that differ from their system's preset, as the
// map that Configure takes.
func Changed(options []Option) map[string]string {
	values := map[string]string{}
	for _, o := range options {
		if o.Value != o.Preset {
			values[o.Key] = o.Value
		}
	}
	return values
}
