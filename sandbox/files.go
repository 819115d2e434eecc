package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strings"
	"sync"
)

// The limits of uploads.
const (
	maxFile    = 10 << 20
	maxRequest = 25 << 20
)

// upload is a file that came with a request.
type upload struct {
	index         string // N of files[N]
	name, kind    string
	data          []byte
	width, height int
}

// readBody reads a request's JSON and, if it is multipart, its files.
func readBody(r *http.Request) (body []byte, files []upload, err error) {
	limited := http.MaxBytesReader(nil, r.Body, maxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		body, err = io.ReadAll(limited)
		if err != nil {
			return nil, nil, errTooLarge
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
			return nil, nil, errBadJSON
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return nil, nil, errTooLarge
		}
		name := p.FormName()
		switch {
		case name == "payload_json":
			body = data
		case strings.HasPrefix(name, "files[") && strings.HasSuffix(name, "]"):
			if len(data) > maxFile {
				return nil, nil, errTooLarge
			}
			files = append(files, newUpload(name[6:len(name)-1], p.FileName(), p.Header.Get("Content-Type"), data))
		}
	}
}

func newUpload(index, name, kind string, data []byte) upload {
	u := upload{index: index, name: path.Base(strings.ReplaceAll(name, " ", "_")), kind: kind, data: data}
	if kind == "" || kind == "application/octet-stream" {
		if u.kind = mime.TypeByExtension(path.Ext(u.name)); u.kind == "" {
			u.kind = http.DetectContentType(data)
		}
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		u.width, u.height = c.Width, c.Height
	}
	return u
}

// files keeps what was uploaded, by its path, up to a bound in bytes: the oldest go first.
type files struct {
	mu    sync.Mutex
	bound int
	size  int
	order []string
	all   map[string]file
}

type file struct {
	kind string
	data []byte
}

func (f *files) put(path, kind string, data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.order = append(f.order, path)
	f.all[path] = file{kind, data}
	f.size += len(data)
	for f.size > f.bound && len(f.order) > 1 {
		f.size -= len(f.all[f.order[0]].data)
		delete(f.all, f.order[0])
		f.order = f.order[1:]
	}
}

func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	it, ok := f.all[r.URL.Path]
	f.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", it.kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "sandbox")
	w.Header().Set("Cache-Control", "max-age=3600")
	_, _ = w.Write(it.data)
}
