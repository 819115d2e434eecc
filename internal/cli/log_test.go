package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deuces/internal/config"
	"deuces/internal/errtest"
)

func TestLogLinesInTheJournalHaveNoTime(t *testing.T) {
	for _, tt := range []struct {
		format   string
		journal  bool // the log goes to the stream in JOURNAL_STREAM
		wantTime bool // the line has a time
	}{
		{"auto", true, false}, {"json", true, false}, {"console", true, false},
		{"auto", false, true}, {"json", false, true}, {"console", false, true},
	} {
		name := filepath.Join(t.TempDir(), "log")
		f, err := os.Create(name)
		errtest.Must(t, err)
		device, inode, known := fileID(f)
		if !known {
			t.Skip("there is no systemd on this system")
		}
		if !tt.journal {
			inode++
		}
		log := program{stderr: f, environ: []string{fmt.Sprintf("JOURNAL_STREAM=%d:%d", device, inode)}}.logger(config.Config{LogFormat: tt.format})
		log.Info().Msg("ready")
		errtest.Must(t, f.Close())
		text, err := os.ReadFile(name)
		errtest.Must(t, err)
		timed := strings.Contains(string(text), `"time":`) || tt.format == "console" && strings.Count(string(text), ":") == 2
		if timed != tt.wantTime || !strings.Contains(string(text), "ready") {
			t.Errorf("%+v: the line is %q", tt, text)
		}
	}
}
