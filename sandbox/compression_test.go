package sandbox_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/coder/websocket"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// A client that asks for an unsupported version, encoding or compression is told so, and receives
// nothing before that.
func TestUnsupportedGatewayParametersAreRefused(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	for _, c := range []struct {
		query  string
		code   websocket.StatusCode
		reason string
	}{
		{"v=10&encoding=etf", 4002, "Only JSON is spoken here"},
		{"v=10&encoding=json&compress=zstd-stream", 4002, "Only zlib-stream compresses here"},
		{"v=10&encoding=etf&compress=zlib-stream", 4002, "Only JSON is spoken here"},
		{"v=8&encoding=etf", 4012, "Invalid API version"},
	} {
		_, data, err := dial(t, d, c.query).Read(t.Context())
		var end websocket.CloseError
		if !errors.As(err, &end) || end.Code != c.code || end.Reason != c.reason {
			t.Errorf("%s: %s %v, want %d %s", c.query, data, err, c.code, c.reason)
		}
	}
}

func TestCompression(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{})
	t.Run("one stream", func(t *testing.T) {
		w := dial(t, d, "v=10&compress=zlib-stream")
		var packed bytes.Buffer
		read := func() {
			kind, data, err := w.Read(t.Context())
			if err != nil || kind != websocket.MessageBinary || !bytes.HasSuffix(data, []byte{0, 0, 0xff, 0xff}) {
				t.Fatalf("%v %v: no flushed binary frame", kind, err)
			}
			packed.Write(data)
		}
		read()
		z, err := zlib.NewReader(&packed)
		if err != nil {
			t.Fatal(err)
		}
		frames := json.NewDecoder(z)
		var f frame
		if err := frames.Decode(&f); err != nil || f.Op != 10 {
			t.Fatalf("%+v, %v", f, err)
		}
		w.send(identify(""))
		read()
		if err := frames.Decode(&f); err != nil || f.T != "READY" {
			t.Fatalf("%+v, %v", f, err)
		}
	})
	t.Run("large payloads", func(t *testing.T) {
		for i := range 100 {
			if err := d.Do(t.Context(), "POST", "/sandbox/channels", map[string]any{"name": fmt.Sprint("room-", i)}, nil); err != nil {
				t.Fatal(err)
			}
		}
		w := dial(t, d, "v=10")
		w.send(identify(`,"compress":true`))
		for {
			kind, data, err := w.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if kind != websocket.MessageBinary {
				continue
			}
			z, err := zlib.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			plain, err := io.ReadAll(z)
			if err != nil || !bytes.Contains(plain, []byte("room-99")) {
				t.Errorf("the compressed frame is %.200s, %v", plain, err)
			}
			return
		}
	})
}
