// Package discordspec checks bodies against Discord's OpenAPI description. Tests use it to check
// what a bot has sent to a sandbox, which /sandbox/calls returns. The sandbox itself enforces limits
// that the description lacks.
//
//	spec := discordspec.Open(t) // skips the test if the description is missing
//	for _, c := range calls {
//		if err := spec.Request(c.Method, c.Path, c.Body); err != nil { t.Error(err) }
//	}
//
// Load corrects two mistakes of the description: it has integers for default_member_permissions and
// for the codes in the errors of a 50035 body, but on Discord these are strings.
package discordspec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Spec is the compiled description. It may be used by several goroutines.
type Spec struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	known    map[string]*jsonschema.Schema // by JSON pointer
	doc      map[string]any
	routes   []route
}

type route struct {
	path     string
	segments []string
	methods  map[string]any
}

const resource = "discord.json"

// ErrNoRoute means that the description doesn't have the route of a call.
var ErrNoRoute = errors.New("the description has no such route")

// Open reads the description that DEUCES_OPENAPI names or, if that isn't set,
// shared/discord/openapi.json in a directory above. If there is none, the test is skipped.
func Open(t testing.TB) *Spec {
	t.Helper()
	path := os.Getenv("DEUCES_OPENAPI")
	for dir, _ := os.Getwd(); path == ""; dir = filepath.Dir(dir) {
		try := filepath.Join(dir, "shared", "discord", "openapi.json")
		if _, err := os.Stat(try); err == nil {
			path = try
		} else if dir == filepath.Dir(dir) {
			t.Skip("no shared/discord/openapi.json above, and DEUCES_OPENAPI is not set")
		}
	}
	s, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Load reads a description.
func Load(path string) (*Spec, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the description: %w", err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, fmt.Errorf("the description %s: %w", path, err)
	}
	top, isObject := doc.(map[string]any)
	paths, hasPaths := top["paths"].(map[string]any)
	if !isObject || !hasPaths {
		return nil, fmt.Errorf("the description %s has no paths", path)
	}
	mend(doc)
	s := &Spec{compiler: jsonschema.NewCompiler(), known: map[string]*jsonschema.Schema{}, doc: top}
	if err := s.compiler.AddResource(resource, doc); err != nil {
		return nil, fmt.Errorf("the description %s: %w", path, err)
	}
	for p, methods := range paths {
		if m, ok := methods.(map[string]any); ok {
			s.routes = append(s.routes, route{p, strings.Split(p, "/"), m})
		}
	}
	// Literal segments win over parameters: /users/@me before /users/{user_id}.
	slices.SortFunc(s.routes, func(a, b route) int { return strings.Count(a.path, "{") - strings.Count(b.path, "{") })
	return s, nil
}

// mended has correct schemas for fields that the description gets wrong. default_member_permissions
// is a string of digits or null, and the codes in _errors are strings.
var mended = map[string]map[string]any{
	"default_member_permissions": {"type": []any{"string", "null"}, "pattern": "^[0-9]+$"},
	"_errors": {"type": "array", "items": map[string]any{"type": "object", "required": []any{"code", "message"},
		"properties": map[string]any{"code": map[string]any{"type": "string"}, "message": map[string]any{"type": "string"}}}},
}

// mend replaces the schemas of the fields in mended everywhere in the description.
func mend(doc any) {
	switch x := doc.(type) {
	case map[string]any:
		for key, value := range x {
			schema, wrong := mended[key]
			if _, isSchema := value.(map[string]any); wrong && isSchema {
				x[key] = schema
				continue
			}
			mend(value)
		}
	case []any:
		for _, value := range x {
			mend(value)
		}
	}
}

var version = regexp.MustCompile(`^(/api)?(/v\d+)?/`)

