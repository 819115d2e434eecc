package bot

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"deuces/bot/rest"
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

// Emojis lists the application's emojis. Like the two methods below it waits until the bot
// knows which application it is, when it has connected for the first time.
func (b *Bot) Emojis(ctx context.Context) ([]Emoji, error) {
	var all struct {
		Items []Emoji `json:"items"`
	}
	err := b.emoji(ctx, "", rest.Request{Method: http.MethodGet, Into: &all})
	return all.Items, err
}

// AddEmoji uploads a PNG. The error is a *rest.Refused if Discord does not take it.
func (b *Bot) AddEmoji(ctx context.Context, name string, png []byte) (Emoji, error) {
	var e Emoji
	err := b.emoji(ctx, "", rest.Request{Method: http.MethodPost, Into: &e,
		JSON: map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}})
	return e, err
}

// RemoveEmoji removes an emoji; one that is gone already is no error.
func (b *Bot) RemoveEmoji(ctx context.Context, id string) error {
	err := b.emoji(ctx, "/"+id, rest.Request{Method: http.MethodDelete})
	if errors.Is(err, rest.ErrNoEmoji) {
		return nil
	}
	return err
}

// emojiTime bounds a request about emojis with all its waiting. The limit on them can last
// for an hour, and then the caller should know that they don't come.
const emojiTime = time.Minute

// emoji makes a request about emojis. They share one limit, which the headers don't tell.
func (b *Bot) emoji(ctx context.Context, path string, r rest.Request) error {
	select {
	case <-b.known:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, emojiTime)
	defer cancel()
	r.Path, r.Bucket = "/applications/"+b.app.ID+"/emojis"+path, rest.Named("emojis")
	return b.client.Do(ctx, r)
}
