package discordspec

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The limits that the description lacks or has wrong.
const (
	maxContent    = 2000
	maxRows       = 5
	maxComponents = 40
	maxText       = 4000
	componentsV2  = 1 << 15
)

type body struct {
	Content    string      `json:"content"`
	Embeds     []any       `json:"embeds"`
	Stickers   []any       `json:"sticker_ids"`
	Poll       any         `json:"poll"`
	Flags      int         `json:"flags"`
	Components []component `json:"components"`
}

type component struct {
	Type       int         `json:"type"`
	Style      int         `json:"style"`
	CustomID   string      `json:"custom_id"`
	Content    string      `json:"content"`
	Components []component `json:"components"`
	Accessory  *component  `json:"accessory"`
	Component  *component  `json:"component"`
}

// Limits checks a message or modal that a bot sent for what the description misses: custom ids that are missing or doubled,
// Components V2 with legacy fields or without their flag, more than five legacy rows, more than 40 components or 4000
// characters in all, more than 2000 characters of content. Bodies of other kinds pass.
func Limits(method, path string, raw []byte) error {
	if method != "POST" && method != "PATCH" || !strings.Contains(path, "/messages") && !strings.Contains(path, "/webhooks/") && !strings.HasSuffix(path, "/callback") {
		return nil
	}
	var b body
	modal := false
	if strings.HasSuffix(path, "/callback") {
		var outer struct {
			Type int             `json:"type"`
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(raw, &outer); err != nil {
			return fmt.Errorf("no callback: %w", err)
		}
		if outer.Type == 8 || len(outer.Data) == 0 {
			return nil
		}
		raw, modal = outer.Data, outer.Type == 9
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("no message: %w", err)
	}
	return b.check(modal)
}

// check is the list of what the description leaves open, a line for each limit.
func (b *body) check(modal bool) error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if n := utf8.RuneCountInString(b.Content); n > maxContent {
		complain("%d characters of content, at most %d", n, maxContent)
	}
	v2 := b.Flags&componentsV2 != 0
	total, text, names := 0, 0, map[string]bool{}
	var walk func([]component)
	one := func(c *component) {
		total++
		text += utf8.RuneCountInString(c.Content)
		switch {
		case c.Type >= 9 && c.Type <= 17 && !v2 && !modal:
			complain("a component of type %d without the flag of Components V2", c.Type)
		case c.Type == 2 && c.Style < 5, c.Type >= 3 && c.Type <= 8:
			if c.CustomID == "" {
				complain("a component of type %d without a custom_id", c.Type)
			}
		}
		if c.CustomID != "" {
			if names[c.CustomID] {
				complain("custom_id %q is there twice", c.CustomID)
			}
			names[c.CustomID] = true
		}
		walk(c.Components)
	}
	walk = func(in []component) {
		for i := range in {
			one(&in[i])
			for _, c := range []*component{in[i].Accessory, in[i].Component} {
				if c != nil {
					one(c)
				}
			}
		}
	}
	walk(b.Components)
	switch {
	case v2 && (b.Content != "" || len(b.Embeds) > 0 || len(b.Stickers) > 0 || b.Poll != nil):
		complain("content, embeds, stickers or a poll beside Components V2")
	case !v2 && !modal && len(b.Components) > maxRows:
		complain("%d rows, at most %d", len(b.Components), maxRows)
	}
	if total > maxComponents {
		complain("%d components, at most %d", total, maxComponents)
	}
	if text > maxText {
		complain("%d characters in components, at most %d", text, maxText)
	}
	return errors.Join(errs...)
}
