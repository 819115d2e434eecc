package bot

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Handle is an interaction's token: the right to edit its reply, until it dies
// 15 minutes after the click. The zero Handle reaches nothing.
type Handle struct {
	app, token string
	// message is the follow-up that holds the reply; empty: the reply itself.
	message string
	dies    time.Time
}

// Alive says whether the token can still be used at the given time.
func (h Handle) Alive(at time.Time) bool { return h.token != "" && at.Before(h.dies) }

// Discord's times for an interaction. The margin keeps us from using a token
// in the seconds when it may have died.
const (
	tokenLife   = 15 * time.Minute
	tokenMargin = 15 * time.Second
)

// original is the message of the answer itself, among those of its token.
const original = "@original"

func (h Handle) path() string { return "/webhooks/" + h.app + "/" + h.token }

// slot is the message that the handle is about.
func (h Handle) slot() string {
	if h.message == "" {
		return original
	}
	return h.message
}

// key is that of the token's own limit, which no other interaction shares.
func (h Handle) key() string { return h.token }

// A handle's reply as Shown.Former has it: no id, but the way to delete it, and until when
// there is that, in seconds since 1970.
const formerReply = "reply/"

func (h Handle) former() string {
	return formerReply + h.app + "/" + h.token + "/" + strconv.FormatInt(h.dies.Unix(), 10)
}

// parseFormer reads what former wrote; false for a message's id. Older programs wrote no end.
func parseFormer(s string) (Handle, bool) {
	s, is := strings.CutPrefix(s, formerReply)
	app, token, _ := strings.Cut(s, "/")
	token, end, _ := strings.Cut(token, "/")
	h := Handle{app: app, token: token}
	if dies, err := strconv.ParseInt(end, 10, 64); err == nil {
		h.dies = time.Unix(dies, 0)
	}
	return h, is
}

// Reachable is a Shown.Former without the replies whose tokens are dead at a time: so no
// token is kept longer than it lives.
func Reachable(former string, at time.Time) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(e string) bool {
		h, is := parseFormer(e)
		return is && !h.Alive(at)
	}), " ")
}

// amend edits the handle's message under a permit of its key.
func (c *client) amend(ctx context.Context, p *permit, h Handle, m wired) error {
	data, err := m.body(0)
	if err != nil {
		p.unused()
		return err
	}
	return c.do(ctx, p, h.edit(data))
}

// settle edits the handle's message with patience and returns its id.
func (c *client) settle(ctx context.Context, h Handle, m Message) (string, error) {
	var out posted
	err := c.alter(ctx, h, m, &out)
	return out.ID, err
}

// change is settle for who has no use for the id.
func (c *client) change(ctx context.Context, h Handle, m Message) error {
	return c.alter(ctx, h, m, nil)
}

func (c *client) alter(ctx context.Context, h Handle, m Message, into any) error {
	w, err := m.wire()
	if err != nil {
		return err
	}
	data, err := w.body(0)
	if err != nil {
		return err
	}
	x := h.edit(data)
	x.into = into
	return c.persist(ctx, c.interactions, h.key(), x)
}

func (h Handle) edit(body payload) call {
	return call{method: http.MethodPatch, path: h.path() + "/messages/" + h.slot(), body: body}
}

// follow posts a further message through the token and returns its id.
func (c *client) follow(ctx context.Context, h Handle, m Message, private bool) (string, error) {
	flags := 0
	if private {
		flags = flagPrivate
	}
	w, err := m.wire()
	if err != nil {
		return "", err
	}
	data, err := w.body(flags)
	if err != nil {
		return "", err
	}
	var out posted
	err = c.persist(ctx, c.interactions, h.key(), call{method: http.MethodPost, path: h.path() + "?wait=true", body: data, into: &out})
	return out.ID, err
}

// withdraw deletes the handle's message.
func (c *client) withdraw(ctx context.Context, h Handle) error {
	return c.persist(ctx, c.interactions, h.key(), call{method: http.MethodDelete, path: h.path() + "/messages/" + h.slot()})
}

// lookUp learns the id of the message that an interaction's answer became.
func (b *Bot) lookUp(ctx context.Context, h Handle) (string, error) {
	var out posted
	err := b.client.persist(ctx, b.client.interactions, h.key(),
		call{method: http.MethodGet, path: h.path() + "/messages/" + h.slot(), into: &out})
	return out.ID, err
}
