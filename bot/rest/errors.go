package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"time"

	"deuces/internal/say"
)

// Refusals of Discord that callers handle differently. Returned errors wrap them together with
// the request.
var (
	ErrNoMessage = errors.New("no such message") // it was deleted, or it is ephemeral
	ErrNoChannel = errors.New("no such channel") // the channel, thread or guild is gone
	ErrNoRole    = errors.New("no such role")
	ErrNoMember  = errors.New("no such member")
	ErrNoEmoji   = errors.New("no such emoji")
	ErrNoEvent   = errors.New("no such event of the server")
	ErrArchived  = errors.New("the thread is archived") // a post unarchives it
	ErrClosed    = errors.New("the user accepts no direct messages")
	ErrExpired   = errors.New("the interaction has expired") // its token has expired, or Discord doesn't know it
	ErrAnswered  = errors.New("the interaction was answered already")
	ErrToken     = errors.New("the bot's token is refused by Discord")
)

// Forbidden means that the bot lacks a permission. Any other refusal with status 403 is a Refused.
type Forbidden struct {
	Code int // Discord's code, such as 50001 or 50013
	// Missing is the missing permission, with its name in Discord's settings.
	Missing say.Message
}

func (e *Forbidden) Error() string { return "the bot lacks the permission " + e.Missing.String() }

// Refused is any other refusal. Discord would refuse the same request again.
type Refused struct {
	Status, Code int
	Text         string // Discord's message and, for code 50035, the details
}

func (e *Refused) Error() string {
	return fmt.Sprintf("refused with %d %s, code %d: %s", e.Status, http.StatusText(e.Status), e.Code, e.Text)
}

// Limited means that a rate limit was exceeded. The caller must not repeat the request before
// After has passed.
type Limited struct {
	Code   int
	Global bool
	After  time.Duration
}

func (e *Limited) Error() string { return fmt.Sprintf("rate limited for %v, code %d", e.After, e.Code) }

// Uncertain is a network error or a failure on Discord's side. The request may or may not have
// taken effect.
type Uncertain struct{ err error }

func (e *Uncertain) Error() string { return e.err.Error() }
func (e *Uncertain) Unwrap() error { return e.err }

// Discord's codes that callers need.
const (
	CodeOldMessage         = 30046 // too many edits of a message that is older than an hour
	CodeMissingPermissions = 50013
	CodeArchived           = 50083
	CodeNoThreads          = 50024  // channels of this type have no threads
	CodeMostThreads        = 160006 // the server has as many active threads as it may
)

// byCode returns the error for one of Discord's codes, or nil if callers don't need one.
func byCode(code int) error {
	switch code {
	case 10003, 10004:
		return ErrNoChannel
	case 10007, 10013:
		return ErrNoMember
	case 10008:
		return ErrNoMessage
	case 10011:
		return ErrNoRole
	case 10014:
		return ErrNoEmoji
	case 10070:
		return ErrNoEvent
	case 10015, 10062, 50027:
		return ErrExpired
	case 40060:
		return ErrAnswered
	case 50007, 50278:
		return ErrClosed
	case CodeArchived:
		return ErrArchived
	}
	return nil
}

// classify returns the error for an answer. interaction means that the request had an
// interaction's token instead of the bot's.
func classify(status int, h http.Header, data []byte, interaction bool) error {
	var r struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"`
		RetryAfter float64         `json:"retry_after"`
		Global     bool            `json:"global"`
	}
	if err := json.Unmarshal(data, &r); err != nil {
		r.Message = fmt.Sprintf("%.200q", data)
		if isPage(h, data) {
			r.Message = "a web page, which Discord's API never sends"
		}
	}
	known := byCode(r.Code)
	switch {
	case status == http.StatusTooManyRequests:
		after, _ := strconv.ParseFloat(h.Get("Retry-After"), 64) // 0: only the body has the time
		return &Limited{Code: r.Code, Global: r.Global || h.Get("X-RateLimit-Scope") == "global",
			After: max(seconds(max(r.RetryAfter, after)), 50*time.Millisecond)}
	case status >= 500:
		return &Uncertain{fmt.Errorf("the server failed: %d %s", status, http.StatusText(status))}
	case known != nil:
		return known
	case status == http.StatusUnauthorized && interaction:
		return ErrExpired
	case status == http.StatusUnauthorized:
		return ErrToken
	case r.Code == 50001:
		return &Forbidden{r.Code, say.New("View Channel")}
	case r.Code == CodeMissingPermissions:
		return &Forbidden{r.Code, say.New("Send Messages (in a thread: Send Messages in Threads)")}
	}
	text := r.Message
	if len(r.Errors) > 0 {
		text += " " + string(r.Errors)
	}
	return &Refused{status, r.Code, text}
}

func isPage(h http.Header, data []byte) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "text/html" || bytes.HasPrefix(bytes.TrimSpace(data), []byte("<"))
}

// isForeign reports whether a proxy, or the sign-in page of a network, has answered in Discord's place.
// Discord's API redirects nobody, and explains refusals in JSON. Other statuses with a page can be those
// of Discord's own edge, and mean what they say.
func isForeign(r *http.Response, data []byte) bool {
	switch r.StatusCode {
	case http.StatusProxyAuthRequired, http.StatusNetworkAuthenticationRequired:
		return true
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
		return isPage(r.Header, data)
	}
	return r.StatusCode/100 == 3 || r.StatusCode/100 == 2 && isPage(r.Header, data)
}

// foreign returns the error for an answer that isn't Discord's. It names whatever helps to find out
// who has answered, and shows nothing of the page.
func foreign(r *http.Response) error {
	signs := r.Status
	for _, name := range []string{"Content-Type", "Server", "Via"} {
		if v := r.Header.Get(name); v != "" {
			signs += fmt.Sprintf(", %s: %.60s", name, v)
		}
	}
	if to, err := r.Location(); err == nil {
		signs += ", to " + to.Host
	}
	return fmt.Errorf("the answer isn't from Discord, but perhaps from a proxy or a network's sign-in page (%s)", signs)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
