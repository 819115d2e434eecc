package store

import "sync"

// cache is an in-memory cache of database rows. get returns the number of changes so far, which
// the caller passes to put; if there was a change in between, put doesn't cache the value,
// because it may be outdated. The zero cache is ready to use.
type cache[K comparable, V any] struct {
	mu      sync.Mutex
	off     bool
	changes int
	values  map[K]V
}

// maxCached limits the size of a cache. When it is reached, the cache is emptied.
const maxCached = 20_000

func (c *cache[K, V]) get(key K) (v V, cached bool, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, cached = c.values[key]
	return v, cached, c.changes
}

// put caches a value unless something changed since get.
func (c *cache[K, V]) put(changes int, key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || changes != c.changes {
		return
	}
	if c.values == nil || len(c.values) >= maxCached {
		c.values = map[K]V{}
	}
	c.values[key] = v
}

// drop removes a changed value.
func (c *cache[K, V]) drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	delete(c.values, key)
}

func (c *cache[K, V]) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	c.values = nil
}

// enable switches the cache on or off and removes all values.
func (c *cache[K, V]) enable(on bool) {
	c.mu.Lock()
	c.off = !on
	c.mu.Unlock()
	c.clear()
}
