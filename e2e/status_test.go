package e2e

import (
	"os/exec"
	"strings"
	"testing"
)

// TestARunningBotReportsThatItIsHealthy checks the health pages of a running bot, and the command
// `deuces health`, which requests them.
func TestARunningBotReportsThatItIsHealthy(t *testing.T) {
	t.Parallel()
	s := NewServer(t, freeStatusPort)
	for _, path := range []string{"/health", "/healthz/live", "/healthz/ready"} {
		if code, body := s.statusResponse(path); code != 200 || body != "ok" {
			t.Errorf("%s answers %d, %q", path, code, body)
		}
	}
	if code, _ := s.statusResponse("/debug/pprof/heap"); code != 404 {
		t.Errorf("profiles are off, but the request returns %d", code)
	}
	health := func() (string, error) {
		ask := exec.Command(program, "health")
		ask.Dir, ask.Env = t.TempDir(), []string{"STATUS_ADDR=" + s.statusAddress()}
		out, err := ask.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	if out, err := health(); err != nil || out != "ok" {
		t.Errorf("deuces health: %v, %q", err, out)
	}
	s.Stop()
	if out, err := health(); err == nil {
		t.Errorf("deuces health of a bot that has stopped: %q", out)
	}
}

// TestEventsOnDiscordShowInTheMetrics checks that the metrics count a command, a table, its board,
// the commit of a play, a rate limit, and a lost connection.
func TestEventsOnDiscordShowInTheMetrics(t *testing.T) {
	t.Parallel()
	s := NewServer(t, freeStatusPort, "STATUS_PROFILES=on")
	if code, _ := s.statusResponse("/debug/pprof/heap"); code != 200 {
		t.Errorf("a request for a profile from this machine returns %d", code)
	}
	if m := s.metrics(); m["deuces_gateway_shards"] != 1 || m["deuces_gateway_shards_connected"] != 1 ||
		m[`deuces_gateway_sessions_total{start="identify"}`] != 1 || m[`deuces_tables{phase="lobby"}`] != 0 ||
		m["deuces_database_bytes"] < 4096 || m["deuces_disk_free_bytes"] <= 0 || m["process_resident_memory_bytes"] < 1<<20 {
		t.Errorf("at the start: %v", m)
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
	}, func() { t.Errorf("the metrics are %v", s.metrics()) })
}
