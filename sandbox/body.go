package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// messageBody is what the bot sends to make or to edit a message, by whichever route.
type messageBody struct {
	Content      opt[string]           `json:"content"`
	Embeds       opt[[]richEmbed]      `json:"embeds"`
	Components   opt[[]component]      `json:"components"`
	Flags        opt[int]              `json:"flags"`
	Allowed      opt[allowedMentions]  `json:"allowed_mentions"`
	Attachments  opt[[]attachmentBody] `json:"attachments"`
	TTS          opt[bool]             `json:"tts"`
	Nonce        json.RawMessage       `json:"nonce"`
	EnforceNonce opt[bool]             `json:"enforce_nonce"`
	Reference    opt[referenceBody]    `json:"message_reference"`
	Stickers     opt[[]snowflake]      `json:"sticker_ids"`
	Poll         json.RawMessage       `json:"poll"`
}

type attachmentBody struct {
	ID          json.RawMessage `json:"id"` // a file's index, or the id of an attachment to keep
	Filename    opt[string]     `json:"filename"`
	Description opt[string]     `json:"description"`
}

type referenceBody struct {
	MessageID      snowflake `json:"message_id"`
	FailIfNotExist opt[bool] `json:"fail_if_not_exists"`
}

// composing is what a body needs to become a message: where it goes, what came with it, and which flags the route takes.
type composing struct {
	at      *field
	channel *channel
	files   []upload
	base    string // of the addresses that files get
	flags   int    // those that may be set
	users   bool   // mentions: users only, the default in interactions
	edit    bool
	now     time.Time
}

// compose makes the message that results from a body and what was there before: for a new message the zero value with id,
// author and channel. The world's lock must be held. The form has all that Discord would refuse at once.
func (s *Server) compose(old message, b *messageBody, c composing) (*message, error) {
	m := old
	f := c.at.form
	if !c.edit {
		m.Embeds, m.Attachments, m.Mentions, m.MentionRoles = []richEmbed{}, []attachment{}, []*user{}, []snowflake{}
	}
	if c.edit {
		m.Flags = m.Flags&^flagSuppressEmbeds | b.Flags.or(m.Flags)&flagSuppressEmbeds | b.Flags.or(0)&flagComponentsV2
	} else {
		m.Flags |= b.Flags.or(0) & c.flags
	}
	if b.Content.set {
		m.Content = strings.TrimSpace(b.Content.or(""))
		c.at.key("content").length(m.Content, 0, 2000)
	}
	if b.Embeds.given() {
		m.Embeds = b.Embeds.v
		checkEmbeds(c.at.key("embeds"), m.Embeds)
	}
	m.TTS = m.TTS || b.TTS.or(false)
	s.attach(&m, b, c)
	v2 := m.Flags&flagComponentsV2 != 0
	if b.Components.given() {
		l := layout{v2: v2, emoji: s.world.hasEmoji, attach: func(at *field, i *media) { attachMedia(at, i, &m) }}
		l.check(c.at.key("components"), b.Components.v)
		m.Components = draw(b.Components.v)
	}
	if v2 {
		s.refuseLegacy(&m, b, c.at)
	}
	if len(b.Nonce) > 0 && string(b.Nonce) != "null" {
		m.Nonce = b.Nonce
		if b.Nonce[0] == '"' && len(b.Nonce) > 27 {
			c.at.key("nonce").fail("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
		}
	}
	if b.Content.set || b.Components.given() || b.Allowed.given() {
		s.mention(&m, b.Allowed, c)
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	if m.empty() {
		return nil, errEmptyMessage
	}
	return &m, nil
}

func (s *Server) refuseLegacy(m *message, b *messageBody, at *field) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	for name, used := range map[string]bool{
		"content": m.Content != "", "embeds": len(m.Embeds) > 0, "sticker_ids": len(b.Stickers.or(nil)) > 0,
		"poll": len(b.Poll) > 0 && string(b.Poll) != "null",
	} {
		if used {
			at.key(name).fail(code, "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
		}
	}
}

// attach puts the body's files on the message and drops the old ones that it no longer lists.
func (s *Server) attach(m *message, b *messageBody, c composing) {
	at := c.at.key("attachments")
	kept := slices.Clone(m.Attachments)
	described := map[string]attachmentBody{}
	if b.Attachments.given() {
		kept = kept[:0]
		for i, a := range b.Attachments.v {
			ref := strings.Trim(string(a.ID), `"`)
			described[ref] = a
			at.index(i).key("description").length(a.Description.or(""), 0, 1024)
			if j := slices.IndexFunc(m.Attachments, func(o attachment) bool { return o.ID.String() == ref }); j >= 0 {
				old := m.Attachments[j]
				old.Description = a.Description.or(old.Description)
				kept = append(kept, old)
			} else if !slices.ContainsFunc(c.files, func(u upload) bool { return u.index == ref }) {
				at.index(i).key("id").fail("MESSAGE_ATTACHMENT_NOT_FOUND", "Attachment data for %s not found", ref)
			}
		}
	}
	for _, u := range c.files {
		a := attachment{ID: s.world.ids.next(c.now), Filename: u.name, Size: len(u.data), ContentType: u.kind, Ephemeral: m.Flags&flagEphemeral != 0}
		if d, ok := described[u.index]; ok {
			a.Filename, a.Description = d.Filename.or(a.Filename), d.Description.or("")
		}
		if u.width > 0 {
			a.Width, a.Height = some(u.width), some(u.height)
		}
		path := fmt.Sprintf("/attachments/%d/%d/%s", m.ChannelID, a.ID, a.Filename)
		a.URL, a.ProxyURL = c.base+path, c.base+path
		s.files.put(path, u.kind, u.data)
		kept = append(kept, a)
	}
	if at.count(len(kept), 0, 10); kept == nil {
		kept = []attachment{}
	}
	m.Attachments = kept
}

// attachMedia points attachment://name at the message's file of that name.
func attachMedia(at *field, i *media, m *message) {
	name, local := strings.CutPrefix(i.URL, "attachment://")
	if !local {
		if !strings.HasPrefix(i.URL, "http://") && !strings.HasPrefix(i.URL, "https://") {
			at.fail("URL_TYPE_INVALID_SCHEME", "Scheme is not supported. Scheme must be one of ('http', 'https', 'attachment').")
		}
		i.ProxyURL, i.ID = i.URL, m.ID
		return
	}
	for _, a := range m.Attachments {
		if a.Filename == name {
			*i = media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, ContentType: some(a.ContentType), AttachmentID: a.ID}
			return
		}
	}
	at.fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment %s was not found", name)
}
