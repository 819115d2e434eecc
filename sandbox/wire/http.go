package wire

import (
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"
)

// Milliseconds returns a duration in the form that the sandbox's JSON uses.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Base returns the address at which the request was made, which is that of a proxy if there is one. If the
// Host header has no address, Base takes it from the socket, because clients that rewrite hosts still
// send Discord's Host header.
func Base(r *http.Request) string {
	if _, err := netip.ParseAddrPort(r.Host); err == nil {
		return r.Host
	}
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return r.Host
}

// WriteJSON answers with a status and a JSON body (nil: no body) and returns what it wrote.
func WriteJSON(w http.ResponseWriter, status int, body any) ([]byte, error) {
	if body == nil {
		w.WriteHeader(status)
		return nil, nil
	}
	out, err := json.Marshal(body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return nil, err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(out))) // otherwise longer bodies are sent in chunks
	w.WriteHeader(status)
	_, _ = w.Write(out)
	return out, nil
}
