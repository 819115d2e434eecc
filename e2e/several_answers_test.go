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

// answers collects the answers of several processes to interactions. It reads them during play,
// because the sandbox keeps only the newest requests.
type answers struct {
	discord *sandboxtest.Discord
	seed    maphash.Seed

	mu          sync.Mutex
	nextRequest int               // number of the next request
	hashes      map[string]uint64 // hash of the answer, by interaction
	doubled     int               // number of interactions with two different answers
	wrong       []string          // errors: different answers, and requests that weren't read in time
}

// followAnswers collects answers until the test ends.
func followAnswers(t testing.TB, d *sandboxtest.Discord) *answers {
	a := &answers{discord: d, seed: maphash.MakeSeed(), hashes: map[string]uint64{}}
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

// read reads new requests. If one process repeats a request that got no response, the bodies are
// equal. If two processes answer, the bodies differ, because the second process finds the turn
// over.
func (a *answers) read(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var calls []sandboxtest.Call
	if err := a.discord.Do(ctx, "GET", fmt.Sprintf("/sandbox/calls?since=%d", a.nextRequest), nil, &calls); err != nil {
		if ctx.Err() == nil {
			a.wrong = append(a.wrong, err.Error())
		}
		return
	}
	for _, c := range calls {
		if c.Number != a.nextRequest {
			a.wrong = append(a.wrong, fmt.Sprintf("calls %d to %d were forgotten before they were read", a.nextRequest, c.Number-1))
		}
		a.nextRequest = c.Number + 1
		of := answerPath.FindStringSubmatch(c.Path)
		if of == nil || c.Status >= 300 {
			continue
		}
		hash := maphash.Bytes(a.seed, c.Body)
		if before, is := a.hashes[of[1]]; is && before != hash {
			a.doubled++
			a.wrong = append(a.wrong, fmt.Sprintf("interaction %s was answered a second time and differently: %s", of[1], c.Body))
		}
		a.hashes[of[1]] = hash
	}
}

// check checks that each interaction got one answer, and returns the number of interactions. It is
// called once all interactions are answered.
func (a *answers) check(t *testing.T) int {
	t.Helper()
	a.read(t.Context())
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, what := range a.wrong {
		t.Error(what)
	}
	if len(a.hashes) == 0 {
		t.Error("no answer was found: does the search work?")
	}
	t.Logf("answers doubled: %d", a.doubled)
	return len(a.hashes)
}
