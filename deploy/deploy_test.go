package deploy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deuces/internal/config"
	"deuces/internal/errtest"
	"deuces/internal/metrics"
)

// TestMain runs the tests in the repository's root, so that paths are relative to it. The tests
// check the files in deploy as far as that is possible without the programs that read them.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	errtest.Must(t, err)
	return data
}

// write creates a file in a new directory and returns its path.
func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	errtest.Must(t, os.WriteFile(path, text, 0o600))
	return path
}

// A backup that systemd skips looks like one that was made.
func TestTheDailyBackupIsNeverSkipped(t *testing.T) {
	for _, file := range []string{"deploy/deuces-backup.service", "deploy/deuces-backup.timer"} {
		if found := regexp.MustCompile(`(?m)^Condition.*`).Find(read(t, file)); found != nil {
			t.Errorf("%s has %s, want no condition", file, found)
		}
	}
}

// Somebody's own copy in the directory of the backups stays.
func TestTheDailyBackupDeletesOnlyItsOwn(t *testing.T) {
	pattern := regexp.MustCompile(`-name "(.+)" .*-delete`).FindSubmatch(read(t, "deploy/deuces-backup.service"))
	if pattern == nil {
		t.Fatal("no old backups are deleted")
	}
	for name, own := range map[string]bool{"deuces-2026-01-31T235959.db": true, "deuces-before-the-upgrade.db": false, "deuces-2026.db": false} {
		if deleted, err := path.Match(string(pattern[1]), name); deleted != own || err != nil {
			t.Errorf("%s is deleted: %v, %v", name, deleted, err)
		}
	}
}

// dashboardQueries returns the queries of the dashboard, by the panel's id and the query's letter.
func dashboardQueries(t *testing.T) map[string]string {
	t.Helper()
	var d struct {
		Panels []struct {
			ID      int
			Targets []struct{ RefID, Expr string }
		}
	}
	errtest.Must(t, json.Unmarshal(read(t, "deploy/metrics/dashboard.json"), &d))
	all := map[string]string{}
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			name := fmt.Sprintf("panel:%d:%s", p.ID, target.RefID)
			if all[name] != "" {
				t.Errorf("the query %s occurs twice", name)
			}
			all[name] = target.Expr
		}
	}
	return all
}

// metricName matches the words of a query that may be names of our metrics. promtool checks the
// rest of the query.
var metricName = regexp.MustCompile(`\b(?:deuces|go|process)_[a-z_]+\b`)

func TestTheDashboardAndAlertsShowExactlyTheMetrics(t *testing.T) {
	m := metrics.New("")
	m.SetSource(func() metrics.Snapshot { return metrics.Snapshot{Sharing: &metrics.Sharing{}} })
	families, err := m.Gather()
	errtest.Must(t, err)
	metricOf, unseen := map[string]string{}, map[string]bool{} // metricOf: metric by series; unseen: whether a metric still has to be shown
	for _, f := range families {
		name := f.GetName()
		if f.GetType().String() == "HISTOGRAM" {
			metricOf[name+"_bucket"], metricOf[name+"_sum"], metricOf[name+"_count"] = name, name, name
		} else {
			metricOf[name] = name
		}
		unseen[name] = strings.HasPrefix(name, "deuces_") // other names are metrics of every Go program
	}
	asked := dashboardQueries(t)
	asked["alerts.yaml"] = string(read(t, "deploy/metrics/alerts.yaml"))
	for where, query := range asked {
		for _, word := range metricName.FindAllString(query, -1) {
			if metricOf[word] == "" {
				t.Errorf("%s: nothing measures %s", where, word)
			}
			unseen[metricOf[word]] = false
		}
	}
	for name, missing := range unseen {
		if missing {
			t.Errorf("neither the dashboard nor an alert shows %s", name)
		}
	}
}

// alertTests is the file that tests the alerts, in promtool's format.
const alertTests = "deploy/metrics/alerts_test.yaml"

