package game

import (
	"deuces/internal/say"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Configure returns a copy of options with the given values set. It returns an *Illegal for an
// unknown key or a value that the option can't have. It doesn't check whether the values go
// together: the game does.
func Configure(options []Option, values map[string]string) ([]Option, error) {
	set := slices.Clone(options)
	for key, value := range values {
		i := slices.IndexFunc(set, func(o Option) bool { return o.Key == key })
		if i < 0 {
			return nil, Refuse("There is no option called {option} here.", say.Quote(key, 40))
		}
		stored, err := set[i].parse(value)
		if err != nil {
			return nil, err
		}
		set[i].Value = stored
	}
	return set, nil
}

// parse checks a value and returns it in its stored form.
func (o Option) parse(value string) (string, error) {
	switch {
	case slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == value }):
		return value, nil
	case o.Custom != nil:
		numbers, err := o.Custom.parse(o.Name, value)
		return o.Custom.format(numbers), err
	case o.Choices != nil:
		return "", Refuse("{option} can't be {value}.", say.New(o.Name), say.Quote(value, 40))
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max || strconv.Itoa(n) != value {
		return "", Refuse("{option} must be a number from {min} to {max}, not {value}.", say.New(o.Name), o.Min, o.Max, say.Quote(value, 40))
	}
	return value, nil
}

// Numbers describes the lists of numbers that an option allows in addition to its Choices. People
// type them separated by spaces or commas, and no number can be higher than the one before it.
type Numbers struct {
	Fewest, Most int // length of the list
	Min, Max     int // bounds of each number
}

func (n *Numbers) parse(name say.Text, text string) ([]int, error) {
	var numbers []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, err := strconv.Atoi(strings.Replace(word, "−", "-", 1))
		if err != nil || v < n.Min || v > n.Max || len(numbers) > 0 && v > numbers[len(numbers)-1] {
			return nil, n.refuse(name)
		}
		numbers = append(numbers, v)
	}
	if len(numbers) < n.Fewest || len(numbers) > n.Most {
		return nil, n.refuse(name)
	}
	return numbers, nil
}

func (n *Numbers) refuse(name say.Text) error {
	return Refuse("{option} must be {fewest} to {most} numbers like 4 2 1 0, from {min} to {max}, none higher than the one before it.", say.New(name), n.Fewest, n.Most, n.Min, n.Max)
}

func (n *Numbers) format(numbers []int) string {
	words := make([]string, len(numbers))
	for i, v := range numbers {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, ",")
}

// CustomNumbers returns the list of numbers that the option is set to, or nil if it is set to one
// of its Choices.
func (o Option) CustomNumbers() []int {
	if o.Custom == nil || slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == o.Value }) {
		return nil
	}
	numbers, err := o.Custom.parse(o.Name, o.Value)
	if err != nil {
		return nil // can't happen: Configure checked the value
	}
	return numbers
}

// Words returns the current value for players.
func (o Option) Words() say.Message {
	for _, c := range o.Choices {
		if c.Value == o.Value {
			return c.Name
		}
	}
	return say.Verbatim(strings.NewReplacer(",", ", ", "-", "−").Replace(o.Value))
}

// String returns the option as records write it: "pass=out".
func (o Option) String() string { return fmt.Sprintf("%s=%s", o.Key, o.Value) }

// Changed returns the options that differ from their preset, in the form that Configure takes.
func Changed(options []Option) map[string]string {
	values := map[string]string{}
	for _, o := range options {
		if o.Value != o.Preset {
			values[o.Key] = o.Value
		}
	}
	return values
}
