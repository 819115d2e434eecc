package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Handle is the right to edit the answer to an interaction: the interaction's token, until
// it expires 15 minutes after the click. The zero Handle reaches nothing.
type Handle struct {
	App, Token string
	// Message is the follow-up that holds the answer; empty: the first answer itself.
	Message string
	Expires time.Time
}

// Discord's time for an interaction's token. The margin avoids its last seconds, in which
// it may have expired already.
const (
	tokenLife   = 15 * time.Minute
	tokenMargin = 15 * time.Second
)

// NewHandle is the handle of an interaction that was received at this time.
func NewHandle(app, token string, received time.Time) Handle {
	return Handle{App: app, Token: token, Expires: received.Add(tokenLife - tokenMargin)}
}

// Alive reports whether the token can be used at the given time.
func (h Handle) Alive(at time.Time) bool { return h.Token != "" && at.Before(h.Expires) }

// Bucket is the token's own limit, which no other interaction shares.
func (h Handle) Bucket() Bucket { return Bucket{h.Token, true} }

// request is a request about the answer.
func (h Handle) request(method string) Request {
	id := h.Message
	if id == "" {
		id = "@original"
	}
	return Request{Method: method, Path: "/webhooks/" + h.App + "/" + h.Token + "/messages/" + id, Bucket: h.Bucket()}
}

// EditAnswer changes the answer. With a nil permit it waits for the limit, tries again,
// and returns the message's id.
func (c *Client) EditAnswer(ctx context.Context, p *Permit, h Handle, m Message) (id string, err error) {
	q := h.request(http.MethodPatch)
	q.Body = m.body(0, "")
	if p != nil {
		return "", c.Send(ctx, p, q)
	}
	var out Posted
	q.Into = &out
	err = c.Do(ctx, q)
	return out.ID, err
}

// FollowUp posts a further message through the token and returns its handle.
func (c *Client) FollowUp(ctx context.Context, h Handle, flags int, m Message) (Handle, error) {
	var out Posted
	err := c.Do(ctx, Request{Method: http.MethodPost, Path: "/webhooks/" + h.App + "/" + h.Token + "?wait=true",
		Bucket: h.Bucket(), Body: m.body(flags, ""), Into: &out})
	h.Message = out.ID
	return h, err
}

// DeleteAnswer deletes the answer.
func (c *Client) DeleteAnswer(ctx context.Context, h Handle) error {
	return c.Do(ctx, h.request(http.MethodDelete))
}

// AnswerID asks for the id of the answer.
func (c *Client) AnswerID(ctx context.Context, h Handle) (string, error) {
	var out Posted
	q := h.request(http.MethodGet)
	q.Into = &out
	err := c.Do(ctx, q)
	return out.ID, err
}

const handlePrefix = "reply/"

// String is the handle as it is stored. Unlike a message's id it is the way to delete an
// answer whose id is not known.
func (h Handle) String() string {
	return handlePrefix + h.App + "/" + h.Token + "/" + strconv.FormatInt(h.Expires.Unix(), 10)
}

// ParseHandle reads what String wrote; false for anything else. Old versions wrote no time.
func ParseHandle(s string) (Handle, bool) {
	s, is := strings.CutPrefix(s, handlePrefix)
	app, token, _ := strings.Cut(s, "/")
	token, end, _ := strings.Cut(token, "/")
	h := Handle{App: app, Token: token}
	if at, err := strconv.ParseInt(end, 10, 64); err == nil {
		h.Expires = time.Unix(at, 0)
	}
	return h, is
}
