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

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"deuces/internal/config"
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
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// write creates a file in a new directory and returns its path.
func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	if err := yaml.Unmarshal(read(t, file), into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// A backup that systemd skips looks like one that was made.
func TestTheDailyBackupIsNeverSkipped(t *testing.T) {
	for _, file := range []string{"deploy/deuces-backup.service", "deploy/deuces-backup.timer"} {
		if found := regexp.MustCompile(`(?m)^Condition.*`).Find(read(t, file)); found != nil {
			t.Errorf("%s has %s", file, found)
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
	if err := json.Unmarshal(read(t, "deploy/metrics/dashboard.json"), &d); err != nil {
		t.Fatal(err)
	}
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

type alert struct {
	Alert, Expr string
	Annotations map[string]string
}

func readAlerts(t *testing.T) (all []alert) {
	t.Helper()
	var rules struct{ Groups []struct{ Rules []alert } }
	readYAML(t, "deploy/metrics/alerts.yaml", &rules)
	for _, g := range rules.Groups {
		all = append(all, g.Rules...)
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
	if err != nil {
		t.Fatal(err)
	}
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
	for _, a := range readAlerts(t) {
		asked[a.Alert] = a.Expr
	}
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

func TestEachAlertHasARunbookAndFiresInATest(t *testing.T) {
	var tests struct {
		Tests []struct {
			Exprs []struct {
				Expr    string
				Samples []map[string]any `yaml:"exp_samples"`
			} `yaml:"promql_expr_test"`
		}
	}
	readYAML(t, alertTests, &tests)
	fires := map[string]bool{}
	for _, test := range tests.Tests {
		for _, e := range test.Exprs {
			_, rest, _ := strings.Cut(e.Expr, `alertname="`)
			name, _, _ := strings.Cut(rest, `"`)
			fires[name] = fires[name] || len(e.Samples) > 0
		}
	}
	for _, a := range readAlerts(t) {
		page, anchor, _ := strings.Cut(a.Annotations["runbook"], "#")
		if text := strings.ToLower(string(read(t, page))); anchor == "" || !strings.Contains(text, "\n### "+anchor+"\n") {
			t.Errorf("the runbook of %s is not at %s", a.Alert, a.Annotations["runbook"])
		}
		if !fires[a.Alert] {
			t.Errorf("%s fires in no test of %s", a.Alert, alertTests)
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
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": rules}}})
	if err != nil {
		t.Fatal(err)
	}
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

// TestTheComposeFilesAreValidAndRestricted checks that the compose files match their schema, that
// the files that they mount exist, that every service has the same restrictions as the bot's, and
// that Prometheus uses the port of the bot's status server.
func TestTheComposeFilesAreValidAndRestricted(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(read(t, "deploy/testdata/compose-spec.json")))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("compose.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("compose.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("deploy/compose*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatalf("the compose files are %q, %v", files, err)
	}
	port := ""
	for _, file := range files {
		var whole any
		readYAML(t, file, &whole)
		if err := schema.Validate(whole); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var compose struct {
			Services map[string]struct {
				Drop        []string `yaml:"cap_drop"`
				Add         []string `yaml:"cap_add"`
				Opt         []string `yaml:"security_opt"`
				Image       string   // "" if the service is defined in another file
				Volumes     []string
				Environment map[string]string
			}
			Volumes map[string]any
		}
		readYAML(t, file, &compose)
		for name, s := range compose.Services {
			if s.Image != "" && (fmt.Sprint(s.Drop) != "[ALL]" || fmt.Sprint(s.Opt) != "[no-new-privileges:true]" || s.Add != nil && name != "postgres") {
				t.Errorf("%s: %s has cap_drop %v, cap_add %v and security_opt %v", file, name, s.Drop, s.Add, s.Opt)
			}
			for _, mount := range s.Volumes {
				from, _, _ := strings.Cut(mount, ":")
				if _, volume := compose.Volumes[from]; volume {
					continue
				}
				if _, err := os.Stat(filepath.Join("deploy", from)); err != nil || !strings.HasPrefix(from, "./") {
					t.Errorf("%s: %s mounts %s, which is not there", file, name, from)
				}
			}
		}
		if file == "deploy/compose.metrics.yaml" {
			_, port, _ = strings.Cut(compose.Services["deuces"].Environment["STATUS_ADDR"], ":")
		}
	}
	if asked := string(read(t, "deploy/metrics/prometheus.yaml")); port == "" || !strings.Contains(asked, "\n        port: "+port+"\n") {
		t.Errorf("the bot answers at port %q, and Prometheus asks\n%s", port, asked)
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
	if err != nil {
		t.Fatal(err)
	}
	const modules = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}`
	used, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags=nopgxregisterdefaulttypes", "-f", modules, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
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
		t.Errorf("%+v, %v", cfg, err)
	}
	if set := regexp.MustCompile(`(?m)^[A-Z_]+=`).FindAll(text, -1); len(set) != 2 {
		t.Errorf("it sets %q", set)
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
