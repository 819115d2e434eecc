package app

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

func TestALineThatIsRepeatedIsCountedInsteadOfWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		plain := zerolog.New(zerolog.SyncWriter(&out)) // a minute ends in a goroutine of its own
		log := plain.Hook(newRepeats(plain))
		for range 365 {
			log.Warn().Msg("cannot send a heartbeat")
		}
		log.Warn().Msg("something else")
		for range 10 {
			log.Info().Msg("serving a shard") // news, each of them
		}
		time.Sleep(repeatsTime) // the test's clock
		synctest.Wait()
		log.Warn().Msg("cannot send a heartbeat")
		want := strings.Repeat(`{"level":"warn","message":"cannot send a heartbeat"}`+"\n", 5) +
			`{"level":"warn","message":"something else"}` + "\n" +
			strings.Repeat(`{"level":"info","message":"serving a shard"}`+"\n", 10) +
			`{"level":"warn","left_out":360,"message":"cannot send a heartbeat"}` + "\n" +
			`{"level":"warn","message":"cannot send a heartbeat"}` + "\n"
		if got := out.String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		time.Sleep(repeatsTime)
	})
}
