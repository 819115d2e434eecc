package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
)

// Encode returns the stored form of an event's body: its kind, and compact JSON.
// Stored forms never change; cards and actions are in the notation of records.
func Encode(b Body) (kind string, body []byte, err error) {
	var form any
	switch b := b.(type) {
	case Opened:
		form = openedForm{
			Guild: b.Guild, Channel: b.Channel, System: b.System, Version: b.Version, Options: b.Options, Host: b.Host,
			settingsForm: formOf(b.Settings), Former: b.Former,
		}
	case Seated:
		form = playerForm(b)
	case ComputerSeated:
		form = computerForm(b.Computer)
	case Left:
		form = playerForm(b)
	case Returned:
		form = playerForm(b)
	case Took:
		form = tookForm(b)
	case Away:
		form = playerForm(b)
	case Kicked:
		form = byForm(b)
	case Pardoned:
		form = byForm(b)
	case VoteCalled:
		form = voteForm{By: b.By, Against: b.Against, Within: b.Within.Milliseconds()}
	case Voted:
		form = votedForm(b)
	case VoteOver:
		form = voteOverForm(b)
	case Woken:
		form = wokenForm{b.Away.Milliseconds()}
	case HostIs:
		form = playerForm(b)
	case Resumed:
		form = playerForm(b)
	case Started:
		form = playerForm{b.By}
	case OptionsSet:
		form = optionsForm(b)
	case SettingsSet:
		form = formOf(b.Settings)
	case Passing:
		form = passingForm(b)
	case PassingOver:
		form = seatForm(b)
	case Dealt:
		form = dealtForm{Round: b.Round, Deck: card.Format(b.Chance.Deck), Draws: card.Format(b.Chance.Draws), Pick: b.Chance.Pick}
	case Acted:
		form = actedForm{Seat: b.Seat, Action: b.Action.String(), By: b.By}
	case Settled:
		form = settledForm(b)
	case Paused:
		form = pausedForm{}
	case Ended:
		o := b.Outcome
		form = endedForm{Cause: b.Cause, By: b.By, Winner: o.Winner, Order: o.Order, Totals: o.Totals, Reason: o.Reason}
	default:
		return "", nil, fmt.Errorf("an event of type %T cannot be stored", b)
	}
	body, err = json.Marshal(form)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", b.kind(), err)
	}
	return b.kind(), body, nil
}

// Decode returns an event from its stored form. An error is an ErrUnreadable and
// names the kind or field that this program does not know: it never guesses.
func Decode(seq int, at time.Time, kind string, body []byte) (Event, error) {
	b, err := decode(kind, body)
	if err != nil {
		return Event{}, fmt.Errorf("%w: event %d, %q: %w", ErrUnreadable, seq, kind, err)
	}
	return Event{Seq: seq, At: at.UTC(), Body: b}, nil
}

func decode(kind string, body []byte) (Body, error) {
	switch kind {
	case "opened":
		f, err := read[openedForm](body)
		return Opened{
			Guild: f.Guild, Channel: f.Channel, System: f.System, Version: f.Version, Options: f.Options, Host: f.Host,
			Settings: f.settings(), Former: f.Former,
		}, err
	case "seated":
		f, err := read[playerForm](body)
		return Seated(f), err
	case "computer":
		f, err := read[computerForm](body)
		return ComputerSeated{Computer(f)}, err
	case "left":
		f, err := read[playerForm](body)
		return Left(f), err
	case "returned":
		f, err := read[playerForm](body)
		return Returned(f), err
	case "took":
		f, err := read[tookForm](body)
		return Took(f), err
	case "away":
		f, err := read[playerForm](body)
		return Away(f), err
	case "kicked":
		f, err := read[byForm](body)
		return Kicked(f), err
	case "pardoned":
		f, err := read[byForm](body)
		return Pardoned(f), err
	case "vote":
		f, err := read[voteForm](body)
		return VoteCalled{By: f.By, Against: f.Against, Within: millis(f.Within)}, err
	case "voted":
		f, err := read[votedForm](body)
		return Voted(f), err
	case "vote-over":
		f, err := read[voteOverForm](body)
		return VoteOver(f), err
	case "woken":
		f, err := read[wokenForm](body)
		return Woken{millis(f.Away)}, err
	case "host":
		f, err := read[playerForm](body)
		return HostIs(f), err
	case "resumed":
		f, err := read[playerForm](body)
		return Resumed(f), err
	case "started":
		f, err := read[playerForm](body)
		return Started{By: f.Player}, err
	case "options":
		f, err := read[optionsForm](body)
		return OptionsSet(f), err
	case "settings":
		f, err := read[settingsForm](body)
		return SettingsSet{f.settings()}, err
	case "passing":
		f, err := read[passingForm](body)
		return Passing(f), err
	case "passing-over":
		f, err := read[seatForm](body)
		return PassingOver(f), err
	case "dealt":
		return decodeDealt(body)
	case "acted":
		f, err := read[actedForm](body)
		if err != nil {
			return nil, err
		}
		a, err := game.ParseAction(f.Action)
		return Acted{Seat: f.Seat, Action: a, By: f.By}, err
	case "settled":
		f, err := read[settledForm](body)
		return Settled(f), err
	case "paused":
		_, err := read[pausedForm](body)
		return Paused{}, err
	case "ended":
		f, err := read[endedForm](body)
		return Ended{Cause: f.Cause, By: f.By, Outcome: game.Outcome{Winner: f.Winner, Order: f.Order, Totals: f.Totals, Reason: f.Reason}}, err
	}
	return nil, fmt.Errorf("this program knows no such kind of event")
}

