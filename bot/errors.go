package bot

import (
	"errors"
	"fmt"
	"net/http"
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
	ErrToken = errors.New("the bot's token is refused")
)

// Forbidden says what the bot is not permitted to do.
type Forbidden struct {
	Code int // 50001, 50013 or another of Discord's
	// Lacks is the permission that lacks, in the words of Discord's settings.
	Lacks string
}

func (e *Forbidden) Error() string { return "the bot lacks the permission " + e.Lacks }

// Refused is any other refusal that repeating would not change.
type Refused struct {
	Status, Code int
	Text         string // Discord's message and the details of a 50035
}

func (e *Refused) Error() string {
	return fmt.Sprintf("refused with %d %s, code %d: %s", e.Status, http.StatusText(e.Status), e.Code, e.Text)
}
