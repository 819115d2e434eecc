package gateway

import (
	"bufio"
	"fmt"
	"net"
	"net/http"

	"github.com/coder/websocket"
)

// accept answers the handshake of the websocket on the other end of a connection in memory.
func accept(c net.Conn) (*websocket.Conn, error) {
	buffered := bufio.NewReadWriter(bufio.NewReader(c), bufio.NewWriter(c))
	r, err := http.ReadRequest(buffered.Reader)
	if err != nil {
		return nil, fmt.Errorf("read discordgo's handshake: %w", err)
	}
	return websocket.Accept(&response{conn: c, buffered: buffered, header: http.Header{}}, r, nil)
}

// response writes the answer to a handshake, and hands the connection over after that. It implements
// http.ResponseWriter and http.Hijacker.
type response struct {
	conn     net.Conn
	buffered *bufio.ReadWriter
	header   http.Header
}

func (r *response) Header() http.Header         { return r.header }
func (r *response) Write(p []byte) (int, error) { return r.conn.Write(p) }

func (r *response) WriteHeader(code int) {
	fmt.Fprintf(r.buffered, "HTTP/1.1 %d %s\r\n", code, http.StatusText(code))
	_ = r.header.Write(r.buffered) // the next read or write on the connection reports an error
	fmt.Fprint(r.buffered, "\r\n")
	_ = r.buffered.Flush()
}

func (r *response) Hijack() (net.Conn, *bufio.ReadWriter, error) { return r.conn, r.buffered, nil }
