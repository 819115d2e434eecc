package world

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/sandbox/wire"
)

// MessageBody is what the bot sends to create or edit a message, on any route.
type MessageBody struct {
	Content      wire.Opt[string]           `json:"content"`
	Embeds       wire.Opt[[]RichEmbed]      `json:"embeds"`
	Components   wire.Opt[[]Component]      `json:"components"`
	Flags        wire.Opt[int]              `json:"flags"`
	Allowed      wire.Opt[allowedMentions]  `json:"allowed_mentions"`
	Attachments  wire.Opt[[]attachmentBody] `json:"attachments"`
	TTS          wire.Opt[bool]             `json:"tts"`
	Nonce        json.RawMessage            `json:"nonce"`
	EnforceNonce wire.Opt[bool]             `json:"enforce_nonce"`
	Reference    wire.Opt[ReferenceBody]    `json:"message_reference"`
	Stickers     wire.Opt[[]wire.Snowflake] `json:"sticker_ids"`
	Poll         json.RawMessage            `json:"poll"`
}

type attachmentBody struct {
	ID          json.RawMessage  `json:"id"` // a file's index, or the id of an attachment to keep
	Filename    wire.Opt[string] `json:"filename"`
	Description wire.Opt[string] `json:"description"`
}

// ReferenceBody names the message that is replied to.
type ReferenceBody struct {
	MessageID      wire.Snowflake `json:"message_id"`
	FailIfNotExist wire.Opt[bool] `json:"fail_if_not_exists"`
	Type           wire.Opt[int]  `json:"type"` // 0: a reply, 1: a forward
}

// Composing is what Compose needs besides the body: the channel, the files, and the flags that the
// route accepts.
type Composing struct {
	At      *wire.Field
	Channel *Channel
	Files   []Upload
	Base    string // start of the files' addresses
	Flags   int    // flags that the body may set
	Users   bool   // only users are mentioned by default, as in interactions
	Edit    bool
	Now     time.Time
}

