package user

import (
	"net/http"

	"deuces/sandbox/fault"
)

// addFault handles POST /sandbox/faults.
func (s *Side) addFault(_ http.ResponseWriter, r *http.Request) (any, error) {
	f := &fault.Fault{Times: 1}
	if err := readSide(r, f); err != nil {
		return nil, err
	}
	if err := f.Parse(); err != nil {
		return nil, refuse(http.StatusBadRequest, "%v", err)
	}
	s.world.Lock()
	defer s.world.Unlock()
	s.faults.Add(f)
	if f.AtOnce() {
		return map[string]any{"id": f.ID, "connections": s.gateway.ApplyFault(f)}, nil
	}
	return map[string]any{"id": f.ID}, nil
}

func (s *Side) showFaults(http.ResponseWriter, *http.Request) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return s.faults.All(), nil
}

func (s *Side) clearFaults(http.ResponseWriter, *http.Request) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	s.faults.Clear()
	return done, nil
}
