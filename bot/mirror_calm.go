package bot

import "sync"

// calmMost is how many calm mirrors are shown at a time: enough to use the requests that
// others leave, and few enough that whoever comes late hardly waits for them.
const calmMost = 16

// calmly gives the next calm mirrors a worker, if there is room. With the lock.
func (ms *Mirrors) calmly() {
	for ms.calming < calmMost && len(ms.calm) > 0 && !ms.closed {
		e := ms.calm[0]
		ms.calm[0] = nil
		ms.calm = ms.calm[1:]
		if e.over || !e.dirty || e.running || e.held > 0 {
			continue // it was touched, or is not shown any more
		}
		e.running = true
		ms.calming++
		// After one turn the next may come: one that failed tries again beside it.
		turned := sync.OnceFunc(func() {
			ms.mu.Lock()
			defer ms.mu.Unlock()
			ms.calming--
			ms.calmly()
		})
		ms.work.Go(func() {
			ms.run(e, turned)
			turned()
		})
	}
}
