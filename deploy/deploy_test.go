package deploy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"deuces/internal/config"
	"deuces/internal/metrics"
)

// These tests check the files in deploy as far as that is possible without the programs that read
// them. Paths are relative to the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// write creates a file in a directory of its own.
func write(t *testing.T, name string, mode os.FileMode, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// dashboard is the part of Grafana's dashboard that is checked.
type dashboard struct {
	Panels []struct {
		ID      int
		Title   string
		Targets []struct{ RefID, Expr string }
	}
}

// alertRules are Prometheus alert rules.
type alertRules struct {
	Groups []struct {
		Name  string
		Rules []alert
	}
}

type alert struct {
	Alert, Expr, For    string
	Labels, Annotations map[string]string
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func readDashboard(t *testing.T) (d dashboard) {
	t.Helper()
	data, err := os.ReadFile("deploy/metrics/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func readAlerts(t *testing.T) (all []alert) {
	t.Helper()
	var rules alertRules
	readYAML(t, "deploy/metrics/alerts.yaml", &rules)
	for _, g := range rules.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

// measured matches words of a query that may be our metrics. promtool checks the rest of the query.
var measured = regexp.MustCompile(`\b(?:deuces|go|process)_[a-z_]+\b`)

// series returns the metric to which a series in a query belongs, which may be a part of a
// histogram. types has the type of every metric.
func series(word string, types map[string]string) (name string, known bool) {
	for _, suffix := range []string{"_bucket", "_sum", "_count"} {
		if base, has := strings.CutSuffix(word, suffix); has && types[base] == "HISTOGRAM" {
			return base, true
		}
	}
	kind, known := types[word]
	return word, known && kind != "HISTOGRAM"
}

// The dashboard only queries metrics that exist, and each metric is on the dashboard or in an
// alert.
func TestTheDashboardShowsWhatIsMeasured(t *testing.T) {
	m := metrics.New("")
	m.Watch(func() metrics.Present { return metrics.Present{Sharing: &metrics.Sharing{}} })
	families, err := m.Gather()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, f := range families {
		known[f.GetName()] = f.GetType().String()
	}
	unseen, ids := maps.Clone(known), map[int]bool{}
	see := func(where, query string) {
		for _, word := range measured.FindAllString(query, -1) {
			name, there := series(word, known)
			if !there {
				t.Errorf("%s: nothing measures %s", where, word)
			}
			delete(unseen, name)
		}
	}
	d := readDashboard(t)
	for _, p := range d.Panels {
		if ids[p.ID] {
			t.Errorf("panel %q has the id of another", p.Title)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			see("panel "+p.Title, target.Expr)
		}
	}
	for _, a := range readAlerts(t) {
		see("alert "+a.Alert, a.Expr)
	}
	for name := range unseen {
		if !strings.HasPrefix(name, "deuces_") {
			continue // metrics of every Go program
		}
		t.Errorf("neither the dashboard nor an alert shows %s", name)
	}
}

// Each alert links to a section of the runbook that exists.
func TestEachAlertHasARunbook(t *testing.T) {
	for _, a := range readAlerts(t) {
		page, anchor, _ := strings.Cut(a.Annotations["runbook"], "#")
		text, err := os.ReadFile(page)
		if err != nil || anchor == "" || !strings.Contains(strings.ToLower(string(text)), "\n### "+anchor+"\n") {
			t.Errorf("the runbook of %s is not at %s: %v", a.Alert, a.Annotations["runbook"], err)
		}
	}
}

// Images are pinned by digest, because a tag can be moved.
func TestImagesArePinnedByDigest(t *testing.T) {
	files, err := filepath.Glob("deploy/compose*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	image := regexp.MustCompile(`(?m)^\s*(?:image:|ARG BASE=|FROM) *(\S+)`)
	pinned := regexp.MustCompile(`:[a-z0-9.]+@sha256:[0-9a-f]{64}}?$`)
	seen := 0
	for _, file := range append(files, "Dockerfile", "deploy/Dockerfile") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range image.FindAllStringSubmatch(string(text), -1) {
			switch name := m[1]; {
			case pinned.MatchString(name):
				seen++
			case name == "${DEUCES_IMAGE:-deuces:latest}", name == "${BASE}", name == "scratch", name == "--platform=$BUILDPLATFORM":
			default:
				t.Errorf("%s takes %s, whatever that is at the time", file, name)
			}
		}
	}
	if seen != 5 {
		t.Errorf("%d images are pinned", seen)
	}
}

// Every service has the same restrictions as the bot's.
func TestContainersHaveFewRights(t *testing.T) {
	files, err := filepath.Glob("deploy/compose*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		var compose struct {
			Services map[string]struct {
				Drop   []string       `yaml:"cap_drop"`
				Add    []string       `yaml:"cap_add"`
				Opt    []string       `yaml:"security_opt"`
				Image  string         `yaml:"image"`
				Others map[string]any `yaml:",inline"`
			}
			Others map[string]any `yaml:",inline"`
		}
		readYAML(t, file, &compose)
		for name, s := range compose.Services {
			if s.Image == "" {
				continue // it extends the services of another file
			}
			if fmt.Sprint(s.Drop) != "[ALL]" || fmt.Sprint(s.Opt) != "[no-new-privileges:true]" || s.Add != nil && name != "postgres" {
				t.Errorf("%s: %s has cap_drop %v, cap_add %v and security_opt %v", file, name, s.Drop, s.Add, s.Opt)
			}
		}
	}
}

// The settings file of the package contains only valid settings, and leaves the defaults to the
// program.
func TestTheSettingsFileOfThePackageIsValid(t *testing.T) {
	text, err := os.ReadFile("deploy/deuces.env")
	if err != nil {
		t.Fatal(err)
	}
	token := write(t, "token", 0o600, "sandbox\n")
	file := write(t, "deuces.env", 0o600, strings.Replace(string(text), "/etc/deuces/token", token, 1))
	cfg, err := config.Read(nil, file)
	if err != nil || cfg.Token != "sandbox" || cfg.DB != "/var/lib/deuces/deuces.db" || cfg.Unknown != nil {
		t.Errorf("%+v, %v", cfg, err)
	}
	if set := regexp.MustCompile(`(?m)^[A-Z_]+=`).FindAllString(string(text), -1); len(set) != 2 {
		t.Errorf("it sets %q", set)
	}
}

// The compose files match their schema, and the files that they mount exist.
func TestTheComposeFilesFollowTheirSchema(t *testing.T) {
	data, err := os.ReadFile("deploy/testdata/compose-spec.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
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
	read := func(file string) (c struct {
		Services map[string]any
		Volumes  map[string]any
	}, whole any) {
		readYAML(t, file, &whole)
		data, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatal(err)
		}
		if whole, err = jsonschema.UnmarshalJSON(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		return c, whole
	}
	files, err := filepath.Glob("deploy/compose*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatalf("the compose files are %q, %v", files, err)
	}
	for _, file := range files {
		c, whole := read(file)
		if err := schema.Validate(whole); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for name, s := range c.Services {
			service, _ := s.(map[string]any)
			mounts, _ := service["volumes"].([]any)
			for _, m := range mounts {
				from, _, _ := strings.Cut(fmt.Sprint(m), ":")
				if _, volume := c.Volumes[from]; volume {
					continue
				}
				if _, err := os.Stat(filepath.Join("deploy", from)); err != nil || !strings.HasPrefix(from, "./") {
					t.Errorf("%s: %s mounts %s, which is not there", file, name, from)
				}
			}
		}
	}
	broken := map[string]any{"services": map[string]any{"deuces": map[string]any{"imagine": "x"}}}
	if schema.Validate(broken) == nil {
		t.Error("the schema finds nothing wrong with a service that imagines")
	}
}

// Prometheus is configured with the address of the bot in the compose files.
func TestPrometheusAsksTheBot(t *testing.T) {
	var scrape struct {
		Global    map[string]string
		RuleFiles []string `yaml:"rule_files"`
		Configs   []struct {
			Job     string `yaml:"job_name"`
			Targets []struct {
				Names      []string
				Type, Port string
			} `yaml:"dns_sd_configs"`
		} `yaml:"scrape_configs"`
	}
	readYAML(t, "deploy/metrics/prometheus.yaml", &scrape)
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
			Rest        map[string]any `yaml:",inline"`
		}
		Volumes map[string]any
	}
	readYAML(t, "deploy/compose.metrics.yaml", &compose)
	_, port, _ := strings.Cut(compose.Services["deuces"].Environment["STATUS_ADDR"], ":")
	if len(scrape.Configs) != 1 || scrape.Configs[0].Job != "deuces" || fmt.Sprint(scrape.Configs[0].Targets) != "[{[deuces] A "+port+"}]" {
		t.Errorf("the bot answers at port %s, and Prometheus asks %v", port, scrape.Configs)
	}
	for _, file := range scrape.RuleFiles {
		if _, err := os.Stat(filepath.Join("deploy/metrics", file)); err != nil {
			t.Error(err)
		}
	}
}

// The build flags of releases are in three places, which must agree.
func TestReleasesAreBuiltWithTheSameFlagsEverywhere(t *testing.T) {
	for file, flags := range map[string][]string{
		".goreleaser.yaml": {"flags: [-trimpath, -buildvcs=true]", "tags: [nopgxregisterdefaulttypes]", "ldflags: [-s -w]", "CGO_ENABLED=0"},
		"deploy/reproduce": {"-trimpath -buildvcs=true -tags=nopgxregisterdefaulttypes -ldflags='-s -w'", "CGO_ENABLED=0"},
		"Dockerfile":       {`-trimpath -tags=nopgxregisterdefaulttypes -ldflags="-s -w"`, "CGO_ENABLED=0"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range flags {
			if !strings.Contains(string(text), f) {
				t.Errorf("%s does not build with %s", file, f)
			}
		}
	}
}
