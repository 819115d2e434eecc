package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// The modules of a program that was built here are in its list, with their checksums;
// what is no Go program has none.
func TestTheModulesOfABinaryAreListed(t *testing.T) {
	dir := t.TempDir()
	binary, file := filepath.Join(dir, "deuces"), filepath.Join(dir, "deuces.cdx.json")
	if out, err := exec.Command("go", "build", "-o", binary, "deuces").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := write(binary, file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if d.Format != "CycloneDX" || d.Metadata.Component.Name != "deuces" || d.Metadata.Component.Version == "" {
		t.Errorf("the document begins with %+v", d)
	}
	for _, module := range []string{"modernc.org/sqlite", "github.com/bwmarrin/discordgo", "std"} {
		if !slices.ContainsFunc(d.Components, func(c component) bool {
			return c.Name == module && c.Version != "" && (module == "std" || len(c.Hashes) == 1 && len(c.Hashes[0].Content) == 64)
		}) {
			t.Errorf("%s is not listed", module)
		}
	}
	if err := write(file, binary); err == nil {
		t.Error("a text has a list of modules")
	}
}
