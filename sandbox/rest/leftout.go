package rest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"deuces/sandbox/wire"
)

// notKept are fields of Discord's bodies that the sandbox wouldn't keep, by route. A body that sets one is refused: what is answered with 200
// is kept.
var notKept = map[string][]string{
	"PATCH /applications/@me":                      applicationFields,
	"PATCH /applications/{app}":                    applicationFields,
	"PATCH /guilds/{guild}":                        {"region"},
	"PATCH /channels/{channel}":                    channelFields,
	"POST /guilds/{guild}/channels":                channelFields,
	"POST /channels/{channel}/threads":             {"applied_tags", "message"},
	"POST /channels/{channel}/messages":            {"shared_client_theme"},
	"POST /applications/{app}/commands":            {"handler"},
	"PATCH /applications/{app}/commands/{command}": {"handler"},
	"POST /users/@me/channels":                     {"access_tokens", "nicks"},
}

var (
	applicationFields = []string{"event_webhooks_status", "event_webhooks_types", "event_webhooks_url", "explicit_content_filter", "integration_types_config",
		"max_participants", "team_id", "type"}
	channelFields = []string{"applied_tags", "available_tags", "bitrate", "default_forum_layout", "default_reaction_emoji", "default_sort_order",
		"default_tag_setting", "icon", "rtc_region", "user_limit", "video_quality_mode"}
)

