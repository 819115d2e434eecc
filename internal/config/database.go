package config

import (
	"errors"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
)

var (
	scheme   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`) // a single letter is a Windows drive
	drive    = regexp.MustCompile(`^[A-Za-z]:[\\/]`)
	postgres = regexp.MustCompile(`(?i)^postgres(ql)?://`)
	userinfo = regexp.MustCompile(`^[^/?#@]*@`)
)

// parameters are the allowed parameters of a PostgreSQL address: those of the driver, and those of
// the server that matter to the bot.
var parameters = strings.Fields(`host hostaddr port user password passfile dbname service servicefile options application_name connect_timeout
	sslmode sslcert sslkey sslrootcert sslpassword sslsni sslnegotiation min_protocol_version max_protocol_version channel_binding require_auth
	krbsrvname krbspn target_session_attrs search_path statement_timeout lock_timeout default_query_exec_mode`)

// Database checks the name of a database, which is a path or the address of a PostgreSQL database,
// and returns it. In an address, it changes the scheme to lower case. It refuses paths that could
// be mistyped addresses, because the password would become part of a file's name. The error doesn't
// show the name.
func Database(name string) (string, error) {
	if at := postgres.FindString(name); at != "" {
		if err := address(name[len(at):]); err != nil {
			return "", err
		}
		return strings.ToLower(at) + name[len(at):], nil
	}
	path := drive.ReplaceAllString(name, "")
	placed := path != name || strings.HasPrefix(path, "/") || strings.HasPrefix(path, ".") || strings.HasPrefix(path, `\`)
	colon := strings.IndexByte(path, ':')
	switch info, err := os.Stat(name); {
	case scheme.MatchString(name), strings.HasPrefix(path, "//"), colon >= 0 && strings.Contains(path[colon:], "@"):
		return "", errors.New("must be the path of a file, or an address that begins with postgres://")
	case !placed && strings.ContainsAny(path, "=@"):
		return "", errors.New("must be the path of a file, or an address of the form postgres://USER:PASSWORD@HOST/DATABASE (write ./ in front of the name of a file with = or @)")
	case strings.ContainsAny(path, "?#"), strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", errors.New("must be the path of a file, without ?, # or control characters, or an address that begins with postgres://")
	case tokenPattern.MatchString(name):
		return "", errors.New("must be the path of a file, but looks like a bot's token")
	case err == nil && info.IsDir(), strings.HasSuffix(path, "/"), strings.HasSuffix(path, `\`):
		return "", errors.New("must name a file, but names a directory: add a file name, such as deuces.db")
	case err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe|os.ModeSocket) != 0:
		return "", errors.New("must name a file, but names a device, a pipe or a socket")
	}
	return name, nil
}

// address checks the part after the scheme. If a special character in the password isn't escaped,
// the driver would take the rest of the password for a host, a database or a parameter, and show it
// in its errors.
func address(rest string) error {
	// The driver accepts the directory of a socket as the host, and net/url doesn't.
	u, err := url.Parse("postgres://" + strings.NewReplacer("%2F", "_", "%2f", "_").Replace(rest))
	at := userinfo.FindString(rest)
	if err != nil || strings.Contains(rest[len(at):], "@") || u.Fragment != "" || strings.Contains(rest, "#") || !hostPattern.MatchString(strings.Map(listed, u.Host)) {
		return errors.New("must have the form postgres://USER:PASSWORD@HOST/DATABASE; in the password, write @ as %40, / as %2F, ? as %3F, # as %23, & as %26 and % as %25")
	}
	if path, _, _ := strings.Cut(rest[len(at):], "?"); strings.ContainsAny(path, ";=& ") {
		return errors.New("has one of the characters ; = & or a space in front of the parameters: those begin with a ?, as in postgres://USER:PASSWORD@HOST/DATABASE?sslmode=require (in a name, write ; as %3B, = as %3D, & as %26 and a space as %20)")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errors.New("has something after the ? that can't be read: write & as %26, ; as %3B and % as %25")
	}
	for name, values := range query {
		if slices.Contains([]string{"host", "hostaddr", "port", "user", "dbname"}, name) && strings.ContainsAny(values[0], "= ") {
			return errors.New("has a space or = in a parameter after the ?: put an & between two parameters")
		}
		if !slices.Contains(parameters, name) {
			return errors.New("has an unknown parameter after the ?: use those of libpq, such as sslmode, and search_path; options=-c%20NAME=VALUE sets others of the server")
		}
	}
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		if part != "" && !strings.Contains(part, "=") {
			return errors.New("has a parameter without a value after the ?: write & in a value as %26")
		}
	}
	return nil
}

// listed replaces the characters by which a list of hosts, or an IPv6 address, differs from what
// aHost accepts.
func listed(r rune) rune {
	if strings.ContainsRune("[],", r) {
		return ':'
	}
	return r
}
