package world

import (
	"slices"
	"time"

	"deuces/sandbox/wire"
)

// ScheduledEvent is an event in a guild's list of events, as the API returns it. Only those at a place outside of voice
// channels exist here.
type ScheduledEvent struct {
	ID      wire.Snowflake           `json:"id"`
	GuildID wire.Snowflake           `json:"guild_id"`
	Channel wire.Opt[wire.Snowflake] `json:"channel_id"`
	Creator wire.Snowflake           `json:"creator_id"`
	Name    string                   `json:"name"`
	About   wire.Opt[string]         `json:"description"`
	Image   wire.Opt[string]         `json:"image"`
	Start   time.Time                `json:"scheduled_start_time"`
	End     time.Time                `json:"scheduled_end_time"`
	Privacy int                      `json:"privacy_level"`
	Status  int                      `json:"status"` // 1 scheduled, 2 active, 3 completed, 4 canceled
	Kind    int                      `json:"entity_type"`
	Entity  wire.Opt[wire.Snowflake] `json:"entity_id"`
	Rule    wire.Opt[struct{}]       `json:"recurrence_rule"`
	Meta    EventPlace               `json:"entity_metadata"`
}

// EventPlace is where an event takes place.
type EventPlace struct {
	Location string `json:"location"`
}

// Event returns the event with this id, or nil.
func (g *Guild) Event(id wire.Snowflake) *ScheduledEvent {
	for _, e := range g.Events {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// SaveEvent adds an event to its guild, or replaces the one with the same id.
func (w *World) SaveEvent(g *Guild, e *ScheduledEvent) {
	what := "CREATE"
	if g.Event(e.ID) != nil {
		what = "UPDATE"
	}
	g.Events = append(w.withoutEvent(g, e.ID), e)
	w.gateway.Dispatch(g, "GUILD_SCHEDULED_EVENT_"+what, e)
	w.people.Changed()
}

// DropEvent deletes an event.
func (w *World) DropEvent(g *Guild, e *ScheduledEvent) {
	g.Events = w.withoutEvent(g, e.ID)
	w.gateway.Dispatch(g, "GUILD_SCHEDULED_EVENT_DELETE", e)
	w.people.Changed()
}

func (w *World) withoutEvent(g *Guild, id wire.Snowflake) []*ScheduledEvent {
	return slices.DeleteFunc(slices.Clone(g.Events), func(e *ScheduledEvent) bool { return e.ID == id })
}