func TestEachAlertSaysWhatToDoAndFiresInATest(t *testing.T) {
	alert := regexp.MustCompile(`(?m)- alert: (\w+)$(?s:.*?)summary: .+\n\s+description: .+$`)
	alerts, tests := string(read(t, "deploy/metrics/alerts.yaml")), string(read(t, alertTests))
	found := alert.FindAllStringSubmatch(alerts, -1)
	if len(found) == 0 || len(found) != strings.Count(alerts, "- alert: ") {
		t.Errorf("%d alerts have a summary and a description, want %d", len(found), strings.Count(alerts, "- alert: "))
	}
	for _, a := range found {
		if !strings.Contains(tests, `labels: 'ALERTS{alertname="`+a[1]+`"`) {
			t.Errorf("%s fires in no test of %s", a[1], alertTests)
		}
	}
}

// TestPromtoolAcceptsTheFilesAndTheAlertTestsPass checks with promtool that the queries of the
// dashboard and the files in deploy/metrics are valid, and that the alerts fire when they should
// and not otherwise.
func TestPromtoolAcceptsTheFilesAndTheAlertTestsPass(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool here: apt-get install prometheus")
	}
	var rules []map[string]string
	for name, query := range dashboardQueries(t) {
		rules = append(rules, map[string]string{"record": name, "expr": strings.ReplaceAll(query, "$__rate_interval", "1m")})
	}
	text, err := json.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": rules}}}) // JSON is YAML
	errtest.Must(t, err)
	for _, args := range [][]string{
		{"check", "rules", write(t, "dashboard.yaml", text)},
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

// composeService matches a service of a compose file and its settings.
var composeService = regexp.MustCompile(`(?m)^  ([a-z]+):\n((?: {4}.*\n)+)`)

// TestServicesOfTheComposeFilesAreRestricted checks that every service has the same restrictions as
// the bot's, that the files that it mounts exist, and that Prometheus uses the port of the bot's
// status server. .ci/run checks the files against the specification.
func TestServicesOfTheComposeFilesAreRestricted(t *testing.T) {
	mounted := regexp.MustCompile(`(?m)^      - (\./[^:]+):`)
	images := 0
	for _, file := range []string{"deploy/compose.yaml", "deploy/compose.metrics.yaml", "deploy/compose.postgres.yaml"} {
		for _, service := range composeService.FindAllStringSubmatch(string(read(t, file)), -1) {
			name, text := service[1], service[2]
			if strings.Contains(text, "    image: ") { // otherwise it is defined in another file
				images++
				for _, want := range []string{"    cap_drop: [ALL]\n", "    security_opt:\n      - no-new-privileges:true\n"} {
					if !strings.Contains(text, want) {
						t.Errorf("%s: service %s has no\n%s", file, name, want)
					}
				}
				if strings.Contains(text, "cap_add:") && name != "postgres" {
					t.Errorf("%s: service %s has more capabilities than it needs", file, name)
				}
			}
			for _, mount := range mounted.FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join("deploy", mount[1])); err != nil {
					t.Errorf("%s: service %s mounts a file that does not exist: %v", file, name, err)
				}
			}
		}
	}
	if images != 4 {
		t.Errorf("found %d services with an image, want 4", images)
	}
	port := regexp.MustCompile(`STATUS_ADDR: \S+:(\d+)\n`).FindSubmatch(read(t, "deploy/compose.metrics.yaml"))
	if asked := read(t, "deploy/metrics/prometheus.yaml"); port == nil || !bytes.Contains(asked, []byte("\n        port: "+string(port[1])+"\n")) {
		t.Errorf("the bot's status server has port %s, but Prometheus asks\n%s", port, asked)
	}
}

