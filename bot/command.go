package bot

import (
	"maps"
	"strconv"

	"deuces/internal/say"
	"deuces/languages"
)

// Command is a slash command.
type Command struct {
	Name        string      // lower case, 1 to 32 characters
	Description say.Message // 1 to 100 characters
	Options     []Option
	// Needs hides the command from members who lack these permissions. A server's admins can grant it
	// to others under Integrations. Discord checks both before it sends the command.
	Needs Permissions
	// OnUser puts the command into the context menu of a user, who is Request.Target. Such a command
	// has neither description nor options, and its name may have spaces and capitals.
	OnUser bool
	// Anywhere offers the command also where the bot isn't: in direct messages and, to people who have
	// installed the application for themselves, in all guilds and group DMs. See Request.Guild.
	Anywhere bool
}

// Option is an optional argument of a command: a text, or a user.
type Option struct {
	Name        string
	Description say.Message
	User        bool // the value is the id of a user
	Suggest     bool // the Router's autocomplete handler suggests values
	Max         int  // maximum length of a text; 0: no limit
}

// CommandIDs returns the ids of the slash commands by name, as far as they are known: those that this process
// has registered, and those that people have used since it started. A text with "</NAME:ID>" shows a command
// that can be clicked.
func (b *Bot) CommandIDs() map[string]string {
	if ids := b.commandIDs.Load(); ids != nil {
		return *ids
	}
	return nil
}

func (b *Bot) learnCommand(name, id string) {
	known := b.CommandIDs()
	if id == "" || known[name] == id {
		return
	}
	ids := maps.Clone(known)
	if ids == nil {
		ids = map[string]string{}
	}
	ids[name] = id
	b.commandIDs.Store(&ids) // of two calls at a time, one may be lost until the next
}

// Discord's numbers for the kinds of option.
const (
	optionText = 3
	optionUser = 6
)

// commandDoc is Discord's JSON form of a command, with the fields that the bot sets.
type commandDoc struct {
	ID          string      `json:"id,omitempty"` // set by Discord
	Type        int         `json:"type"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Localized   localized   `json:"description_localizations,omitempty"`
	Options     []optionDoc `json:"options"`
	Needs       *string     `json:"default_member_permissions"`
	Contexts    []int       `json:"contexts"`
	Installs    []int       `json:"integration_types"`
}

// Discord's numbers for where a command can be used, and for whom it can be installed.
const (
	inGuilds = 0
	inDirect = 1 // direct messages with the bot
	inGroups = 2 // other private channels

	byGuild  = 0
	byPerson = 1
)

type optionDoc struct {
	Type        int       `json:"type"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Localized   localized `json:"description_localizations,omitempty"`
	Suggest     bool      `json:"autocomplete,omitempty"`
	MaxLength   int       `json:"max_length,omitempty"`
}

// managed reports whether the bot registers commands of this type: slash commands, and those in a
// person's menu. Others have commands of other types. Discord itself makes the Entry Point command of an
// application with Activities, for example, and refuses a list without it.
func (d commandDoc) managed() bool { return d.Type <= 2 }

// localized has a description by locale, also that of the English of the default. Discord shows people with another
// locale the default.
type localized map[string]string

func describe(m say.Message, in languages.Set) (string, localized) {
	text := m.String()
	if text == "" || len(in) == 0 {
		return text, nil
	}
	all := localized{"en-US": text}
	for _, l := range in {
		all[l.Tag()] = m.In(l)
	}
	return text, all
}

// encode returns the command's JSON form, with descriptions in some languages. personal means that people can
// install the application for themselves: Discord refuses commands for them otherwise.
func (c Command) encode(personal bool, in languages.Set) commandDoc {
	d := commandDoc{Type: 1, Name: c.Name, Options: []optionDoc{}, Contexts: []int{inGuilds}, Installs: []int{byGuild}}
	d.Description, d.Localized = describe(c.Description, in)
	if c.Anywhere {
		d.Contexts = append(d.Contexts, inDirect)
		if personal {
			d.Contexts, d.Installs = append(d.Contexts, inGroups), append(d.Installs, byPerson)
		}
	}
	if c.OnUser {
		d.Type = 2
	}
	for _, o := range c.Options {
		kind := optionText
		if o.User {
			kind = optionUser
		}
		text, all := describe(o.Description, in)
		d.Options = append(d.Options, optionDoc{kind, o.Name, text, all, o.Suggest, o.Max})
	}
	if c.Needs != 0 {
		needs := strconv.FormatUint(uint64(c.Needs), 10)
		d.Needs = &needs
	}
	return d
}
