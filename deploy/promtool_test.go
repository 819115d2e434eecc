package deploy

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// alertTests is the file of alert tests in promtool's format.
const alertTests = "deploy/metrics/alerts_test.yaml"

// Each alert fires in some test.
func TestEachAlertHasATestInWhichItFires(t *testing.T) {
	var tests struct {
		Rest  map[string]any `yaml:",inline"`
		Tests []struct {
			Rest  map[string]any `yaml:",inline"`
			Exprs []struct {
				Expr    string
				At      string           `yaml:"eval_time"`
				Samples []map[string]any `yaml:"exp_samples"`
			} `yaml:"promql_expr_test"`
		}
	}
	readYAML(t, alertTests, &tests)
	fires := map[string]bool{}
	for _, test := range tests.Tests {
		for _, e := range test.Exprs {
			_, rest, named := strings.Cut(e.Expr, `alertname="`)
			if name, _, _ := strings.Cut(rest, `"`); named && len(e.Samples) > 0 {
				fires[name] = true
			}
		}
	}
	for _, a := range readAlerts(t) {
		if !fires[a.Alert] {
			t.Errorf("%s fires in no test of %s", a.Alert, alertTests)
		}
	}
}

// The dashboard's queries are valid: promtool reads them as rules.
func TestPrometheusTakesTheQueriesOfTheDashboard(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool here: apt-get install prometheus")
	}
	var rules []map[string]string
	for _, p := range readDashboard(t).Panels {
		for _, target := range p.Targets {
			rules = append(rules, map[string]string{"record": fmt.Sprintf("panel:%d:%s", p.ID, target.RefID), "expr": strings.ReplaceAll(target.Expr, "$__rate_interval", "1m")})
		}
	}
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": rules}}})
	if err != nil {
		t.Fatal(err)
	}
	if said, err := exec.CommandContext(t.Context(), promtool, "check", "rules", write(t, "dashboard.yaml", 0o600, string(text))).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, said)
	}
}

// promtool accepts the files in deploy/metrics, and the alerts fire when they should and not
// otherwise.
func TestPrometheusTakesTheRulesAndTheirTestsHold(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool here: apt-get install prometheus")
	}
	for _, args := range [][]string{
		{"check", "config", "prometheus.yaml"},
		{"check", "rules", "alerts.yaml"},
		{"test", "rules", filepath.Base(alertTests)},
	} {
		cmd := exec.CommandContext(t.Context(), promtool, args...)
		cmd.Dir = filepath.Dir(alertTests)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
}
