package rest

import (
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// eventBody is what a bot sends to make or change an event.
type eventBody struct {
	Name    wire.Opt[string]           `json:"name"`
	About   wire.Opt[string]           `json:"description"`
	Start   wire.Opt[time.Time]        `json:"scheduled_start_time"`
	End     wire.Opt[time.Time]        `json:"scheduled_end_time"`
	Privacy wire.Opt[int]              `json:"privacy_level"`
	Kind    wire.Opt[int]              `json:"entity_type"`
	Status  wire.Opt[int]              `json:"status"`
	Meta    wire.Opt[world.EventPlace] `json:"entity_metadata"`
}

const externalEvent = 3

func (s *API) guildEvents(_ *request, g *world.Guild) (answer, error) {
	return ok(wire.ListOf(g.Events)), nil
}

func (s *API) createEvent(q *request, g *world.Guild, b eventBody) (answer, error) {
	e := world.ScheduledEvent{ID: s.world.IDs.Next(q.now), GuildID: g.ID, Creator: s.world.Bot.ID, Status: 1,
		Channel: wire.Null[wire.Snowflake](), About: wire.Null[string](), Image: wire.Null[string](), Entity: wire.Null[wire.Snowflake](), Rule: wire.Null[struct{}]()}
	return s.saveEvent(q, g, e, b)
}

func (s *API) saveEvent(q *request, g *world.Guild, e world.ScheduledEvent, b eventBody) (answer, error) {
	const day = 24 * time.Hour
	f, at := wire.NewForm()
	e.Name, e.Start, e.End, e.Privacy = b.Name.Or(e.Name), b.Start.Or(e.Start), b.End.Or(e.End), b.Privacy.Or(e.Privacy)
	e.Kind, e.Status, e.Meta = b.Kind.Or(e.Kind), b.Status.Or(e.Status), b.Meta.Or(e.Meta)
	if b.About.Given() {
		e.About = b.About
	}
	at.Key("name").Length(e.Name, 1, 100)
	at.Key("description").Length(e.About.Or(""), 0, 1000)
	at.Key("entity_metadata").Key("location").Length(e.Meta.Location, 1, 100)
	at.Key("privacy_level").OneOf(e.Privacy, 2)
	if b.Start.Given() && (!e.Start.After(q.now) || e.Start.After(q.now.Add(5*365*day))) {
		at.Key("scheduled_start_time").Fail("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	}
	if !e.End.After(e.Start) {
		at.Key("scheduled_end_time").Fail("GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START", "Cannot schedule event to end before it starts.")
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	switch {
	case e.Kind != externalEvent:
		return answer{}, wire.LeftOut("events in voice channels")
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.CreateEvents), e.Creator != s.world.Bot.ID:
		return answer{}, wire.ErrMissingPerms
	}
	s.world.SaveEvent(g, &e)
	return ok(&e), nil
}

func (s *API) eventFor(q *request, g *world.Guild) (*world.ScheduledEvent, error) {
	if e := g.Event(q.id("event")); e != nil {
		return e, nil
	}
	return nil, wire.ErrUnknownEvent
}

func (s *API) getEvent(q *request, g *world.Guild) (answer, error) {
	e, err := s.eventFor(q, g)
	return ok(e), err
}

func (s *API) editEvent(q *request, g *world.Guild, b eventBody) (answer, error) {
	e, err := s.eventFor(q, g)
	if err != nil {
		return answer{}, err
	}
	return s.saveEvent(q, g, *e, b)
}

func (s *API) deleteEvent(q *request, g *world.Guild) (answer, error) {
	e, err := s.eventFor(q, g)
	switch {
	case err != nil:
		return answer{}, err
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.CreateEvents), e.Creator != s.world.Bot.ID:
		return answer{}, wire.ErrMissingPerms
	}
	s.world.DropEvent(g, e)
	return noContent, nil
}
