// Package progress shows the progress of long work with a database: a bar on a terminal, and a line
// from time to time elsewhere. Short work shows nothing.
package progress

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/store/engine"
)

// Times until the bar or the first line is shown, and between updates of the bar or lines.
const (
	drawAfter = 500 * time.Millisecond
	drawEvery = 100 * time.Millisecond
	lineAfter = 5 * time.Second
	lineEvery = 15 * time.Second
)

// progress is the state of the work and of what was shown.
type progress struct {
	bar  bool
	show func(text string)

	mu          sync.Mutex
	what        string
	done, total int
	began       time.Time // when this part of the work began
	shown       time.Time
	drawn       bool // a bar is on the terminal's last line
}

// Show writes to w how far the work that uses the returned context has come, until done is called.
func Show(ctx context.Context, w io.Writer) (_ context.Context, done func()) {
	p := &progress{bar: IsTerminal(w), show: func(text string) { fmt.Fprint(w, text) }}
	return p.watch(ctx)
}

// IsTerminal reports whether w is a terminal, or another device that takes characters, such as /dev/null.
func IsTerminal(w io.Writer) bool {
	f, is := w.(*os.File)
	if !is {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Log is like Show, but writes lines to the log.
func Log(ctx context.Context, log zerolog.Logger) (_ context.Context, done func()) {
	p := &progress{show: func(text string) { log.Info().Msg(strings.TrimSpace(text)) }}
	return p.watch(ctx)
}

// watch shows the progress of the work that uses the returned context, until done is called.
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
	return engine.WithProgress(ctx, p.tell), sync.OnceFunc(func() { close(over); <-ended })
}

func (p *progress) tell(what string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what != p.what {
		p.what, p.began, p.shown = what, time.Now(), time.Time{}
	}
	p.done, p.total = done, total
}

// draw shows the progress if an update is due.
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
		p.show("\r\x1b[K" + p.line(took))
	} else {
		p.show(p.line(took) + "\n")
	}
}

// clear removes the bar.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		p.show("\r\x1b[K")
		p.drawn = false
	}
}

// line describes the progress, with an estimate of the remaining time.
func (p *progress) line(took time.Duration) string {
	if p.total <= 0 {
		return fmt.Sprintf("%s: %v so far", p.what, took.Round(time.Second))
	}
	text := fmt.Sprintf("%s: %d%%", p.what, 100*p.done/p.total)
	if p.bar {
		const width = 24
		full := min(width*p.done/p.total, width)
		text = fmt.Sprintf("%s [%s%s] %3d%%", p.what, strings.Repeat("#", full), strings.Repeat("-", width-full), 100*p.done/p.total)
	}
	if p.done > 0 && p.done <= p.total {
		rest := time.Duration(float64(took) / float64(p.done) * float64(p.total-p.done))
		text += fmt.Sprintf(", about %v left", rest.Round(time.Second))
	}
	return text
}
