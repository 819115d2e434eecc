package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"deuces/config"
	"deuces/metrics"
)

// What stands in deploy is tried here as far as it can be without the programs that
// read it.

// dashboard is what is checked of Grafana's.
type dashboard struct {
	Panels []struct {
		ID                       int
		Type, Title, Description string
		GridPos                  struct{ H, W, X, Y int }
		Targets                  []struct{ RefID, Expr string }
	}
}

// alertRules are Prometheus'.
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

var (
	queryWord = regexp.MustCompile(`"[^"]*"|\$?[A-Za-z_][A-Za-z0-9_]*|\[[^\]]*\]|[^\s]`)
	rangeIs   = regexp.MustCompile(`^\[(\$__rate_interval|[0-9]+[smh])\]$`)
)

// queryWords are what our queries are made of, beside metrics and labels.
var queryWords = []string{"sum", "rate", "increase", "histogram_quantile", "by", "time", "absent", "or"}

// wrongQuery says what is wrong with a query, given what is measured: a metric or a
// label that isn't there, a counter that is not asked for its rate, a gauge that is.
func wrongQuery(query string, families map[string]metrics.Family) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	words := queryWord.FindAllString(query, -1)
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i]
	}
	labels := map[string]bool{"job": true}
	depth, named, measured := 0, []string{}, 0
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case w == "by" && at(i+1) == "(":
			for i++; i < len(words) && words[i] != ")"; i++ {
				if words[i] != "(" && words[i] != "," {
					named = append(named, words[i])
				}
			}
		case strings.HasPrefix(w, "["):
			if !rangeIs.MatchString(w) {
				fault("%s is no range", w)
			}
		case w == "up", strings.HasPrefix(w, "deuces_"), strings.HasPrefix(w, "go_"), strings.HasPrefix(w, "process_"):
			measured++
			f, known := families[w]
			kind, part := f.Type, ""
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				if base, has := strings.CutSuffix(w, suffix); has && families[base].Type == "histogram" {
					f, known, part, kind = families[base], true, suffix, "counter"
				}
			}
			if !known && w != "up" {
				fault("nothing measures %s", w)
				continue
			}
			if kind == "histogram" {
				fault("%s has no series of that name", w)
			}
			labels[f.Label] = labels[f.Label] || f.Label != ""
			labels["le"] = labels["le"] || part == "_bucket"
			before := at(i-2) + at(i-1)
			if rated := before == "rate(" || before == "increase("; rated != (kind == "counter") {
				fault("%s is a %s, but follows %q", w, kind, before)
			}
			if part == "_bucket" && !strings.Contains(query, "histogram_quantile") {
				fault("%s is for histogram_quantile", w)
			}
			if at(i+1) == "{" {
				for i += 2; i < len(words) && words[i] != "}"; i += 4 { // label = "value" ,
					value := strings.Trim(at(i+2), `"`)
					switch {
					case at(i) == "job":
					case at(i) != f.Label || f.Label == "":
						fault("%s has no label %s", w, at(i))
					case !slices.Contains(f.Values, value):
						fault("%s has no %s %q", w, at(i), value)
					}
					if at(i+3) == "}" {
						i += 3
						break
					}
				}
			}
			if rated := at(i+1) != "" && at(i + 1)[0] == '['; rated != (kind == "counter") {
				fault("%s has a range, or lacks one", w)
			}
		case regexp.MustCompile(`^[A-Za-z_$]`).MatchString(w) && !slices.Contains(queryWords, w):
			fault("%s is neither a metric nor a function that we know", w)
		}
	}
	for _, l := range named {
		if !labels[l] {
			fault("nothing in it has the label %s", l)
		}
	}
	if strings.Contains(query, "histogram_quantile") != slices.Contains(named, "le") {
		fault("a quantile needs the buckets by le")
	}
	if depth != 0 || measured == 0 {
		fault("it is no query")
	}
	return faults
}

func families() map[string]metrics.Family {
	all := map[string]metrics.Family{}
	for _, f := range newMetrics().Families() {
		all[f.Name] = f
	}
	return all
}

func TestWhatIsWrongWithAQueryIsFound(t *testing.T) {
	known := families()
	for query, why := range map[string]string{
		`deuces_table`:                                "no such metric",
		`deuces_commit_seconds`:                       "a histogram has no series of its own name",
		`deuces_writes_total`:                         "a counter without its rate",
		`rate(deuces_tables[5m])`:                     "a gauge with a rate",
		`rate(deuces_writes_total)`:                   "a rate without a range",
		`rate(deuces_writes_total[x])`:                "a range of nothing",
		`deuces_tables{guild="5"}`:                    "no such label",
		`deuces_tables{phase="over"}`:                 "no such value",
		`sum by (guild) (deuces_tables)`:              "no such label",
		`avgg(deuces_tables)`:                         "no such function",
		`sum(deuces_tables`:                           "no end",
		`1 + 1`:                                       "asks for nothing",
		`sum(rate(deuces_commit_seconds_bucket[5m]))`: "buckets that are no quantile",
		`histogram_quantile(0.5, sum(rate(deuces_commit_seconds_bucket[5m])))`: "a quantile without bounds",
	} {
		if len(wrongQuery(query, known)) == 0 {
			t.Errorf("nothing is wrong with %s (%s)", query, why)
		}
	}
	if faults := wrongQuery(`sum by (status) (rate(deuces_discord_request_seconds_count{status="429"}[5m])) > 0`, known); faults != nil {
		t.Errorf("a good query is faulted: %q", faults)
	}
}

