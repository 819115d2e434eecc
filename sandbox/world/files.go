package world

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"deuces/sandbox/ring"
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

// NewUpload returns a file with its type and, if it is a picture, its size.
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

// files keeps uploads by path, up to a total size in bytes. When it is exceeded, the oldest are
// removed.
type files struct {
	mu    sync.Mutex
	order *ring.Ring[file]
	all   map[string]file
}

type file struct {
	path string
	Kind string
	Data []byte
}

func newFiles(bytes int) files {
	return files{order: ring.Weighted(math.MaxInt, bytes, func(f file) int { return len(f.Data) }), all: map[string]file{}}
}

func (f *files) put(path, kind string, data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	it := file{path, kind, data}
	f.all[path] = it
	for _, old := range f.order.Add(it) {
		delete(f.all, old.path)
	}
}

// Get returns the file with this path.
func (f *files) Get(path string) (file, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	it, ok := f.all[path]
	return it, ok
}
