package rest

import (
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// ServeEmoji serves the picture at /emojis/ID.png. Any suffix works.
func (s *API) ServeEmoji(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	id, _ := wire.ParseID(strings.TrimSuffix(name, path.Ext(name)))
	s.world.Lock()
	e := s.world.Emojis[id]
	s.world.Unlock()
	if e == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", e.Kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "max-age=3600")
	_, _ = w.Write(e.Data)
}

// readBody reads a request's JSON and, if it is multipart, its files.
func readBody(r *http.Request) (body []byte, files []world.Upload, err error) {
	limited := http.MaxBytesReader(nil, r.Body, world.MaxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		body, err = io.ReadAll(limited)
		if err != nil {
			return nil, nil, wire.ErrTooLarge
		}
		return body, nil, nil
	}
	parts := multipart.NewReader(limited, params["boundary"])
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, wire.ErrBadJSON
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return nil, nil, wire.ErrTooLarge
		}
		name := p.FormName()
		switch {
		case name == "payload_json":
			body = data
		case strings.HasPrefix(name, "files[") && strings.HasSuffix(name, "]"):
			if len(data) > world.MaxFile {
				return nil, nil, wire.ErrTooLarge
			}
			files = append(files, world.NewUpload(name[6:len(name)-1], p.FileName(), p.Header.Get("Content-Type"), data))
		}
	}
}

// ServeFile serves an uploaded file.
func (s *API) ServeFile(w http.ResponseWriter, r *http.Request) {
	it, ok := s.world.Files.Get(r.URL.Path)
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", it.Kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "sandbox")
	w.Header().Set("Cache-Control", "max-age=3600")
	_, _ = w.Write(it.Data)
}
