package table

import (
	"container/heap"
	"errors"
	"time"
)

// The tables that sleep have one queue for all their times. Whoever's time has come wakes,
// a few at once, and does then what its own clock says.

// alarms are sleepers, the one that wakes first at the top. Registry.mu guards them.
type alarms struct {
	queue   queue
	sooner  chan struct{} // told when the first has changed; with room for one
	watched bool          // somebody wakes them
}

func newAlarms() alarms { return alarms{sooner: make(chan struct{}, 1)} }

func (q *alarms) put(s *sleeper) {
	if s.at.IsZero() {
		return
	}
	heap.Push(&q.queue, s)
	if s.place == 0 {
		select {
		case q.sooner <- struct{}{}:
		default:
		}
	}
}

func (q *alarms) remove(s *sleeper) {
	if s.place >= 0 {
		heap.Remove(&q.queue, s.place)
	}
}

// first returns whose time comes first; nil: nobody's.
func (q *alarms) first() *sleeper {
	if len(q.queue) == 0 {
		return nil
	}
	return q.queue[0]
}

// queue is a heap of sleepers by their times.
type queue []*sleeper

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at.Before(q[j].at) }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].place, q[j].place = i, j
}

func (q *queue) Push(x any) {
	s := x.(*sleeper)
	s.place = len(*q)
	*q = append(*q, s)
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	s := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	s.place = -1
	return s
}

// watch wakes whoever's time has come, until the registry closes.
func (r *Registry) watch() {
	wakers := make(chan struct{}, wakersMost)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		var alarm <-chan time.Time
		now := r.now()
		r.mu.Lock()
		var due []*sleeper
		for s := r.alarms.first(); s != nil; s = r.alarms.first() {
			if wait := s.at.Sub(now); wait > 0 {
				timer.Reset(wait)
				alarm = timer.C
				break
			}
			r.alarms.remove(s)
			due = append(due, s)
		}
		r.mu.Unlock()
		for _, s := range due {
			select {
			case wakers <- struct{}{}:
			case <-r.stop:
				return
			}
			r.going.Go(func() {
				defer func() { <-wakers }()
				r.rouse(s)
			})
		}
		select {
		case <-r.stop:
			return
		case <-r.alarms.sooner:
		case <-alarm:
		}
	}
}

// rouse wakes a table because its time has come. Where its log can't be read now, it is
// tried again.
func (r *Registry) rouse(s *sleeper) {
	ctx, cancel := logContext()
	defer cancel()
	_, err := r.awake(ctx, s.id, false)
	if err == nil || broken(err) || errors.Is(err, ErrClosed) {
		return
	}
	r.failing(s.id, err)
	r.later(s, r.now().Add(restFor))
}

// later has a table that still sleeps wake at another time.
func (r *Registry) later(s *sleeper, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asleep[s.id] == s {
		r.alarms.remove(s)
		s.at = at
		r.alarms.put(s)
	}
}

// explore reads tables of which nothing is known but that they are live. Each wakes when
// something is due there, or to be shown.
func (r *Registry) explore(unknown []*sleeper) {
	show := r.now()
	for _, s := range unknown {
		select {
		case <-r.stop:
			return
		default:
		}
		r.mu.Lock()
		sleeps := r.asleep[s.id] == s && s.busy == nil
		r.mu.Unlock()
		if !sleeps {
			continue
		}
		known, err := r.read(s.id)
		if err != nil {
			r.later(s, r.now()) // whoever wakes it sees to that
			continue
		}
		at := show
		if !known.Until.IsZero() && known.Until.Before(at) {
			at = known.Until
		}
		show = show.Add(showEvery)
		r.mu.Lock()
		s.known = known
		r.mu.Unlock()
		r.later(s, at)
	}
}

func (r *Registry) read(id ID) (*Sleep, error) {
	ctx, cancel := logContext()
	defer cancel()
	m, _, err := r.fold(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	return m.sleeps(m.due()), nil
}
