package bot

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"deuces/bot/rest"
)

// History is what was written in a channel after a message. The bot has no intent for
// messages, so it has to ask. It asks when messages were written and how many; it does not
// look at what they say.
type History struct {
	// IDs are the messages, the oldest first, and no more than were asked for. If they are
	// not Counted there is at most one.
	IDs []string

	// Counted says that the bot may read the channel's history. Where it may not, it sees
	// only the channel's last_message_id: that something was written, and when the last
	// message was; not how much, nor whether it was deleted since.
	Counted bool

	// Gone says that the message itself was deleted, as far as that can be seen.
	Gone bool
}

// HistoryAfter returns what was written after a message: most messages at most, or those
// that one request returns. Requests are not repeated.
func (b *Bot) HistoryAfter(ctx context.Context, channel, message string, most int) (History, error) {
	id, err := strconv.ParseUint(message, 10, 64)
	if err != nil || id == 0 {
		return History{}, fmt.Errorf("history after message %q: that is no id", message)
	}
	// The message itself is asked for, too: without the permission Discord returns no
	// message at all, and no error.
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
		h := History{Counted: true, Gone: found[0].ID != message}
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

// SentAt is when a message was sent, by Discord's clock: its id has the time. The zero
// time for what is no id.
func SentAt(message string) time.Time {
	id, err := strconv.ParseUint(message, 10, 64)
	if err != nil || id == 0 {
		return time.Time{}
	}
	const epoch = 1420070400000 // Discord's, in milliseconds
	return time.UnixMilli(int64(id>>22) + epoch).UTC()
}
