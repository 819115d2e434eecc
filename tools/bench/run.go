package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// runner runs measures with binaries that are built once.
type runner struct {
	root  string // the module's folder
	built string // where binaries are
}

// build compiles the tests of a package.
func (r runner) build(ctx context.Context, pkg string) error {
	_, err := r.command(ctx, r.root, "go", "test", "-c", "-o", r.binary(pkg), "./"+pkg)
	return err
}

func (r runner) binary(pkg string) string {
	return filepath.Join(r.built, strings.ReplaceAll(pkg, "/", "-")+".test")
}

// command runs a program in a folder and returns what it writes.
func (r runner) command(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, out.Bytes(), said.Bytes())
	}
	return out.Bytes(), nil
}

// run takes a measure once and adds a sample to each of its figures.
func (r runner) run(ctx context.Context, m measure, into figures) error {
	if m.pkg == "" {
		return r.release(ctx, m, into)
	}
	yards, err := r.yardsticks(ctx)
	if err != nil {
		return fmt.Errorf("yardstick: %w", err)
	}
	into.add(yardProcessor, "sec", yards[processor], 1)
	into.add(yardDisk, "sec", yards[disk], 1)
	found, err := r.benchmark(ctx, m.pkg, m.bench, m.time, m.args...)
	if err != nil {
		return err
	}
	for _, f := range m.figures {
		value, is := found[f.from+" "+f.unit]
		if !is {
			return fmt.Errorf("%s: Benchmark%s reports no %s", m.pkg, f.from, f.unit)
		}
		if f.scale != 0 {
			value *= f.scale
		}
		into.add(f.name, f.as, value, value/yards[f.per])
	}
	return nil
}

// release builds the binary as a release is built, and measures it once: it
// does not depend on luck.
func (r runner) release(ctx context.Context, m measure, into figures) error {
	if _, measured := into[m.figures[0].name]; measured {
		return nil
	}
	path := filepath.Join(r.built, "deuces")
	if _, err := r.command(ctx, r.root, "env", "CGO_ENABLED=0", "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "."); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	into.add(m.figures[0].name, m.figures[0].as, float64(info.Size()), float64(info.Size()))
	return nil
}

// benchmark runs benchmarks of a package, and lists what they report by name and
// unit, as they write them.
func (r runner) benchmark(ctx context.Context, pkg, bench, time string, args ...string) (map[string]float64, error) {
	args = append([]string{"-test.run", "^$", "-test.bench", bench, "-test.benchtime", time, "-test.timeout", "2h"}, args...)
	out, err := r.command(ctx, filepath.Join(r.root, pkg), r.binary(pkg), args...)
	if err != nil {
		return nil, err
	}
	return reported(out)
}

func reported(out []byte) (map[string]float64, error) {
	found := map[string]float64{}
	in := benchfmt.NewReader(bytes.NewReader(out), "benchmark")
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			for _, v := range rec.Values {
				if v.OrigUnit != "" {
					v.Value, v.Unit = v.OrigValue, v.OrigUnit
				}
				found[withoutCores(rec.Name)+" "+v.Unit] = v.Value
			}
		}
	}
	return found, in.Err()
}

func withoutCores(n benchfmt.Name) string {
	base, parts := n.Parts()
	name := string(base)
	for _, p := range parts {
		if p[0] != '-' {
			name += string(p)
		}
	}
	return name
}

// machine is what figures depend on besides the program, as it says itself.
func machine(ctx context.Context, r runner) []benchfmt.Config {
	said := func(name string, args ...string) string {
		out, err := r.command(ctx, r.root, name, args...)
		if err != nil {
			return "unknown"
		}
		return strings.TrimSpace(string(out))
	}
	return []benchfmt.Config{
		config("cpu", match("/proc/cpuinfo", `(?m)^model name\s*: (.*)$`)),
		config("cores", strconv.Itoa(runtime.NumCPU())),
		config("go", runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH),
		config("kernel", said("uname", "-sr")),
		config("load", match("/proc/loadavg", `^(\S+)`)),
		config("commit", said("git", "rev-parse", "--short=12", "HEAD")),
	}
}

func config(key, value string) benchfmt.Config {
	return benchfmt.Config{Key: key, Value: []byte(value), File: true}
}

// match is what a file says about the machine, on systems that have it.
func match(path, pattern string) string {
	data, _ := os.ReadFile(path)
	if found := regexp.MustCompile(pattern).FindSubmatch(data); found != nil {
		return string(found[1])
	}
	return "unknown"
}
