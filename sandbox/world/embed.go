package world

import (
	"slices"
	"strings"
	"unicode/utf8"

	"deuces/sandbox/wire"
)

// RichEmbed is an embed as a bot may send it.
type RichEmbed struct {
	Type        string        `json:"type"`
	Title       string        `json:"title,omitempty"`
	Description string        `json:"description,omitempty"`
	URL         string        `json:"url,omitempty"`
	Timestamp   string        `json:"timestamp,omitempty"`
	Color       wire.Opt[int] `json:"color,omitzero"`
	Footer      *embedFooter  `json:"footer,omitempty"`
	Image       *media        `json:"image,omitempty"`
	Thumbnail   *media        `json:"thumbnail,omitempty"`
	Author      *embedAuthor  `json:"author,omitempty"`
	Fields      []embedField  `json:"fields,omitempty"`
}

type embedFooter struct {
	Text         string `json:"text"`
	IconURL      string `json:"icon_url,omitempty"`
	ProxyIconURL string `json:"proxy_icon_url,omitempty"`
}

type embedAuthor struct {
	Name         string `json:"name"`
	URL          string `json:"url,omitempty"`
	IconURL      string `json:"icon_url,omitempty"`
	ProxyIconURL string `json:"proxy_icon_url,omitempty"`
}

type embedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// attachEmbeds replaces each URL attachment://name in a message's embeds by the URL of the
// message's file with this name. A file that an embed shows no longer counts as an attachment of
// the message. As on Discord, the name of a missing file is not an error: nothing is shown in its
// place.
func attachEmbeds(m *Message) {
	for i := range m.Attachments {
		m.Attachments[i].inEmbed = false
	}
	find := func(url string) *Attachment {
		name, local := strings.CutPrefix(url, "attachment://")
		i := slices.IndexFunc(m.Attachments, func(a Attachment) bool { return local && a.Filename == name })
		if i < 0 {
			return nil
		}
		m.Attachments[i].inEmbed = true
		return &m.Attachments[i]
	}
	icon := func(url, proxy *string) {
		if a := find(*url); a != nil {
			*url, *proxy = a.URL, a.ProxyURL
		}
	}
	for i := range m.Embeds {
		e := &m.Embeds[i]
		for _, picture := range []*media{e.Image, e.Thumbnail} {
			if picture == nil {
				continue
			}
			if a := find(picture.URL); a != nil {
				*picture = media{URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, ContentType: wire.Some(a.ContentType)}
			}
		}
		if e.Footer != nil {
			icon(&e.Footer.IconURL, &e.Footer.ProxyIconURL)
		}
		if e.Author != nil {
			icon(&e.Author.IconURL, &e.Author.ProxyIconURL)
		}
	}
}

// checkEmbeds allows at most ten embeds in a message, and 6000 characters in total.
func checkEmbeds(at *wire.Field, all []RichEmbed) {
	total := 0
	text := func(at *wire.Field, s string, low, high int) {
		at.Length(s, low, high)
		total += utf8.RuneCountInString(s)
	}
	if len(all) > 10 {
		at.Count(len(all), 0, 10)
	}
	for i := range all {
		e, at := &all[i], at.Index(i)
		e.Type = "rich"
		text(at.Key("title"), e.Title, 0, 256)
		text(at.Key("description"), e.Description, 0, 4096)
		if e.Footer != nil {
			text(at.Key("footer").Key("text"), e.Footer.Text, 1, 2048)
		}
		if e.Author != nil {
			text(at.Key("author").Key("name"), e.Author.Name, 1, 256)
		}
		if e.Color.Given() {
			at.Key("color").Between(e.Color.V, 0, 0xffffff)
		}
		if len(e.Fields) > 25 {
			at.Key("fields").Count(len(e.Fields), 0, 25)
		}
		for j, f := range e.Fields {
			at := at.Key("fields").Index(j)
			text(at.Key("name"), f.Name, 1, 256)
			text(at.Key("value"), f.Value, 1, 1024)
		}
		if e.Title == "" && e.Description == "" && e.Footer == nil && e.Author == nil && len(e.Fields) == 0 && e.Image == nil && e.Thumbnail == nil {
			at.Key("description").Required()
		}
	}
	if total > 6000 {
		at.Fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}
