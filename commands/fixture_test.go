package commands

import (
	"cmp"
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

// memory is a Memory whose data is in RAM. It implements the methods that these tests need.
type memory struct {
	Memory      // nil; the other methods must not be called
	log         *tabletest.Log
	mu          sync.Mutex
	guild       settings.Guild
	mention     settings.Mention // the operator's default
	presets     []settings.Preset
	posts       map[match.ID]map[Post]bot.Shown
	preferences map[standing.Player]settings.Person
	forgotten   map[standing.Player]bool // players who were forgotten
	removed     map[string]bool          // guilds that removed the bot
}

func newMemory() *memory {
	return &memory{guild: settings.Default(), mention: settings.MentionWarning, posts: map[match.ID]map[Post]bot.Shown{}, preferences: map[standing.Player]settings.Person{}, forgotten: map[standing.Player]bool{}}
}

// Player returns n for the player with the Discord id 100 + n. People is its inverse.
func (s *memory) Player(_ context.Context, discord, _ string) (standing.Player, error) {
	var p standing.Player
	_, err := fmt.Sscanf(discord, "1%d", &p)
	return p, err
}

func (s *memory) Locales(_ context.Context, _ string, _ time.Time) (map[string]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	people := map[string]int{}
	for _, p := range s.preferences {
		people[p.Locale]++
	}
	return people, nil
}

func (s *memory) Find(ctx context.Context, discord string) (standing.Player, bool, error) {
	p, err := s.Player(ctx, discord, "")
	return p, true, err
}

func (s *memory) People(_ context.Context, _ string, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	who := map[standing.Player]standing.Person{}
	for _, p := range players {
		if p > 0 && !s.forgotten[p] {
			who[p] = standing.Person{ID: discordID(p), Name: fmt.Sprintf("Player %d", p)}
		}
	}
	return who, nil
}

func (*memory) Nickname(context.Context, string, standing.Player, string) error { return nil }

func (s *memory) OpenBy(ctx context.Context, p standing.Player) (channels []string, err error) {
	live, err := s.log.Live(ctx)
	for _, id := range live {
		events, err := s.log.All(id)
		if err != nil {
			return nil, err
		}
		if opened := events[0].Body.(match.Opened); opened.Host == p {
			channels = append(channels, opened.Channel)
		}
	}
	return channels, err
}

func discordID(p standing.Player) string { return fmt.Sprintf("1%02d", p) }

func (s *memory) GuildSettings(context.Context, string) (settings.Guild, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.guild, nil
}

func (s *memory) Preferences(_ context.Context, p standing.Player) (settings.Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if chosen, ok := s.preferences[p]; ok {
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
	s.preferences[p] = after
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

func (s *memory) TableWithPost(_ context.Context, kind Post, message string) (match.ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, posts := range s.posts {
		if posts[kind].Message == message {
			return id, nil
		}
	}
	return 0, nil
}

func (s *memory) Lobbies(ctx context.Context, _ string) (lobbies []match.ID, err error) {
	if s.log == nil {
		return nil, nil
	}
	live, err := s.log.Live(ctx)
	for _, id := range live {
		events, err := s.log.All(id)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(events, func(e match.Event) bool { _, is := e.Body.(match.Started); return is }) {
			lobbies = append(lobbies, id)
		}
	}
	return lobbies, err
}

// LastCall reads the logs of live tables.
func (s *memory) LastCall(ctx context.Context, _ string, after time.Time) (last time.Time, err error) {
	live, err := s.log.Live(ctx)
	for _, id := range live {
		events, err := s.log.All(id)
		if err != nil {
			return last, err
		}
		for _, e := range events {
			if _, is := e.Body.(match.Called); is && e.At.After(after) && e.At.After(last) {
				last = e.At
			}
		}
	}
	return last, err
}

func (s *memory) Posts(_ context.Context, id match.ID) (map[Post]bot.Shown, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.posts[id]), nil
}

func (s *memory) Presets(context.Context, string) ([]settings.Preset, error) { return s.presets, nil }

func (s *memory) ChangePreset(_ context.Context, _, name string, change func(settings.Preset) (settings.Preset, error)) error {
	at := slices.IndexFunc(s.presets, func(p settings.Preset) bool { return strings.EqualFold(p.Name, name) })
	if at < 0 {
		_, err := change(settings.Preset{}) // no test adds one
		return err
	}
	p, err := change(s.presets[at])
	if err == nil {
		s.presets[at] = p
	}
	return err
}

func (s *memory) ChangeSettings(_ context.Context, _ string, _ time.Time, change func(settings.Guild) (settings.Guild, error)) (settings.Guild, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := change(s.guild)
	if err == nil {
		s.guild = g
	}
	return g, err
}

func (s *memory) RemovedFrom(context.Context) (map[string]bool, error) { return s.removed, nil }
func (s *memory) WantLists(context.Context) (players []standing.Player, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p, chosen := range s.preferences {
		if chosen.Where == settings.DailyList {
			players = append(players, p)
		}
	}
	return players, nil
}
func (*memory) Seasons(context.Context, string) ([]standing.SeasonInfo, error)     { return nil, nil }
func (*memory) Running(context.Context, string, string) ([]standing.Streak, error) { return nil, nil }
func (*memory) Head(context.Context, match.ID, int) (string, error)                { return "", nil }
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

func (s *memory) Channel(_ context.Context, id match.ID) (guild, channel, parent string, err error) {
	events, err := s.log.All(id)
	if len(events) == 0 {
		return "", "", "", err
	}
	opened := events[0].Body.(match.Opened)
	return opened.Guild, opened.Channel, opened.Parent, err
}

// prefer sets a player's preferences.
func (s *memory) prefer(p standing.Player, notice settings.Notice, where settings.Where) {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen := settings.DefaultPerson()
	chosen.Notice, chosen.Where = notice, where
	s.preferences[p] = chosen
}

// fixture is a bot with one table, on a fake clock.
type fixture struct {
	*Commands
	t        *testing.T
	discord  *fakeDiscord
	store    *memory
	log      *tabletest.Log
	bot      *bot.Bot
	messages *mirror.Mirrors
	cancel   context.CancelFunc
	ended    chan struct{} // closed when FollowTurns has returned
	id       match.ID
	alive    time.Time // when the bot was last known to run; zero: until now
	others   []func()  // stop processes whose tables others have taken over
}

// tableChannel is the channel of the table.
const tableChannel = "22"

// withTable runs a test with a table of the players 1 to 4. clock is the turn clock. The first turn
// has just begun. arrange may change the store and the fake before the bot starts.
func withTable(t *testing.T, clock time.Duration, arrange func(*memory, *fakeDiscord), test func(*fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24 * 365 * 25 * time.Hour) // Discord's ids need a date after 2015
		e := &fixture{t: t, discord: newFakeDiscord(), store: newMemory(), log: &tabletest.Log{}}
		e.store.log = e.log
		if arrange != nil {
			arrange(e.store, e.discord)
		}
		e.start()
		defer func() {
			for _, stop := range append(e.others, e.stop) {
				stop()
			}
		}()
		e.id = e.openTable(tableChannel, clock)
		test(e)
	})
}