// unkept refuses a body that sets a field which the sandbox wouldn't keep. null, 0 and what is empty are what such a field has anyway.
func unkept(pattern string, body []byte) error {
	names := notKept[pattern]
	if len(names) == 0 {
		return nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil {
		return nil // the route itself says what is wrong
	}
	for _, name := range names {
		if v := string(bytes.TrimSpace(fields[name])); v != "" && !slices.Contains([]string{"null", "0", `""`, "[]", "{}"}, v) {
			return wire.LeftOut("the field " + name)
		}
	}
	return nil
}

// leftOutRoutes are Discord's routes that aren't served, by the reason. A path without a method stands for all methods.
var leftOutRoutes = []struct {
	reason string
	paths  []string
}{
	{"there are no activities", []string{"/applications/{}/activity-instances/{}", "/applications/{}/attachment"}},
	{"nothing is sold", []string{"/applications/{}/entitlements", "/applications/{}/entitlements/{}", "/applications/{}/entitlements/{}/consume",
		"/skus/{}/subscriptions", "/skus/{}/subscriptions/{}", "/users/@me/applications/{}/entitlements"}},
	{"it needs a user's OAuth2 token, and there is only the bot's", []string{"/applications/{}/role-connections/metadata",
		"/users/@me/applications/{}/role-connection", "/users/@me/connections", "/users/@me/guilds/{}/member", "PUT /guilds/{}/members/{}",
		"/oauth2/keys", "/oauth2/userinfo"}},
	{"there are no announcement channels", []string{"/channels/{}/followers", "/channels/{}/messages/{}/crosspost"}},
	{"there are no invites: everybody is in every guild", []string{"/channels/{}/invites", "POST /guilds/{}/invites", "/guilds/{}/vanity-url",
		"/invites/{}", "/invites/{}/target-users", "/invites/{}/target-users/job-status", "/guilds/{}/requests", "/guilds/{}/requests/{}"}},
	{"there are no polls", []string{"/channels/{}/polls/{}/answers/{}", "/channels/{}/polls/{}/expire"}},
	{"there are no group direct messages", []string{"/channels/{}/recipients/{}"}},
	{"there is no voice: no voice channels, stages or sounds", []string{"/channels/{}/send-soundboard-sound", "/channels/{}/voice-status", "/guilds/{}/regions",
		"/guilds/{}/soundboard-sounds", "/guilds/{}/soundboard-sounds/{}", "/guilds/{}/voice-states/@me", "/guilds/{}/voice-states/{}",
		"/soundboard-default-sounds", "/stage-instances", "/stage-instances/{}", "POST /voice/regions"}},
	{"there is no search of messages and threads", []string{"/channels/{}/threads/search", "/guilds/{}/messages/search"}},
	{"the only webhooks are those of interactions", []string{"/channels/{}/webhooks", "/guilds/{}/webhooks", "/webhooks/{}", "GET /webhooks/{}/{}",
		"PATCH /webhooks/{}/{}", "DELETE /webhooks/{}/{}", "/webhooks/{}/{}/github", "/webhooks/{}/{}/slack"}},
	{"there are no guild templates", []string{"/guilds/templates/{}", "/guilds/{}/templates", "/guilds/{}/templates/{}"}},
	{"no audit log is kept", []string{"/guilds/{}/audit-logs"}},
	{"there is no auto moderation", []string{"/guilds/{}/auto-moderation/rules", "/guilds/{}/auto-moderation/rules/{}", "/guilds/{}/incident-actions"}},
	{"emojis belong to the application; guilds have none", []string{"POST /guilds/{}/emojis", "/guilds/{}/emojis/{}"}},
	{"there are no stickers", []string{"POST /guilds/{}/stickers", "/guilds/{}/stickers/{}", "/sticker-packs", "/sticker-packs/{}", "/stickers/{}"}},
	{"the bot is the only integration", []string{"POST /guilds/{}/integrations", "/guilds/{}/integrations/{}"}},
	{"guilds aren't public: no previews, widgets, welcome screens or onboarding", []string{"/guilds/{}/new-member-welcome", "/guilds/{}/onboarding", "/guilds/{}/preview",
		"/guilds/{}/welcome-screen", "/guilds/{}/widget", "/guilds/{}/widget.json", "/guilds/{}/widget.png"}},
	{"nobody is ever inactive", []string{"/guilds/{}/prune"}},
	{"there are no scheduled events", []string{"POST /guilds/{}/scheduled-events", "/guilds/{}/scheduled-events/{}", "/guilds/{}/scheduled-events/{}/exceptions",
		"/guilds/{}/scheduled-events/{}/exceptions/{}", "/guilds/{}/scheduled-events/{}/users", "/guilds/{}/scheduled-events/{}/users/counts",
		"/guilds/{}/scheduled-events/{}/{}/users"}},
	{"there is no Social SDK: no lobbies, no provisional accounts", []string{"/lobbies", "/lobbies/{}", "/lobbies/{}/channel-linking", "/lobbies/{}/members/@me",
		"/lobbies/{}/members/@me/invites", "/lobbies/{}/members/bulk", "/lobbies/{}/members/{}", "/lobbies/{}/members/{}/invites", "/lobbies/{}/messages",
		"/lobbies/{}/messages/{}/moderation-metadata", "/partner-sdk/dms/{}/{}/messages/{}/moderation-metadata",
		"/partner-sdk/provisional-accounts/unmerge", "/partner-sdk/provisional-accounts/unmerge/bot", "/partner-sdk/token", "/partner-sdk/token/bot"}},
}

// LeftOut is the reason why a call's route isn't served, "" if it isn't among Discord's.
func LeftOut(method, path string) string {
	for _, group := range leftOutRoutes {
		for _, pattern := range group.paths {
			verb, want, hasVerb := strings.Cut(pattern, " ")
			if !hasVerb {
				verb, want = method, pattern
			}
			if verb == method && fits(want, path) {
				return group.reason
			}
		}
	}
	return ""
}

// fits reports whether a path has the form of a pattern, in which {} stands for any segment.
func fits(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if want[i] != "{}" && want[i] != have[i] {
			return false
		}
	}
	return true
}

// Routes returns a function that says whether a call's route is served, whatever ids its path has.
func Routes() func(method, path string) bool {
	mux := (&API{}).mux()
	return func(method, path string) bool {
		_, pattern := mux.Handler(&http.Request{Method: method, URL: &url.URL{Path: path}})
		return pattern != ""
	}
}
