package bot

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// oneOfSeveral is one of several processes, and a Sharing for which the test sets the result of Trusted.
// It is connected to two shards and records the interactions that it answers.
type oneOfSeveral struct {
	*Bot
	trusted atomic.Bool

	mu       sync.Mutex
	answered []string
}

func (*oneOfSeveral) Join(context.Context, int) (int, error) { return 4, nil }

func (o *oneOfSeveral) Trusted() bool { return o.trusted.Load() }

func (*oneOfSeveral) Slot(context.Context, int, time.Duration, int) (time.Duration, error) {
	return 0, nil
}

func newOneOfSeveral(t *testing.T) *oneOfSeveral {
	t.Helper()
	o := &oneOfSeveral{}
	o.trusted.Store(true)
	o.Bot = newTestBot(t, nil, func(c *Config) { c.Sharing, c.Transport = o, nil })
	t.Cleanup(o.work.Wait)
	o.handover.shards = map[int]*shard{0: {}, 1: {}}
	return o
}

// click delivers an interaction of a shard. late is called if the user is asked to try again.
func (o *oneOfSeveral) click(shard int, id string, late func()) {
	o.arrive(shard, arrival{id: id, at: time.Now(), late: late, do: func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.answered = append(o.answered, id)
	}})
}

// has fails the test unless exactly these interactions were answered, each once.
func (o *oneOfSeveral) has(t *testing.T, why string, want ...string) {
	t.Helper()
	synctest.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	got := slices.Sorted(slices.Values(o.answered))
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("%s: answered %v, want %v", why, got, want)
	}
}

// A click reaches both the owner of a shard and its successor. The owner lists the interactions that
// it answered. The successor answers the others once it has the shard, if Discord still waits.
func TestAClickThatReachesTwoProcessesHasOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		owner, successor := newOneOfSeveral(t), newOneOfSeveral(t)
		both := func(shard int, id string) {
			owner.click(shard, id, nil)
			successor.click(shard, id, nil)
		}
		owner.Answer(1, nil)
		both(1, "early")
		time.Sleep(answeredFor + time.Second)
		both(1, "a")
		both(0, "of another shard")
		time.Sleep(time.Second)
		both(1, "b")
		owner.has(t, "the owner answers", "early", "a", "b")
		successor.has(t, "the successor does not yet")
		named := owner.Withdraw(t.Context(), 1)
		if !slices.Equal(named, []string{"a", "b"}) {
			t.Errorf("it names %v", named)
		}
		both(1, "c")
		owner.has(t, "it has let go", "early", "a", "b")
		successor.Answer(1, named)
		successor.has(t, "what was kept back", "c")
		both(1, "d")
		successor.has(t, "what comes now", "c", "d")
		successor.click(1, "e", nil)
		successor.has(t, "what comes to it alone", "c", "d", "e")
		if successor.seen.first("b") {
			t.Error("what was seen to and comes late would be answered")
		}
		owner.Disconnect(1)
		owner.click(1, "f", nil)
		owner.has(t, "it hears no more", "early", "a", "b")
	})
}

// A process that can't renew its lease answers no interactions, because another process may have its
// shards. If that lasts until LateAfter, its users are asked to try again. After that, the successor
// must not answer the click. If the successor has the shard late, it asks as well, and a click that
// Discord has given up gets no answer.
func TestALateClickIsAnsweredOnce(t *testing.T) {
	const late = 2600 * time.Millisecond
	for _, c := range []struct {
		reason   string
		owned    bool          // the click reaches an owner, which can't trust its lease
		after    time.Duration // time from the click until the successor has the shard
		named    bool          // the owner lists the interactions that it answered
		asks     int           // how often the owner asks the user to try again
		again    int           // how often the successor does
		answered []string      // what the successor answers
	}{
		{"the owner ends before it tells the person", true, 2 * time.Second, false, 0, 0, []string{"a"}},
		{"the owner has told the person and names the click", true, late, true, 1, 0, nil},
		{"the owner has told the person and can't say so", true, late, false, 1, 1, nil},
		{"the successor is in time", false, 2 * time.Second, false, 0, 0, []string{"a"}},
		{"it is late", false, late, false, 0, 1, nil},
		{"Discord has given up the click", false, 3 * time.Second, false, 0, 0, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			owner, successor := newOneOfSeveral(t), newOneOfSeveral(t)
			owner.Answer(0, nil)
			owner.trusted.Store(false)
			began, asks, again := time.Now(), 0, 0
			if c.owned {
				owner.click(0, "a", func() {
					if asked := time.Since(began); asked < owner.cfg.DeferAfter || asked >= owner.cfg.ReplyWithin {
						t.Errorf("%s: told after %v", c.reason, asked)
					}
					asks++
				})
			}
			successor.click(0, "a", func() { again++ })
			time.Sleep(c.after)
			synctest.Wait()
			named := owner.Withdraw(t.Context(), 0)
			if want := c.asks > 0; slices.Contains(named, "a") != want {
				t.Errorf("%s: the owner names %v", c.reason, named)
			}
			if !c.named {
				named = nil
			}
			successor.Answer(0, named)
			successor.has(t, c.reason, c.answered...)
			if asks != c.asks || again != c.again {
				t.Errorf("%s: told %d times by the owner and %d times by the successor", c.reason, asks, again)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		o := newOneOfSeveral(t)
		o.Answer(0, nil)
		o.trusted.Store(false)
		o.click(0, "a", nil)
		time.Sleep(time.Second)
		o.has(t, "in doubt")
		o.trusted.Store(true)
		time.Sleep(time.Minute)
		o.has(t, "the lease is renewed while Discord waits", "a")
	})
}

// Withdraw waits for the interactions that are being answered.
func TestWithdrawWaitsForInteractionsInProgress(t *testing.T) {
	for _, c := range []struct {
		takes, waits, want time.Duration
		why                string
	}{
		{0, time.Minute, 0, "nothing is under way"},
		{2 * time.Second, time.Minute, 2 * time.Second, "an answer takes its time"},
		{time.Hour, 3 * time.Second, 3 * time.Second, "it is not waited for without end"},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := newOneOfSeveral(t)
			o.Answer(0, nil)
			go o.arrive(0, arrival{id: "a", at: time.Now(), do: func() { time.Sleep(c.takes) }})
			synctest.Wait()
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), c.waits)
			defer cancel()
			o.Withdraw(ctx, 0)
			if took := time.Since(began); took != c.want {
				t.Errorf("%s: it took %v, want %v", c.why, took, c.want)
			}
			time.Sleep(2 * time.Hour) // the answer ends
		})
	}
}

// Events of guilds are queued until Answer, however long that takes, and keep their order.
func TestEventsOfGuildsAreQueued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOneOfSeveral(t)
		told := make(chan int, 1000)
		for n := range 600 {
			o.click(0, fmt.Sprint("old", n), nil)
			o.arrive(0, arrival{at: time.Now(), do: func() { told <- n }})
		}
		time.Sleep(time.Hour)
		o.click(0, "new", nil)
		o.Answer(0, nil)
		o.has(t, "clicks of an hour ago", "new")
		if len(told) != 600 {
			t.Fatalf("%d of 600 are told", len(told))
		}
		for n := range 600 {
			if got := <-told; got != n {
				t.Fatalf("%d is told in place of %d", got, n)
			}
		}
	})
}
