package sandbox

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The kinds of command and of option.
const (
	slashCommand  = 1
	userCommand   = 2
	targetCommand = 3

	subcommandOption  = 1
	groupOption       = 2
	stringOption      = 3
	integerOption     = 4
	booleanOption     = 5
	userOption        = 6
	channelOption     = 7
	roleOption        = 8
	mentionableOption = 9
	numberOption      = 10
	attachmentOption  = 11
)

// command is a registered command, as sent and as given back.
type command struct {
	ID            snowflake              `json:"id"`
	ApplicationID snowflake              `json:"application_id"`
	GuildID       snowflake              `json:"guild_id,omitzero"`
	Version       snowflake              `json:"version"`
	Type          int                    `json:"type"`
	Name          string                 `json:"name"`
	Names         opt[map[string]string] `json:"name_localizations"`
	Description   string                 `json:"description"`
	Descriptions  opt[map[string]string] `json:"description_localizations"`
	Options       []option               `json:"options,omitempty"`
	Permissions   opt[permissions]       `json:"default_member_permissions"`
	DM            opt[bool]              `json:"dm_permission,omitzero"`
	Contexts      opt[[]int]             `json:"contexts"`
	Integrations  []int                  `json:"integration_types"`
	NSFW          bool                   `json:"nsfw"`
}

type option struct {
	Type         int                    `json:"type"`
	Name         string                 `json:"name"`
	Names        opt[map[string]string] `json:"name_localizations,omitzero"`
	Description  string                 `json:"description"`
	Descriptions opt[map[string]string] `json:"description_localizations,omitzero"`
	Required     bool                   `json:"required,omitempty"`
	Choices      []choice               `json:"choices,omitempty"`
	Options      []option               `json:"options,omitempty"`
	ChannelTypes []int                  `json:"channel_types,omitempty"`
	Min          opt[float64]           `json:"min_value,omitzero"`
	Max          opt[float64]           `json:"max_value,omitzero"`
	MinLength    opt[int]               `json:"min_length,omitzero"`
	MaxLength    opt[int]               `json:"max_length,omitzero"`
	Autocomplete bool                   `json:"autocomplete,omitempty"`
}

type choice struct {
	Name  string                 `json:"name"`
	Names opt[map[string]string] `json:"name_localizations,omitzero"`
	Value json.RawMessage        `json:"value"`
}

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	locales     = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")
)

// check holds a command to what Discord takes.
func (c *command) check(at *field) {
	if c.Type == 0 {
		c.Type = slashCommand
	}
	at.key("type").oneOf(c.Type, slashCommand, userCommand, targetCommand)
	if c.Type != slashCommand {
		at.key("name").length(c.Name, 1, 32)
		if c.Description != "" {
			at.key("description").fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID", "Context menu commands cannot have description")
		}
		return
	}
	named(at, c.Name, c.Names)
	at.key("description").length(c.Description, 1, 100)
	localized(at.key("description_localizations"), c.Descriptions, 1, 100)
	if n := c.size(); n > 8000 {
		at.fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000): it has %d", n)
	}
	for i, x := range c.Contexts.or(nil) {
		at.key("contexts").index(i).oneOf(x, 0, 1, 2)
	}
	checkOptions(at.key("options"), c.Options, 0)
	if c.Integrations == nil {
		c.Integrations = []int{0}
	}
}

