// Command sbom lists the modules in a Go binary, with versions and checksums, as a
// CycloneDX document. It reads what the compiler has written into the binary.
//
//	go run ./tools/sbom BINARY FILE
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// document is what CycloneDX 1.5 calls a bill of materials, as far as a binary tells.
type document struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	URL     string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

func write(binary, file string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	if len(info.Deps) == 0 {
		return errors.New(binary + " names no modules")
	}
	name := strings.TrimSuffix(filepath.Base(binary), ".exe")
	d := document{"CycloneDX", "1.5", 1, metadata{component{Type: "application", Name: name, Version: cmp.Or(info.Main.Version, "unknown")}}, nil}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
		if err != nil {
			return fmt.Errorf("the checksum of %s: %w", m.Path, err)
		}
		d.Components = append(d.Components, component{"library", m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version,
			[]hash{{"SHA-256", hex.EncodeToString(sum)}}})
	}
	d.Components = append(d.Components, component{Type: "library", Name: "std", Version: info.GoVersion})
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