// Each query of the dashboard asks for what there is, and each metric is on the
// dashboard or in an alert.
func TestTheDashboardShowsWhatIsMeasured(t *testing.T) {
	known := families()
	unseen, ids := maps.Clone(known), map[int]bool{}
	see := func(where, query string) {
		for _, fault := range wrongQuery(query, known) {
			t.Errorf("%s: %s: %s", where, query, fault)
		}
		for name := range unseen {
			if regexp.MustCompile(`\b` + name + `(_bucket|_sum|_count)?\b`).MatchString(query) {
				delete(unseen, name)
			}
		}
	}
	d := readDashboard(t)
	for i, p := range d.Panels {
		if ids[p.ID] || p.Title == "" {
			t.Errorf("panel %d has the id of another, or no title", p.ID)
		}
		ids[p.ID] = true
		if p.Type != "row" && (len(p.Targets) == 0 || !strings.HasSuffix(p.Description, ".")) {
			t.Errorf("panel %q shows nothing, or does not say what", p.Title)
		}
		for _, q := range d.Panels[:i] {
			if p.GridPos.X < q.GridPos.X+q.GridPos.W && q.GridPos.X < p.GridPos.X+p.GridPos.W &&
				p.GridPos.Y < q.GridPos.Y+q.GridPos.H && q.GridPos.Y < p.GridPos.Y+p.GridPos.H {
				t.Errorf("panels %q and %q overlap", p.Title, q.Title)
			}
		}
		for _, target := range p.Targets {
			see("panel "+p.Title, target.Expr)
		}
	}
	if len(d.Panels) < 15 {
		t.Errorf("%d panels only", len(d.Panels))
	}
	for _, a := range readAlerts(t) {
		see("alert "+a.Alert, a.Expr)
	}
	for name := range unseen {
		t.Errorf("neither the dashboard nor an alert shows %s", name)
	}
}

// Each alert says what is the matter and what to do.
func TestEachAlertSaysWhatToDo(t *testing.T) {
	all := readAlerts(t)
	if len(all) < 5 || len(all) > 10 {
		t.Errorf("%d alerts: too few to help, or too many to be read", len(all))
	}
	seen := map[string]bool{}
	for _, a := range all {
		if seen[a.Alert] || !strings.HasPrefix(a.Alert, "Deuces") {
			t.Errorf("alert %q has a bad name, or another's", a.Alert)
		}
		seen[a.Alert] = true
		if s := a.Labels["severity"]; s != "critical" && s != "warning" {
			t.Errorf("%s has the severity %q", a.Alert, s)
		}
		for _, key := range []string{"summary", "description"} {
			if !strings.HasSuffix(a.Annotations[key], ".") {
				t.Errorf("%s has no sentence for %s: %q", a.Alert, key, a.Annotations[key])
			}
		}
		page, anchor, _ := strings.Cut(a.Annotations["runbook"], "#")
		text, err := os.ReadFile(page)
		if err != nil || !strings.Contains(strings.ToLower(string(text)), "\n### "+anchor+"\n") || anchor != strings.ToLower(a.Alert) {
			t.Errorf("the runbook of %s is not at %s: %v", a.Alert, a.Annotations["runbook"], err)
		}
	}
}

// What is downloaded is the same bytes for everybody: a tag can be moved, a digest can't.
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

// Every service is as closed as the bot's.
func TestContainersHaveNoRightsToSpare(t *testing.T) {
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
				continue // it adds to what another file says
			}
			if fmt.Sprint(s.Drop) != "[ALL]" || fmt.Sprint(s.Opt) != "[no-new-privileges:true]" || s.Add != nil && name != "postgres" {
				t.Errorf("%s: %s has cap_drop %v, cap_add %v and security_opt %v", file, name, s.Drop, s.Add, s.Opt)
			}
		}
	}
}

// The package's file of settings names only settings, and leaves the defaults to the program.
func TestThePackagesSettingsAreRead(t *testing.T) {
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

// The compose files are what the specification of such files says, and what they mount is there.
func TestTheComposeFilesFollowTheirSchema(t *testing.T) {
	data, err := os.ReadFile("testdata/compose-spec.json")
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

// Prometheus asks where the bot of the compose files answers.
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
