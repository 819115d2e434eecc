package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Error is an error as Discord's API answers it: an HTTP status, Discord's own code, a message, and for 50035 the
// fields that are wrong.
type Error struct {
	Status  int
	code    int
	message string
	fields  map[string]any
}

func (e *Error) Error() string { return fmt.Sprintf("%d %d: %s", e.Status, e.code, e.message) }

func (e *Error) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Message string         `json:"message"`
		Code    int            `json:"code"`
		Errors  map[string]any `json:"errors,omitempty"`
	}{e.message, e.code, e.fields})
}

// NewError returns an error with an HTTP status, Discord's code and a message.
func NewError(status, code int, message string) *Error {
	return &Error{Status: status, code: code, message: message}
}

var (
	ErrUnauthorized     = NewError(http.StatusUnauthorized, 0, "401: Unauthorized")
	ErrInternal         = NewError(http.StatusInternalServerError, 0, "500: Internal Server Error")
	ErrUnknownChannel   = NewError(http.StatusNotFound, 10003, "Unknown Channel")
	ErrUnknownGuild     = NewError(http.StatusNotFound, 10004, "Unknown Guild")
	ErrUnknownMember    = NewError(http.StatusNotFound, 10007, "Unknown Member")
	ErrUnknownMessage   = NewError(http.StatusNotFound, 10008, "Unknown Message")
	ErrUnknownUser      = NewError(http.StatusNotFound, 10013, "Unknown User")
	ErrUnknownRole      = NewError(http.StatusNotFound, 10011, "Unknown Role")
	ErrUnknownEmoji     = NewError(http.StatusNotFound, 10014, "Unknown Emoji")
	ErrUnknownWebhook   = NewError(http.StatusNotFound, 10015, "Unknown Webhook")
	ErrUnknownInter     = NewError(http.StatusNotFound, 10062, "Unknown interaction")
	ErrUnknownEvent     = NewError(http.StatusNotFound, 10070, "Unknown Guild Scheduled Event")
	ErrUnknownCommand   = NewError(http.StatusNotFound, 10063, "Unknown application command")
	ErrUnknownApp       = NewError(http.StatusNotFound, 10002, "Unknown Application")
	ErrManyReactions    = NewError(http.StatusBadRequest, 30010, "Maximum number of reactions reached (20)")
	ErrDMAction         = NewError(http.StatusForbidden, 50003, "Cannot execute action on a DM channel")
	ErrBotsCannot       = NewError(http.StatusForbidden, 20001, "Bots cannot use this endpoint")
	ErrBulkDeleteCount  = NewError(http.StatusBadRequest, 50016, "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete")
	ErrBulkDeleteAge    = NewError(http.StatusBadRequest, 50034, "You can only bulk delete messages that are under 14 days old.")
	ErrManyEmojis       = NewError(http.StatusBadRequest, 30008, "Maximum number of emojis reached (2000)")
	ErrTooLarge         = NewError(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
	ErrManyFollowUps    = NewError(http.StatusBadRequest, 40094, "This interaction has hit the maximum number of follow up messages")
	ErrAcknowledged     = NewError(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	ErrMissingAccess    = NewError(http.StatusForbidden, 50001, "Missing Access")
	ErrOthersMessage    = NewError(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
	ErrEmptyMessage     = NewError(http.StatusBadRequest, 50006, "Cannot send an empty message")
	ErrNoDirectMessages = NewError(http.StatusForbidden, 50007, "Cannot send messages to this user")
	ErrMissingPerms     = NewError(http.StatusForbidden, 50013, "Missing Permissions")
	ErrChannelKind      = NewError(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	ErrEntryPoint       = NewError(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.")
	ErrExpiredToken     = NewError(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
	ErrInvalidRole      = NewError(http.StatusBadRequest, 50028, "Invalid Role")
	ErrVersion          = NewError(http.StatusBadRequest, 50041, "Invalid API version provided")
	ErrBadJSON          = NewError(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	ErrThreadExists     = NewError(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	ErrArchived         = NewError(http.StatusBadRequest, 50083, "Thread is archived")
)

// LeftOut returns the error for a route or a feature that Discord has and the sandbox doesn't. Its
// code is Discord's general error code, so that no bot takes it for a refusal of something that
// exists in the sandbox.
func LeftOut(what string) error {
	return NewError(http.StatusBadRequest, 0, "The sandbox lacks this: "+what+". docs/sandbox.md lists its differences from Discord.")
}
