package e2e

import (
	"context"
	"fmt"
	"hash/maphash"
	"sync"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// answers collects the processes' answers to interactions. They are read during play, because the
// sandbox keeps only the newest requests.
type answers struct {
	discord *sandboxtest.Discord
	seed    maphash.Seed

	mu      sync.Mutex
	next    int               // number of the next request
	of      map[string]uint64 // hash of the answer by interaction
	doubled int               // interactions with two different answers
	wrong   []string          // what went wrong: these, and requests that were missed
}

// follow reads answers until the test ends.
func follow(t testing.TB, d *sandboxtest.Discord) *answers {
	a := &answers{discord: d, seed: maphash.MakeSeed(), of: map[string]uint64{}}
	ctx, stop := context.WithCancel(t.Context())
	var reading sync.WaitGroup
	t.Cleanup(func() { stop(); reading.Wait() })
	reading.Go(func() {
		often := time.NewTicker(500 * time.Millisecond)
		defer often.Stop()
		for {
			select {
			case <-often.C:
				a.read(ctx)
			case <-ctx.Done():
				return
			}
		}
	})
	return a
}

// read reads new requests. A process repeats an unanswered request exactly. Answers of two processes differ, because the
// second one finds the turn over.
func (a *answers) read(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var calls []sandboxtest.Call
	if err := a.discord.Do(ctx, "GET", fmt.Sprintf("/sandbox/calls?since=%d", a.next), nil, &calls); err != nil {
		if ctx.Err() == nil {
			a.wrong = append(a.wrong, err.Error())
		}
		return
	}
	for _, c := range calls {
		if c.Number != a.next {
			a.wrong = append(a.wrong, fmt.Sprintf("calls %d to %d were forgotten before they were read", a.next, c.Number-1))
		}
		a.next = c.Number + 1
		of := answerPath.FindStringSubmatch(c.Path)
		if of == nil || c.Status >= 300 {
			continue
		}
		hash := maphash.Bytes(a.seed, c.Body)
		if before, is := a.of[of[1]]; is && before != hash {
			a.doubled++
			a.wrong = append(a.wrong, fmt.Sprintf("interaction %s was answered once more, and otherwise: %s", of[1], c.Body))
		}
		a.of[of[1]] = hash
	}
}

// hold checks, once all interactions are answered, that each got one answer, and returns their number.
func (a *answers) hold(t *testing.T) int {
	t.Helper()
	a.read(t.Context())
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, what := range a.wrong {
		t.Error(what)
	}
	if len(a.of) == 0 {
		t.Error("no interaction was answered: is the search blind?")
	}
	t.Logf("answers doubled: %d", a.doubled)
	return len(a.of)
}
