package rest

import "deuces/sandbox/gateway"

func (s *API) gatewayURL(q *request) (answer, error) {
	return ok(map[string]string{"url": gateway.Address(q.base)}), nil
}

func (s *API) gatewayBot(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return ok(struct {
		URL    string         `json:"url"`
		Shards int            `json:"shards"`
		Limit  gateway.Starts `json:"session_start_limit"`
	}{gateway.Address(q.base), s.gateway.Shards(), s.gateway.Starts(q.now)}), nil
}
