package gateway

import (
	"context"
	"time"

	"deuces/bot/rest"
)

// Discord allows one identify of each shard class in five seconds, and a number of them a day.
// Beyond that number it resets the bot's token. Resumes don't count, but one that follows another
// at once would be of no use: a shard's identifies and resumes are as far apart.

// turns decides when a session may be started.
type turns struct {
	gateway *Gateway
	apart   time.Duration // minimum time between two identifies of a class
	classes []class
	left    chan int // holds the number of identifies that Discord still allows today
}

// class is the shards that share a limit: the remainder modulo max_concurrency of their ids is the
// same.
type class struct {
	free chan struct{} // holds a value unless a shard of the class is starting a session
	last time.Time     // end of the last identify; guarded by free
}

// newTurns returns the turns that Discord's advice allows. A bot with one shard has
// max_concurrency turns in the interval.
func newTurns(g *Gateway, a advice) *turns {
	concurrency := max(a.Start.Concurrency, 1)
	t := &turns{gateway: g, apart: g.cfg.Identify, classes: make([]class, concurrency), left: make(chan int, 1)}
	if g.shardCount == 1 {
		t.apart /= time.Duration(concurrency)
	}
	// An identify may be on its way for longer than the next one. Discord counts when they arrive. Among
	// several processes the answer to a reservation is on its way, too.
	margin := t.apart / 20
	if g.cfg.Slot != nil {
		margin *= 2
	}
	t.apart += margin
	for i := range t.classes {
		t.classes[i].free = make(chan struct{}, 1)
		t.classes[i].free <- struct{}{}
	}
	t.left <- a.Start.Remaining
	return t
}

// identify calls open, which connects, and then send when the shard may identify. Connecting takes
// a while that nobody knows before, so the turn is taken after that.
func (t *turns) identify(ctx context.Context, s *shard, open, send func() error) error {
	id := s.id % len(t.classes)
	c := &t.classes[id]
	select {
	case <-c.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { c.free <- struct{}{} }()
	if err := t.count(ctx); err != nil {
		return err
	}
	err := rest.Pause(ctx, max(time.Until(c.last.Add(t.apart)), time.Until(s.started.Add(t.apart))))
	if err == nil {
		err = open()
	}
	if err == nil {
		err = t.slot(ctx, id)
	}
	if err != nil {
		return err
	}
	err = send()
	c.last, s.started = time.Now(), time.Now()
	return err
}

// resume calls open and send when the shard may resume its session.
func (t *turns) resume(ctx context.Context, s *shard, open, send func() error) error {
	if err := rest.Pause(ctx, time.Until(s.started.Add(t.apart))); err != nil {
		return err
	}
	if err := open(); err != nil {
		return err
	}
	err := send()
	s.started = time.Now()
	return err
}

// count counts an identify. If none is left, it asks Discord how many there are now, and waits
// until Discord allows one.
func (t *turns) count(ctx context.Context) (err error) {
	select {
	case left := <-t.left:
		defer func() { t.left <- left }()
		if left <= 0 {
			var a advice
			if a, err = t.gateway.advice(ctx); err != nil {
				return err
			}
			left = a.Start.Remaining
		}
		left--
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// slot calls Config.Slot, if that is set, until it succeeds.
func (t *turns) slot(ctx context.Context, class int) error {
	g := t.gateway
	for failing := false; g.cfg.Slot != nil; failing = true {
		err := g.cfg.Slot(ctx, class, t.apart, g.startsPerDay)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if !failing {
			g.cfg.Log.Warn().Err(err).Msg("cannot reserve a start time for a gateway session; trying again")
		}
		if err := rest.Pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return nil
}
