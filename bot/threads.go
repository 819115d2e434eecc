package bot

import (
	"context"
	"fmt"
	"net/http"

	"deuces/bot/rest"
)

const (
	// archiveAfter is the number of minutes without a message after which Discord archives a
	// thread.
	archiveAfter = 1440
	// typePublicThread is Discord's type of a thread that everybody in the channel can see.
	typePublicThread = 11
)

// OpenThread opens a public thread in a channel and returns its id. The error is a *rest.Forbidden
// if the bot lacks the permission, rest.ErrNoChannel, or a *rest.Refused if the channel can't have
// threads. The name has at most 100 characters; see Plain.
func (b *Bot) OpenThread(ctx context.Context, channel, name string) (string, error) {
	var thread rest.Posted
	err := b.client.Do(ctx, rest.Request{
		Method: http.MethodPost, Path: "/channels/" + channel + "/threads", Bucket: rest.Named("POST threads " + channel), Into: &thread,
		JSON: map[string]any{"name": name, "type": typePublicThread, "auto_archive_duration": archiveAfter},
	})
	if err == nil && thread.ID == "" {
		err = fmt.Errorf("open a thread in channel %s: Discord's answer has no id", channel)
	}
	return thread.ID, missing(err, "Create Public Threads")
}
