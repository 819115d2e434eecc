package bot

import (
	"runtime"
	"sync"
	"time"
)

// crew runs functions in goroutines that go on to the next one. A new goroutine's stack
// is small, and grew four times for each interaction and each rendering, with ever more
// frames to copy: a fifteenth of the bot's processor time. The zero crew does not work.
type crew struct {
	next chan func()
	over chan struct{} // closed by Bot.Close: nobody waits any more
}

// crewRests is how long a goroutine waits for something to do before it ends.
const crewRests = time.Second

func newCrew() crew { return crew{make(chan func()), make(chan struct{})} }

// run has f run in a goroutine, which counts in work until f has returned.
func (c crew) run(work *sync.WaitGroup, f func()) {
	work.Add(1)
	task := func() {
		defer work.Done()
		f()
	}
	select {
	case c.next <- task:
	default: // nobody waits
		go c.serve(task)
	}
}

// do has f run so and waits for it: for whoever may have had to wait before, on a stack that
// cost next to nothing meanwhile.
func (c crew) do(f func()) {
	var work sync.WaitGroup
	c.run(&work, f)
	work.Wait()
}

func (c crew) serve(task func()) {
	deepen()
	t := time.NewTimer(crewRests)
	defer t.Stop()
	for {
		task()
		t.Reset(crewRests)
		select {
		case task = <-c.next:
		case <-t.C:
			return
		case <-c.over:
			return
		}
	}
}

// deepen makes a new goroutine's stack as large as its work needs it, at once, while
// there is next to nothing on it to copy.
//
//go:noinline
func deepen() {
	var room [16 << 10]byte
	runtime.KeepAlive(&room)
}
