package rest

import (
	"strconv"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// ownUser is the bot's user object as the bot sees it.
type ownUser struct {
	*world.User
	MFA      bool             `json:"mfa_enabled"`
	Locale   string           `json:"locale"`
	Verified bool             `json:"verified"`
	Email    wire.Opt[string] `json:"email"`
}

func (s *API) me(*request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return ok(ownUser{s.world.Bot, false, "en-US", true, wire.Null[string]()}), nil
}

func (s *API) getUser(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	if u := s.world.Users[q.id("user")]; u != nil {
		return ok(u), nil
	}
	return answer{}, wire.ErrUnknownUser
}

func (s *API) application(*request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return ok(s.world.Application()), nil
}

// directMessage opens the direct message channel with a person. Whether the person accepts messages
// is checked when the bot sends one.
func (s *API) directMessage(q *request) (answer, error) {
	var b struct {
		Recipient  wire.Opt[wire.Snowflake]   `json:"recipient_id"`
		Recipients wire.Opt[[]wire.Snowflake] `json:"recipients"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	to := b.Recipient.Or(0)
	if list := b.Recipients.Or(nil); to == 0 && len(list) == 1 {
		to = list[0]
	} else if len(list) > 1 {
		return answer{}, wire.ErrBotsCannot
	}
	if to == 0 {
		f, at := wire.NewForm()
		at.Key("recipient_id").Required()
		return answer{}, f.Err()
	}
	u := s.world.Users[to]
	switch {
	case u == nil:
		return answer{}, wire.ErrUnknownUser
	case u.Bot:
		return answer{}, wire.ErrNoDirectMessages
	}
	return ok(s.world.OpenDM(u, q.now).Wire()), nil
}

func (s *API) myGuilds(q *request) (answer, error) {
	type mine struct {
		ID          wire.Snowflake    `json:"id"`
		Name        string            `json:"name"`
		Icon        wire.Opt[string]  `json:"icon"`
		Banner      wire.Opt[string]  `json:"banner"`
		Owner       bool              `json:"owner"`
		Permissions world.Permissions `json:"permissions"`
		Features    []string          `json:"features"`
	}
	f, at := wire.NewForm()
	p := q.page(at, 200, 200)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	all := []mine{}
	for _, g := range s.world.Guilds {
		if g.Members[s.world.Bot.ID] == nil || !p.has(g.ID) {
			continue
		}
		one := mine{ID: g.ID, Name: g.Name, Permissions: g.PermissionsOf(s.world.Bot.ID), Features: []string{}}
		all = append(all, one)
	}
	if p.before > 0 && len(all) > p.limit {
		all = all[len(all)-p.limit:]
	}
	return ok(all[:min(len(all), p.limit)]), nil
}

// page is the part of a list that a query asks for.
type page struct {
	before, after wire.Snowflake
	limit         int
}

// page reads the parameters limit, before and after. usual is the default of limit, and most is its
// maximum.
func (q *request) page(at *wire.Field, usual, most int) page {
	query := q.URL.Query()
	p := page{limit: usual, before: at.Key("before").Snowflake(query.Get("before")), after: at.Key("after").Snowflake(query.Get("after"))}
	if text := query.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			at.Key("limit").Coerced(text, "int")
		} else {
			at.Key("limit").Between(n, 1, most)
		}
		p.limit = n
	}
	return p
}

// has reports whether an id is within the page.
func (p page) has(id wire.Snowflake) bool {
	return id > p.after && (p.before == 0 || id < p.before)
}
