package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// ErrClosed: the person takes no direct messages from the bot.
var ErrClosed = errors.New("the person takes no direct messages")

// Directly is the channel of the direct messages between the bot and a person, for a
// Mirror: which one it is is asked for when it is needed.
func Directly(user string) string { return direct + user }

const direct = "@"

// directs are the channels of direct messages that are known, by user.
type directs struct {
	mu    sync.Mutex
	known map[string]string
}

// place is the id of a channel: of direct messages, the channel is opened. Discord
// opens it for anyone, and again and again as the same one; whether the person takes
// messages shows when one is sent.
func (c *client) place(ctx context.Context, channel string) (string, error) {
	user, is := strings.CutPrefix(channel, direct)
	if !is {
		return channel, nil
	}
	c.directs.mu.Lock()
	id := c.directs.known[user]
	c.directs.mu.Unlock()
	if id != "" {
		return id, nil
	}
	body, err := newPayload(struct {
		User string `json:"recipient_id"`
	}{user})
	if err != nil {
		return "", err
	}
	var opened struct {
		ID string `json:"id"`
	}
	err = c.persist(ctx, c.own, "POST directs", call{method: http.MethodPost, path: "/users/@me/channels", body: body, own: true, into: &opened})
	_, forbidden := errors.AsType[*Forbidden](err)
	_, refused := errors.AsType[*Refused](err)
	switch {
	case forbidden || refused: // nobody of that id, or nobody to write to
		return "", fmt.Errorf("%w: %w", ErrClosed, err)
	case err != nil:
		return "", err
	case opened.ID == "":
		return "", fmt.Errorf("the direct messages of user %s came without an id", user)
	}
	c.directs.mu.Lock()
	defer c.directs.mu.Unlock()
	if c.directs.known == nil {
		c.directs.known = map[string]string{}
	}
	c.directs.known[user] = opened.ID
	return opened.ID, nil
}
