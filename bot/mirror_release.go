package bot

import "context"

// Release forgets mirrors at once, as Drop does, and returns when none of their messages is
// on its way to Discord any more, or the context has ended: from then on somebody else may
// keep them true.
func (ms *Mirrors) Release(ctx context.Context, keys []string) {
	var busy []<-chan struct{}
	ms.mu.Lock()
	for _, key := range keys {
		e := ms.entries[key]
		if e == nil {
			continue
		}
		ms.forget(e)
		if e.sending {
			if e.idle == nil {
				e.idle = make(chan struct{})
			}
			busy = append(busy, e.idle)
		}
	}
	ms.mu.Unlock()
	for _, idle := range busy {
		select {
		case <-idle:
		case <-ctx.Done():
			return
		}
	}
}
