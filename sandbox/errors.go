package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// apiError is an error as Discord's API answers it: an HTTP status, Discord's own code, a message, and for 50035 the
// fields that are wrong.
type apiError struct {
	status  int
	code    int
	message string
	fields  map[string]any
}

func (e *apiError) Error() string { return fmt.Sprintf("%d %d: %s", e.status, e.code, e.message) }

func (e *apiError) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Message string         `json:"message"`
		Code    int            `json:"code"`
		Errors  map[string]any `json:"errors,omitempty"`
	}{e.message, e.code, e.fields})
}

func discordError(status, code int, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

var (
	errUnauthorized     = discordError(http.StatusUnauthorized, 0, "401: Unauthorized")
	errNotFound         = discordError(http.StatusNotFound, 0, "404: Not Found")
	errMethod           = discordError(http.StatusMethodNotAllowed, 0, "405: Method Not Allowed")
	errInternal         = discordError(http.StatusInternalServerError, 0, "500: Internal Server Error")
	errUnknownChannel   = discordError(http.StatusNotFound, 10003, "Unknown Channel")
	errUnknownGuild     = discordError(http.StatusNotFound, 10004, "Unknown Guild")
	errUnknownMember    = discordError(http.StatusNotFound, 10007, "Unknown Member")
	errUnknownMessage   = discordError(http.StatusNotFound, 10008, "Unknown Message")
	errUnknownUser      = discordError(http.StatusNotFound, 10013, "Unknown User")
	errUnknownRole      = discordError(http.StatusNotFound, 10011, "Unknown Role")
	errUnknownEmoji     = discordError(http.StatusNotFound, 10014, "Unknown Emoji")
	errUnknownWebhook   = discordError(http.StatusNotFound, 10015, "Unknown Webhook")
	errUnknownInter     = discordError(http.StatusNotFound, 10062, "Unknown interaction")
	errUnknownCommand   = discordError(http.StatusNotFound, 10063, "Unknown application command")
	errUnknownApp       = discordError(http.StatusNotFound, 10002, "Unknown Application")
	errManyEmojis       = discordError(http.StatusBadRequest, 30008, "Maximum number of emojis reached (2000)")
	errTooLarge         = discordError(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
	errAcknowledged     = discordError(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	errMissingAccess    = discordError(http.StatusForbidden, 50001, "Missing Access")
	errOthersMessage    = discordError(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
	errEmptyMessage     = discordError(http.StatusBadRequest, 50006, "Cannot send an empty message")
	errNoDirectMessages = discordError(http.StatusForbidden, 50007, "Cannot send messages to this user")
	errMissingPerms     = discordError(http.StatusForbidden, 50013, "Missing Permissions")
	errChannelKind      = discordError(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	errExpiredToken     = discordError(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
	errInvalidRole      = discordError(http.StatusBadRequest, 50028, "Invalid Role")
	errVersion          = discordError(http.StatusBadRequest, 50041, "Invalid API version provided")
	errBadJSON          = discordError(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	errThreadExists     = discordError(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	errArchived         = discordError(http.StatusBadRequest, 50083, "Thread is archived")
)

// form collects what is wrong with a body. Its error is Discord's 50035, a tree that has the shape of the body.
type form struct{ tree map[string]any }

// field is a place in the body. Making one costs next to nothing; only a failure spells the path out.
type field struct {
	form *form
	up   *field
	name string
}

func newForm() (*form, *field) {
	f := &form{}
	return f, &field{form: f}
}

func (p *field) key(name string) *field { return &field{p.form, p, name} }
func (p *field) index(i int) *field     { return p.key(strconv.Itoa(i)) }

type fieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (p *field) fail(code, format string, args ...any) {
	var path []string
	for at := p; at.up != nil; at = at.up {
		path = append(path, at.name)
	}
	if p.form.tree == nil {
		p.form.tree = map[string]any{}
	}
	node := p.form.tree
	for i := len(path) - 1; i >= 0; i-- {
		next, ok := node[path[i]].(map[string]any)
		if !ok {
			next = map[string]any{}
			node[path[i]] = next
		}
		node = next
	}
	list, _ := node["_errors"].([]fieldError)
	node["_errors"] = append(list, fieldError{code, fmt.Sprintf(format, args...)})
}

// err is nil while nothing is wrong.
func (f *form) err() error {
	if f.tree == nil {
		return nil
	}
	return &apiError{http.StatusBadRequest, 50035, "Invalid Form Body", f.tree}
}

func (p *field) required() { p.fail("BASE_TYPE_REQUIRED", "This field is required") }

// length wants between low and high characters, counted as code points.
func (p *field) length(text string, low, high int) {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && low > 0:
		p.required()
	case low > 0 && (n < low || n > high):
		p.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	case n > high:
		p.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	}
}

// count wants between low and high elements.
func (p *field) count(n, low, high int) {
	if n < low || n > high {
		p.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

func (p *field) between(n, low, high int) {
	switch {
	case n < low:
		p.fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		p.fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
}

func (p *field) oneOf(n int, choices ...int) {
	text := make([]string, len(choices))
	for i, c := range choices {
		if c == n {
			return
		}
		text[i] = strconv.Itoa(c)
	}
	p.fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(text, ", "))
}
