package sandbox

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

var (
	errHost   = errors.New("the sandbox answers only requests to loopback addresses and localhost")
	errOrigin = errors.New("the sandbox doesn't answer requests of other web pages")
)

// checkOrigin returns why a request is refused, or nil for requests of the sandbox's own page, tools
// and bots. Any web page that is open in a browser can reach loopback addresses: through a domain
// name that it points there (DNS rebinding, which the Host header shows) or with a plain
// cross-origin request (which Origin and Sec-Fetch-Site show). Such pages must not read hands or
// click buttons.
func checkOrigin(r *http.Request) error {
	if !loopback(r.Host) && !discordHost(r.Host) {
		return errHost
	}
	if origin, sent := r.Header["Origin"]; sent && (len(origin) != 1 || origin[0] != "http://"+r.Host || !loopback(r.Host)) {
		return errOrigin
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return nil
	}
	// A link to the page may be followed from anywhere; the page then loads the rest itself.
	if r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" {
		return nil
	}
	return errOrigin
}

// loopback reports whether a Host header names this machine.
func loopback(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.IsLoopback()
}

// discordHost reports whether a Host header names one of Discord's hosts. A bot whose client only
// redirects the connection sends these, and no web page can except Discord's own.
func discordHost(host string) bool {
	name, _, _ := strings.Cut(strings.ToLower(host), ":")
	for _, domain := range []string{"discord.com", "discordapp.com", "discord.gg", "discordapp.net"} {
		if name == domain || strings.HasSuffix(name, "."+domain) {
			return true
		}
	}
	return false
}
