package store

import "sync"

// cache holds values that were read from the database, by key, until they change. A value that was
// read while another changed is not cached: the caller gives put the number of changes that get
// returned. The zero cache is empty and ready.
type cache[K comparable, V any] struct {
	mu      sync.Mutex
	off     bool
	changes int
	values  map[K]V
}

// cacheMost is how many values a cache holds: with one more it begins anew.
const cacheMost = 20_000

// get returns the cached value of a key.
func (c *cache[K, V]) get(key K) (v V, cached bool, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, cached = c.values[key]
	return v, cached, c.changes
}

// put caches a value.
func (c *cache[K, V]) put(changes int, key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || changes != c.changes {
		return
	}
	if c.values == nil || len(c.values) >= cacheMost {
		c.values = map[K]V{}
	}
	c.values[key] = v
}

// drop removes a value that has changed.
func (c *cache[K, V]) drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	delete(c.values, key)
}

// clear removes all values.
func (c *cache[K, V]) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	c.values = nil
}

// enable turns the cache on or off, and removes all values.
func (c *cache[K, V]) enable(on bool) {
	c.mu.Lock()
	c.off = !on
	c.mu.Unlock()
	c.clear()
}
