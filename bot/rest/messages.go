package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Posted is what is read back of a message.
type Posted struct {
	ID string `json:"id"`
}

// Post makes a message in a channel. A second post with the same nonce within a few minutes
// returns the message that is there already.
func (c *Client) Post(ctx context.Context, p *Permit, channel, nonce string, m Message) (id string, err error) {
	var out Posted
	err = c.message(ctx, p, channel, "", Request{Method: http.MethodPost, Body: m.body(0, nonce), Into: &out})
	return out.ID, err
}

// Edit changes one of the bot's messages. With a nil permit it waits for the limit and
// tries again.
func (c *Client) Edit(ctx context.Context, p *Permit, channel, id string, m Message) error {
	return c.message(ctx, p, channel, "/"+id, Request{Method: http.MethodPatch, Body: m.body(0, "")})
}

// Delete deletes one of the bot's messages.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	return c.message(ctx, nil, channel, "/"+id, Request{Method: http.MethodDelete})
}

func (c *Client) message(ctx context.Context, p *Permit, channel, id string, r Request) error {
	place, err := c.place(ctx, channel)
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

// DirectMessages is the channel of the direct messages between the bot and a person. Its id is
// asked for when it is needed.
func DirectMessages(user string) string { return direct + user }

const direct = "@"

// directs are the known channels of direct messages, by user.
type directs struct {
	mu    sync.Mutex
	known map[string]string
}

// place is the id of a channel. A channel of direct messages is opened: Discord opens it
// for anyone, and always as the same one. Whether the person takes messages shows when one
// is sent.
func (c *Client) place(ctx context.Context, channel string) (string, error) {
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
	case forbidden || refused || errors.Is(err, ErrNoMember): // no such user, or one who cannot be written to
		return "", fmt.Errorf("%w: %w", ErrClosed, err)
	case err != nil:
		return "", err
	case opened.ID == "":
		return "", fmt.Errorf("the direct messages of user %s came without an id", user)
	}
	c.directs.mu.Lock()
	defer c.directs.mu.Unlock()
	c.directs.known[user] = opened.ID
	return opened.ID, nil
}
