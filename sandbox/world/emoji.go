package world

import (
	"bytes"
	"encoding/base64"
	"image"
	"regexp"
	"strings"

	"deuces/sandbox/wire"
)

// The limits of application emojis.
const (
	MaxEmojis    = 2000
	MaxEmojiSize = 256 << 10
	MaxEmojiSide = 128
)

// Emoji is one of the application's emojis. Using one requires no permission.
type Emoji struct {
	ID            wire.Snowflake   `json:"id"`
	Name          string           `json:"name"`
	Roles         []wire.Snowflake `json:"roles"`
	User          *User            `json:"user"`
	RequireColons bool             `json:"require_colons"`
	Managed       bool             `json:"managed"`
	Animated      bool             `json:"animated"`
	Available     bool             `json:"available"`

	Kind string `json:"-"`
	Data []byte `json:"-"`
}

// hasEmoji reports whether the application has the emoji.
func (w *World) hasEmoji(id wire.Snowflake) bool { return w.Emojis[id] != nil }

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

// CheckEmojiName requires a name that is valid and not taken.
func (w *World) CheckEmojiName(at *wire.Field, name string) {
	at.Length(name, 2, 32)
	if name != "" && !emojiName.MatchString(name) {
		at.Fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	for _, e := range w.Emojis {
		if e.Name == name {
			at.Fail("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
			return
		}
	}
}

// Picture decodes a picture from a data URI. kind is its media type, and frames reports whether it
// may be animated.
func Picture(at *wire.Field, uri string) (kind string, data []byte, frames bool) {
	head, body, found := strings.Cut(strings.TrimPrefix(uri, "data:"), ";base64,")
	data, err := base64.StdEncoding.DecodeString(body)
	if !found || err != nil {
		at.Fail("IMAGE_INVALID", "Invalid image data")
		return "", nil, false
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case len(data) > MaxEmojiSize:
		at.Fail("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	case err != nil && head != "image/webp":
		at.Fail("IMAGE_INVALID", "Invalid image data")
	case size.Width > MaxEmojiSide || size.Height > MaxEmojiSide:
		at.Fail("IMAGE_DIMENSIONS", "The image cannot be larger than 128x128.")
	}
	if format != "" {
		head = "image/" + format // the actual format, not the claimed one
	}
	return head, data, format == "gif"
}
