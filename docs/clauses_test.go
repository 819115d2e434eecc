package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// testReference matches a reference to a test in docs/clauses.md: the test function of a package
// and optionally one of its cases, or a golden round.
var testReference = regexp.MustCompile("^`([a-z/]+)\\.(Test\\w+)`(?: \\*(.+)\\*)?$|^`([a-z0-9-]+\\.rec)`$")

func TestEveryClauseHasATest(t *testing.T) {
	clauses, document := map[string]int{}, ""
	for n, line := range strings.Split(read(t, "docs/clauses.md"), "\n") {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			document, _, _ = strings.Cut(heading, " ")
		}
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| clause |") {
			continue
		}
		clauses[document]++
		if fault := clauseFault(t, line); fault != "" {
			t.Errorf("docs/clauses.md:%d: %s", n+1, fault)
		}
	}
	for document, least := range map[string]int{"000": 25, "001": 30, "002": 19, "003": 40, "004": 19} {
		if clauses[document] < least {
			t.Errorf("%d clauses of %s, where there were %d", clauses[document], document, least)
		}
	}
	for _, wrong := range []string{
		"| a clause | default, P1 | `president.TestNothing` |",
		"| a clause | default, P1 | `president.TestRules` *no such case* |",
		"| a clause | default, P1 | `no-such.rec` |",
		"| a clause | | `president.TestRules` |",
	} {
		if clauseFault(t, wrong) == "" {
			t.Errorf("nothing is wrong with %s", wrong)
		}
	}
}

// clauseFault returns what is wrong with a line of the table, or "" if nothing is.
func clauseFault(t *testing.T, line string) string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	if len(cells) != 3 {
		return "a clause, how the program has it, and a test are three cells"
	}
	kind, _, _ := strings.Cut(strings.TrimSpace(cells[1]), " ")
	switch strings.Trim(kind, ":,") {
	case "default", "option", "otherwise":
	default:
		return "it says neither default nor option nor otherwise"
	}
	test := testReference.FindStringSubmatch(strings.TrimSpace(cells[2]))
	if test == nil {
		return "it names no test"
	}
	pattern := "game/*/testdata/" + test[4]
	if test[4] == "" {
		pattern = "game/" + test[1] + "/*_test.go"
	}
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, file := range files {
		all += read(t, file)
	}
	if all == "" || test[4] == "" && !strings.Contains(all, "\nfunc "+test[2]+"(") || !strings.Contains(all, test[3]) {
		return "there is no such test, case or golden round: " + test[0]
	}
	return ""
}
