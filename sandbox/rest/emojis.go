package rest

import (
	"cmp"
	"net/http"
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) listEmojis(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	if q.id("app") != s.world.Bot.ID {
		return answer{}, wire.ErrUnknownApp
	}
	all := []*world.Emoji{}
	for _, e := range s.world.Emojis {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *world.Emoji) int { return cmp.Compare(a.ID, b.ID) })
	return ok(map[string]any{"items": all}), nil
}

func (s *API) createEmoji(q *request) (answer, error) {
	var b struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	switch {
	case q.id("app") != s.world.Bot.ID:
		return answer{}, wire.ErrUnknownApp
	case len(s.world.Emojis) >= world.MaxEmojis:
		return answer{}, wire.ErrManyEmojis
	}
	f, at := wire.NewForm()
	s.world.CheckEmojiName(at.Key("name"), b.Name)
	kind, data, animated := world.Picture(at.Key("image"), b.Image)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	e := &world.Emoji{ID: s.world.IDs.Next(q.now), Name: b.Name, Roles: []wire.Snowflake{}, User: s.world.Bot, RequireColons: true, Animated: animated,
		Available: true, Kind: kind, Data: data}
	s.world.Emojis[e.ID] = e
	return answer{http.StatusCreated, e}, nil
}

func (s *API) deleteEmoji(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	switch {
	case q.id("app") != s.world.Bot.ID:
		return answer{}, wire.ErrUnknownApp
	case s.world.Emojis[q.id("emoji")] == nil:
		return answer{}, wire.ErrUnknownEmoji
	}
	delete(s.world.Emojis, q.id("emoji"))
	return noContent, nil
}
