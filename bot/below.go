package bot

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// What stands below a message in its channel. The bot has no intent for messages, so
// Discord doesn't tell of them: it has to be asked, which its owner does seldom. What
// is asked for is when there are messages, and how many; what they say is not looked at.

// Below is what stands below a message.
type Below struct {
	// IDs are the messages, the oldest first, and no more than were asked for. Unless
	// they were Counted it is one at most.
	IDs []string

	// Counted says that the bot may read the channel's history. Where it may not, all
	// there is to see is the channel's last_message_id: that something was written
	// below, and when the last of it was (Written); not how much, and not whether it
	// is there still, for Discord leaves the id as it is when that message is deleted.
	Counted bool

	// Gone says that the message itself was deleted, as far as that could be seen.
	Gone bool
}

// Below returns what stands below a message: most messages at most, or those that one
// request can tell of. It makes each request once; its errors are the mirrors'.
func (b *Bot) Below(ctx context.Context, channel, message string, most int) (Below, error) {
	id, err := strconv.ParseUint(message, 10, 64)
	if err != nil || id == 0 {
		return Below{}, fmt.Errorf("below message %q: that is no id", message)
	}
	// The message itself comes along: without the permission Discord returns no
	// message at all, and no error.
	const atOnce = 100
	query := url.Values{"after": {strconv.FormatUint(id-1, 10)}, "limit": {strconv.Itoa(min(most+1, atOnce))}}
	var found []posted
	if err := b.client.once(ctx, "GET messages "+channel, call{
		method: http.MethodGet, path: messagesPath(channel) + "?" + query.Encode(), own: true, into: &found,
	}); err != nil {
		return Below{}, err
	}
	if len(found) > 0 {
		slices.Reverse(found) // the newest came first
		below := Below{Counted: true, Gone: found[0].ID != message}
		for _, m := range found {
			if m.ID != message {
				below.IDs = append(below.IDs, m.ID)
			}
		}
		return below, nil
	}
	var in struct {
		Last string `json:"last_message_id"`
	}
	if err := b.client.once(ctx, "GET channel "+channel, call{
		method: http.MethodGet, path: "/channels/" + channel, own: true, into: &in,
	}); err != nil {
		return Below{}, err
	}
	var below Below
	if last, err := strconv.ParseUint(in.Last, 10, 64); err == nil && last > id {
		below.IDs = []string{in.Last}
	}
	return below, nil
}

// Written is when a message was written, by Discord's clock: its id has the time. The
// zero time for what is no id.
func Written(message string) time.Time {
	id, err := strconv.ParseUint(message, 10, 64)
	if err != nil || id == 0 {
		return time.Time{}
	}
	const epoch = 1420070400000 // Discord's, in milliseconds
	return time.UnixMilli(int64(id>>22) + epoch).UTC()
}

// once makes a request under its key's limit, and not again.
func (c *client) once(ctx context.Context, key string, x call) error {
	p, err := c.own.acquire(ctx, key)
	if err != nil {
		return fmt.Errorf("%s %s: %w", x.method, redact(x.path), err)
	}
	return c.do(ctx, &p, x)
}
