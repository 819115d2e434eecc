package rest

import (
	"net/http"
	"strings"

	"deuces/sandbox/wire"
)

// pathIDs maps the parameters of paths that are ids to Discord's names for them. A webhook's id is
// its application's.
var pathIDs = map[string]string{
	"app": "application_id", "channel": "channel_id", "command": "command_id", "emoji": "emoji_id", "guild": "guild_id",
	"interaction": "interaction_id", "message": "message_id", "role": "role_id", "user": "user_id",
}

// checkIDs refuses a path that has something other than an id where the route needs one.
func checkIDs(r *http.Request) error {
	f, at := wire.NewForm()
	hook := strings.Contains(r.Pattern, " /webhooks/")
	for name, called := range pathIDs {
		text := r.PathValue(name)
		switch {
		case text == "@original" && name == "message" && hook, text == "@me" && strings.Contains(r.Pattern, "/thread-members/"):
			continue // the route accepts words such as @me
		case name == "app" && hook:
			called = "webhook_id"
		}
		at.Key(called).Snowflake(text)
	}
	return f.Err()
}
