package coverage_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox/coverage"
	"deuces/sandbox/gateway"
)

// TestTheTableInTheDocsIsTrue makes the table again.
func TestTheTableInTheDocsIsTrue(t *testing.T) {
	table, err := coverage.Table()
	if err != nil {
		t.Fatal(err)
	}
	const file = "../../docs/sandbox-coverage.md"
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != table {
		t.Errorf("%s is out of date: go run . sandbox --coverage > docs/sandbox-coverage.md", filepath.Base(file))
	}
}

// TestTheRoutesAreDiscords compares the list of routes with Discord's description, where it is at hand.
func TestTheRoutesAreDiscords(t *testing.T) {
	file := os.Getenv("DEUCES_OPENAPI")
	for dir := "../.."; file == "" && dir != "../../../../.."; dir += "/.." {
		if guess := filepath.Join(dir, "shared", "discord", "openapi.json"); exists(guess) {
			file = guess
		}
	}
	if file == "" {
		t.Skip("needs Discord's description: set DEUCES_OPENAPI")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var spec struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	var described []string
	for path, methods := range spec.Paths {
		for method := range methods {
			if verb := strings.ToUpper(method); slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, verb) {
				described = append(described, verb+" "+path)
			}
		}
	}
	listed := coverage.Routes()
	for _, route := range described {
		if !slices.Contains(listed, route) {
			t.Errorf("the description has %s, routes.txt has not", route)
		}
	}
	for _, route := range listed {
		if !slices.Contains(described, route) {
			t.Errorf("routes.txt has %s, the description has not", route)
		}
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// TestTheEventsAreDiscords compares the events with the list in Discord's documentation of the gateway.
func TestTheEventsAreDiscords(t *testing.T) {
	text, err := os.ReadFile("testdata/events.txt")
	if err != nil {
		t.Fatal(err)
	}
	documented := strings.Fields(string(text))
	have := map[string]bool{}
	for _, e := range gateway.Events() {
		have[e.Name] = true
		if !slices.Contains(documented, e.Name) {
			t.Errorf("%s is no event of Discord's", e.Name)
		}
	}
	for _, name := range documented {
		if !have[name] {
			t.Errorf("%s is neither served nor left out", name)
		}
	}
}
