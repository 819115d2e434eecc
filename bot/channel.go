package bot

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Routes of channel messages, and the keys of their limits. Discord keeps one
// bucket per channel for each method.
func postKey(channel string) string { return "POST " + channel }
func editKey(channel string) string { return "PATCH " + channel }

func messagesPath(channel string) string         { return "/channels/" + channel + "/messages" }
func messagePath(channel, message string) string { return messagesPath(channel) + "/" + message }

// posted is the part of a message that we want back.
type posted struct {
	ID string `json:"id"`
}

// post makes a message under a permit of postKey. Posting again with the same
// nonce within a few minutes gives the message that is there already.
func (c *client) post(ctx context.Context, p *permit, channel, nonce string, m wired) (string, error) {
	data, err := m.post(nonce)
	if err != nil {
		p.unused()
		return "", err
	}
	if channel, err = c.place(ctx, channel); err != nil {
		p.unused()
		return "", err
	}
	var out posted
	err = c.do(ctx, p, call{http.MethodPost, messagesPath(channel), data, true, &out})
	return out.ID, err
}

// edit changes a message under a permit of editKey.
func (c *client) edit(ctx context.Context, p *permit, channel, message string, m wired) error {
	data, err := m.body(0)
	if err != nil {
		p.unused()
		return err
	}
	if channel, err = c.place(ctx, channel); err != nil {
		p.unused()
		return err
	}
	return c.do(ctx, p, call{http.MethodPatch, messagePath(channel, message), data, true, nil})
}

// remove deletes a message of the bot's own.
func (c *client) remove(ctx context.Context, channel, message string) error {
	channel, err := c.place(ctx, channel)
	if err != nil {
		return err
	}
	return c.persist(ctx, c.own, "DELETE "+channel, call{method: http.MethodDelete, path: messagePath(channel, message), own: true})
}

// rewrite changes a message with patience.
func (c *client) rewrite(ctx context.Context, channel, message string, m wired) error {
	data, err := m.body(0)
	if err != nil {
		return err
	}
	if channel, err = c.place(ctx, channel); err != nil {
		return err
	}
	return c.persist(ctx, c.own, editKey(channel), call{http.MethodPatch, messagePath(channel, message), data, true, nil})
}

// inert is the message without anything to click but links.
func (m Message) inert() Message {
	var kept []Block
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case Row:
			var links Row
			for _, x := range b {
				if x.URL != "" {
					links = append(links, x)
				}
			}
			if len(links) > 0 {
				kept = append(kept, links)
			}
		case Select, Picker:
		case Section:
			if b.Button == nil || b.Button.URL != "" {
				kept = append(kept, b)
				continue
			}
			for _, t := range b.Texts {
				kept = append(kept, t)
			}
		default:
			kept = append(kept, b)
		}
	}
	m.Blocks = kept
	return m
}

// nonce makes an id for one intention to post, the same each time that it is
// tried, also after a crash: at most 25 characters.
func nonce(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:25]
}
