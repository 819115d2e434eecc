package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Handle identifies the answer to an interaction. The answer can be edited with the interaction's
// token, which expires 15 minutes after the click. The zero Handle is never alive.
type Handle struct {
	App, Token string
	// Message is the id of the follow-up that is the answer. Empty means the first answer.
	Message string
	Expires time.Time
}

// Lifetime of an interaction's token. The margin excludes the last seconds, in which the token
// may already have expired.
const (
	tokenLife   = 15 * time.Minute
	tokenMargin = 15 * time.Second
)

// NewHandle returns the handle of an interaction that was received at this time.
func NewHandle(app, token string, received time.Time) Handle {
	return Handle{App: app, Token: token, Expires: received.Add(tokenLife - tokenMargin)}
}

// Alive reports whether the token can be used at the given time.
func (h Handle) Alive(at time.Time) bool { return h.Token != "" && at.Before(h.Expires) }

// Bucket returns the bucket of the token. Each interaction has its own.
func (h Handle) Bucket() Bucket { return Bucket{h.Token, true} }

// request returns a request for the answer, without a body.
func (h Handle) request(method string) Request {
	id := h.Message
	if id == "" {
		id = "@original"
	}
	return Request{Method: method, Path: "/webhooks/" + h.App + "/" + h.Token + "/messages/" + id, Bucket: h.Bucket()}
}

// EditAnswer edits the answer. With a nil permit it waits for the limit, repeats the request as
// Do does, and returns the message's id. With a permit it returns no id.
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

// FollowUp posts a further message with the token and returns its handle. With a nil permit it waits
// for the limit and repeats the request as Do does; with a permit it sends it once.
func (c *Client) FollowUp(ctx context.Context, p *Permit, h Handle, flags int, m Message) (Handle, error) {
	var out Posted
	q := Request{Method: http.MethodPost, Path: "/webhooks/" + h.App + "/" + h.Token + "?wait=true",
		Bucket: h.Bucket(), Body: m.body(flags, ""), Into: &out}
	var err error
	if p == nil {
		err = c.Do(ctx, q)
	} else {
		err = c.Send(ctx, p, q)
	}
	h.Message = out.ID
	return h, err
}

// DeleteAnswer deletes the answer.
func (c *Client) DeleteAnswer(ctx context.Context, h Handle) error {
	return c.Do(ctx, h.request(http.MethodDelete))
}

// AnswerID requests the message id of the answer.
func (c *Client) AnswerID(ctx context.Context, h Handle) (string, error) {
	var out Posted
	q := h.request(http.MethodGet)
	q.Into = &out
	err := c.Do(ctx, q)
	return out.ID, err
}

const handlePrefix = "reply/"

// String returns the stored form of the handle. With it, an answer can be deleted before its id
// is known.
func (h Handle) String() string {
	return handlePrefix + h.App + "/" + h.Token + "/" + strconv.FormatInt(h.Expires.Unix(), 10)
}

// ParseHandle parses the result of String. It returns false for any other string. The result of
// old versions has no time, so the handle has already expired.
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