// find returns the route of a call; its path may have /api and the version.
func (s *Spec) find(method, path string) (route, map[string]any, bool) {
	path = version.ReplaceAllString(path, "/")
	path = strings.ReplaceAll(path, "%40", "@")
	segments := strings.Split(path, "/")
	for _, r := range s.routes {
		op, has := r.methods[strings.ToLower(method)].(map[string]any)
		if has && slices.EqualFunc(r.segments, segments, func(a, b string) bool { return a == b || strings.HasPrefix(a, "{") && b != "" }) {
			return r, op, true
		}
	}
	return route{}, nil, false
}

var escape = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

func pointer(parts ...string) string {
	for i, p := range parts {
		parts[i] = escape.Replace(p)
	}
	return resource + "#/" + strings.Join(parts, "/")
}

func (s *Spec) validate(at string, body []byte) error {
	s.mu.Lock()
	schema := s.known[at]
	var err error
	if schema == nil {
		if schema, err = s.compiler.Compile(at); err == nil {
			s.known[at] = schema
		}
	}
	s.mu.Unlock()
	if err != nil {
		return fmt.Errorf("the description at %s: %w", at, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}

// callbacks are the schemas of an interaction's first response by its type. Checking against their
// union would give unreadable errors.
var callbacks = map[int]string{
	4: "CreateMessageInteractionCallbackRequest", 5: "CreateMessageInteractionCallbackRequest",
	6: "UpdateMessageInteractionCallbackRequest", 7: "UpdateMessageInteractionCallbackRequest",
	8: "ApplicationCommandAutocompleteCallbackRequest", 9: "ModalInteractionCallbackRequest",
}

// Request checks a body that a bot sent. Calls without a body are fine.
func (s *Spec) Request(method, path string, body []byte) error {
	if len(body) == 0 || string(body) == "null" {
		return nil
	}
	r, op, ok := s.find(method, path)
	if !ok {
		return fmt.Errorf("%s %s: %w", method, path, ErrNoRoute)
	}
	content, _ := op["requestBody"].(map[string]any)
	kinds, _ := content["content"].(map[string]any)
	at := pointer("paths", r.path, strings.ToLower(method), "requestBody", "content", "application/json", "schema")
	if _, ok := kinds["application/json"]; !ok {
		return nil
	}
	if strings.HasSuffix(r.path, "/callback") {
		var b struct {
			Type int `json:"type"`
		}
		_ = json.Unmarshal(body, &b) // invalid JSON fails below
		if name, ok := callbacks[b.Type]; ok {
			at = pointer("components", "schemas", name)
		}
	}
	if err := s.validate(at, body); err != nil {
		return fmt.Errorf("%s %s: %w", method, r.path, err)
	}
	return nil
}

// Response checks a body that a server answered with.
func (s *Spec) Response(method, path string, status int, body []byte) error {
	r, op, ok := s.find(method, path)
	if !ok {
		return fmt.Errorf("%s %s: %w", method, path, ErrNoRoute)
	}
	all, _ := op["responses"].(map[string]any)
	key := strconv.Itoa(status)
	if _, named := all[key]; !named && status >= 400 && status < 500 {
		key = "4XX"
	}
	answer, named := all[key].(map[string]any)
	if !named {
		return fmt.Errorf("%s %s: the description has no status %d", method, r.path, status)
	}
	at := []string{"paths", r.path, strings.ToLower(method), "responses", key}
	if ref, is := answer["$ref"].(string); is {
		at = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		answer = s.at(at)
	}
	content, _ := answer["content"].(map[string]any)
	if content == nil {
		if len(body) > 0 {
			return fmt.Errorf("%s %s: the description gives status %d no body", method, r.path, status)
		}
		return nil
	}
	if err := s.validate(pointer(append(at, "content", "application/json", "schema")...), body); err != nil {
		return fmt.Errorf("%s %s: %d: %w", method, r.path, status, err)
	}
	return nil
}

func (s *Spec) at(path []string) map[string]any {
	at := s.doc
	for _, p := range path {
		at, _ = at[p].(map[string]any)
	}
	return at
}
