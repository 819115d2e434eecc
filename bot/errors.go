package bot

import (
	"deuces/internal/say"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// What Discord answers that callers tell apart. Each is wrapped with the
// request that met it.
var (
	// ErrNoMessage: the message is gone, or was an ephemeral one.
	ErrNoMessage = errors.New("no such message")
	// ErrNoChannel: the channel or thread is gone.
	ErrNoChannel = errors.New("no such channel")
	// ErrExpired: the interaction's token died, or was never known.
	ErrExpired = errors.New("the interaction has expired")
	// ErrAnswered: the interaction was answered before.
	ErrAnswered = errors.New("the interaction was answered already")
	// ErrToken: Discord does not know the bot's token.
	ErrToken = errors.New("the bot's token is refused by Discord")
)

// Forbidden says what the bot is not permitted to do.
type Forbidden struct {
	Code int // 50001, 50013 or another of Discord's
	// Missing is the permission that is missing, in the words of Discord's settings.
	Missing say.Message
}

func (e *Forbidden) Error() string { return "the bot lacks the permission " + e.Missing.String() }

// Refused is any other refusal that repeating would not change.
type Refused struct {
	Status, Code int
	Text         string // Discord's message and the details of a 50035
}

func (e *Refused) Error() string {
	return fmt.Sprintf("refused with %d %s, code %d: %s", e.Status, http.StatusText(e.Status), e.Code, e.Text)
}

// errArchived: the thread is archived; a new message in it wakes it.
var errArchived = errors.New("the thread is archived")

// limited is an answer of 429: not again before that time has passed.
type limited struct {
	code   int
	global bool
	after  time.Duration
}

func (e *limited) Error() string { return fmt.Sprintf("limited for %v, code %d", e.after, e.code) }

// unsure is a failure on the way or on Discord's side: the request may have
// taken effect or not.
type unsure struct{ err error }

func (e *unsure) Error() string { return e.err.Error() }
func (e *unsure) Unwrap() error { return e.err }

// Discord's codes that mean something to us (discord.md, "Interactions").
const (
	codeUnknownChannel     = 10003
	codeUnknownGuild       = 10004
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeOldMessage         = 30046
	codeAnswered           = 40060
	codeMissingAccess      = 50001
	codeClosed             = 50007
	codeMissingPermissions = 50013
	codeExpiredToken       = 50027
	codeArchived           = 50083
	codeNoGuildInCommon    = 50278
)

// refusal is the body of an answer that is no success.
type refusal struct {
	Code       int             `json:"code"`
	Message    string          `json:"message"`
	Errors     json.RawMessage `json:"errors"`
	RetryAfter float64         `json:"retry_after"`
	Global     bool            `json:"global"`
}

// classify turns an answer into one of the errors above; withToken says that
// the request was the bot's own, not an interaction's.
func classify(status int, h http.Header, data []byte, withToken bool) error {
	var r refusal
	if err := json.Unmarshal(data, &r); err != nil {
		r.Message = fmt.Sprintf("%.200q", data)
	}
	switch {
	case status == http.StatusTooManyRequests:
		after := max(r.RetryAfter, headerSeconds(h))
		return &limited{code: r.Code, global: r.Global || h.Get("X-RateLimit-Scope") == "global", after: max(seconds(after), 50*time.Millisecond)}
	case status >= 500:
		return &unsure{fmt.Errorf("the server failed: %d %s", status, http.StatusText(status))}
	case r.Code == codeAnswered:
		return ErrAnswered
	case r.Code == codeUnknownMessage:
		return ErrNoMessage
	case r.Code == codeUnknownChannel, r.Code == codeUnknownGuild:
		return ErrNoChannel
	case r.Code == codeUnknownInteraction, r.Code == codeUnknownWebhook, r.Code == codeExpiredToken,
		status == http.StatusUnauthorized && !withToken:
		return ErrExpired
	case r.Code == codeArchived:
		return errArchived
	case r.Code == codeClosed, r.Code == codeNoGuildInCommon:
		return ErrClosed
	case status == http.StatusUnauthorized:
		return ErrToken
	case r.Code == codeMissingAccess:
		return &Forbidden{r.Code, say.New("View Channel")}
	case r.Code == codeMissingPermissions:
		return &Forbidden{r.Code, say.New("Send Messages (in a thread: Send Messages in Threads)")}
	case status == http.StatusForbidden:
		return &Forbidden{r.Code, say.New("for that: {reason}", r.Message)}
	}
	text := r.Message
	if len(r.Errors) > 0 {
		text += " " + string(r.Errors)
	}
	return &Refused{status, r.Code, text}
}

func headerSeconds(h http.Header) float64 {
	s, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil {
		return 0
	}
	return s
}
