package bot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"deuces/bot/rest"
)

// Kinds of interaction, by Discord's numbers.
const (
	kindPing         = 1
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// interaction is a Request with the data that is needed to answer it.
type interaction struct {
	kind      int
	received  time.Time
	commandID string
	passed    bool // between processes
	doc       *interactionDoc
	Request
}

// kindName returns the kind of the interaction for the Meter and for the Router.
func (i interaction) kindName() string {
	switch i.kind {
	case kindCommand:
		return "command"
	case kindAutocomplete:
		return "autocomplete"
	case kindModal:
		return "modal"
	}
	return "component"
}

// decode decodes an interaction. If decoding fails but the id and the token are known, it returns
// the error and an interaction with those, so that the caller can answer it.
func decode(raw []byte, received time.Time) (interaction, error) {
	var d interactionDoc
	derr := json.Unmarshal(raw, &d)
	if d.ID == "" || d.Token == "" || d.App == "" {
		return interaction{}, fmt.Errorf("decode an interaction: id, application or token is missing: %w", errors.Join(derr))
	}
	i := interaction{kind: d.Kind, received: received, doc: &d, Request: Request{ID: d.ID, Handle: rest.NewHandle(d.App, d.Token, received)}}
	if derr != nil {
		return i, fmt.Errorf("decode interaction %s: %w", d.ID, derr)
	}
	r := &i.Request
	r.Locale, r.GuildLocale = d.Locale, d.GuildLocale
	r.Channel, r.Last = cmp.Or(d.Place, d.Channel.ID), d.Channel.Last
	// In a guild without the bot, only a person has installed the application. The names and permissions of
	// members there are none of the bot's business.
	if d.Owners == nil || d.Owners[strconv.Itoa(byGuild)] != "" {
		r.Guild = d.Guild
	}
	r.Bot = d.Bot.permissions()
	if d.Channel.Kind >= 10 && d.Channel.Kind <= 12 {
		r.Thread, r.Parent = true, d.Channel.Parent
	}
	switch {
	case d.Member != nil && r.Guild == "":
		r.User = d.Member.User.user("")
	case d.Member != nil:
		r.User, r.Can, r.Roles = d.Member.User.user(d.Member.Nick), d.Member.Can.permissions(), d.Member.Roles
	case d.User != nil:
		r.User = d.User.user("")
	}
	if r.User.ID == "" {
		return i, fmt.Errorf("interaction %s has no user", r.ID)
	}
	if d.Message != nil {
		r.Message, r.Private = d.Message.ID, d.Message.Flags&rest.FlagPrivate != 0
		if d.Message.From != nil {
			r.Asker = d.Message.From.User.ID
		}
	}
	switch d.Kind {
	case kindCommand, kindAutocomplete:
		r.Command, r.Target = d.Data.Name, d.Data.Target
		i.commandID = string(d.Data.ID)
		r.Options = map[string]string{}
		for _, o := range d.Data.Options {
			if r.Options[o.Name] = string(o.Value); o.Focused {
				r.Focused = o.Name
			}
		}
		r.Users = map[string]User{}
		for id, u := range d.Data.Resolved.Users {
			if r.Users[id] = u.user(""); r.Guild != "" {
				r.Users[id] = u.user(d.Data.Resolved.Members[id].Nick)
			}
		}
	case kindComponent, kindModal:
		parts := strings.Split(d.Data.CustomID, "/")
		r.Verb, r.Args = parts[0], parts[1:]
		r.Values = d.Data.Values
		r.setFields(d.Data.Components)
	default:
		return i, fmt.Errorf("interaction %s has the unknown type %d", r.ID, d.Kind)
	}
	return i, nil
}

// interactionDoc is Discord's JSON form of an interaction, with the fields that the bot reads.
type interactionDoc struct {
	ID          string `json:"id"`
	App         string `json:"application_id"`
	Kind        int    `json:"type"`
	Token       string `json:"token"`
	Guild       string `json:"guild_id"`
	Locale      string `json:"locale"`
	GuildLocale string `json:"guild_locale"`
	Place       string `json:"channel_id"`
	Channel     struct {
		ID     string `json:"id"`
		Kind   int    `json:"type"`
		Parent string `json:"parent_id"`
		Last   string `json:"last_message_id"`
	} `json:"channel"`
	Member *struct {
		memberDoc
		User  userDoc  `json:"user"`
		Can   flexible `json:"permissions"`
		Roles []string `json:"roles"`
	} `json:"member"`
	User    *userDoc            `json:"user"`
	Bot     flexible            `json:"app_permissions"`
	Owners  map[string]flexible `json:"authorizing_integration_owners"`
	Message *struct {
		ID    string `json:"id"`
		Flags int    `json:"flags"`
		From  *struct {
			User userDoc `json:"user"`
		} `json:"interaction_metadata"`
	} `json:"message"`
	Data struct {
		ID       flexible   `json:"id"` // of a command, or the number of a component
		Name     string     `json:"name"`
		Target   string     `json:"target_id"`
		Options  []givenDoc `json:"options"`
		Resolved struct {
			Users   map[string]userDoc   `json:"users"`
			Members map[string]memberDoc `json:"members"`
		} `json:"resolved"`
		CustomID   string         `json:"custom_id"`
		Values     []string       `json:"values"`
		Components []submittedDoc `json:"components"`
	} `json:"data"`
}

type userDoc struct {
	ID     string `json:"id"`
	Name   string `json:"username"`
	Global string `json:"global_name"`
}

type memberDoc struct {
	Nick string `json:"nick"`
}

type givenDoc struct {
	Name    string   `json:"name"`
	Value   flexible `json:"value"`
	Focused bool     `json:"focused"`
}

// submittedDoc is a row, a label or an input of a submitted form.
type submittedDoc struct {
	ID         string         `json:"custom_id"`
	Value      flexible       `json:"value"`
	Components []submittedDoc `json:"components"`
	Component  *submittedDoc  `json:"component"`
}

// flexible is a string, a number or a boolean, stored as text.
type flexible string

func (f *flexible) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0 || string(data) == "null":
		*f = ""
	case data[0] == '"' && bytes.IndexByte(data, '\\') < 0 && utf8.Valid(data): // the common case, without escapes
		*f = flexible(data[1 : len(data)-1])
	case data[0] == '"':
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*f = flexible(s)
	case data[0] == '{' || data[0] == '[':
		return errors.New("the value is an object or a list, want a string, number or boolean")
	default:
		*f = flexible(data)
	}
	return nil
}

func (f flexible) permissions() Permissions {
	n, _ := strconv.ParseUint(string(f), 10, 64) // 0 if it isn't a number
	return Permissions(n)
}

func (u userDoc) user(nick string) User {
	return User{u.ID, cmp.Or(u.Global, u.Name), nick, u.Name}
}

// setFields adds the values of a form's inputs to r.Fields.
func (r *Request) setFields(list []submittedDoc) {
	if r.Fields == nil {
		r.Fields = map[string]string{}
	}
	for _, c := range list {
		if c.ID != "" {
			r.Fields[c.ID] = string(c.Value)
		}
		r.setFields(c.Components)
		if c.Component != nil {
			r.setFields([]submittedDoc{*c.Component})
		}
	}
}
