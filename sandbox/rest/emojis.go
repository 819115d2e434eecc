package rest

import (
	"cmp"
	"net/http"
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) emojiFor(q *request) (*world.Emoji, error) {
	if q.id("app") != s.world.Bot.ID {
		return nil, wire.ErrUnknownApp
	}
	if e := s.world.Emojis[q.id("emoji")]; e != nil {
		return e, nil
	}
	return nil, wire.ErrUnknownEmoji
}

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
	s.world.CheckEmojiName(at.Key("name"), b.Name, 0)
	kind, data, animated := world.Picture(at.Key("image"), b.Image)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	e := &world.Emoji{ID: s.world.IDs.Next(q.now), Name: b.Name, Roles: []wire.Snowflake{}, User: s.world.Bot, RequireColons: true, Animated: animated,
		Available: true, Kind: kind, Data: data}
	s.world.Emojis[e.ID] = e
	return answer{http.StatusCreated, e}, nil
}

func (s *API) getEmoji(q *request, e *world.Emoji) (answer, error) {
	return ok(e), nil
}

func (s *API) renameEmoji(q *request) (answer, error) {
	var b struct {
		Name string `json:"name"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	e, err := s.emojiFor(q)
	if err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	s.world.CheckEmojiName(at.Key("name"), b.Name, e.ID)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	renamed := *e
	renamed.Name = b.Name
	s.world.Emojis[e.ID] = &renamed
	return ok(&renamed), nil
}

func (s *API) deleteEmoji(q *request, e *world.Emoji) (answer, error) {
	delete(s.world.Emojis, e.ID)
	return noContent, nil
}