func named(at *field, name string, others opt[map[string]string]) {
	valid := func(at *field, name string) {
		at.length(name, 1, 32)
		if name != "" && (!commandName.MatchString(name) || name != strings.ToLower(name)) {
			at.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	valid(at.key("name"), name)
	localized(at.key("name_localizations"), others, 1, 32)
	for locale, name := range others.or(nil) {
		valid(at.key("name_localizations").key(locale), name)
	}
}

func localized(at *field, all opt[map[string]string], low, high int) {
	for locale, text := range all.or(nil) {
		if !slices.Contains(locales, locale) {
			at.key(locale).fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(locales, ", "))
		}
		at.key(locale).length(text, low, high)
	}
}

// checkOptions checks a level of options. Subcommands stand at the top or in a group; groups at the top only.
func checkOptions(at *field, all []option, level int) {
	if len(all) > 25 {
		at.count(len(all), 0, 25)
	}
	seen, optional := map[string]bool{}, false
	for i, o := range all {
		at := at.index(i)
		named(at, o.Name, o.Names)
		at.key("description").length(o.Description, 1, 100)
		localized(at.key("description_localizations"), o.Descriptions, 1, 100)
		at.key("type").between(o.Type, subcommandOption, attachmentOption)
		if seen[o.Name] {
			at.key("name").fail("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		seen[o.Name] = true
		if o.Required && optional {
			at.fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		nested := o.Type == subcommandOption || o.Type == groupOption
		switch {
		case o.Type == groupOption && level > 0, o.Type == subcommandOption && level > 1, nested && (all[0].Type > groupOption), !nested && all[0].Type <= groupOption:
			at.key("type").fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
		case nested:
			below := 2
			if o.Type == groupOption {
				below = 1
			}
			checkOptions(at.key("options"), o.Options, below)
		default:
			o.check(at)
		}
	}
}

func (o *option) check(at *field) {
	if len(o.Choices) > 25 {
		at.key("choices").count(len(o.Choices), 0, 25)
	}
	for i, c := range o.Choices {
		c.check(at.key("choices").index(i), o.Type)
	}
	choosy := o.Type == stringOption || o.Type == integerOption || o.Type == numberOption
	if o.Autocomplete && (len(o.Choices) > 0 || !choosy) || len(o.Choices) > 0 && !choosy {
		at.key("autocomplete").fail("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_INVALID", "Choices and autocomplete are for text and numbers, and exclude each other")
	}
	if o.Min.given() && o.Max.given() && o.Min.v > o.Max.v {
		at.key("max_value").fail("APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Max value must be at least min value")
	}
	low, high := o.MinLength.or(0), o.MaxLength.or(6000)
	at.key("min_length").between(low, 0, 6000)
	at.key("max_length").between(high, 1, 6000)
	if low > high {
		at.key("max_length").fail("APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Max length must be at least min length")
	}
}

// check wants a name and a value of 1-100 characters; kind 0 takes text and numbers alike.
func (c choice) check(at *field, kind int) {
	at.key("name").length(c.Name, 1, 100)
	localized(at.key("name_localizations"), c.Names, 1, 100)
	var text string
	var number float64
	isText, isNumber := json.Unmarshal(c.Value, &text) == nil, json.Unmarshal(c.Value, &number) == nil
	switch {
	case len(c.Value) == 0 || string(c.Value) == "null":
		at.key("value").required()
	case isText && (kind == 0 || kind == stringOption):
		at.key("value").length(text, 1, 100)
	case isText, !isNumber, kind == stringOption, kind == integerOption && number != math.Trunc(number):
		at.key("value").fail("BASE_TYPE_BAD_TYPE", "Could not interpret %s as the option's type.", c.Value)
	}
}

// size counts the characters of names, descriptions and values, each localised text by its longest.
func (c *command) size() int {
	longest := func(text string, others opt[map[string]string]) int {
		n := utf8.RuneCountInString(text)
		for _, t := range others.or(nil) {
			n = max(n, utf8.RuneCountInString(t))
		}
		return n
	}
	n := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions)
	var walk func([]option)
	walk = func(all []option) {
		for _, o := range all {
			n += longest(o.Name, o.Names) + longest(o.Description, o.Descriptions)
			for _, c := range o.Choices {
				n += longest(c.Name, c.Names) + len(strings.Trim(string(c.Value), `"`))
			}
			walk(o.Options)
		}
	}
	walk(c.Options)
	return n
}
