package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deuces/internal/errtest"
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	errtest.Must(t, err)
	return string(text)
}

var (
	// testReference matches a reference to a test in docs/clauses.md: the test function of a package
	// and optionally one of its cases, a case of president.TestRules, or a golden round.
	testReference = regexp.MustCompile("`([a-z]+)\\.(Test\\w+)`(?: \\*([^*]+)\\*)?|\\*([^*]+)\\*|`([a-z0-9-]+\\.rec)`")
	ruleNumber    = regexp.MustCompile(`\b[PBA]\d+\b`)
)

func TestEveryClauseHasATest(t *testing.T) {
	for n, line := range strings.Split(read(t, "docs/clauses.md"), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| clause |") {
			continue
		}
		if fault := clauseFault(t, line); fault != "" {
			t.Errorf("docs/clauses.md:%d: %s", n+1, fault)
		}
	}
	for _, wrong := range []string{
		"| a clause | P1 | `president.TestNothing` |",
		"| a clause | P1 | `president.TestRules` *no such case* |",
		"| a clause | P1 | *no such case* |",
		"| a clause | P1 | `president.TestRules`, `no-such.rec` |",
		"| a clause | P1 | |",
		"| a clause | P99 | `president.TestRules` |",
		"| a clause | no number | `president.TestRules` |",
	} {
		if clauseFault(t, wrong) == "" {
			t.Errorf("no fault was found in %s", wrong)
		}
	}
}

// clauseFault returns what is wrong with a line of a table, or "" if nothing is.
func clauseFault(t *testing.T, line string) string {
	end := strings.LastIndex(strings.TrimSuffix(line, "|"), "|")
	numbers, tests := ruleNumber.FindAllString(line[:end], -1), line[end+1:]
	if numbers == nil {
		return "it names no rule"
	}
	rules := read(t, "docs/rules.md")
	for _, number := range numbers {
		if !strings.Contains(rules, "\n## "+number+" ") && !strings.Contains(rules, "\n- "+number+" ") {
			return "docs/rules.md has no rule " + number
		}
	}
	if rest := testReference.ReplaceAllString(tests, ""); strings.Trim(rest, "|, ") != "" || rest == tests {
		return "not references to tests: " + tests
	}
	for _, test := range testReference.FindAllStringSubmatch(tests, -1) {
		pattern, function, text := "game/"+test[1]+"/*_test.go", test[2], test[3]
		switch {
		case test[4] != "":
			pattern, function, text = "game/president/*_test.go", "TestRules", `{"`+test[4]+`"`
		case test[5] != "":
			pattern = "game/*/testdata/" + test[5]
		}
		files, err := filepath.Glob(pattern)
		errtest.Must(t, err)
		all := ""
		for _, file := range files {
			all += read(t, file)
		}
		if all == "" || function != "" && !strings.Contains(all, "\nfunc "+function+"(") || !strings.Contains(all, text) {
			return "there is no such test, case or golden round: " + test[0]
		}
	}
	return ""
}