func decodeDealt(body []byte) (Body, error) {
	f, err := read[dealtForm](body)
	if err != nil {
		return nil, err
	}
	deck, err := card.ParseAll(f.Deck)
	if err != nil {
		return nil, err
	}
	draws, err := card.ParseAll(f.Draws)
	if err != nil {
		return nil, err
	}
	return Dealt{Round: f.Round, Chance: game.Chance{Deck: deck, Draws: draws, Pick: f.Pick}}, nil
}

// The stored forms. Add a field only with a value that older events get by
// leaving it out.
type (
	openedForm struct {
		Guild   string            `json:"guild"`
		Channel string            `json:"channel"`
		System  string            `json:"system"`
		Version int               `json:"version"`
		Options map[string]string `json:"options,omitempty"`
		Host    Player            `json:"host"`
		settingsForm
		Former ID `json:"former,omitempty"`
	}
	settingsForm struct {
		Clock    int64 `json:"clock_ms"`
		Pause    int64 `json:"pause_ms"`
		Pace     int64 `json:"pace_ms"`
		Lobby    int64 `json:"lobby_ms"`
		Abandon  int64 `json:"abandon_ms"`
		AutoPass int64 `json:"auto_pass_ms,omitempty"`
		Seats    int   `json:"seats,omitempty"`
		NoHint   bool  `json:"no_hint,omitempty"`
	}
	passingForm struct {
		Seat  game.Seat `json:"seat"`
		Trick bool      `json:"trick,omitempty"`
	}
	seatForm struct {
		Seat game.Seat `json:"seat"`
	}
	playerForm struct {
		Player Player `json:"player"`
	}
	computerForm struct {
		Player Player   `json:"player"`
		Level  ai.Level `json:"level"`
		Name   string   `json:"name"`
	}
	tookForm struct {
		Player Player    `json:"player"`
		Seat   game.Seat `json:"seat"`
	}
	byForm struct {
		Player Player `json:"player"`
		By     Player `json:"by,omitempty"`
	}
	voteForm struct {
		By      Player `json:"by"`
		Against Player `json:"against"`
		Within  int64  `json:"within_ms"`
	}
	votedForm struct {
		Player Player `json:"player"`
		For    bool   `json:"for"`
	}
	voteOverForm struct {
		Against Player `json:"against"`
	}
	wokenForm struct {
		Away int64 `json:"away_ms"`
	}
	optionsForm struct {
		Options map[string]string `json:"options,omitempty"`
	}
	dealtForm struct {
		Round int    `json:"round"`
		Deck  string `json:"deck"`
		Draws string `json:"draws"`
		Pick  int    `json:"pick"`
	}
	actedForm struct {
		Seat   game.Seat `json:"seat"`
		Action string    `json:"action"`
		By     By        `json:"by"`
	}
	settledForm struct {
		Round  int          `json:"round"`
		Places []game.Seat  `json:"places"`
		Points []int        `json:"points"`
		Titles []game.Title `json:"titles"`
	}
	pausedForm struct{}
	endedForm  struct {
		Cause  Cause       `json:"cause"`
		By     Player      `json:"by,omitempty"`
		Winner game.Seat   `json:"winner"`
		Order  []game.Seat `json:"order,omitempty"`
		Totals []int       `json:"totals,omitempty"`
		Reason string      `json:"why,omitempty"`
	}
)

func formOf(s Settings) settingsForm {
	return settingsForm{
		Clock: s.Clock.Milliseconds(), Pause: s.Pause.Milliseconds(), Pace: s.Pace.Milliseconds(), Lobby: s.Lobby.Milliseconds(),
		Abandon: s.Abandon.Milliseconds(), AutoPass: s.AutoPass.Milliseconds(), Seats: s.Seats, NoHint: s.NoHint,
	}
}

func (f settingsForm) settings() Settings {
	return Settings{
		Clock: millis(f.Clock), Pause: millis(f.Pause), Pace: millis(f.Pace), Lobby: millis(f.Lobby), Abandon: millis(f.Abandon),
		AutoPass: millis(f.AutoPass), Seats: f.Seats, NoHint: f.NoHint,
	}
}

func read[T any](body []byte) (form T, err error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err = d.Decode(&form)
	return form, err
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
