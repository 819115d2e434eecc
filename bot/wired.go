package bot

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
)

// wired is a message as JSON, encoded once: what is sent is also what is compared
// with what was sent before. Its flags, which depend on who may see it, come first
// in a request's body and are not part of it.
type wired struct {
	rest  []byte // the object with all else
	files []File
}

func (m Message) wire() (wired, error) {
	rest, err := encodeJSON(m.encode())
	return wired{rest, m.Files}, err
}

// body is the message as most routes take it.
func (w wired) body(flags int) (payload, error) {
	return newForm(w.data(nil, flags, ""), w.files)
}

// post is the message as a channel takes it.
func (w wired) post(nonce string) (payload, error) {
	return newForm(w.data(nil, 0, nonce), w.files)
}

// answer is the message as an interaction's callback takes it.
func (w wired) answer(kind, flags int) (payload, error) {
	doc := append(make([]byte, 0, len(w.rest)+64), `{"type":`...)
	doc = append(strconv.AppendInt(doc, int64(kind), 10), `,"data":`...)
	return newForm(append(w.data(doc, flags, ""), '}'), w.files)
}

// data appends the message with its flags, and where it is posted its nonce, which
// is of letters, digits, - and _.
func (w wired) data(doc []byte, flags int, nonce string) []byte {
	if doc == nil {
		doc = make([]byte, 0, len(w.rest)+96)
	}
	doc = append(doc, `{"flags":`...)
	doc = strconv.AppendInt(doc, int64(flags|flagComponents), 10)
	if nonce != "" {
		doc = append(append(doc, `,"nonce":"`...), nonce...)
		doc = append(doc, `","enforce_nonce":true`...)
	}
	return append(append(doc, ','), w.rest[1:]...)
}

// content makes what a message shows of it.
func (w wired) content(m Message) *content {
	h := sha256.New()
	h.Write(w.rest)
	for _, f := range w.files {
		sum := sha256.Sum256(f.Data)
		h.Write(sum[:])
	}
	c := &content{message: m}
	h.Sum(c.digest[:0])
	return c
}

func encodeJSON(v any) ([]byte, error) {
	var doc bytes.Buffer
	enc := json.NewEncoder(&doc)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode body: %w", err)
	}
	return bytes.TrimSuffix(doc.Bytes(), []byte("\n")), nil
}
