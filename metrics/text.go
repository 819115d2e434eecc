package metrics

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// Handler answers Prometheus.
func (m *Metrics) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(m.text()) // whoever asked may have gone
	})
}

// text is all there is, in Prometheus' text format.
func (m *Metrics) text() []byte {
	now := Present{Database: -1, DiskFree: -1}
	if ask := m.now.Load(); ask != nil {
		now = (*ask)()
	}
	var t text
	for _, f := range m.families {
		t.WriteString("# HELP " + f.Name + " " + helps.Replace(f.Help) + "\n# TYPE " + f.Name + " " + f.Type + "\n")
		for _, v := range f.Values {
			f.write(&t, v, now)
		}
	}
	return t.Bytes()
}

// text is what has been written.
type text struct{ bytes.Buffer }

var (
	helps  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	values = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// sample writes a line with up to two labels; one without a name is left out.
func (t *text) sample(name, label1, value1, label2, value2 string, n float64) {
	t.WriteString(name)
	open := byte('{')
	for _, l := range [][2]string{{label1, value1}, {label2, value2}} {
		if l[0] == "" {
			continue
		}
		t.WriteByte(open)
		t.WriteString(l[0] + `="` + values.Replace(l[1]) + `"`)
		open = ','
	}
	if open == ',' {
		t.WriteByte('}')
	}
	t.WriteByte(' ')
	t.Write(strconv.AppendFloat(t.AvailableBuffer(), n, 'g', -1, 64))
	t.WriteByte('\n')
}
