package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deuces/bot/rest/resttest"
	"deuces/internal/errtest"
	"deuces/internal/say"
)

// testProcess is one process of a bot that runs in several processes. It is also the Sharing of
// that bot, so that the test can set the result of Trusted. It is connected to two shards and
// records the interactions that it answers.
type testProcess struct {
	*Bot
	trusted atomic.Bool
	other   *testProcess // gets what this one passes on; nil: nobody does

	mu       sync.Mutex
	answered []string
}

func (*testProcess) Join(context.Context, int) (int, error) { return 4, nil }

func (o *testProcess) Trusted() bool { return o.trusted.Load() }

func newTestProcess(t *testing.T) *testProcess {
	t.Helper()
	o := &testProcess{}
	o.trusted.Store(true)
	o.Bot = newTestBot(t, nil, func(c *Config) { c.Sharing, c.Transport = o, nil })
	t.Cleanup(o.work.Wait)
	o.handover.shards = map[int]*shard{0: {}, 1: {}}
	return o
}

// click delivers an interaction of a shard. The process calls late if it asks the user to try
// again.
func (o *testProcess) click(shard int, id string, late func()) {
	o.arrive(shard, arrival{id: id, at: time.Now(), late: late, do: func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.answered = append(o.answered, id)
	}})
}

// wantAnswered fails the test unless the process has answered exactly these interactions, each
// once.
func (o *testProcess) wantAnswered(t *testing.T, why string, want ...string) {
	t.Helper()
	synctest.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	got := slices.Sorted(slices.Values(o.answered))
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("%s: answered %v, want %v", why, got, want)
	}
}

// A click reaches both the owner of a shard and its successor. The owner lists the interactions
// that it answered. Once the successor has the shard, it answers the others, if Discord still waits
// for them.
func TestAClickThatReachesTwoProcessesHasOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		owner, successor := newTestProcess(t), newTestProcess(t)
		both := func(shard int, id string) {
			owner.click(shard, id, nil)
			successor.click(shard, id, nil)
		}
		owner.Serve(1, nil)
		both(1, "early")
		time.Sleep(answeredFor + time.Second)
		both(1, "a")
		both(0, "of another shard")
		time.Sleep(time.Second)
		both(1, "b")
		owner.wantAnswered(t, "the owner answers", "early", "a", "b")
		successor.wantAnswered(t, "the successor answers nothing yet")
		named := owner.Stop(t.Context(), 1)
		if !slices.Equal(named, []string{"a", "b"}) {
			t.Errorf("the owner lists %v as answered, want a and b", named)
		}
		both(1, "c")
		owner.wantAnswered(t, "after Stop, the owner answers nothing", "early", "a", "b")
		successor.Serve(1, named)
		successor.wantAnswered(t, "the successor answers the click that it held back", "c")
		both(1, "d")
		successor.wantAnswered(t, "the successor answers a new click", "c", "d")
		successor.click(1, "e", nil)
		successor.wantAnswered(t, "the successor answers a click that only it gets", "c", "d", "e")
		if successor.seen.addIfNew("b") {
			t.Error("a late click that the owner has answered would be answered again")
		}
		owner.Disconnect(1)
		owner.click(1, "f", nil)
		owner.wantAnswered(t, "after Disconnect, the owner answers nothing", "early", "a", "b")
	})
}

// A process that isn't trusted answers no interactions, because another process may have
// its shards. If that lasts until a click is LateAfter old, the process asks its user to try again
// and lists the click. A successor that gets the list leaves this click alone; one that doesn't may
// ask a second time. A successor that gets the shard too late also asks the user to try again. A
// click for which Discord no longer waits gets no answer.
func TestALateClickIsAnsweredOnce(t *testing.T) {
	const late = 2600 * time.Millisecond
	for _, c := range []struct {
		reason        string
		owned         bool          // the click also reaches the owner, which doesn't trust its session
		after         time.Duration // time from the click until the successor has the shard
		named         bool          // the successor gets the owner's list of answered interactions
		ownerAsks     int           // how often the owner asks the user to try again
		successorAsks int           // how often the successor asks the user to try again
		answered      []string      // interactions that the successor answers
	}{
		{"the owner ends before it asks the user to try again", true, 2 * time.Second, false, 0, 0, []string{"a"}},
		{"the owner has asked the user to try again and lists the click", true, late, true, 1, 0, nil},
		{"the owner has asked the user to try again, but its list is lost", true, late, false, 1, 1, nil},
		{"the successor is in time", false, 2 * time.Second, false, 0, 0, []string{"a"}},
		{"the successor is late", false, late, false, 0, 1, nil},
		{"Discord no longer waits for the click", false, 3 * time.Second, false, 0, 0, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			owner, successor := newTestProcess(t), newTestProcess(t)
			owner.Serve(0, nil)
			owner.trusted.Store(false)
			began, ownerAsks, successorAsks := time.Now(), 0, 0
			if c.owned {
				owner.click(0, "a", func() {
					if delay := time.Since(began); delay < owner.cfg.DeferAfter || delay >= owner.cfg.ReplyWithin {
						t.Errorf("%s: the user is asked to try again after %v, want %v to %v", c.reason, delay, owner.cfg.DeferAfter, owner.cfg.ReplyWithin)
					}
					ownerAsks++
				})
			}
			successor.click(0, "a", func() { successorAsks++ })
			time.Sleep(c.after)
			synctest.Wait()
			named := owner.Stop(t.Context(), 0)
			if want := c.ownerAsks > 0; slices.Contains(named, "a") != want {
				t.Errorf("%s: the owner lists %v as answered, want a in it: %t", c.reason, named, want)
			}
			if !c.named {
				named = nil
			}
			successor.Serve(0, named)
			successor.wantAnswered(t, c.reason, c.answered...)
			if ownerAsks != c.ownerAsks || successorAsks != c.successorAsks {
				t.Errorf("%s: the owner asks the user %d times and the successor %d times, want %d and %d", c.reason, ownerAsks, successorAsks, c.ownerAsks, c.successorAsks)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		o := newTestProcess(t)
		o.Serve(0, nil)
		o.trusted.Store(false)
		o.click(0, "a", nil)
		time.Sleep(time.Second)
		o.wantAnswered(t, "it isn't trusted")
		o.trusted.Store(true)
		time.Sleep(time.Minute)
		o.wantAnswered(t, "it is trusted again while Discord waits", "a")
	})
}

// Stop waits for the interactions that are being answered, but no longer than its context.
func TestStopWaitsForInteractionsInProgress(t *testing.T) {
	for _, c := range []struct {
		takes, waits, want time.Duration
		why                string
	}{
		{0, time.Minute, 0, "nothing is under way"},
		{2 * time.Second, time.Minute, 2 * time.Second, "an answer takes two seconds"},
		{time.Hour, 3 * time.Second, 3 * time.Second, "the context ends the wait"},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := newTestProcess(t)
			o.Serve(0, nil)
			go o.arrive(0, arrival{id: "a", at: time.Now(), do: func() { time.Sleep(c.takes) }})
			synctest.Wait()
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), c.waits)
			defer cancel()
			o.Stop(ctx, 0)
			if took := time.Since(began); took != c.want {
				t.Errorf("%s: it took %v, want %v", c.why, took, c.want)
			}
			time.Sleep(2 * time.Hour) // lets the answer end
		})
	}
}