// start starts the bot with the stored state.
func (e *fixture) start() {
	e.t.Helper()
	e.Commands = New(Config{Store: e.store, Systems: systems.All(), Mention: e.store.mention, BoardEvery: time.Minute, Logger: zerolog.New(zerolog.NewTestWriter(e.t))})
	seed := [32]byte{7}
	tables := table.NewRegistry(table.Config{
		Log: e.log, Rules: systems.New, Settings: match.DefaultSettings(), LastAlive: cmp.Or(e.alive, time.Now()), OnChange: e.Changed, OnLost: e.Lost,
		OnWake: e.RestoreMessages, MaySleep: e.ReleaseMessages, OnStop: e.Stop,
		Latest: func(system string) (int, bool) { s, ok := systems.Latest(system); return s.Version, ok },
		Random: &lockedReader{r: rand.NewChaCha8(seed)},
		Think: func(_ context.Context, _ game.Rules, _ ai.Level, o ai.Observation, _ ai.Fixed) (game.Action, error) {
			return o.View.Legal[0], nil
		},
	})
	var err error
	if e.bot, err = bot.New(bot.Config{Token: "t", Transport: e.discord, Log: zerolog.New(zerolog.NewTestWriter(e.t))}); err != nil {
		e.t.Fatal(err)
	}
	e.messages = mirror.New(mirror.Config{Client: e.bot.Client(), Log: zerolog.New(zerolog.NewTestWriter(e.t))})
	e.Use(tables, e.messages, e.bot)
	if err := e.Serve(e.t.Context(), func(string) bool { return true }); err != nil {
		e.t.Fatal(err)
	}
	if err := tables.Recover(e.t.Context()); err != nil {
		e.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(e.t.Context())
	e.cancel, e.ended = cancel, make(chan struct{})
	go func() {
		defer close(e.ended)
		e.FollowTurns(ctx)
	}()
	e.sleep(time.Second)
}

// stop stops the bot like a crash: no message is edited afterwards.
func (e *fixture) stop() {
	e.t.Helper()
	e.cancel()
	<-e.ended
	if err := e.tables.Close(e.t.Context()); err != nil {
		e.t.Error(err)
	}
	canceled, cancel := context.WithCancel(e.t.Context())
	cancel()
	_ = e.messages.Close(canceled) // gives up messages that aren't shown yet
}

// takeOver starts another process, which takes all tables over. The process before lives on without tables.
func (e *fixture) takeOver() {
	e.t.Helper()
	before := *e
	e.others = append(e.others, before.stop)
	e.tables.Stop(e.t.Context(), func(string) bool { return true })
	e.alive = time.Now()
	e.start()
}

// openTable opens a table in a channel and starts the match. Automatic passes are shown
// immediately.
func (e *fixture) openTable(channel string, clock time.Duration, computers ...match.Computer) match.ID {
	e.t.Helper()
	return e.openWithAutoPass(channel, clock, 0, computers...)
}

// openWithAutoPass is like openTable, but automatic passes are shown after autoPass.
func (e *fixture) openWithAutoPass(channel string, clock, autoPass time.Duration, computers ...match.Computer) match.ID {
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
	e.mirrors.Show(e.mirrorOf(m, BoardPost, bot.Shown{}))
	e.showSidePosts(m)
	e.sleep(time.Second)
	e.do(m.ID, match.Start{Player: 1})
	e.sleep(time.Second)
	return m.ID
}

func (e *fixture) do(id match.ID, c match.Command) {
	e.t.Helper()
	if _, err := e.tables.Do(e.t.Context(), id, c); err != nil {
		e.t.Fatalf("%#v: %v", c, err)
	}
}

// sleep lets the time d pass on the fake clock and waits until all other goroutines are blocked.
func (e *fixture) sleep(d time.Duration) { time.Sleep(d); synctest.Wait() }

// playUntil makes the players play until it is the turn of player p, and then waits three seconds.
func (e *fixture) playUntil(p match.Player) {
	e.t.Helper()
	for e.currentPlayer() != p {
		e.playTurn()
	}
	e.sleep(3 * time.Second)
}

// click clicks a button in the table's channel and returns the reply.
func (e *fixture) click(p match.Player, h handler, id string) bot.Reply {
	e.t.Helper()
	reply, err := h(e.t.Context(), e.withSettings(e.t, e.clickRequest(p, id)))
	if err != nil {
		e.t.Fatalf("%s: %v", id, err)
	}
	return reply
}

// handHandler returns the handler of the board's button "My hand".
func (e *fixture) handHandler() handler {
	return e.atTable(e.asPresent(with(ids.ParseTableButton(ids.VerbHand), e.hand)))
}

// openHand clicks the board's button "My hand" and returns the reply.
func (e *fixture) openHand(p match.Player) bot.Reply {
	e.t.Helper()
	return e.click(p, e.handHandler(), fmt.Sprintf("hand/%d", e.id))
}

// chat makes people write n messages in the table's channel.
func (e *fixture) chat(n int) { e.discord.chat(tableChannel, n) }

// countPosts returns how many messages were posted in the table's channel.
func (e *fixture) countPosts() int {
	return e.discord.countRequests("POST /channels/" + tableChannel + "/messages")
}

// liveMatches returns the matches of all live tables.
func (e *fixture) liveMatches() (all []match.Match) {
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

// currentPlayer returns the player whose turn it is.
func (e *fixture) currentPlayer() match.Player {
	e.t.Helper()
	m := e.match()
	seat, due := m.Turn()
	if !due {
		e.t.Fatal("no player is to move")
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

// playTurn makes the current player play, or pass if no card can be played. It waits a second, or
// until the next round is dealt, and returns the next player.
func (e *fixture) playTurn() match.Player {
	e.t.Helper()
	m := e.match()
	e.do(e.id, match.Act{Player: e.currentPlayer(), Decision: m.Decision, Action: chooseAction(m)})
	e.sleep(time.Second)
	if e.match().Phase != match.Playing {
		e.sleep(5 * time.Second) // until the next round is dealt
	}
	return e.currentPlayer()
}

// chooseAction returns a legal action of the player whose turn it is. It passes only if nothing
// else is legal.
func chooseAction(m match.Match) game.Action {
	legal := m.State.Legal()
	if i := slices.IndexFunc(legal, func(a game.Action) bool { return a.Verb != game.Pass }); i >= 0 {
		return legal[i]
	}
	return legal[0]
}

// wantOneBoard fails the test unless the table's channel has exactly one board with buttons. It
// returns the body of that board.
func (e *fixture) wantOneBoard() string {
	e.t.Helper()
	boards := e.discord.find(tableChannel, fmt.Sprintf(`"custom_id":"menu/%d"`, e.id))
	if len(boards) != 1 {
		e.t.Fatalf("got %d boards with buttons, want 1: %s", len(boards), boards)
	}
	return boards[0]
}

// boardIsLast reports whether no person's message is below the board.
func (e *fixture) boardIsLast() bool {
	e.t.Helper()
	all := e.discord.find(tableChannel, "")
	return !slices.Contains(all[slices.Index(all, e.wantOneBoard()):], chatter)
}

// countMentions returns the number of mentions of a player in the table's channel.
func (e *fixture) countMentions(p match.Player) int {
	return len(e.discord.find(tableChannel, `"users":["`+discordID(p)+`"]`))
}

// directMessages returns the bodies of a player's direct messages.
func (e *fixture) directMessages(p match.Player) []string {
	return e.discord.find("9"+discordID(p), "")
}

// lockedReader is a source of random bytes that several goroutines can read.
type lockedReader struct {
	mu sync.Mutex
	r  io.Reader
}

func (l *lockedReader) Read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(b)
}

// clickRequest returns the request of a click by a player in the table's channel.
func (e *fixture) clickRequest(p match.Player, id string) bot.Request {
	_, last := e.discord.newestMessage(tableChannel)
	return bot.Request{Guild: "1", Channel: tableChannel, Last: last, User: bot.User{ID: discordID(p), Name: "Ann"}, Private: true, Bot: bot.Needed, Args: strings.Split(id, "/")[1:]}
}

// withSettings returns a request with the settings of its guild, as handlers get it.
func (c *Commands) withSettings(t *testing.T, r bot.Request) guildRequest {
	t.Helper()
	g, err := c.guild(t.Context(), r.Guild)
	if err != nil {
		t.Fatal(err)
	}
	return guildRequest{r, &g}
}
