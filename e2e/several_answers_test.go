package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strings"
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

	mu    sync.Mutex
	next  int               // number of the next request
	of    map[string]uint64 // hash of the answer by interaction
	twice []string          // interactions with two different answers
	err   error             // requests that were missed
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

// read reads new requests.
func (a *answers) read(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var calls []struct {
		Number int
		Path   string
		Status int
		Body   json.RawMessage
	}
	if err := a.discord.Do(ctx, "GET", fmt.Sprintf("/sandbox/calls?since=%d", a.next), nil, &calls); err != nil {
		if ctx.Err() == nil {
			a.err = err
		}
		return
	}
	for _, c := range calls {
		if c.Number != a.next {
			a.err = fmt.Errorf("calls %d to %d were forgotten before they were read", a.next, c.Number-1)
		}
		a.next = c.Number + 1
		if _, of, is := strings.Cut(c.Path, "/interactions/"); is && strings.HasSuffix(of, "/callback") && c.Status < 300 {
			id, _, _ := strings.Cut(of, "/")
			a.add(id, c.Body)
		}
	}
}

// add records an answer. A process repeats an unanswered request exactly. Answers of two processes differ,
// because the second one finds the turn over.
func (a *answers) add(id string, body []byte) {
	hash := maphash.Bytes(a.seed, body)
	if before, is := a.of[id]; is && before != hash {
		a.twice = append(a.twice, fmt.Sprintf("interaction %s was answered once more, and otherwise: %s", id, body))
	}
	a.of[id] = hash
}

func (a *answers) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.of)
}

// hold checks, once all interactions are answered, that each got one answer.
func (a *answers) hold(t *testing.T) {
	t.Helper()
	a.read(t.Context())
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil {
		t.Error(a.err)
	}
	for _, what := range a.twice {
		t.Error(what)
	}
	if len(a.of) == 0 {
		t.Error("no interaction was answered: is the search blind?")
	}
	t.Logf("answers doubled: %d", len(a.twice))
}