// A click that waits until its process knows whether it still owns the shard is work: whoever stops the
// bot waits for its answer.
func TestAClickThatWaitsForTrustIsAnsweredBeforeTheBotStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newTestProcess(t)
		o.Serve(1, nil)
		o.trusted.Store(false)
		answered := false
		o.work.Go(func() { o.click(1, "a", func() { answered = true }) })
		if o.work.Wait(); !answered {
			t.Error("the bot has stopped, and the click has no answer")
		}
	})
}

// Events of guilds are queued until Serve, however long that takes, and keep their order.
func TestEventsOfGuildsAreQueued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newTestProcess(t)
		delivered := make(chan int, 1000)
		for n := range 600 {
			o.click(0, fmt.Sprint("old", n), nil)
			o.arrive(0, arrival{at: time.Now(), do: func() { delivered <- n }})
		}
		time.Sleep(time.Hour)
		o.click(0, "new", nil)
		o.Serve(0, nil)
		o.wantAnswered(t, "clicks of an hour ago", "new")
		if len(delivered) != 600 {
			t.Fatalf("got %d events, want 600", len(delivered))
		}
		for n := range 600 {
			if got := <-delivered; got != n {
				t.Fatalf("event %d is delivered in place of %d", got, n)
			}
		}
	})
}

// Pass gives the interaction to the other process of the test, unless that is nil.
func (o *testProcess) Pass(_ context.Context, guild string, interaction []byte) error {
	if o.other != nil {
		o.other.Passed(interaction)
	}
	return nil
}

// A handler can leave the answer to the process that serves another guild. If that doesn't answer in time, the
// user is asked to try again.
func TestAnInteractionIsPassedToTheProcessOfAGuild(t *testing.T) {
	raw := interactionJSON(t, privateClick("go/1"))
	for _, tt := range []struct {
		why    string
		other  bool  // there is another process
		serves error // what its handler returns
		want   string
	}{
		{"the other answers", true, nil, "here"},
		{"it doesn't get it", false, nil, string(sayLate)},
		{"it doesn't serve the guild either", true, &Elsewhere{"7"}, "Something went wrong"},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := resttest.New(resttest.Always(resttest.Done))
			process := func(answer Reply, err error) *testProcess {
				o := &testProcess{}
				o.trusted.Store(true)
				o.Bot = newTestBot(t, f, func(c *Config) { c.Sharing = o })
				o.router = NewRouter()
				o.router.Component("go", DeferPrivate, func(_ context.Context, r Request) (Reply, error) {
					if r.Message != "77" || r.User.Nick != "Annie" || !r.Private {
						t.Errorf("%s: the handler gets %+v, want the whole click", tt.why, r)
					}
					return answer, err
				})
				return o
			}
			first := process(Reply{}, &Elsewhere{"7"})
			if tt.other {
				first.other = process(Whisper(Message{Blocks: []Block{Text(say.Verbatim("here"))}}), tt.serves)
			}
			i, err := decode(raw, time.Now())
			errtest.Must(t, err)
			first.answer(t.Context(), i, nil)
			first.work.Wait()
			if first.other != nil {
				first.other.work.Wait()
			}
			if bodies := f.Bodies(); len(bodies) == 0 || !strings.Contains(bodies[0], tt.want) {
				t.Errorf("%s: got the answers %q, want first one that says %q", tt.why, bodies, tt.want)
			}
		})
	}
}
