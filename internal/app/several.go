package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/cluster"
	"deuces/internal/config"
	"deuces/internal/metrics"
	"deuces/store"
	"deuces/table"
)

// Limits for stopping to serve a shard: answerWithin for answering the interactions that have begun,
// and restWithin for stopping its tables and messages.
const (
	answerWithin = 2 * time.Second
	restWithin   = time.Second
)

// heirWithin is how long a stopping process waits until another process has connected to the next
// shard. Discord allows one new session every five seconds.
const heirWithin = 12 * time.Second

// several is one of several processes that share a PostgreSQL database and the bot's shards. It
// implements bot.Sharing.
type several struct {
	*cluster.Node
	db     *store.Store
	log    zerolog.Logger
	shards int // set by the operator; 0: Discord's recommendation
	of     int // number of shards; set before joined is closed
	joined chan struct{}
	emojis func()       // called when the emojis may have changed; set by run
	passed func([]byte) // called for interactions that another process has passed on; set by run
}

func openSeveral(ctx context.Context, cfg config.Config, log zerolog.Logger) (process, *store.Store, error) {
	member := store.NewMember(cfg.DB)
	db, err := openWithRetry(ctx, log, func() (*store.Store, error) { return openShared(ctx, member, log) },
		func(err error) bool { return errors.Is(err, store.ErrInUse) || store.IsTransient(err) })
	if err != nil {
		return nil, nil, fmt.Errorf("DEUCES_DB: %w", err)
	}
	s := &several{db: db, log: log, shards: cfg.Shards, joined: make(chan struct{}), emojis: func() {}, passed: func([]byte) {}}
	s.Node = cluster.New(cluster.Config{Log: log, Open: func(ctx context.Context) (cluster.Session, error) { return cluster.Open(ctx, member) }, Heard: s.heard, Deaf: db.Deaf})
	db.Serves = s.Serves
	return s, db, nil
}

// clicked begins the topic of an interaction that is passed to the process of a guild.
const clicked = "click "

func (s *several) Pass(ctx context.Context, guild string, interaction []byte) error {
	return s.db.Notify(ctx, clicked+guild+" "+string(interaction))
}

// heard handles a notification of another process.
func (s *several) heard(topic string) {
	if click, is := strings.CutPrefix(topic, clicked); is {
		if guild, interaction, _ := strings.Cut(click, " "); s.Serves(guild) {
			s.passed([]byte(interaction))
		}
		return
	}
	if s.db.Heard(topic) {
		s.emojis()
	}
}

// openShared opens a database that other processes use too. A database or standings of an older
// version are brought up to date first.
func openShared(ctx context.Context, member *store.Member, log zerolog.Logger) (*store.Store, error) {
	for {
		db, err := store.Share(ctx, member)
		if err == nil {
			stale, err := db.Stale(ctx)
			if err == nil && !stale {
				return db, nil
			}
			if err := errors.Join(err, db.Close()); err != nil {
				return nil, err
			}
		} else if !errors.Is(err, store.ErrOlder) {
			return nil, err
		}
		if err := mend(ctx, member.Address, log); err != nil {
			return nil, err
		}
	}
}

// mend locks the database and brings it up to date.
func mend(ctx context.Context, address string, log zerolog.Logger) error {
	db, err := store.Open(ctx, address, log)
	if errors.Is(err, store.ErrInUse) {
		return fmt.Errorf("it is of an older version, and can't be upgraded while other processes use it: stop all of them (%w)", err)
	}
	if err != nil {
		return err
	}
	return errors.Join(rebuildIfStale(ctx, db, log), db.Close())
}

func (s *several) sharing() bot.Sharing                { return s }
func (s *several) first() bool                         { return s.Owns(0) }
func (s *several) failure() error                      { return nil } // openShared has brought the standings up to date
func (s *several) recover(context.Context, *App) error { return nil } // the holder loads the tables of each shard

func (s *several) Join(ctx context.Context, advised int) (int, error) {
	want := s.shards
	if want == 0 {
		want = advised
	}
	var err error
	if s.of, err = s.Node.Join(ctx, want, s.shards == 0); err != nil {
		return 0, fmt.Errorf("DEUCES_SHARDS: %w", err)
	}
	if s.shards == 0 && advised > s.of {
		s.log.Warn().Int("advised", advised).Int("shards", s.of).Msg("Discord recommends more shards; to use them, stop all processes and start them again")
	}
	close(s.joined)
	return s.of, nil
}

// slot reserves a time in the database, where all processes do, and waits for it.
func (s *several) slot(ctx context.Context, class int, apart time.Duration, most int) error {
	wait, err := s.db.Slot(ctx, class, apart, most)
	if err != nil {
		return err
	}
	return rest.Pause(ctx, wait)
}

// run manages the process's shards until the context ends.
func (s *several) run(ctx context.Context, a *App) error {
	select {
	case <-s.joined:
	case <-ctx.Done():
		return nil
	}
	s.emojis, s.passed = a.emojis.Look, a.discord.Passed
	a.emojis.Look() // they may have changed since they were read
	if err := s.Run(ctx, holder{a.discord, a.tables, a.db, s.of, a.emojis.Look}); err != nil {
		return fmt.Errorf("DEUCES_SHARDS: %w", err)
	}
	return nil
}

func (s *several) leave(ctx context.Context) bool { return s.Leave(ctx, heirWithin) }

func (s *several) measured() *metrics.Sharing {
	c := metrics.Sharing(s.Counts())
	return &c
}

// holder implements cluster.Holder with the parts of the bot.
type holder struct {
	*bot.Bot
	tables      *table.Registry
	db          *store.Store
	of          int    // number of shards
	servesFirst func() // called when the process begins to serve shard 0
}

// guilds returns a function that reports whether a guild is in a shard.
func (h holder) guilds(shard int) func(guild string) bool {
	return func(guild string) bool { return cluster.Of(guild, h.of) == shard }
}

func (h holder) Serve(ctx context.Context, shard int, alive time.Time, answered []string) error {
	h.db.Refresh()
	if err := h.tables.Serve(ctx, h.guilds(shard), alive); err != nil {
		return err
	}
	h.Bot.Serve(shard, answered)
	if shard == 0 {
		h.servesFirst()
	}
	return nil
}

func (h holder) Stop(ctx context.Context, shard int) (answered []string) {
	answering, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	answered = h.Bot.Stop(answering, shard)
	resting, cancel := context.WithTimeout(ctx, restWithin)
	defer cancel()
	h.tables.Stop(resting, h.guilds(shard))
	return answered
}
