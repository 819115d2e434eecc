package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Posted is the part of Discord's answer to a post that is used.
type Posted struct {
	ID string `json:"id"`
}

// Post posts a message in a channel. A second post with the same nonce within a few minutes
// creates no message and returns the id of the first one.
func (c *Client) Post(ctx context.Context, p *Permit, channel, nonce string, m Message) (id string, err error) {
	var out Posted
	err = c.message(ctx, p, channel, "", Request{Method: http.MethodPost, Body: m.body(0, nonce), Into: &out})
	return out.ID, err
}

// Edit edits one of the bot's messages. With a nil permit it waits for the limit and repeats the
// request as Do does.
func (c *Client) Edit(ctx context.Context, p *Permit, channel, id string, m Message) error {
	return c.message(ctx, p, channel, "/"+id, Request{Method: http.MethodPatch, Body: m.body(0, "")})
}

// Delete deletes one of the bot's messages.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	return c.message(ctx, nil, channel, "/"+id, Request{Method: http.MethodDelete})
}

func (c *Client) message(ctx context.Context, p *Permit, channel, id string, r Request) error {
	place, err := c.channelID(ctx, channel)
	if err != nil {
		if p != nil {
			p.Unused()
		}
		return err
	}
	r.Path, r.Bucket = "/channels/"+place+"/messages"+id, Named(r.Method+" "+channel)
	if p == nil {
		return c.Do(ctx, r)
	}
	return c.Send(ctx, p, r)
}

// DirectMessages returns a name for the channel of direct messages between the bot and a user.
// Post, Edit and Delete accept it as a channel and request the channel's id when they first need
// it.
func DirectMessages(user string) string { return direct + user }

const direct = "@"

// directs caches the channel ids of direct messages by user.
type directs struct {
	mu    sync.Mutex
	known map[string]string
}

// channelID returns the id of a channel. It opens a channel of direct messages first: Discord
// allows that for every user and always returns the same channel. If the user doesn't accept
// messages, only a post fails.
func (c *Client) channelID(ctx context.Context, channel string) (string, error) {
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
	var opened Posted
	err := c.Do(ctx, Request{Method: http.MethodPost, Path: "/users/@me/channels", Bucket: Named("POST directs"),
		JSON: map[string]string{"recipient_id": user}, Into: &opened})
	_, forbidden := errors.AsType[*Forbidden](err)
	_, refused := errors.AsType[*Refused](err)
	switch {
	case forbidden || refused || errors.Is(err, ErrNoMember): // the user doesn't exist or can't get messages
		return "", fmt.Errorf("%w: %w", ErrClosed, err)
	case err != nil:
		return "", err
	case opened.ID == "":
		return "", fmt.Errorf("open direct messages with user %s: Discord's answer has no channel id", user)
	}
	c.directs.mu.Lock()
	defer c.directs.mu.Unlock()
	c.directs.known[user] = opened.ID
	return opened.ID, nil
}
