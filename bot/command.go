package bot

import (
	"deuces/internal/say"
	"strconv"
)

// Command is a slash command in guild channels. It has either options or sub-commands.
type Command struct {
	Name        string      // lower case, 1 to 32 characters
	Description say.Message // 1 to 100 characters
	Options     []Option
	Subs        []Sub
	// Needs hides the command from members who lack these permissions. A server's admins can grant it
	// to others under Integrations. Discord checks both before it sends the command.
	Needs Permissions
	// OnUser puts the command into the context menu of a user, who is Request.Target. Such a command
	// has neither description nor options, and its name may have spaces and capitals.
	OnUser bool
}

// Sub is a sub-command, such as clock in "/settings clock".
type Sub struct {
	Name        string
	Description say.Message
	Options     []Option
}

// Option is an argument of a command.
type Option struct {
	Name        string
	Description say.Message
	Kind        Kind
	Required    bool // required options come first
	// Choices are the only allowed values, at most 25. For an Integer, their Values are decimal
	// numbers.
	Choices []Choice
	// Suggest means that the Router's autocomplete handler suggests values. It can't be combined
	// with Choices.
	Suggest bool
	// Min and Max are the bounds of an Integer or of the length of a String. nil: no bound.
	Min, Max *int
}

// Kind is the type of an option's value. The zero Kind is String.
type Kind int

// The kinds of option.
const (
	String Kind = iota
	Integer
	Boolean
	Someone // a user
	Place   // a channel
)

// Limit returns a bound for Option.Min or Option.Max.
func Limit(n int) *int { return &n }

// kinds are Discord's numbers for the kinds of option.
var kinds = [...]int{String: 3, Integer: 4, Boolean: 5, Someone: 6, Place: 7}

// commandDoc is Discord's JSON form of a command, with the fields that the bot sets.
type commandDoc struct {
	Type        int         `json:"type"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Options     []optionDoc `json:"options"`
	Needs       *string     `json:"default_member_permissions"`
	Contexts    []int       `json:"contexts"`
}

type optionDoc struct {
	Type        int         `json:"type"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Required    bool        `json:"required,omitempty"`
	Choices     []choiceDoc `json:"choices,omitempty"`
	Options     []optionDoc `json:"options,omitempty"`
	Suggest     bool        `json:"autocomplete,omitempty"`
	MinValue    *float64    `json:"min_value,omitempty"`
	MaxValue    *float64    `json:"max_value,omitempty"`
	MinLength   *int        `json:"min_length,omitempty"`
	MaxLength   *int        `json:"max_length,omitempty"`
}

type choiceDoc struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// managed reports whether the bot registers commands of this type: slash commands, and those in a
// person's menu. Others have commands of other types. Discord itself makes the Entry Point command of an
// application with Activities, for example, and refuses a list without it.
func (d commandDoc) managed() bool { return d.Type <= 2 }

func (c Command) encode() commandDoc {
	d := commandDoc{Type: 1, Name: c.Name, Description: c.Description.String(), Contexts: []int{0}, Options: []optionDoc{}}
	if c.OnUser {
		d.Type = 2
	}
	for _, o := range c.Options {
		d.Options = append(d.Options, o.encode())
	}
	for _, s := range c.Subs {
		sub := optionDoc{Type: 1, Name: s.Name, Description: s.Description.String()}
		for _, o := range s.Options {
			sub.Options = append(sub.Options, o.encode())
		}
		d.Options = append(d.Options, sub)
	}
	if c.Needs != 0 {
		needs := strconv.FormatUint(uint64(c.Needs), 10)
		d.Needs = &needs
	}
	return d
}

func (o Option) encode() optionDoc {
	d := optionDoc{Type: kinds[o.Kind], Name: o.Name, Description: o.Description.String(), Required: o.Required, Suggest: o.Suggest}
	for _, c := range o.Choices {
		var v any = c.Value
		if n, err := strconv.ParseFloat(c.Value, 64); err == nil && o.Kind == Integer {
			v = n
		}
		d.Choices = append(d.Choices, choiceDoc{c.Name.String(), v})
	}
	if o.Kind == Integer {
		d.MinValue, d.MaxValue = float(o.Min), float(o.Max)
	} else {
		d.MinLength, d.MaxLength = o.Min, o.Max
	}
	return d
}

func float(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}
