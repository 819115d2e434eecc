package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
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
	if e.ID == "" {
		var all []scheduledDoc
		if err := b.events(ctx, http.MethodGet, guild, "", nil, &all); err != nil {
			return "", err
		}
		for _, d := range all {
			if d.About == e.About && d.Meta.Place == e.Place && d.Status != statusCanceled {
				e.ID = d.ID
			}
		}
	}
	method := http.MethodPost
	if e.ID != "" {
		method = http.MethodPatch
	}
	var saved scheduledDoc
	err = b.events(ctx, method, guild, e.ID, e.encode(), &saved)
	return saved.ID, err
}

// EventStart returns when an event begins, or the zero time if it was canceled or deleted.
func (b *Bot) EventStart(ctx context.Context, guild, id string) (time.Time, error) {
	var d scheduledDoc
	err := b.events(ctx, http.MethodGet, guild, id, nil, &d)
	if errors.Is(err, rest.ErrNoEvent) || d.Status == statusCanceled {
		return time.Time{}, nil
	}
	return d.Start, err
}

// DropEvent deletes an event. It does nothing if there is none.
func (b *Bot) DropEvent(ctx context.Context, guild, id string) error {
	if err := b.events(ctx, http.MethodDelete, guild, id, nil, nil); !errors.Is(err, rest.ErrNoEvent) {
		return err
	}
	return nil
}

// events makes a request about an event of a guild, or about all of them if id is "".
func (b *Bot) events(ctx context.Context, method, guild, id string, body, into any) error {
	path := strings.TrimSuffix("/guilds/"+guild+"/scheduled-events/"+id, "/")
	return missing(b.client.Do(ctx, rest.Request{Method: method, Path: path, Bucket: rest.Named(method + " events " + guild), JSON: body, Into: into}), createEvents)
}

// eventChanged calls Config.EventChanged.
func (b *Bot) eventChanged(raw json.RawMessage) {
	var d scheduledDoc
	if json.Unmarshal(raw, &d) == nil && d.ID != "" && b.cfg.EventChanged != nil {
		b.work.Go(func() { b.cfg.EventChanged(d.ID) })
	}
}
