package sandbox

import "unicode/utf8"

// richEmbed is an embed as a bot may send it.
type richEmbed struct {
	Type        string       `json:"type"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       opt[int]     `json:"color,omitzero"`
	Footer      *embedFooter `json:"footer,omitempty"`
	Image       *media       `json:"image,omitempty"`
	Thumbnail   *media       `json:"thumbnail,omitempty"`
	Author      *embedAuthor `json:"author,omitempty"`
	Fields      []embedField `json:"fields,omitempty"`
}

type embedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

type embedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

type embedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// checkEmbeds holds embeds to ten in a message and 6000 characters in all.
func checkEmbeds(at *field, all []richEmbed) {
	total := 0
	text := func(at *field, s string, low, high int) {
		at.length(s, low, high)
		total += utf8.RuneCountInString(s)
	}
	if len(all) > 10 {
		at.count(len(all), 0, 10)
	}
	for i := range all {
		e, at := &all[i], at.index(i)
		e.Type = "rich"
		text(at.key("title"), e.Title, 0, 256)
		text(at.key("description"), e.Description, 0, 4096)
		if e.Footer != nil {
			text(at.key("footer").key("text"), e.Footer.Text, 1, 2048)
		}
		if e.Author != nil {
			text(at.key("author").key("name"), e.Author.Name, 1, 256)
		}
		if e.Color.given() {
			at.key("color").between(e.Color.v, 0, 0xffffff)
		}
		if len(e.Fields) > 25 {
			at.key("fields").count(len(e.Fields), 0, 25)
		}
		for j, f := range e.Fields {
			at := at.key("fields").index(j)
			text(at.key("name"), f.Name, 1, 256)
			text(at.key("value"), f.Value, 1, 1024)
		}
		if e.Title == "" && e.Description == "" && e.Footer == nil && e.Author == nil && len(e.Fields) == 0 && e.Image == nil && e.Thumbnail == nil {
			at.key("description").required()
		}
	}
	if total > 6000 {
		at.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}
