package commands

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// memory is a store in memory.
type memory struct {
	Memory  // not used otherwise
	mu      sync.Mutex
	set     settings.Guild
	presets []settings.Preset
	posts   map[match.ID]map[Post]bot.Shown
	chosen  map[standing.Player]settings.Person
	unknown map[standing.Player]bool // forgotten players
}

func newMemory() *memory {
	return &memory{set: settings.Default(), posts: map[match.ID]map[Post]bot.Shown{}, chosen: map[standing.Player]settings.Person{}, unknown: map[standing.Player]bool{}}
}

// Player and People: player n has the Discord id 100 + n.
func (s *memory) Player(_ context.Context, discord, _ string) (standing.Player, error) {
	var p standing.Player
	_, err := fmt.Sscanf(discord, "1%d", &p)
	return p, err
}

func (s *memory) Find(ctx context.Context, discord string) (standing.Player, bool, error) {
	p, err := s.Player(ctx, discord, "")
	return p, true, err
}

func (s *memory) People(_ context.Context, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	who := map[standing.Player]standing.Person{}
	for _, p := range players {
		if p > 0 && !s.unknown[p] {
			who[p] = standing.Person{ID: userOf(p), Name: fmt.Sprintf("Player %d", p)}
		}
	}
	return who, nil
}

func userOf(p standing.Player) string { return fmt.Sprintf("1%02d", p) }

func (s *memory) GuildSettings(context.Context, string) (settings.Guild, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set, nil
}

func (s *memory) Preferences(_ context.Context, p standing.Player) (settings.Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if chosen, ok := s.chosen[p]; ok {
		return chosen, nil
	}
	return settings.DefaultPerson(), nil
}

func (s *memory) ChangePreferences(ctx context.Context, p standing.Player, change func(settings.Person) (settings.Person, error)) (settings.Person, error) {
	before, _ := s.Preferences(ctx, p)
	after, err := change(before)
	if err != nil {
		return before, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chosen[p] = after
	return after, nil
}

func (s *memory) SavePost(_ context.Context, id match.ID, kind Post, _ string, at bot.Shown) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.posts[id] == nil {
		s.posts[id] = map[Post]bot.Shown{}
	}
	if s.posts[id][kind] = at; at.Message == "" && at.Former == "" {
		delete(s.posts[id], kind)
	}
	return nil
}

func (s *memory) Post(_ context.Context, id match.ID, kind Post) (bot.Shown, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.posts[id][kind], nil
}

func (s *memory) Posts(_ context.Context, id match.ID) (map[Post]bot.Shown, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.posts[id]), nil
}

func (s *memory) Presets(context.Context, string) ([]settings.Preset, error) { return s.presets, nil }

func (*memory) Running(context.Context, string, string) ([]standing.Streak, error) { return nil, nil }
func (*memory) Head(context.Context, match.ID, int) (string, error)                { return "", nil }
func (*memory) Channel(context.Context, match.ID) (string, error)                  { return "", nil }
func (*memory) GiveUp(context.Context, match.ID, time.Time) error                  { return nil }
func (*memory) CleanPosts(context.Context, func(string) string) error              { return nil }
func (*memory) EndedWithPosts(context.Context, func(string) bool) ([]match.ID, error) {
	return nil, nil
}
func (*memory) LostWithPosts(context.Context, func(string) bool) ([]match.ID, error) { return nil, nil }
func (*memory) LastOptions(context.Context, string, string) (map[string]string, error) {
	return nil, nil
}
func (*memory) SaveLastOptions(context.Context, string, string, string, map[string]string) error {
	return nil
}

// prefer sets a player's preferences.
func (s *memory) prefer(p standing.Player, notice settings.Notice, where settings.Where) {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen := settings.DefaultPerson()
	chosen.Notice, chosen.Where = notice, where
	s.chosen[p] = chosen
}

// fixture is a bot with a table, with a fake clock.
type fixture struct {
	*Commands
	t        *testing.T
	discord  *fakeDiscord
	store    *memory
	log      *tabletest.Log
	bot      *bot.Bot
	messages *mirror.Mirrors
	end      context.CancelFunc
	ended    chan struct{} // closed when FollowTurns has returned
	id       match.ID
}

// channelHere is the table's channel.
const channelHere = "22"

