package e2e

import (
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"deuces/game/systems"
)

// asked is what the bot answers at STATUS_ADDR.
func asked(t *testing.T, addr, path string) (int, string) {
	t.Helper()
	resp, err := http.Get("http://" + addr + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(body))
}

// A running bot says that it is well, and `deuces health` asks it.
func TestARunningBotSaysThatItIsWell(t *testing.T) {
	t.Parallel()
	h := newHouse(t, anyAddr)
	addr := h.status()
	for _, path := range []string{"/health", "/healthz/live", "/healthz/ready"} {
		if code, said := asked(t, addr, path); code != 200 || said != "ok" {
			t.Errorf("%s answers %d, %q", path, code, said)
		}
	}
	if code, _ := asked(t, addr, "/debug/pprof/heap"); code != 404 {
		t.Errorf("profiles, which nobody asked for, answer %d", code)
	}
	ask := exec.Command(program, "health")
	ask.Dir, ask.Env = t.TempDir(), []string{"STATUS_ADDR=" + addr}
	if out, err := ask.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "ok" {
		t.Errorf("deuces health: %v, %q", err, out)
	}
	h.stop()
	ask = exec.Command(program, "health")
	ask.Dir, ask.Env = t.TempDir(), []string{"STATUS_ADDR=" + addr}
	if out, err := ask.CombinedOutput(); err == nil {
		t.Errorf("deuces health of a bot that has stopped: %q", out)
	}
}

// What happens on Discord shows in the metrics: a command, a table, its board, a play's
// commit, a limit, and a connection that was lost.
func TestWhatHappensIsMeasured(t *testing.T) {
	t.Parallel()
	h := newHouse(t, anyAddr, "STATUS_PROFILES=on")
	addr := h.status()
	if code, _ := asked(t, addr, "/debug/pprof/heap"); code != 200 {
		t.Errorf("profiles answer %d to this machine", code)
	}
	if m := h.measured(); m["deuces_gateway_shards"] != 1 || m["deuces_gateway_shards_connected"] != 1 ||
		m[`deuces_gateway_sessions_total{start="identify"}`] != 1 || m[`deuces_tables{phase="lobby"}`] != 0 ||
		m["deuces_database_bytes"] < 4096 || m["deuces_disk_free_bytes"] <= 0 || m["process_resident_memory_bytes"] < 1<<20 {
		t.Errorf("at the start: %v", m)
	}
	h.fault(fault{do: "429 0.3", path: callbacks, times: 1})
	g := h.group(5, "cards", "Ann", "Bob", "Cy", "Dee")
	g.open(systems.All()[0].Name, nil)
	h.fault(fault{do: "drop"})
	h.stored("the metrics tell all of it", func() bool {
		m := h.measured()
		return m[`deuces_interaction_reply_seconds_count{kind="command"}`] == 1 &&
			m[`deuces_interaction_reply_seconds_count{kind="component"}`] > 0 &&
			m[`deuces_tables{phase="playing"}`] == 1 &&
			m[`deuces_message_lag_seconds_count{message="board"}`] > 0 &&
			m["deuces_commit_seconds_count"] > 0 && m["deuces_writes_total"] >= m["deuces_commit_seconds_count"] &&
			m[`deuces_discord_request_seconds_count{status="429"}`] == 1 && m["deuces_discord_invalid_requests_total"] == 1 &&
			m["deuces_gateway_disconnects_total"] == 1 && m[`deuces_gateway_sessions_total{start="resume"}`] == 1
	}, func() { t.Errorf("the metrics are %v", h.measured()) })
}
