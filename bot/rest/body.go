package rest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// Body is an encoded request body and its content type.
type Body struct {
	contentType string
	data        []byte
}

// File is an upload.
type File struct {
	Name string
	Data []byte
}

// Flags of a message.
const (
	FlagPrivate    = 1 << 6
	flagComponents = 1 << 15
)

// Message is an encoded message: a JSON object without the flags, and files. It is encoded once,
// so that the digest is computed from the same bytes that are sent.
type Message struct {
	JSON  []byte
	Files []File
}

// Digest returns a hash that is equal for messages with the same content.
func (m Message) Digest() [32]byte {
	h := sha256.New()
	h.Write(m.JSON)
	for _, f := range m.Files {
		sum := sha256.Sum256(f.Data)
		h.Write(sum[:])
	}
	return [32]byte(h.Sum(nil))
}

// Response returns the body of the first answer to an interaction. kind is Discord's type of the
// response.
func (m Message) Response(kind, flags int) Body {
	head := fmt.Sprintf(`{"type":%d,"data":`, kind)
	return m.form(append(m.object([]byte(head), flags, ""), '}'))
}

// body returns the body for all other routes.
func (m Message) body(flags int, nonce string) Body { return m.form(m.object(nil, flags, nonce)) }

// object returns doc followed by the message's JSON object with its flags and, if it isn't
// empty, the nonce. A nonce consists of letters, digits, - and _, so it needs no escaping.
func (m Message) object(doc []byte, flags int, nonce string) []byte {
	doc = append(append(make([]byte, 0, len(m.JSON)+96), doc...), `{"flags":`...)
	doc = strconv.AppendInt(doc, int64(flags|flagComponents), 10)
	if nonce != "" {
		doc = append(append(doc, `,"nonce":"`...), nonce...)
		doc = append(doc, `","enforce_nonce":true`...)
	}
	return append(append(doc, ','), m.JSON[1:]...)
}

// form returns the JSON document as the body, or as one part of a multipart form if the message
// has files.
func (m Message) form(doc []byte) Body {
	if len(m.Files) == 0 {
		return Body{"application/json", doc}
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part := func(disposition, contentType string, data []byte) {
		p, _ := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {contentType}})
		_, _ = p.Write(data) // writing to a bytes.Buffer cannot fail
	}
	part(`form-data; name="payload_json"`, "application/json", doc)
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
	for i, f := range m.Files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, quote.Replace(f.Name)), "application/octet-stream", f.Data)
	}
	_ = w.Close()
	return Body{w.FormDataContentType(), form.Bytes()}
}

// Encode encodes v as JSON without escaping HTML characters.
func Encode(v any) ([]byte, error) {
	var doc bytes.Buffer
	enc := json.NewEncoder(&doc)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode body: %w", err)
	}
	return bytes.TrimSuffix(doc.Bytes(), []byte("\n")), nil
}

// If somebody removed an emoji of the application by hand, Discord refuses every message with that
// emoji on a button. The client then calls Config.NoEmoji and sends the message once more without
// such emojis. The buttons keep their labels.

// refusesEmojis reports whether Discord refused a request because of its emojis.
func refusesEmojis(err error) bool {
	refused, ok := errors.AsType[*Refused](err)
	return ok && refused.Status == http.StatusBadRequest && strings.Contains(refused.Text, "INVALID_EMOJI")
}

// withoutEmojis returns the body without the application's emojis on buttons and in menus. It
// returns false if there are none or the body isn't JSON.
func (b Body) withoutEmojis() (Body, bool) {
	var doc any
	dec := json.NewDecoder(bytes.NewReader(b.data))
	dec.UseNumber()
	if b.contentType != "application/json" || dec.Decode(&doc) != nil || !stripEmojis(doc) {
		return b, false
	}
	plain, err := Encode(doc)
	return Body{b.contentType, plain}, err == nil
}

func stripEmojis(doc any) (found bool) {
	switch doc := doc.(type) {
	case []any:
		for _, v := range doc {
			found = stripEmojis(v) || found
		}
	case map[string]any:
		if e, ok := doc["emoji"].(map[string]any); ok && e["id"] != nil {
			delete(doc, "emoji")
			found = true
		}
		for _, v := range doc {
			found = stripEmojis(v) || found
		}
	}
	return found
}
