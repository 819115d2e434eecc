package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// runner runs measures with binaries that are built once.
type runner struct {
	root  string // the module's folder
	built string // where binaries are
}

func (r runner) binary(pkg string) string {
	return filepath.Join(r.built, strings.ReplaceAll(pkg, "/", "-")+".test")
}

// command runs a program in a folder and returns what it writes.
func (r runner) command(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	out, _, err := r.timed(ctx, dir, name, args...)
	return out, err
}

// timed is command, and says which share of the time a processor worked for it.
func (r runner) timed(ctx context.Context, dir, name string, args ...string) ([]byte, float64, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		return nil, 0, fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, out.Bytes(), said.Bytes())
	}
	return out.Bytes(), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds() / time.Since(begun).Seconds(), nil
}

// run takes a measure once, just after the yardsticks, and adds a sample to each
// of its figures and to theirs.
func (r runner) run(ctx context.Context, m measure, into figures) error {
	played, share, err := r.benchmark(ctx, measure{pkg: "game/president", bench: "^BenchmarkYardstick$", time: "500ms"})
	if err != nil {
		return err
	}
	written, err := writes(os.TempDir(), 40)
	if err != nil {
		return err
	}
	found, _, err := r.benchmark(ctx, m)
	if err != nil {
		return err
	}
	play := played["Yardstick ns/play"] / 1e9
	yards := map[yard]float64{whole: 1, processor: play, worked: play * share, disk: written}
	for _, f := range yardsticks {
		into.add(f.name, "sec", yards[f.per], 1)
	}
	for _, f := range m.figures {
		value, is := found[f.from+" "+f.unit]
		if !is {
			return fmt.Errorf("%s: Benchmark%s reports no %s", m.pkg, f.from, f.unit)
		}
		unit, scale := f.base()
		into.add(f.name, unit, value*scale, value*scale/yards[f.per])
	}
	return nil
}

// benchmark runs a measure, and lists what is reported by name and unit, as the
// benchmark writes them.
func (r runner) benchmark(ctx context.Context, m measure) (found map[string]float64, share float64, err error) {
	if m.pkg == release {
		path := filepath.Join(r.built, "deuces")
		if _, err := r.command(ctx, r.root, "env", "CGO_ENABLED=0", "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "."); err != nil {
			return nil, 0, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, 0, err
		}
		return map[string]float64{" B/binary": float64(info.Size())}, 0, nil
	}
	args := append([]string{"-test.run", "^$", "-test.bench", m.bench, "-test.benchtime", m.time, "-test.timeout", "2h"}, m.args...)
	out, share, err := r.timed(ctx, filepath.Join(r.root, m.pkg), r.binary(m.pkg), args...)
	if err != nil {
		return nil, 0, err
	}
	found, err = reported(out)
	return found, share, err
}

func reported(out []byte) (map[string]float64, error) {
	found := map[string]float64{}
	in := benchfmt.NewReader(bytes.NewReader(out), "benchmark")
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			base, parts := rec.Name.Parts()
			if n := len(parts); n > 0 && parts[n-1][0] == '-' { // the number of cores
				parts = parts[:n-1]
			}
			name := string(base) + string(bytes.Join(parts, nil))
			for _, v := range rec.Values {
				if v.OrigUnit != "" {
					v.Value, v.Unit = v.OrigValue, v.OrigUnit
				}
				found[name+" "+v.Unit] = v.Value
			}
		}
	}
	return found, in.Err()
}

// writes is the median of n durable writes to the end of a file, in seconds.
func writes(dir string, n int) (_ float64, err error) {
	f, err := os.CreateTemp(dir, "yardstick-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	took := make([]float64, n)
	for i := range took {
		begun := time.Now()
		_, err := f.Write(make([]byte, 4096))
		if err := errors.Join(err, f.Sync()); err != nil {
			return 0, err
		}
		took[i] = time.Since(begun).Seconds()
	}
	slices.Sort(took)
	return took[n/2], nil
}

// machine is what figures depend on besides the program, as it says itself.
func (r runner) machine(ctx context.Context) []benchfmt.Config {
	kernel, err := r.command(ctx, r.root, "uname", "-sr")
	if err != nil {
		kernel = []byte("unknown")
	}
	// On a system without such a file the line stays empty.
	said := func(path, pattern string) string {
		data, _ := os.ReadFile(path)
		return string(regexp.MustCompile(pattern).Find(data))
	}
	_, cpu, _ := strings.Cut(said("/proc/cpuinfo", `(?m)^model name.*$`), ": ")
	var all []benchfmt.Config
	for _, c := range [][2]string{
		{"cpu", cpu},
		{"cores", strconv.Itoa(runtime.NumCPU())},
		{"go", runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH},
		{"kernel", strings.TrimSpace(string(kernel))},
		{"load", said("/proc/loadavg", `^\S+`)},
	} {
		all = append(all, benchfmt.Config{Key: c[0], Value: []byte(c[1]), File: true})
	}
	return all
}