// TestImagesArePinnedByDigest checks that images have a digest, because a tag can be moved.
func TestImagesArePinnedByDigest(t *testing.T) {
	image := regexp.MustCompile(`(?m)^\s*(?:image:|ARG BASE=|FROM) *(\S+)`)
	pinned := regexp.MustCompile(`:[a-z0-9.]+@sha256:[0-9a-f]{64}}?$`)
	pinnedCount := 0
	for _, file := range []string{"Dockerfile", "deploy/Dockerfile", "deploy/compose.yaml", "deploy/compose.metrics.yaml", "deploy/compose.postgres.yaml"} {
		for _, m := range image.FindAllStringSubmatch(string(read(t, file)), -1) {
			switch name := m[1]; {
			case pinned.MatchString(name):
				pinnedCount++
			case name == "${DEUCES_IMAGE:-deuces:latest}", name == "${BASE}", name == "scratch", name == "--platform=$BUILDPLATFORM":
			default:
				t.Errorf("%s uses %s, which has no digest", file, name)
			}
		}
	}
	if pinnedCount != 5 {
		t.Errorf("%d images are pinned, want 5", pinnedCount)
	}
}

// TestActionsArePinnedByDigest checks the hosted workflows, because whoever moves an action's tag gets
// the rights of the workflow.
func TestActionsArePinnedByDigest(t *testing.T) {
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses: *(.+)$`)
	pinned := regexp.MustCompile(`^[a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$`)
	for _, file := range []string{".github/workflows/ci.yml", ".github/workflows/release.yml"} {
		all := uses.FindAllStringSubmatch(string(read(t, file)), -1)
		if len(all) == 0 {
			t.Errorf("%s uses no action", file)
		}
		for _, m := range all {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s uses %s, which has no digest with its version", file, m[1])
			}
		}
	}
}

func TestTheNoticesHaveTheLicenceOfEachModule(t *testing.T) {
	notices, err := exec.CommandContext(t.Context(), "deploy/notices").Output()
	errtest.Must(t, err)
	const modules = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}`
	used, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags=nopgxregisterdefaulttypes", "-f", modules, ".").Output()
	errtest.Must(t, err)
	for line := range strings.Lines(string(used)) {
		if module := strings.TrimSpace(line); !bytes.Contains(notices, []byte("===== "+module+": ")) {
			t.Errorf("the notices have no licence of %s", module)
		}
	}
	for _, text := range []string{"===== Go go1.", "Redistribution and use in source and binary forms", "Apache License", "DejaVu"} {
		if !bytes.Contains(notices, []byte(text)) {
			t.Errorf("the notices have no %q", text)
		}
	}
}

func TestTheSettingsFileOfThePackageIsValidAndLeavesDefaultsToTheProgram(t *testing.T) {
	text := read(t, "deploy/deuces.env")
	token := write(t, "token", []byte("sandbox\n"))
	file := write(t, "deuces.env", bytes.Replace(text, []byte("/etc/deuces/token"), []byte(token), 1))
	cfg, err := config.Read(nil, file)
	if err != nil || cfg.Token != "sandbox" || cfg.DB != "/var/lib/deuces/deuces.db" || cfg.Unknown != nil {
		t.Errorf("got %+v and error %v, want the token sandbox, the database in /var/lib/deuces, and no unknown names", cfg, err)
	}
	if set := regexp.MustCompile(`(?m)^[A-Z_]+=`).FindAll(text, -1); len(set) != 2 {
		t.Errorf("the file sets %q, want two settings", set)
	}
}

func TestReleasesAreBuiltWithTheSameFlagsEverywhere(t *testing.T) {
	for file, flags := range map[string][]string{
		".goreleaser.yaml": {"flags: [-trimpath, -buildvcs=true]", "tags: [nopgxregisterdefaulttypes]", "ldflags: [-s -w]", "CGO_ENABLED=0"},
		"deploy/reproduce": {"-trimpath -buildvcs=true -tags=nopgxregisterdefaulttypes -ldflags='-s -w'", "CGO_ENABLED=0"},
		"Dockerfile":       {`-trimpath -tags=nopgxregisterdefaulttypes -ldflags="-s -w"`, "CGO_ENABLED=0"},
	} {
		text := read(t, file)
		for _, f := range flags {
			if !strings.Contains(string(text), f) {
				t.Errorf("%s does not build with %s", file, f)
			}
		}
	}
}
