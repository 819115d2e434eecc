package wire

import (
	"encoding/json"
	"net"
	"net/http"
	"time"
)

func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Base is the address that the request came to, as the socket knows it: clients that rewrite hosts still send Discord's.
func Base(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return r.Host
}

// WriteJSON answers with a status and a body as JSON, or with none, and gives back what it wrote.
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
	w.WriteHeader(status)
	_, _ = w.Write(out)
	return out, nil
}
