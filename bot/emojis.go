package bot

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// Emoji is one of the application's own.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Text is the emoji as a text or a button shows it.
func (e Emoji) Text() string { return "<:" + e.Name + ":" + e.ID + ">" }

// MaxEmojis is how many an application has at most.
const MaxEmojis = 2000

// Emojis lists the application's emojis. Like the two below it waits until the bot
// knows which application it is, when it has connected for the first time.
func (b *Bot) Emojis(ctx context.Context) ([]Emoji, error) {
	var all struct {
		Items []Emoji `json:"items"`
	}
	err := b.emoji(ctx, call{method: http.MethodGet, into: &all})
	return all.Items, err
}

// AddEmoji uploads a PNG. The error is a *Refused where Discord won't have it.
func (b *Bot) AddEmoji(ctx context.Context, name string, png []byte) (Emoji, error) {
	body, err := newPayload(struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}{name, "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)})
	if err != nil {
		return Emoji{}, err
	}
	var e Emoji
	return e, b.emoji(ctx, call{method: http.MethodPost, body: body, into: &e})
}

// RemoveEmoji removes an emoji; one that is gone already is no error.
func (b *Bot) RemoveEmoji(ctx context.Context, id string) error {
	err := b.emoji(ctx, call{method: http.MethodDelete, path: "/" + id})
	if refused, ok := errors.AsType[*Refused](err); ok && refused.Code == codeUnknownEmoji {
		return nil
	}
	return err
}

const codeUnknownEmoji = 10014

// emoji makes a request about emojis. They share one limit, which the headers don't
// tell (discord.md), so there is one at a time.
func (b *Bot) emoji(ctx context.Context, x call) error {
	select {
	case <-b.known:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	x.path, x.own = "/applications/"+b.app+"/emojis"+x.path, true
	return b.client.persist(ctx, b.client.own, "emojis", x)
}

// An emoji that somebody removed by hand spoils every message with it on a button:
// Discord refuses the whole. Such a message is sent once more without those emojis,
// for its buttons have words beside them, and Config.EmojisRefused is told.

// refusesEmojis says that a request was refused for its emojis.
func refusesEmojis(err error) bool {
	refused, ok := errors.AsType[*Refused](err)
	return ok && refused.Status == http.StatusBadRequest && strings.Contains(refused.Text, "INVALID_EMOJI")
}

// withoutEmojis is the payload with no emoji of the application on a button or in a
// menu; false where it has none, or is no JSON.
func (p payload) withoutEmojis() (payload, bool) {
	if p.kind != "application/json" {
		return p, false
	}
	var doc any
	dec := json.NewDecoder(bytes.NewReader(p.data))
	dec.UseNumber()
	if dec.Decode(&doc) != nil || !stripEmojis(doc) {
		return p, false
	}
	plain, err := newPayload(doc)
	return plain, err == nil
}

func stripEmojis(doc any) (found bool) {
	switch doc := doc.(type) {
	case []any:
		for _, v := range doc {
			found = stripEmojis(v) || found
		}
	case map[string]any:
		if e, ok := doc["emoji"].(map[string]any); ok && e["id"] != nil {
			delete(doc, "emoji")
			found = true
		}
		for _, v := range doc {
			found = stripEmojis(v) || found
		}
	}
	return found
}
