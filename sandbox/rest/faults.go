package rest

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"deuces/sandbox/fault"
	"deuces/sandbox/wire"
)

func (s *API) faultFor(q *request) *fault.Fault {
	s.world.Lock()
	defer s.world.Unlock()
	return s.faults.Strike(func(f *fault.Fault) bool { return f.Call(q.Method, q.URL.Path) })
}

// errNoAnswer ends a call without an answer, by cutting its connection.
var errNoAnswer = errors.New("the answer is dropped")

// applyFault applies a fault to a call. do is the call itself.
func (s *API) applyFault(f *fault.Fault, q *request, do func() (answer, error)) (answer, error) {
	switch f.Kind {
	case "status":
		return answer{}, wire.NewError(f.Status, 0, fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status)))
	case "429":
		return answer{}, tooFast(f.Wait, "user")
	case "hang":
		select {
		case <-q.Context().Done():
		case <-s.stopped.Done():
		}
		return answer{}, errNoAnswer
	case "delay":
		wait := time.NewTimer(f.Wait)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-q.Context().Done():
			return answer{}, errNoAnswer
		case <-s.stopped.Done():
			return answer{}, errNoAnswer
		}
		q.now = time.Now()
		return do()
	}
	_, _ = do() // the call takes effect, but its answer is lost
	return answer{}, errNoAnswer
}
