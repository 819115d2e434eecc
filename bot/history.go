package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"deuces/bot/rest"
)

// History lists the messages in a channel after a given one. The bot has no intent for messages,
// so it has to request them. It uses only their ids, which contain the times, and no texts.
type History struct {
	// IDs are the messages, oldest first. If Readable is false there is at most one.
	IDs []string

	// Readable reports whether the bot may read the channel's history. If not, it knows only the
	// channel's last_message_id, which tells when the last message was written. It then knows
	// neither how many messages there are nor whether they were deleted since.
	Readable bool

	// Gone means that the given message was deleted. It is only set if Readable is.
	Gone bool
}

// HistoryAfter returns the messages after the given one. Their number is limited by most and by what
// one request can return. Failed requests aren't repeated.
func (b *Bot) HistoryAfter(ctx context.Context, channel, message string, most int) (History, error) {
	id, err := strconv.ParseUint(message, 10, 64)
	if err != nil || id == 0 {
		return History{}, fmt.Errorf("read the history after message %q: not a message id", message)
	}
	// The request includes the message itself. Without the permission, Discord returns an empty
	// list instead of an error.
	const atOnce = 100
	query := url.Values{"after": {strconv.FormatUint(id-1, 10)}, "limit": {strconv.Itoa(min(most+1, atOnce))}}
	var found []rest.Posted
	if err := b.client.Once(ctx, rest.Request{
		Method: http.MethodGet, Path: "/channels/" + channel + "/messages?" + query.Encode(), Bucket: rest.Named("GET messages " + channel), Into: &found,
	}); err != nil {
		return History{}, err
	}
	if len(found) > 0 {
		slices.Reverse(found) // the newest came first
		h := History{Readable: true, Gone: found[0].ID != message}
		for _, m := range found {
			if m.ID != message {
				h.IDs = append(h.IDs, m.ID)
			}
		}
		return h, nil
	}
	var in struct {
		Last string `json:"last_message_id"`
	}
	if err := b.client.Once(ctx, rest.Request{Method: http.MethodGet, Path: "/channels/" + channel, Bucket: rest.Named("GET channel " + channel), Into: &in}); err != nil {
		return History{}, err
	}
	var h History
	if last, err := strconv.ParseUint(in.Last, 10, 64); err == nil && last > id {
		h.IDs = []string{in.Last}
	}
	return h, nil
}

// Deleted reports whether a message was deleted. It returns an error if the bot may not read the
// channel's history.
func (b *Bot) Deleted(ctx context.Context, channel, message string) (bool, error) {
	err := b.client.Once(ctx, rest.Request{Method: http.MethodGet, Path: "/channels/" + channel + "/messages/" + message, Bucket: rest.Named("GET message " + channel)})
	if errors.Is(err, rest.ErrNoMessage) {
		return true, nil
	}
	return false, err
}

// SentAt returns when a message was sent, according to Discord's clock. The time is part of the
// message's id. If message isn't an id, SentAt returns the zero time.
func SentAt(message string) time.Time {
	id, err := strconv.ParseUint(message, 10, 64)
	if err != nil || id == 0 {
		return time.Time{}
	}
	const epoch = 1420070400000 // Discord's epoch in Unix milliseconds
	return time.UnixMilli(int64(id>>22) + epoch).UTC()
}
