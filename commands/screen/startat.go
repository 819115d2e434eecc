package screen

import (
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

// This file renders a start at a time: the panel of the host, the lines in the lobby, the call before it, and the
// server's event.

// StartPanel renders the panel in which the host of a lobby chooses when the match starts. refused is why a time
// was refused, and events says whether the start can be an event of the server.
func (s Snapshot) StartPanel(refused say.Message, events bool) bot.Message {
	id := func(what string) string { return ids.StartAt{Table: s.ID, What: what}.ID() }
	after := func(d time.Duration, label say.Text) bot.Button {
		return bot.Button{ID: id(d.String()), Label: say.New(label)}
	}
	now := say.New("You start it, when you like.")
	set := !s.Schedule.At.IsZero()
	if set {
		now = say.New("{time}, {relative}", bot.Date(s.Schedule.At), bot.Relative(s.Schedule.At))
	}
	blocks := []bot.Block{
		texts(banner(say.New("🕗 When does the match start?")), say.Mark("⚠️ ", refused, ""), now,
			small(say.New("The lobby waits until then. Five minutes before, I mention everyone who has joined."))),
		bot.Row{after(30*time.Minute, "In 30 minutes"), after(time.Hour, "1 hour"), after(2*time.Hour, "2 hours"), after(4*time.Hour, "4 hours"), after(24*time.Hour, "Tomorrow, same time")},
	}
	row := bot.Row{{ID: s.button(ids.VerbStartForm), Label: say.New("Another time …")}}
	if set {
		row = append(row, bot.Button{ID: id(ids.StartNever), Label: say.New("No set time")})
	}
	blocks = append(blocks, row)
	if set && s.OffersComputers {
		blocks = append(blocks, toggle(id(ids.StartBots), s.Schedule.Fill != "", "**Bots** fill up if too few people come"))
	}
	if set && (events || s.Schedule.Event) {
		blocks = append(blocks, toggle(id(ids.StartEvent), s.Schedule.Event, "**Event:** in the server's list. If it's moved or canceled, so is the start"))
	}
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// StartForm returns the form for another time.
func StartForm(id ids.TableButton) bot.Modal {
	return bot.Modal{ID: id.ID(), Title: say.New("When does the match start?"), Fields: []bot.Field{
		{ID: "when", Label: say.New("20:30, tomorrow 9:15 or in 90 minutes"), Required: true, Max: 60},
		{ID: "here", Label: say.New("Your time now (needed for a time of day)"), Max: 20},
	}}
}

// startHead returns the lobby's head and notes about a start at a time; empty if there is none.
func (s Snapshot) startHead() (head, note say.Message) {
	switch at := s.Schedule.At; {
	case !at.IsZero():
		head = say.New("starts {time}", bot.Relative(at))
		note = say.New("🕗 {time}", bot.Date(at))
		if s.Schedule.Fill != "" {
			note = dotted(note, say.New("bots fill up"))
		}
	case s.Unstarted == match.TooFewCame && s.StartsAt().IsZero():
		note = say.New("🕗 Too few came in time. I'm waiting a little for more.")
	case s.Unstarted == match.EventCanceled:
		note = say.New("🗓️ The server's event was canceled, so {host} starts the match.", s.playerName(s.Host))
	}
	return head, note
}

// StartsSoon renders the message that mentions players of a lobby once, shortly before the match starts. It is empty
// at any other time.
func (s Snapshot) StartsSoon(whom []match.Player, now time.Time) bot.Message {
	at, calls := s.Schedule.At, s.CallsAt()
	if calls.IsZero() || now.Before(calls) || !now.Before(at) {
		return bot.Message{}
	}
	msg := bot.Message{Edition: "start-" + at.UTC().Format("20060102T150405")}
	var names []string
	for _, p := range whom {
		if id := s.Who[p].ID; id != "" {
			names, msg.Mentions = append(names, bot.Mention(id)), append(msg.Mentions, id)
		}
	}
	if len(names) == 0 {
		return bot.Message{}
	}
	msg.Blocks = []bot.Block{bot.Text(say.New("🕗 {names}: **{game}** starts {time}.", strings.Join(names, " "), s.Game, bot.Relative(at)))}
	return msg
}

// StartEvent returns the server's event for a lobby's start. id is that of the present event, or "".
func (s Snapshot) StartEvent(id string) bot.ScheduledEvent {
	g := s.GuildSettings
	return bot.ScheduledEvent{
		ID:    id,
		Name:  bot.Clip(g.Say(say.New("{game} with {host}", g.Title(s.System), say.Verbatim(bot.Plain(s.Who[s.Host].Name, 60)))), 100),
		About: say.New("Table {n}. Join at the link; the match starts at the event's time.", int(s.ID)).In(g.Language),
		Place: strings.TrimSuffix(bot.Link(s.Guild, s.Channel, ""), "/"),
		Start: s.Schedule.At,
	}
}
