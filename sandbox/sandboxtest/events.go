package sandboxtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Patience is how long a test waits for something before it fails. It only ends waits that would
// never end, so it is long enough for the slowest machine.
const Patience = 2 * time.Minute

// Event is an event of a user's stream. Its type is message, delete, world, interaction or call.
type Event struct {
	Type string
	Data json.RawMessage
}

// Message returns the message of a "message" event.
func (e Event) Message() Message {
	var m Message
	_ = json.Unmarshal(e.Data, &m) // the zero value if it isn't a message
	return m
}

// Events opens the user's stream of one channel, or of all channels if channel is "". Events that
// happen after it returns are sent to the returned channel, which is closed when ctx or the stream
// ends.
func (u *User) Events(ctx context.Context, channel string) (<-chan Event, error) {
	return u.events(ctx, channel, url.Values{})
}

func (u *User) events(ctx context.Context, channel string, q url.Values) (<-chan Event, error) {
	q.Set("user", u.ID)
	if channel != "" {
		q.Set("channel", channel)
	}
	r, err := http.NewRequestWithContext(ctx, "GET", u.d.URL+"/sandbox/events?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := u.d.client.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, &Error{resp.StatusCode, "no events"}
	}
	lines := bufio.NewReaderSize(resp.Body, 64<<10)
	if _, err := lines.ReadString('\n'); err != nil { // the line ": ready" shows that the stream is open
		resp.Body.Close()
		return nil, fmt.Errorf("events: %w", err)
	}
	out := make(chan Event, 64)
	go func() {
		defer close(out)
		defer resp.Body.Close()
		var e Event
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSuffix(line, "\n")
			if kind, is := strings.CutPrefix(line, "event: "); is {
				e.Type = kind
			} else if data, is := strings.CutPrefix(line, "data: "); is {
				e.Data = json.RawMessage(data)
			} else if line == "" && e.Type != "" {
				select {
				case out <- e:
				case <-ctx.Done():
					return
				}
				e = Event{}
			}
		}
	}()
	return out, nil
}

// Await returns the newest message of the channel for which fits returns true. If there is none, it
// waits for one.
func (u *User) Await(ctx context.Context, channel string, fits func(Message) bool) (Message, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, err := u.Events(ctx, channel)
	if err != nil {
		return Message{}, err
	}
	there, err := u.Messages(ctx, channel)
	if err != nil {
		return Message{}, err
	}
	for i := len(there) - 1; i >= 0; i-- {
		if fits(there[i]) {
			return there[i], nil
		}
	}
	for e := range events {
		if e.Type == "message" && fits(e.Message()) {
			return e.Message(), nil
		}
	}
	return Message{}, fmt.Errorf("waiting for a message: %w", context.Cause(ctx))
}

// Until waits until holds returns true. It calls holds immediately, after each event that the user
// receives, and after each call by the bot. It waits for at most Patience.
func (u *User) Until(ctx context.Context, holds func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	events, err := u.events(ctx, "", url.Values{"calls": {"1"}})
	if err != nil {
		return err
	}
	for {
		if held, err := holds(); held || err != nil {
			return err
		}
		_, more := <-events
		for lagging := more; lagging; { // checks only once for all events that have arrived
			select {
			case _, more = <-events:
				lagging = more
			default:
				lagging = false
			}
		}
		if ctx.Err() != nil {
			return fmt.Errorf("timed out after %v: %w", Patience, context.Cause(ctx))
		}
		if !more { // the sandbox closed the stream because this reader was too slow
			if events, err = u.events(ctx, "", url.Values{"calls": {"1"}}); err != nil {
				return err
			}
		}
	}
}

// AwaitBot waits until a bot is connected.
func (d *Discord) AwaitBot(ctx context.Context) error {
	ann, err := d.User(ctx, "Ann")
	if err != nil {
		return err
	}
	return ann.Until(ctx, func() (bool, error) {
		var world struct {
			Bot struct{ Connected bool }
		}
		err := d.Do(ctx, "GET", "/sandbox/world", nil, &world)
		return world.Bot.Connected, err
	})
}