// Compose makes a message from a body and the old message. For a new message, old has only an id,
// an author and a channel. The form collects everything that Discord would refuse. The caller must
// hold the world's lock. The function is long because it handles each field of the body in turn.
func (w *World) Compose(old Message, b *MessageBody, c Composing) (*Message, error) {
	m := old
	f := c.At.Form
	if !c.Edit {
		m.Embeds, m.Attachments, m.Mentions, m.MentionRoles = []RichEmbed{}, []Attachment{}, []*User{}, []wire.Snowflake{}
	}
	if c.Edit {
		m.Flags = m.Flags&^FlagSuppressEmbeds | b.Flags.Or(m.Flags)&FlagSuppressEmbeds | b.Flags.Or(0)&FlagComponentsV2
	} else {
		m.Flags |= b.Flags.Or(0) & c.Flags
	}
	if b.Content.Set {
		m.Content = strings.TrimSpace(b.Content.Or(""))
		c.At.Key("content").Length(m.Content, 0, 2000)
	}
	if b.Embeds.Given() {
		m.Embeds = b.Embeds.V
		checkEmbeds(c.At.Key("embeds"), m.Embeds)
	}
	m.TTS = m.TTS || b.TTS.Or(false)
	w.attach(&m, b, c)
	if b.Embeds.Given() {
		attachEmbeds(&m)
	}
	v2 := m.Flags&FlagComponentsV2 != 0
	if poll := len(b.Poll) > 0 && string(b.Poll) != "null"; !v2 && (poll || len(b.Stickers.Or(nil)) > 0) {
		return nil, wire.LeftOut("polls and stickers")
	}
	if b.Components.Given() {
		l := layout{v2: v2, emoji: w.hasEmoji, attach: func(at *wire.Field, i *media) { attachMedia(at, i, &m) }}
		l.check(c.At.Key("components"), b.Components.V)
		m.Components = Draw(b.Components.V)
	}
	if v2 {
		w.refuseLegacy(&m, b, c.At)
	}
	if len(b.Nonce) > 0 && string(b.Nonce) != "null" {
		m.Nonce = b.Nonce
		if b.Nonce[0] == '"' && len(b.Nonce) > 27 {
			c.At.Key("nonce").Fail("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
		}
	}
	if b.Content.Set || b.Components.Given() || b.Allowed.Given() {
		w.mention(&m, b.Allowed, c)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if m.empty() {
		return nil, wire.ErrEmptyMessage
	}
	return &m, nil
}

func (w *World) refuseLegacy(m *Message, b *MessageBody, at *wire.Field) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	for name, used := range map[string]bool{
		"content": m.Content != "", "embeds": len(m.Embeds) > 0, "sticker_ids": len(b.Stickers.Or(nil)) > 0,
		"poll": len(b.Poll) > 0 && string(b.Poll) != "null",
	} {
		if used {
			at.Key(name).Fail(code, "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
		}
	}
}

// attach adds the body's files to the message and drops the old ones that the body no longer lists.
func (w *World) attach(m *Message, b *MessageBody, c Composing) {
	at := c.At.Key("attachments")
	kept := slices.Clone(m.Attachments)
	described := map[string]attachmentBody{}
	if b.Attachments.Given() {
		kept = kept[:0]
		for i, a := range b.Attachments.V {
			ref := strings.Trim(string(a.ID), `"`)
			described[ref] = a
			at.Index(i).Key("description").Length(a.Description.Or(""), 0, 1024)
			if j := slices.IndexFunc(m.Attachments, func(o Attachment) bool { return o.ID.String() == ref }); j >= 0 {
				old := m.Attachments[j]
				old.Description = a.Description.Or(old.Description)
				kept = append(kept, old)
			} else if !slices.ContainsFunc(c.Files, func(u Upload) bool { return u.index == ref }) {
				at.Index(i).Key("id").Fail("MESSAGE_ATTACHMENT_NOT_FOUND", "Attachment data for %s not found", ref)
			}
		}
	}
	for _, u := range c.Files {
		d := described[u.index]
		u.Name = d.Filename.Or(u.Name)
		a := w.upload(u, m.ChannelID, c.Base, c.Now)
		a.Description, a.Ephemeral = d.Description.Or(""), m.Flags&FlagEphemeral != 0
		kept = append(kept, a)
	}
	if at.Count(len(kept), 0, 10); kept == nil {
		kept = []Attachment{}
	}
	m.Attachments = kept
}

// upload keeps a file under an address of its own.
func (w *World) upload(u Upload, channel wire.Snowflake, base string, now time.Time) Attachment {
	a := Attachment{ID: w.IDs.Next(now), Filename: u.Name, Size: len(u.data), ContentType: u.kind}
	if strings.HasPrefix(u.Name, "SPOILER_") {
		a.Flags |= flagSpoiler
	}
	if u.kind == "image/gif" {
		a.Flags |= flagAnimated
	}
	if u.width > 0 {
		a.Width, a.Height = wire.Some(u.width), wire.Some(u.height)
	}
	path := fmt.Sprintf("/attachments/%d/%d/%s", channel, a.ID, a.Filename)
	a.URL, a.ProxyURL = base+path, base+path
	w.Files.put(path, u.kind, u.data)
	return a
}

// attachMedia replaces the URL attachment://name by the URL of the message's file with this name.
func attachMedia(at *wire.Field, i *media, m *Message) {
	name, local := strings.CutPrefix(i.URL, "attachment://")
	if !local {
		if !strings.HasPrefix(i.URL, "http://") && !strings.HasPrefix(i.URL, "https://") {
			at.Fail("URL_TYPE_INVALID_SCHEME", "Scheme is not supported. Scheme must be one of ('http', 'https', 'attachment').")
		}
		i.ProxyURL, i.ID = i.URL, m.ID
		return
	}
	for _, a := range m.Attachments {
		if a.Filename == name {
			*i = media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, ContentType: wire.Some(a.ContentType), AttachmentID: a.ID}
			return
		}
	}
	at.Fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment %s was not found", name)
}
