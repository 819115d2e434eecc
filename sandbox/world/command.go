package world

import (
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"deuces/sandbox/wire"
)

// The kinds of command and of option.
const (
	SlashCommand  = 1
	UserCommand   = 2
	TargetCommand = 3
	EntryPoint    = 4 // Discord makes it for an application with Activities

	SubcommandOption  = 1
	GroupOption       = 2
	StringOption      = 3
	IntegerOption     = 4
	BooleanOption     = 5
	UserOption        = 6
	ChannelOption     = 7
	RoleOption        = 8
	MentionableOption = 9
	NumberOption      = 10
	AttachmentOption  = 11
)

// Command is a registered command, as the bot sends it and as the API returns it.
type Command struct {
	ID            wire.Snowflake              `json:"id"`
	ApplicationID wire.Snowflake              `json:"application_id"`
	GuildID       wire.Snowflake              `json:"guild_id,omitzero"`
	Version       wire.Snowflake              `json:"version"`
	Type          int                         `json:"type"`
	Name          string                      `json:"name"`
	Names         wire.Opt[map[string]string] `json:"name_localizations"`
	Description   string                      `json:"description"`
	Descriptions  wire.Opt[map[string]string] `json:"description_localizations"`
	Options       []Option                    `json:"options,omitempty"`
	Permissions   wire.Opt[Permissions]       `json:"default_member_permissions"`
	DM            wire.Opt[bool]              `json:"dm_permission,omitzero"`
	Contexts      wire.Opt[[]int]             `json:"contexts"`
	Integrations  []int                       `json:"integration_types"`
	NSFW          bool                        `json:"nsfw"`
}

// Option is an option of a command, or a subcommand.
type Option struct {
	Type         int                         `json:"type"`
	Name         string                      `json:"name"`
	Names        wire.Opt[map[string]string] `json:"name_localizations,omitzero"`
	Description  string                      `json:"description"`
	Descriptions wire.Opt[map[string]string] `json:"description_localizations,omitzero"`
	Required     bool                        `json:"required,omitempty"`
	Choices      []Choice                    `json:"choices,omitempty"`
	Options      []Option                    `json:"options,omitempty"`
	ChannelTypes []int                       `json:"channel_types,omitempty"`
	Min          wire.Opt[float64]           `json:"min_value,omitzero"`
	Max          wire.Opt[float64]           `json:"max_value,omitzero"`
	MinLength    wire.Opt[int]               `json:"min_length,omitzero"`
	MaxLength    wire.Opt[int]               `json:"max_length,omitzero"`
	Autocomplete bool                        `json:"autocomplete,omitempty"`
}

// Choice is a value that an option offers.
type Choice struct {
	Name  string                      `json:"name"`
	Names wire.Opt[map[string]string] `json:"name_localizations,omitzero"`
	Value json.RawMessage             `json:"value"`
}

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
)

// Locales returns Discord's languages.
func Locales() []string {
	return strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")
}

// In returns the command as a client in a language shows it.
func (c Command) In(locale string) *Command {
	c.Description, c.Options = localizedText(c.Description, c.Descriptions, locale), slices.Clone(c.Options)
	for i, o := range c.Options {
		c.Options[i].Description = localizedText(o.Description, o.Descriptions, locale)
	}
	return &c
}

// Plain returns the command without the texts in other languages.
func (c Command) Plain() *Command {
	c.Names, c.Descriptions, c.Options = wire.Null[map[string]string](), wire.Null[map[string]string](), slices.Clone(c.Options)
	for i := range c.Options {
		c.Options[i].Names, c.Options[i].Descriptions = wire.Opt[map[string]string]{}, wire.Opt[map[string]string]{}
	}
	return &c
}

// localizedText returns a text in a language. Some languages stand for others that lack it.
func localizedText(text string, all wire.Opt[map[string]string], locale string) string {
	near := map[string]string{"es-419": "es-ES", "en-GB": "en-US", "en-US": "en-GB"}[locale]
	return cmp.Or(all.Or(nil)[locale], all.Or(nil)[near], text)
}

// Check reports what Discord would refuse in a command.
func (c *Command) Check(at *wire.Field) {
	if c.Type == 0 {
		c.Type = SlashCommand
	}
	at.Key("type").OneOf(c.Type, SlashCommand, UserCommand, TargetCommand, EntryPoint)
	if c.Type != SlashCommand && c.Type != EntryPoint {
		at.Key("name").Length(c.Name, 1, 32)
		if c.Description != "" {
			at.Key("description").Fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID", "Context menu commands cannot have description")
		}
		return
	}
	named(at, c.Name, c.Names)
	if c.Type != EntryPoint {
		at.Key("description").Length(c.Description, 1, 100)
	}
	localized(at.Key("description_localizations"), c.Descriptions, 1, 100)
	if n := c.size(); n > 8000 {
		at.Fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000): it has %d", n)
	}
	for i, x := range c.Contexts.Or(nil) {
		at.Key("contexts").Index(i).OneOf(x, GuildContext, DirectContext, PrivateContext)
	}
	checkOptions(at.Key("options"), c.Options, 0)
	for i, x := range c.Integrations {
		at.Key("integration_types").Index(i).OneOf(x, GuildInstall, UserInstall)
	}
	if c.Integrations == nil {
		c.Integrations = []int{GuildInstall, UserInstall} // those of the application
	}
}

