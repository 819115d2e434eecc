package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSamplesAreSharedAmongTheParts(t *testing.T) {
	got, err := shares([]byte(`File: deuces
Type: cpu
Duration: 3s, Total samples = 100ms
-----------+-------------------------------------------------------
      40ms   runtime.memmove
             modernc.org/sqlite/lib._sqlite3Step
             deuces/store.(*tx).exec
             deuces/store.(*writer).commit
-----------+-------------------------------------------------------
      20ms   encoding/json.(*decodeState).object
             deuces/bot.decode
             deuces/bot.(*Bot).receive
-----------+-------------------------------------------------------
      30ms   deuces/game/president.(*State).View
             deuces/commands/screen.Snapshot.Hand
             deuces/bot.(*Mirrors).turn
-----------+-------------------------------------------------------
      10ms   runtime.futex
             runtime.schedule
             runtime.mcall
-----------+-------------------------------------------------------
`))
	want := map[string]float64{"commit": 0.4, "decode": 0.2, "render": 0.3, "schedule": 0.1}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestFiguresAreFoundByUnit(t *testing.T) {
	got, err := reported([]byte("BenchmarkLoad/500_a_second-2  3000  2000000 ns/op  0.98 bot-cpu-ms/play-alone  7.5 ms/play-p99\nPASS\n"))
	if err != nil || got["bot-cpu-ms/play-alone"] != 0.98 || got["ms/play-p99"] != 7.5 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := reported([]byte("PASS\n")); err == nil {
		t.Error("a benchmark that reports nothing is no error")
	}
}
