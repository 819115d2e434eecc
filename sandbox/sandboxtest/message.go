package sandboxtest

import (
	"encoding/json"
	"strings"
	"time"
)

// Message is a message as a user sees it.
type Message struct {
	ID          string          `json:"id"`
	Channel     string          `json:"channel"`
	Type        int             `json:"type"`
	Author      Person          `json:"author"`
	Content     string          `json:"content"`
	Components  []Component     `json:"components"`
	Embeds      json.RawMessage `json:"embeds"`
	Attachments []Attachment    `json:"attachments"`
	Flags       int             `json:"flags"`
	Ephemeral   bool            `json:"ephemeral"`
	Edited      bool            `json:"edited"`
	Mentions    []Person        `json:"mentions"`
	Everyone    bool            `json:"mention_everyone"`
	Timestamp   time.Time       `json:"timestamp"`
	Reactions   []Reaction      `json:"reactions"`
	Reference   *Reference      `json:"reference"`
}

// Reference is the message that another one answers. It may have been deleted since.
type Reference struct {
	Message string `json:"message"`
}

// Reaction is an emoji under a message, with the users who reacted with it.
type Reaction struct {
	Emoji string   `json:"emoji"`
	Users []string `json:"users"`
}

// Reacted returns the emojis of the reactions to the message, with spaces between them.
func (m Message) Reacted() string {
	var all []string
	for _, r := range m.Reactions {
		all = append(all, r.Emoji)
	}
	return strings.Join(all, " ")
}

// Attachment is a file on a message.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	URL         string `json:"url"`
	ContentType string `json:"content_type"`
	Description string `json:"description"`
	Size        int    `json:"size"`
}

// Component is any component of a message.
type Component struct {
	Type        int             `json:"type"`
	ID          int             `json:"id"`
	CustomID    string          `json:"custom_id"`
	Label       string          `json:"label"`
	URL         string          `json:"url"`
	Style       int             `json:"style"`
	Disabled    bool            `json:"disabled"`
	Content     string          `json:"content"`
	Options     []Option        `json:"options"`
	MinValues   int             `json:"min_values"`
	MaxValues   int             `json:"max_values"`
	Components  []Component     `json:"components"`
	Accessory   *Component      `json:"accessory"`
	Description string          `json:"description"`
	Items       json.RawMessage `json:"items"`
}

// Option is an option of a select.
type Option struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Default bool   `json:"default"`
}

// All returns every component of the message, parents before their children.
func (m Message) All() []Component {
	var all []Component
	var walk func([]Component)
	walk = func(in []Component) {
		for _, c := range in {
			all = append(all, c)
			walk(c.Components)
			if c.Accessory != nil {
				all = append(all, *c.Accessory)
			}
		}
	}
	walk(m.Components)
	return all
}

// Buttons returns the buttons that can be clicked: those that are enabled and aren't links.
func (m Message) Buttons() []Component {
	var all []Component
	for _, c := range m.All() {
		if c.Type == 2 && !c.Disabled && c.CustomID != "" {
			all = append(all, c)
		}
	}
	return all
}

// Text returns the content and the text of all text components, one per line.
func (m Message) Text() string {
	parts := []string{m.Content}
	for _, c := range m.All() {
		if c.Type == 10 {
			parts = append(parts, c.Content)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}
