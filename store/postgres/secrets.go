package postgres

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// HidePassword returns an address for people and logs: without its password, without a user that stands
// alone, which could be the password, and with those parameters only that say where the database is.
func HidePassword(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	q := u.Query()
	_, alone := userAlone(address)
	switch {
	case alone:
		u.User = nil
	case u.User != nil:
		u.User = url.User(u.User.Username())
	}
	shown := []string{"host", "hostaddr", "port", "user", "dbname", "search_path", "sslmode"}
	for name := range q {
		if !slices.Contains(shown, name) {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

var userinfo = regexp.MustCompile(`^postgres(?:ql)?://([^/?#@]*)@`)

// userAlone returns what is in front of the @ if the address has no password. An operator may have
// meant it as one.
func userAlone(address string) (user string, alone bool) {
	found := userinfo.FindStringSubmatch(address)
	if found == nil || strings.Contains(found[1], ":") || parameter(address, "password") != "" {
		return "", false
	}
	user, err := url.PathUnescape(found[1])
	return user, err == nil
}

func parameter(address, name string) string {
	_, query, _ := strings.Cut(address, "?")
	values, _ := url.ParseQuery(query) // what can't be read is left out
	return values.Get(name)
}

// veiled is an error whose text shows nothing of an address that could be a secret.
type veiled struct {
	error
	text string
}

func (v veiled) Error() string { return v.text }
func (v veiled) Unwrap() error { return v.error }

// veil removes from the text of a connection's error what HidePassword removes from the address: the
// driver and the server repeat users and options.
func veil(address string, err error) error {
	if err == nil {
		return nil
	}
	var secrets []string
	if user, alone := userAlone(address); alone {
		secrets = append(secrets, user)
	}
	for _, option := range strings.Fields(parameter(address, "options")) {
		_, value, assigned := strings.Cut(option, "=")
		if !assigned {
			value = strings.TrimPrefix(option, "-c")
		}
		secrets = append(secrets, value)
	}
	text, shown := oneLine(err.Error()), HidePassword(address)
	for _, secret := range secrets {
		if secret != "" && !word(secret).MatchString(shown) { // what is shown anyway is no secret, as a database named like its user
			for range 2 { // a character between two of them belongs to the first
				text = word(secret).ReplaceAllString(text, "${1}…${2}")
			}
		}
	}
	return veiled{err, text}
}

// oneLine joins the lines of the driver's error, one for each attempt to connect. A refusal of TLS is left
// out if another attempt followed, because the driver tries TLS first and then without.
func oneLine(text string) string {
	first, attempts, _ := strings.Cut(text, "\n")
	var kept []string
	for line := range strings.Lines(attempts) {
		kept = append(kept, strings.TrimSpace(line))
	}
	told := slices.DeleteFunc(slices.Clone(kept), func(s string) bool { return strings.HasSuffix(s, "server refused TLS connection") })
	if len(told) > 0 {
		kept = told
	}
	if len(kept) == 0 {
		return first
	}
	return first + " " + strings.Join(slices.Compact(kept), "; ")
}

// word returns a pattern for a text that is no part of a longer word.
func word(text string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\pL\pN_])` + regexp.QuoteMeta(text) + `($|[^\pL\pN_])`)
}
