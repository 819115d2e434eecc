package bot

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"deuces/bot/rest"
)

// Emoji is an emoji of the bot's application.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Text returns the notation of the emoji in a text or on a button.
func (e Emoji) Text() string { return "<:" + e.Name + ":" + e.ID + ">" }

// Emojis lists the application's emojis. Like AddEmoji and RemoveEmoji, it waits until the bot has
// connected for the first time, because only then the application's id is known.
func (b *Bot) Emojis(ctx context.Context) ([]Emoji, error) {
	var all struct {
		Items []Emoji `json:"items"`
	}
	err := b.emoji(ctx, "", rest.Request{Method: http.MethodGet, Into: &all})
	return all.Items, err
}

// AddEmoji uploads a PNG. The error is a *rest.Refused if Discord rejects it.
func (b *Bot) AddEmoji(ctx context.Context, name string, png []byte) (Emoji, error) {
	var e Emoji
	err := b.emoji(ctx, "", rest.Request{Method: http.MethodPost, Into: &e,
		JSON: map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}})
	return e, err
}

// RemoveEmoji removes an emoji. It returns nil if the emoji doesn't exist.
func (b *Bot) RemoveEmoji(ctx context.Context, id string) error {
	err := b.emoji(ctx, "/"+id, rest.Request{Method: http.MethodDelete})
	if errors.Is(err, rest.ErrNoEmoji) {
		return nil
	}
	return err
}

// emojiTime is the timeout of a request for emojis, including all waiting. Their rate limit can
// last for an hour, and the caller shouldn't wait that long for an error.
const emojiTime = time.Minute

// emoji makes a request for emojis. All of these share one bucket, although Discord's headers
// don't show that they share a limit.
func (b *Bot) emoji(ctx context.Context, path string, r rest.Request) error {
	select {
	case <-b.appKnown:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, emojiTime)
	defer cancel()
	r.Path, r.Bucket = "/applications/"+b.app.ID+"/emojis"+path, rest.Named("emojis")
	return b.client.Do(ctx, r)
}
