package store

import "sync"

// kept holds what was read of the database, by key, until it changes. What is read
// while something changes is not kept: moment counts the changes. The zero kept is
// empty and ready.
type kept[K comparable, V any] struct {
	mu     sync.Mutex
	moment int
	values map[K]V
}

// keptMost is how many values are held: with more, all are read again.
const keptMost = 20_000

// look returns what is kept of a key, and the moment for keep.
func (c *kept[K, V]) look(key K) (v V, kept bool, moment int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, kept = c.values[key]
	return v, kept, c.moment
}

// keep remembers what was read since moment, unless something has changed.
func (c *kept[K, V]) keep(moment int, key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if moment != c.moment {
		return
	}
	if c.values == nil || len(c.values) >= keptMost {
		c.values = map[K]V{}
	}
	c.values[key] = v
}

// drop forgets a key after a change.
func (c *kept[K, V]) drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moment++
	delete(c.values, key)
}

// dropAll forgets everything after a change.
func (c *kept[K, V]) dropAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moment++
	c.values = nil
}
