package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// log is the output of go test -json for two packages that run at the same time. A subtest of the
// first fails.
const log = `{"Action":"start","Package":"deuces/a"}
{"Action":"run","Package":"deuces/a","Test":"TestX"}
{"Action":"output","Package":"deuces/a","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"run","Package":"deuces/b","Test":"TestY"}
{"Action":"output","Package":"deuces/b","Test":"TestY","Output":"    y_test.go:1: what Y says\n"}
{"Action":"output","Package":"deuces/a","Test":"TestX/one","Output":"    x_test.go:3: what X says\n"}
{"Action":"fail","Package":"deuces/a","Test":"TestX/one","Elapsed":2.5}
{"Action":"pass","Package":"deuces/a","Test":"TestX/two","Elapsed":0.5}
{"Action":"fail","Package":"deuces/a","Test":"TestX","Elapsed":3}
{"Action":"output","Package":"deuces/a","Output":"FAIL\tdeuces/a\t3.1s\n"}
{"Action":"fail","Package":"deuces/a","Elapsed":3.1}
{"Action":"pass","Package":"deuces/b","Test":"TestY","Elapsed":9}
{"Action":"skip","Package":"deuces/b","Test":"TestZ","Elapsed":0}
{"Action":"output","Package":"deuces/b","Output":"PASS\n"}
{"Action":"output","Package":"deuces/b","Output":"ok  \tdeuces/b\t9.1s\n"}
{"Action":"pass","Package":"deuces/b","Elapsed":9.1}
`

func TestTheOutputIsThatOfGoTest(t *testing.T) {
	for _, c := range []struct {
		why, in string
		args    []string
		want    []string
		not     []string
	}{
		{"of a test that fails all it said, of others their package's line", log, nil,
			[]string{"what X says", "FAIL\tdeuces/a\t3.1s\n", "ok  \tdeuces/b\t9.1s\n"}, []string{"what Y says", "PASS"}},
		{"of a test that passes all it said, when asked", log, []string{"-say", "^TestY"}, []string{"what Y says", "ok  \tdeuces/b"}, []string{"=== RUN   TestX/two", "PASS"}},
		{"why a build failed", `{"ImportPath":"deuces/c","Action":"build-output","Output":"c.go:1:1: syntax error\n"}` + "\n", nil, []string{"syntax error"}, nil},
		{"words that are no event", "go: downloading x v1\n", nil, []string{"go: downloading x v1"}, nil},
		{"what a test said whose process crashed", `{"Action":"output","Package":"deuces/d","Test":"TestD","Output":"fatal error: all asleep\n"}
{"Action":"fail","Package":"deuces/d"}
`, nil, []string{"fatal error: all asleep"}, nil},
	} {
		file := filepath.Join(t.TempDir(), "log")
		var out bytes.Buffer
		if _, err := run(append(append([]string{"show"}, c.args...), file), strings.NewReader(c.in), &out); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: want %q in\n%s", c.why, want, &out)
			}
		}
		for _, not := range c.not {
			if strings.Contains(out.String(), not) {
				t.Errorf("%s: %q is in\n%s", c.why, not, &out)
			}
		}
		logged, err := os.ReadFile(file)
		if strings.HasPrefix(c.in, "{") && (string(logged) != c.in || err != nil) {
			t.Errorf("%s: logged is %q, %v", c.why, logged, err)
		}
	}
}

// runOnLog writes a log to a file and runs a command on it.
func runOnLog(t *testing.T, command, log string) (out string, failed bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(file, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	failed, err := run([]string{command, file}, nil, &b)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), failed
}

func smallerDoseLine(in, test string) string {
	return `{"Action":"output","Package":"` + in + `","Test":"` + test + `","Output":"    y_test.go:7: left out: 3 instead of 9, which DEUCES_DOSE=long does\n"}` + "\n"
}

func TestTheSum(t *testing.T) {
	const (
		form   = `{"Action":"pass","Package":"steps","Test":"form","Elapsed":4}` + "\n"
		broken = `{"Action":"fail","Package":"steps","Test":"vet","Elapsed":4}` + "\n"
		tests  = `{"Action":"fail","Package":"steps","Test":"tests","Elapsed":12}` + "\n"
		fine   = `{"Action":"pass","Package":"deuces/b","Test":"TestY","Elapsed":1}` + "\n"
		build  = `{"Action":"fail","Package":"deuces/c","Elapsed":0}` + "\n"
	)
	for _, c := range []struct {
		why, log string
		failed   bool
		want     []string
	}{
		{"all is well", form + fine, false, []string{"      4 s  form\n", "      4 s  in all", "    1.0 s  deuces/b TestY\n", "\n1 passed, 0 failed, 0 skipped\n"}},
		{"a test and its subtest fail, and so does their step, which is no third failure", log + tests, true,
			[]string{"12 s  tests: failed", "Failed:\n    deuces/a TestX/one\n    deuces/a TestX\n", "\n2 passed, 2 failed, 1 skipped\n"}},
		{"a test that is made of others is not among the slowest", log, true,
			[]string{"The slowest tests:\n    9.0 s  deuces/b TestY\n    2.5 s  deuces/a TestX/one\n    0.5 s  deuces/a TestX/two\n    0.0 s  deuces/b TestZ\n"}},
		{"a step without tests fails", fine + form + broken, true, []string{"    the step vet\n", "\n1 passed, 1 failed, 0 skipped\n"}},
		{"a package does not build", build, true, []string{"    deuces/c, in which no test failed\n", "\n0 passed, 1 failed, 0 skipped\n"}},
		{"a test that ran twice counts twice", fine + fine, false, []string{"\n2 passed, 0 failed, 0 skipped\n"}},
		{"tests in a smaller dose, one of them twice", fine + smallerDoseLine("deuces/b", "TestY") + smallerDoseLine("deuces/b", "TestY"), false, []string{"\n1 test did less than with DEUCES_DOSE=long: "}},
		{"nothing ran", "", false, []string{"\n0 passed, 0 failed, 0 skipped\n"}},
	} {
		out, failed := runOnLog(t, "sum", c.log)
		if failed != c.failed {
			t.Errorf("%s: failed %v", c.why, failed)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: want %q in\n%s", c.why, want, out)
			}
		}
		if !strings.HasSuffix(out, "skipped\n") {
			t.Errorf("%s: the last line is not the count:\n%s", c.why, out)
		}
	}
}

func TestWrongArguments(t *testing.T) {
	for _, args := range [][]string{nil, {"tell"}, {"sum"}, {"sum", "nowhere"}, {"show"}, {"show", "a", "b"}, {"show", "-x", "a"}, {"show", "-say", "(", "a"}} {
		if _, err := run(args, strings.NewReader(""), &bytes.Buffer{}); err == nil {
			t.Errorf("%q is carried out", args)
		}
	}
}