// withTable tests a table of the players 1 to 4 with this turn clock, whose first turn has just
// begun.
func withTable(t *testing.T, clock time.Duration, arrange func(*memory, *fakeDiscord), story func(*fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24 * 365 * 25 * time.Hour) // to a year in which Discord exists
		e := &fixture{t: t, discord: newFakeDiscord(), store: newMemory(), log: &tabletest.Log{}}
		if arrange != nil {
			arrange(e.store, e.discord)
		}
		e.start()
		defer func() { e.stop() }()
		e.id = e.openIn(channelHere, clock)
		story(e)
	})
}

// start starts the bot with the stored state.
func (e *fixture) start() {
	e.t.Helper()
	e.Commands = New(Config{Store: e.store, Systems: systems.All(), Mention: settings.MentionWarning, BoardEvery: time.Minute, Logger: zerolog.New(zerolog.NewTestWriter(e.t))})
	seed := [32]byte{7}
	tables := table.NewRegistry(table.Config{
		Log: e.log, Rules: systems.New, Settings: match.DefaultSettings(), LastAlive: time.Now(), OnChange: e.Changed, OnLost: e.Lost,
		OnWake: e.Woke, MaySleep: e.Sleeps,
		Latest: func(system string) (int, bool) { s, ok := systems.Latest(system); return s.Version, ok },
		Random: &luck{r: rand.NewChaCha8(seed)},
		Think: func(_ context.Context, _ game.Rules, _ ai.Level, o ai.Observation) (game.Action, error) {
			return o.View.Legal[0], nil
		},
	})
	var err error
	if e.bot, err = bot.New(bot.Config{Token: "t", Transport: e.discord, Log: zerolog.New(zerolog.NewTestWriter(e.t))}); err != nil {
		e.t.Fatal(err)
	}
	e.messages = mirror.New(mirror.Config{Client: e.bot.Client(), Log: zerolog.New(zerolog.NewTestWriter(e.t))})
	if err := e.Serve(e.t.Context(), tables, e.messages, e.bot); err != nil {
		e.t.Fatal(err)
	}
	if err := tables.Recover(e.t.Context()); err != nil {
		e.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(e.t.Context())
	e.end, e.ended = cancel, make(chan struct{})
	go func() {
		defer close(e.ended)
		e.FollowTurns(ctx)
	}()
	e.Named("1", "The *Club*")
	e.rest(time.Second)
}

// stop stops the bot as a crash would: no message is edited afterwards.
func (e *fixture) stop() {
	e.t.Helper()
	e.end()
	<-e.ended
	if err := e.tables.Close(e.t.Context()); err != nil {
		e.t.Error(err)
	}
	over, cancel := context.WithCancel(e.t.Context())
	cancel()
	_ = e.messages.Close(over) // messages that aren't shown yet stay so
}

// openIn opens a table in a channel, whose passes show immediately, and starts the match.
func (e *fixture) openIn(channel string, clock time.Duration, computers ...match.Computer) match.ID {
	e.t.Helper()
	return e.open(channel, clock, 0, computers...)
}

// open is openIn with another time until a pass shows.
func (e *fixture) open(channel string, clock, autoPass time.Duration, computers ...match.Computer) match.ID {
	e.t.Helper()
	set := match.DefaultSettings()
	set.Clock, set.AutoPass, set.Undo, set.Pause = clock, autoPass, 0, time.Second
	open := match.Opening{Guild: "1", Channel: channel, System: "ahole", Host: 1, Others: []match.Player{2, 3, 4}, Settings: set, Computers: computers}
	for _, x := range computers {
		open.Others = append(open.Others, x.Player)
	}
	m, err := e.tables.Open(e.t.Context(), open)
	if err != nil {
		e.t.Fatal(err)
	}
	e.mirrors.Show(e.boardMirror(m))
	e.showSidePosts(m)
	e.rest(time.Second)
	e.do(m.ID, match.Start{Player: 1})
	e.rest(time.Second)
	return m.ID
}

func (e *fixture) do(id match.ID, c match.Command) {
	e.t.Helper()
	if _, err := e.tables.Do(e.t.Context(), id, c); err != nil {
		e.t.Fatalf("%#v: %v", c, err)
	}
}

// rest lets time pass.
func (e *fixture) rest(d time.Duration) { time.Sleep(d); synctest.Wait() }

// until lets players play until it is this player's turn, and for three seconds since.
func (e *fixture) until(p match.Player) {
	e.t.Helper()
	for e.mover() != p {
		e.move()
	}
	e.rest(3 * time.Second)
}

// clicks clicks a button of the table's channel and returns the answer.
func (e *fixture) clicks(p match.Player, h bot.Handler, id string) bot.Reply {
	e.t.Helper()
	reply, err := h(e.t.Context(), e.clickBy(p, id))
	if err != nil {
		e.t.Fatalf("%s: %v", id, err)
	}
	return reply
}

// handButton answers the hand's button on the board, and opensHand clicks it.
func (e *fixture) handButton() bot.Handler {
	return e.atTable(e.greeting(with(ids.ParseTableButton(ids.VerbHand), e.hand)))
}

func (e *fixture) opensHand(p match.Player) bot.Reply {
	e.t.Helper()
	return e.clicks(p, e.handButton(), fmt.Sprintf("hand/%d", e.id))
}

// chat makes people write n messages in the table's channel.
func (e *fixture) chat(n int) { e.discord.chat(channelHere, n) }

// posts returns how many messages were posted in the table's channel.
func (e *fixture) posts() int { return e.discord.asked("POST /channels/" + channelHere + "/messages") }

// all returns the live tables.
func (e *fixture) all() (all []match.Match) {
	e.t.Helper()
	for _, id := range e.tables.Live() {
		m, err := e.tables.Match(e.t.Context(), id)
		if err != nil {
			e.t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// match returns the current state of the table.
func (e *fixture) match() match.Match {
	e.t.Helper()
	m, err := e.tables.Match(e.t.Context(), e.id)
	if err != nil {
		e.t.Fatal(err)
	}
	return m
}

// mover returns the player whose turn it is.
func (e *fixture) mover() match.Player {
	e.t.Helper()
	m := e.match()
	seat, due := m.Turn()
	if !due {
		e.t.Fatal("it is nobody's turn")
	}
	return m.Players()[seat]
}

func (e *fixture) seatOf(p match.Player) game.Seat {
	e.t.Helper()
	seat, seated := e.match().Seat(p)
	if !seated {
		e.t.Fatalf("player %d has no seat", p)
	}
	return seat
}

// move makes the player to move play, if possible, and returns the next player once they have had
// the turn for a moment.
func (e *fixture) move() match.Player {
	e.t.Helper()
	m := e.match()
	e.do(e.id, match.Act{Player: e.mover(), Decision: m.Decision, Action: playOf(m)})
	e.rest(time.Second)
	if e.match().Phase != match.Playing {
		e.rest(5 * time.Second) // the next round is dealt
	}
	return e.mover()
}

// playOf returns an action of the player to move, which is a pass only if nothing else is possible.
func playOf(m match.Match) game.Action {
	legal := m.State.Legal()
	if i := slices.IndexFunc(legal, func(a game.Action) bool { return a.Verb != game.Pass }); i >= 0 {
		return legal[i]
	}
	return legal[0]
}

// board checks that the table's channel has exactly one board with buttons, and that it is the one
// that the bot has stored. It returns the board.
func (e *fixture) board() string {
	e.t.Helper()
	var boards []string
	for _, body := range e.discord.shows(channelHere, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id)) {
		if strings.Contains(body, `"users":[]`) {
			boards = append(boards, body)
		}
	}
	if len(boards) != 1 {
		e.t.Fatalf("there are %d boards with buttons, not one: %s", len(boards), boards)
	}
	if left := e.discord.shows(channelHere, "The table has moved"); len(left) > 0 {
		e.t.Fatalf("of the old board is left %s", left)
	}
	return boards[0]
}

// atEnd reports whether the board is below everything that people have written.
func (e *fixture) atEnd() bool {
	e.t.Helper()
	all := e.discord.shows(channelHere, "")
	return !slices.Contains(all[slices.Index(all, e.board()):], chatter)
}

// mentioned returns the number of mentions of a player in the channel, and written their direct
// messages.
func (e *fixture) mentioned(p match.Player) int {
	return len(e.discord.shows(channelHere, `"users":["`+userOf(p)+`"]`))
}

func (e *fixture) written(p match.Player) []string { return e.discord.shows("9"+userOf(p), "") }

// luck is a random source for several goroutines.
type luck struct {
	mu sync.Mutex
	r  io.Reader
}

func (l *luck) Read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(b)
}

// clickBy returns a request by a player in the table's channel.
func (e *fixture) clickBy(p match.Player, id string) bot.Request {
	_, last := e.discord.end(channelHere)
	return bot.Request{Guild: "1", Channel: channelHere, Last: last, User: bot.User{ID: userOf(p), Name: "Ann"}, Private: true, Bot: bot.Needed, Args: strings.Split(id, "/")[1:]}
}
