package world

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

// The limits of uploads.
const (
	MaxFile    = 10 << 20
	MaxRequest = 25 << 20
)

// Upload is a file that was sent with a request.
type Upload struct {
	index         string // N of files[N]
	Name, kind    string
	data          []byte
	width, height int
}

// NewUpload is a file with its type and, if it is a picture, its size.
func NewUpload(index, name, kind string, data []byte) Upload {
	u := Upload{index: index, Name: path.Base(strings.ReplaceAll(name, " ", "_")), kind: kind, data: data}
	if kind == "" || kind == "application/octet-stream" {
		if u.kind = mime.TypeByExtension(path.Ext(u.Name)); u.kind == "" {
			u.kind = http.DetectContentType(data)
		}
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		u.width, u.height = c.Width, c.Height
	}
	return u
}

// files keeps uploads by their paths, up to a total size in bytes; then the oldest go.
type files struct {
	mu    sync.Mutex
	bound int
	size  int
	order []string
	all   map[string]file
}

type file struct {
	Kind string
	Data []byte
}

func (f *files) put(path, kind string, data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.order = append(f.order, path)
	f.all[path] = file{kind, data}
	f.size += len(data)
	for f.size > f.bound && len(f.order) > 1 {
		f.size -= len(f.all[f.order[0]].Data)
		delete(f.all, f.order[0])
		f.order = f.order[1:]
	}
}

// Get finds the file that has a path.
func (f *files) Get(path string) (file, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	it, ok := f.all[path]
	return it, ok
}
