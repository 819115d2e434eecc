package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"

	"deuces/store"
)

// When progress shows: work that is over sooner needs none.
const (
	drawAfter = 500 * time.Millisecond
	drawEvery = 100 * time.Millisecond
	lineAfter = 5 * time.Second
	lineEvery = 15 * time.Second
)

// progress shows how far long work is: with a bar on a terminal, elsewhere with a line
// now and then.
type progress struct {
	bar  bool
	show func(text string)

	mu          sync.Mutex
	what        string
	done, total int
	began       time.Time // of this part of the work
	shown       time.Time
	drawn       bool // a bar stands in the last line
}

// watched has the store tell on stderr how far it is, until done is called.
func watched(ctx context.Context, stderr io.Writer) (_ context.Context, done func()) {
	p := &progress{bar: terminal(stderr), show: func(text string) { fmt.Fprint(stderr, text) }}
	return p.watch(ctx)
}

// watch shows what is told of work under the returned context, until done is called.
func (p *progress) watch(ctx context.Context) (_ context.Context, done func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(drawEvery)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				p.draw(now)
			case <-over:
				p.clear()
				return
			}
		}
	}()
	return store.WithProgress(ctx, p.tell), sync.OnceFunc(func() { close(over); <-ended })
}

// terminal says whether people see at once what is written there.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// tell is a store.Progress.
func (p *progress) tell(what string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what != p.what {
		p.what, p.began, p.shown = what, time.Now(), time.Time{}
	}
	p.done, p.total = done, total
}

// draw shows how far the work is, if it is time to.
func (p *progress) draw(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	after, every := lineAfter, lineEvery
	if p.bar {
		after, every = drawAfter, drawEvery
	}
	took := now.Sub(p.began)
	if p.what == "" || took < after && !p.drawn || now.Sub(p.shown) < every {
		return
	}
	p.shown = now
	if p.bar {
		p.drawn = true
		p.show("\r\x1b[K" + barOf(p.what, p.done, p.total, took))
	} else {
		p.show(lineOf(p.what, p.done, p.total, took) + "\n")
	}
}

// clear takes the bar away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		p.show("\r\x1b[K")
		p.drawn = false
	}
}

// left is how long the rest takes if it goes on like that; false while nobody knows.
func left(done, total int, took time.Duration) (time.Duration, bool) {
	if done <= 0 || done > total {
		return 0, false
	}
	rest := time.Duration(float64(took) / float64(done) * float64(total-done))
	return rest.Round(time.Second), true
}

func lineOf(what string, done, total int, took time.Duration) string {
	if total <= 0 {
		return fmt.Sprintf("%s: %v so far", what, took.Round(time.Second))
	}
	text := fmt.Sprintf("%s: %d%%", what, 100*done/total)
	if rest, known := left(done, total, took); known {
		text += fmt.Sprintf(", about %v left", rest)
	}
	return text
}

func barOf(what string, done, total int, took time.Duration) string {
	if total <= 0 {
		return lineOf(what, done, total, took)
	}
	const width = 24
	full := min(width*done/total, width)
	text := fmt.Sprintf("%s [%s%s] %3d%%", what, strings.Repeat("#", full), strings.Repeat("-", width-full), 100*done/total)
	if rest, known := left(done, total, took); known {
		text += fmt.Sprintf(", about %v left", rest)
	}
	return text
}
