package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"deuces/bot/rest"
)

// ScheduledEvent is an event in a server's list of events, at a place outside of voice channels.
type ScheduledEvent struct {
	ID    string
	Name  string // at most 100 characters
	About string // at most 1000
	Place string // at most 100
	Start time.Time
}

// eventLength is how long an event is shown as running. Discord requires an end.
const eventLength = 2 * time.Hour

const createEvents = "Create Events"

// scheduledDoc is Discord's JSON form of an event.
type scheduledDoc struct {
	ID      string    `json:"id,omitempty"`
	Name    string    `json:"name"`
	About   string    `json:"description"`
	Start   time.Time `json:"scheduled_start_time"`
	End     time.Time `json:"scheduled_end_time"`
	Privacy int       `json:"privacy_level"`
	Kind    int       `json:"entity_type"`
	Status  int       `json:"status,omitempty"`
	Meta    struct {
		Place string `json:"location"`
	} `json:"entity_metadata"`
}

// Discord's numbers.
const (
	onlyThisGuild  = 2
	kindExternal   = 3
	statusCanceled = 4
)

func (e ScheduledEvent) encode() scheduledDoc {
	d := scheduledDoc{Name: e.Name, About: e.About, Start: e.Start.UTC(), End: e.Start.Add(eventLength).UTC(), Privacy: onlyThisGuild, Kind: kindExternal}
	d.Meta.Place = e.Place
	return d
}

// SaveEvent creates an event, or changes the one with its ID, and returns its id. The error is a *rest.Forbidden if the
// bot lacks the permission, or rest.ErrNoEvent. An event without an ID whose description another one of the guild
// has already isn't created: an earlier attempt may have done so.
func (b *Bot) SaveEvent(ctx context.Context, guild string, e ScheduledEvent) (id string, err error) {
	path := "/guilds/" + guild + "/scheduled-events"
	if e.ID == "" {
		var all []scheduledDoc
		if err := b.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: path, Bucket: rest.Named("GET events " + guild), Into: &all}); err != nil {
			return "", err
		}
		for _, d := range all {
			if d.About == e.About && d.Meta.Place == e.Place && d.Status != statusCanceled {
				e.ID = d.ID
			}
		}
	}
	var saved scheduledDoc
	q := rest.Request{Method: http.MethodPost, Path: path, Bucket: rest.Named("POST events " + guild), JSON: e.encode(), Into: &saved}
	if e.ID != "" {
		q.Method, q.Path, q.Bucket = http.MethodPatch, path+"/"+e.ID, rest.Named("PATCH events "+guild)
	}
	err = b.client.Do(ctx, q)
	return saved.ID, missing(err, createEvents)
}

// EventStart returns when an event begins, or the zero time if it was canceled or deleted.
func (b *Bot) EventStart(ctx context.Context, guild, id string) (time.Time, error) {
	var d scheduledDoc
	err := b.client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "/guilds/" + guild + "/scheduled-events/" + id, Bucket: rest.Named("GET event " + guild), Into: &d})
	if errors.Is(err, rest.ErrNoEvent) || d.Status == statusCanceled {
		return time.Time{}, nil
	}
	return d.Start, err
}

// DropEvent deletes an event. It does nothing if there is none.
func (b *Bot) DropEvent(ctx context.Context, guild, id string) error {
	err := b.client.Do(ctx, rest.Request{Method: http.MethodDelete, Path: "/guilds/" + guild + "/scheduled-events/" + id, Bucket: rest.Named("DELETE event " + guild)})
	if errors.Is(err, rest.ErrNoEvent) {
		return nil
	}
	return missing(err, createEvents)
}

// eventChanged calls Config.EventChanged.
func (b *Bot) eventChanged(raw json.RawMessage) {
	var d scheduledDoc
	if json.Unmarshal(raw, &d) == nil && d.ID != "" && b.cfg.EventChanged != nil {
		b.work.Go(func() { b.cfg.EventChanged(d.ID) })
	}
}