func named(at *wire.Field, name string, others wire.Opt[map[string]string]) {
	valid := func(at *wire.Field, name string) {
		at.Length(name, 1, 32)
		if name != "" && (!commandName.MatchString(name) || name != strings.ToLower(name)) {
			at.Fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	valid(at.Key("name"), name)
	localized(at.Key("name_localizations"), others, 1, 32)
	for locale, name := range others.Or(nil) {
		valid(at.Key("name_localizations").Key(locale), name)
	}
}

func localized(at *wire.Field, all wire.Opt[map[string]string], low, high int) {
	for locale, text := range all.Or(nil) {
		if !slices.Contains(Locales(), locale) {
			at.Key(locale).Fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(Locales(), ", "))
		}
		at.Key(locale).Length(text, low, high)
	}
}

// checkOptions checks one level of options. Subcommands can be at the top or in a group, groups only at the top.
func checkOptions(at *wire.Field, all []Option, level int) {
	if len(all) > 25 {
		at.Count(len(all), 0, 25)
	}
	seen, optional := map[string]bool{}, false
	for i, o := range all {
		at := at.Index(i)
		named(at, o.Name, o.Names)
		at.Key("description").Length(o.Description, 1, 100)
		localized(at.Key("description_localizations"), o.Descriptions, 1, 100)
		at.Key("type").Between(o.Type, SubcommandOption, AttachmentOption)
		if seen[o.Name] {
			at.Key("name").Fail("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		seen[o.Name] = true
		if o.Required && optional {
			at.Fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		nested := o.Type == SubcommandOption || o.Type == GroupOption
		switch {
		case o.Type == GroupOption && level > 0, o.Type == SubcommandOption && level > 1, nested && (all[0].Type > GroupOption), !nested && all[0].Type <= GroupOption:
			at.Key("type").Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
		case nested:
			below := 2
			if o.Type == GroupOption {
				below = 1
			}
			checkOptions(at.Key("options"), o.Options, below)
		default:
			o.check(at)
		}
	}
}

func (o *Option) check(at *wire.Field) {
	if len(o.Choices) > 25 {
		at.Key("choices").Count(len(o.Choices), 0, 25)
	}
	for i, c := range o.Choices {
		c.Check(at.Key("choices").Index(i), o.Type)
	}
	choosy := o.Type == StringOption || o.Type == IntegerOption || o.Type == NumberOption
	if o.Autocomplete && (len(o.Choices) > 0 || !choosy) || len(o.Choices) > 0 && !choosy {
		at.Key("autocomplete").Fail("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_INVALID", "Choices and autocomplete are for text and numbers, and exclude each other")
	}
	if o.Min.Given() && o.Max.Given() && o.Min.V > o.Max.V {
		at.Key("max_value").Fail("APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Max value must be at least min value")
	}
	low, high := o.MinLength.Or(0), o.MaxLength.Or(6000)
	at.Key("min_length").Between(low, 0, 6000)
	at.Key("max_length").Between(high, 1, 6000)
	if low > high {
		at.Key("max_length").Fail("APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Max length must be at least min length")
	}
}

// Check requires a name and a value of 1-100 characters. Kind 0 accepts both strings and numbers.
func (c Choice) Check(at *wire.Field, kind int) {
	at.Key("name").Length(c.Name, 1, 100)
	localized(at.Key("name_localizations"), c.Names, 1, 100)
	var text string
	var number float64
	isText, isNumber := json.Unmarshal(c.Value, &text) == nil, json.Unmarshal(c.Value, &number) == nil
	switch {
	case len(c.Value) == 0 || string(c.Value) == "null":
		at.Key("value").Required()
	case isText && (kind == 0 || kind == StringOption):
		at.Key("value").Length(text, 1, 100)
	case isText, !isNumber, kind == StringOption, kind == IntegerOption && number != math.Trunc(number):
		at.Key("value").Fail("BASE_TYPE_BAD_TYPE", "Could not interpret %s as the option's type.", c.Value)
	}
}

// size counts the characters of names, descriptions and values, taking the longest translation of each.
func (c *Command) size() int {
	longest := func(text string, others wire.Opt[map[string]string]) int {
		n := utf8.RuneCountInString(text)
		for _, t := range others.Or(nil) {
			n = max(n, utf8.RuneCountInString(t))
		}
		return n
	}
	n := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions)
	var walk func([]Option)
	walk = func(all []Option) {
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

// Register sets the ids and the version of a checked command. If a command with the same name and
// kind is already registered, c gets its id.
func (w *World) Register(scope wire.Snowflake, c *Command, now time.Time) (fresh bool) {
	c.ApplicationID, c.GuildID, c.Version = w.Bot.ID, scope, w.IDs.Next(now)
	for _, o := range w.Commands[scope] {
		if o.Name == c.Name && o.Type == c.Type {
			c.ID = o.ID
			return false
		}
	}
	c.ID = w.IDs.Next(now)
	return true
}

// TooMany limits a scope to 100 slash commands and 15 of each kind of context menu command.
func TooMany(at *wire.Field, all []*Command) {
	n := map[int]int{}
	for _, c := range all {
		n[c.Type]++
	}
	if n[SlashCommand] > 100 || n[UserCommand] > 15 || n[TargetCommand] > 15 {
		at.Fail("APPLICATION_COMMANDS_MAXIMUM_REACHED", "Maximum number of application commands reached (100).")
	}
}

// SetCommands replaces the commands of a guild, or the global commands if scope is 0.
func (w *World) SetCommands(scope wire.Snowflake, all []*Command) {
	w.Commands[scope] = all
	w.people.Changed()
}
