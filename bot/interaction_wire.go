package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Kinds of interaction, by Discord's numbers.
const (
	kindPing         = 1
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// interactionDoc is Discord's, with the fields that we read. It is decoded
// here rather than by discordgo, which drops the channel's kind and parent and
// hands on a half-filled value when it meets a component it does not know.
type interactionDoc struct {
	ID      string `json:"id"`
	App     string `json:"application_id"`
	Kind    int    `json:"type"`
	Token   string `json:"token"`
	Guild   string `json:"guild_id"`
	Place   string `json:"channel_id"`
	Channel struct {
		ID     string `json:"id"`
		Kind   int    `json:"type"`
		Parent string `json:"parent_id"`
		Last   string `json:"last_message_id"`
	} `json:"channel"`
	Member *struct {
		memberDoc
		User userDoc  `json:"user"`
		Can  flexible `json:"permissions"`
	} `json:"member"`
	User    *userDoc `json:"user"`
	Bot     flexible `json:"app_permissions"`
	Locale  string   `json:"locale"`
	Message *struct {
		ID    string `json:"id"`
		Flags int    `json:"flags"`
		From  *struct {
			User userDoc `json:"user"`
		} `json:"interaction_metadata"`
	} `json:"message"`
	Data struct {
		Name     string     `json:"name"`
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
	Bot    bool   `json:"bot"`
}

type memberDoc struct {
	Nick string `json:"nick"`
}

type givenDoc struct {
	Name    string     `json:"name"`
	Kind    int        `json:"type"`
	Value   flexible   `json:"value"`
	Focused bool       `json:"focused"`
	Options []givenDoc `json:"options"`
}

// submittedDoc is a row, a label or an input of a form.
type submittedDoc struct {
	ID         string         `json:"custom_id"`
	Value      flexible       `json:"value"`
	Components []submittedDoc `json:"components"`
	Component  *submittedDoc  `json:"component"`
}

// flexible is a string, a number or a boolean, kept as its text.
type flexible string

func (f *flexible) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0 || string(data) == "null":
		*f = ""
	case data[0] == '"' && bytes.IndexByte(data, '\\') < 0 && utf8.Valid(data): // nearly always
		*f = flexible(data[1 : len(data)-1])
	case data[0] == '"':
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*f = flexible(s)
	case data[0] == '{' || data[0] == '[':
		return errors.New("a value that is neither text nor number")
	default:
		*f = flexible(data)
	}
	return nil
}

func (f flexible) permissions() Permissions {
	n, err := strconv.ParseUint(string(f), 10, 64)
	if err != nil {
		return 0
	}
	return Permissions(n)
}

func (u userDoc) user(nick string) User {
	name := u.Name
	if u.Global != "" {
		name = u.Global
	}
	if nick != "" {
		name = nick
	}
	return User{u.ID, name, u.Bot}
}

// given takes a command's options in, those of a sub-command as its own.
func (r *Request) given(list []givenDoc) {
	if r.Options == nil {
		r.Options = map[string]string{}
	}
	for _, o := range list {
		if o.Kind == 1 || o.Kind == 2 {
			r.Sub = strings.TrimSpace(r.Sub + " " + o.Name)
			r.given(o.Options)
			continue
		}
		r.Options[o.Name] = string(o.Value)
		if o.Focused {
			r.Focused = o.Name
		}
	}
}

func (r *Request) submitted(list []submittedDoc) {
	if r.Fields == nil {
		r.Fields = map[string]string{}
	}
	for _, c := range list {
		if c.ID != "" {
			r.Fields[c.ID] = string(c.Value)
		}
		r.submitted(c.Components)
		if c.Component != nil {
			r.submitted([]submittedDoc{*c.Component})
		}
	}
}

// Types of answer to an interaction.
const (
	answerMessage     = 4
	answerDefer       = 5
	answerDeferUpdate = 6
	answerUpdate      = 7
	answerChoices     = 8
	answerModal       = 9
)

// readJSON reads a document from Discord in one walk. What that can't make sense of is
// read once more, field by field, so that the rest of it is there beside the error.
func readJSON(doc []byte, v any) error {
	err := jsonv2.Unmarshal(doc, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), jsonv2.MatchCaseInsensitiveNames(true))
	if err == nil {
		return nil
	}
	return json.Unmarshal(doc, v)
}
