//go:build unix

package bot

import (
	"crypto/tls"
	"errors"
	"net"
	"syscall"
)

// quiet says that the other end of a resting connection has neither closed it nor
// said anything that nobody asked for.
func quiet(c net.Conn) bool {
	if secure, is := c.(*tls.Conn); is {
		c = secure.NetConn()
	}
	s, is := c.(syscall.Conn)
	if !is {
		return true // not known
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return false
	}
	nothing := false
	err = raw.Read(func(fd uintptr) bool {
		var one [1]byte
		_, err := syscall.Read(int(fd), one[:]) // it does not block
		nothing = errors.Is(err, syscall.EAGAIN)
		return true
	})
	return err == nil && nothing
}
