package metrics

import (
	"fmt"
	"sync/atomic"
	"time"
)

// Family is a metric with its series.
type Family struct {
	Name, Type, Help string   // Type is counter, gauge or histogram
	Label            string   // "": it has none
	Values           []string // of the label, one a series; [""] without a label
	write            func(t *text, value string, p Present)
}

// Families is all that is measured, in order.
func (m *Metrics) Families() []Family { return m.families }

// counter counts what happened.
type counter struct{ n atomic.Uint64 }

func (c *counter) add(n uint64) { c.n.Add(n) }

// histogram counts how long things took.
type histogram struct {
	bounds []time.Duration // rising
	counts []atomic.Uint64 // of what took at most as long, and more than the bound before; the last: longer than all
	nanos  atomic.Int64    // in total
}

func (h *histogram) observe(d time.Duration) {
	i := 0
	for i < len(h.bounds) && d > h.bounds[i] {
		i++
	}
	h.counts[i].Add(1)
	h.nanos.Add(int64(d))
}

func (m *Metrics) counter(name, help string) *counter {
	return m.counters(name, help, "", []string{""})[""]
}

func (m *Metrics) counters(name, help, label string, values []string) map[string]*counter {
	all := map[string]*counter{}
	for _, v := range values {
		all[v] = &counter{}
	}
	m.families = append(m.families, Family{name, "counter", help, label, values, func(t *text, value string, _ Present) {
		t.sample(name, label, value, "", "", float64(all[value].n.Load()))
	}})
	return all
}

func (m *Metrics) histograms(name, help, label string, values []string, bounds []time.Duration) map[string]*histogram {
	all := map[string]*histogram{}
	for _, v := range values {
		all[v] = &histogram{bounds: bounds, counts: make([]atomic.Uint64, len(bounds)+1)}
	}
	m.families = append(m.families, Family{name, "histogram", help, label, values, func(t *text, value string, _ Present) {
		h, sum, n := all[value], all[value].nanos.Load(), uint64(0)
		for i := range h.counts {
			n += h.counts[i].Load()
			le := "+Inf"
			if i < len(bounds) {
				le = fmt.Sprint(bounds[i].Seconds())
			}
			t.sample(name+"_bucket", label, value, "le", le, float64(n))
		}
		t.sample(name+"_sum", label, value, "", "", time.Duration(sum).Seconds())
		t.sample(name+"_count", label, value, "", "", float64(n))
	}})
	return all
}

// gauge is a number of the present; a negative one is not known, and left out.
func (m *Metrics) gauge(name, help string, of func(Present) float64) {
	m.gauges(name, help, "", []string{""}, func(_ string, p Present) float64 { return of(p) })
}

// shared is a metric that only one of several processes has.
func (m *Metrics) shared(name, kind, help string, of func(Sharing) int) {
	m.present(name, kind, help, "", []string{""}, func(_ string, p Present) float64 {
		if p.Sharing == nil {
			return -1
		}
		return float64(of(*p.Sharing))
	})
}

func (m *Metrics) gauges(name, help, label string, values []string, of func(string, Present) float64) {
	m.present(name, "gauge", help, label, values, of)
}

// present is a metric that is asked for when somebody looks.
func (m *Metrics) present(name, kind, help, label string, values []string, of func(string, Present) float64) {
	m.families = append(m.families, Family{name, kind, help, label, values, func(t *text, value string, p Present) {
		if n := of(value, p); n >= 0 {
			t.sample(name, label, value, "", "", n)
		}
	}})
}
