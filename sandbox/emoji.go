package sandbox

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"image"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The limits of application emojis.
const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
	maxEmojiSide = 128
)

// emoji is one of the application's emojis; nobody needs a permission to use it.
type emoji struct {
	ID            snowflake   `json:"id"`
	Name          string      `json:"name"`
	Roles         []snowflake `json:"roles"`
	User          *user       `json:"user"`
	RequireColons bool        `json:"require_colons"`
	Managed       bool        `json:"managed"`
	Animated      bool        `json:"animated"`
	Available     bool        `json:"available"`

	kind string
	data []byte
}

// hasEmoji says whether the application has the emoji.
func (w *world) hasEmoji(id snowflake) bool { return w.emojis[id] != nil }

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

func (w *world) checkEmojiName(at *field, name string, own snowflake) {
	at.length(name, 2, 32)
	if name != "" && !emojiName.MatchString(name) {
		at.fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	for _, e := range w.emojis {
		if e.Name == name && e.ID != own {
			at.fail("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
			return
		}
	}
}

// picture reads a data URI.
func picture(at *field, uri string) (kind string, data []byte, frames bool) {
	head, body, found := strings.Cut(strings.TrimPrefix(uri, "data:"), ";base64,")
	data, err := base64.StdEncoding.DecodeString(body)
	if !found || err != nil {
		at.fail("IMAGE_INVALID", "Invalid image data")
		return "", nil, false
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case len(data) > maxEmojiSize:
		at.fail("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	case err != nil && head != "image/webp":
		at.fail("IMAGE_INVALID", "Invalid image data")
	case size.Width > maxEmojiSide || size.Height > maxEmojiSide:
		at.fail("IMAGE_DIMENSIONS", "The image cannot be larger than 128x128.")
	}
	if format != "" {
		head = "image/" + format // what it is, not what it is said to be
	}
	return head, data, format == "gif"
}

func (s *Server) emojiFor(q *request) (*emoji, error) {
	if q.id("app") != s.world.bot.ID {
		return nil, errUnknownApp
	}
	if e := s.world.emojis[q.id("emoji")]; e != nil {
		return e, nil
	}
	return nil, errUnknownEmoji
}

func (s *Server) listEmojis(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.id("app") != s.world.bot.ID {
		return answer{}, errUnknownApp
	}
	all := []*emoji{}
	for _, e := range s.world.emojis {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *emoji) int { return cmp.Compare(a.ID, b.ID) })
	return ok(map[string]any{"items": all}), nil
}

func (s *Server) createEmoji(q *request) (answer, error) {
	var b struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case q.id("app") != s.world.bot.ID:
		return answer{}, errUnknownApp
	case len(s.world.emojis) >= maxEmojis:
		return answer{}, errManyEmojis
	}
	f, at := newForm()
	s.world.checkEmojiName(at.key("name"), b.Name, 0)
	kind, data, animated := picture(at.key("image"), b.Image)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	e := &emoji{ID: s.world.ids.next(q.now), Name: b.Name, Roles: []snowflake{}, User: s.world.bot, RequireColons: true, Animated: animated,
		Available: true, kind: kind, data: data}
	s.world.emojis[e.ID] = e
	return answer{http.StatusCreated, e}, nil
}

func (s *Server) getEmoji(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.emojiFor(q)
	if err != nil {
		return answer{}, err
	}
	return ok(e), nil
}

func (s *Server) renameEmoji(q *request) (answer, error) {
	var b struct {
		Name string `json:"name"`
	}
	if err := decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.emojiFor(q)
	if err != nil {
		return answer{}, err
	}
	f, at := newForm()
	s.world.checkEmojiName(at.key("name"), b.Name, e.ID)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	renamed := *e
	renamed.Name = b.Name
	s.world.emojis[e.ID] = &renamed
	return ok(&renamed), nil
}

func (s *Server) deleteEmoji(q *request) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.emojiFor(q)
	if err != nil {
		return answer{}, err
	}
	delete(s.world.emojis, e.ID)
	return noContent, nil
}

// serveEmoji gives the picture of /emojis/ID.png, whatever the suffix.
func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	id, _ := parseID(strings.TrimSuffix(name, path.Ext(name)))
	s.mu.Lock()
	e := s.world.emojis[id]
	s.mu.Unlock()
	if e == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", e.kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "max-age=3600")
	_, _ = w.Write(e.data)
}
