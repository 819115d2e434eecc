package bot

import (
	"context"
	"deuces/internal/say"
	"errors"
	"fmt"
	"net/http"
)

// threadRests is after how many minutes without a message Discord archives a
// thread that the bot opened.
const threadRests = 1440

// typePublicThread is Discord's kind of a thread that everybody in the channel sees.
const typePublicThread = 11

// OpenThread opens a public thread in a channel and returns its id. The error is
// a *Forbidden where the bot may not, ErrNoChannel, or a *Refused for a channel
// that can't have threads. The name has at most 100 characters, see Plain.
func (b *Bot) OpenThread(ctx context.Context, channel, name string) (string, error) {
	data, err := newPayload(struct {
		Name  string `json:"name"`
		Type  int    `json:"type"`
		Rests int    `json:"auto_archive_duration"`
	}{name, typePublicThread, threadRests})
	if err != nil {
		return "", err
	}
	var thread struct {
		ID string `json:"id"`
	}
	err = b.client.persist(ctx, b.client.own, "POST threads "+channel, call{
		method: http.MethodPost, path: "/channels/" + channel + "/threads", body: data, own: true, into: &thread,
	})
	if forbidden, ok := errors.AsType[*Forbidden](err); ok && forbidden.Code == codeMissingPermissions {
		return "", &Forbidden{forbidden.Code, say.New("Create Public Threads")}
	}
	if err == nil && thread.ID == "" {
		err = fmt.Errorf("a thread in channel %s came without an id", channel)
	}
	return thread.ID, err
}
