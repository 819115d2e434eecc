package e2e

import "testing"

// TestEventsOnDiscordShowInTheMetrics checks that a running bot is healthy and that its metrics count a command, a
// table, its board, the commit of a play, a rate limit, and a lost connection.
func TestEventsOnDiscordShowInTheMetrics(t *testing.T) {
	t.Parallel()
	s := NewServer(t, freeStatusPort)
	for path, want := range map[string]int{"/health": 200, "/healthz/live": 200, "/healthz/ready": 200, "/debug/pprof/heap": 404} {
		if code, body := s.statusResponse(path); code != want {
			t.Errorf("%s answers %d, %q, want %d", path, code, body, want)
		}
	}
	if m := s.metrics(); m["deuces_gateway_shards"] != 1 || m["deuces_gateway_shards_connected"] != 1 ||
		m[`deuces_gateway_sessions_total{start="identify"}`] != 1 || m[`deuces_tables{phase="lobby"}`] != 0 ||
		m["deuces_database_bytes"] < 4096 || m["deuces_disk_free_bytes"] <= 0 || m["process_resident_memory_bytes"] < 1<<20 {
		t.Errorf("at the start: got the metrics %v, want one connected shard, one session, and no table", m)
	}
	s.Fault(fault{do: "429 0.3", path: callbacks, times: 1})
	s.Table("cards", fourNames...).Open("ahole", nil)
	s.Fault(fault{do: "drop"})
	s.WaitUntil("the metrics count all of it", func() bool {
		m := s.metrics()
		return m[`deuces_interaction_reply_seconds_count{kind="command"}`] == 1 &&
			m[`deuces_interaction_reply_seconds_count{kind="component"}`] > 0 &&
			m[`deuces_tables{phase="playing"}`] == 1 &&
			m[`deuces_message_lag_seconds_count{message="board"}`] > 0 &&
			m["deuces_commit_seconds_count"] > 0 && m["deuces_writes_total"] >= m["deuces_commit_seconds_count"] &&
			m[`deuces_discord_request_seconds_count{status="429"}`] == 1 && m["deuces_discord_invalid_requests_total"] == 1 &&
			m["deuces_gateway_disconnects_total"] == 1 && m[`deuces_gateway_sessions_total{start="resume"}`] == 1
	}, func() { t.Errorf("got the metrics %v, want those of what happened", s.metrics()) })
}
