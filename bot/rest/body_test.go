package rest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"testing"

	"deuces/internal/errtest"

	"github.com/google/go-cmp/cmp"
)

// A message is sent as JSON, or as a multipart form if it has files.
func TestBodies(t *testing.T) {
	m := Message{JSON: []byte(`{"components":[]}`)}
	for _, tt := range []struct {
		why  string
		body Body
		want string
	}{
		{"an edit", m.body(0, ""), `{"flags":32768,"components":[]}`},
		{"a private follow-up", m.body(FlagPrivate, ""), `{"flags":32832,"components":[]}`},
		{"a post", m.body(0, "x_1"), `{"flags":32768,"nonce":"x_1","enforce_nonce":true,"components":[]}`},
		{"a response", m.Response(4, FlagPrivate), `{"type":4,"data":{"flags":32832,"components":[]}}`},
	} {
		if tt.body.contentType != "application/json" || string(tt.body.data) != tt.want {
			t.Errorf("%s is %s %s, want %s", tt.why, tt.body.contentType, tt.body.data, tt.want)
		}
	}
	m.Files = []File{{"round.rec", []byte("game: ahole\n")}, {"table.png", []byte("\x89PNG")}}
	p := m.body(0, "")
	_, params, err := mime.ParseMediaType(p.contentType)
	errtest.Must(t, err)
	r := multipart.NewReader(bytes.NewReader(p.data), params["boundary"])
	var names []string
	for {
		part, err := r.NextPart()
		if err == io.EOF {
			break
		}
		errtest.Must(t, err)
		data, err := io.ReadAll(part)
		errtest.Must(t, err)
		names = append(names, part.FormName()+" "+part.FileName())
		if part.FormName() == "files[0]" && string(data) != "game: ahole\n" {
			t.Errorf("files[0] has %q, want the record", data)
		}
		if part.FormName() == "payload_json" && !json.Valid(data) {
			t.Errorf("payload_json is not JSON: %s", data)
		}
	}
	if d := cmp.Diff([]string{"payload_json ", "files[0] round.rec", "files[1] table.png"}, names); d != "" {
		t.Error(d)
	}
}
