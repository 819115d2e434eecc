package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/joho/godotenv"
)

// systemFile is read if the working directory has no .env.
const systemFile = "/etc/deuces/deuces.env"

// serviceDirectory is the working directory of the service whose settings are in systemFile. Relative
// paths in that file count from it, because a command that reads the file in another directory must find
// the service's files.
const serviceDirectory = "/var/lib/deuces"

// within returns a path that counts from a directory unless it is absolute. An empty path, or an empty
// directory, changes nothing.
func within(dir, path string) string {
	if dir == "" || path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// largestFile is the maximum number of bytes that are read, because a wrong path could be that of a
// device.
const largestFile = 64 << 10

// local returns the path of .env in the working directory.
func local() string {
	if path, err := filepath.Abs(".env"); err == nil {
		return path
	}
	return ".env" // the working directory was deleted
}

// UsualFiles returns the files to try, in this order, if none is named.
func UsualFiles() (here, system string) { return local(), systemFile }

// find returns the first of these files that exists, or "". Files in a directory that may not be
// entered count as missing.
func find(usual ...string) string {
	for _, path := range usual {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// readFile returns the values of a settings file and sets c.File. If file is "", it reads the first
// of .env and the system's file that exists. Each error is a line about the file. Lines that can't be parsed are
// skipped.
func readFile(c *Config, file, system string) (values map[string]string, wrong []error) {
	c.File = file
	if file == "" {
		if c.File = find(local(), system); c.File == "" {
			return nil, nil
		}
	} else if path, err := filepath.Abs(file); err == nil {
		c.File = path
	}
	text, err := read(c.File)
	if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", c.File, err)}
	}
	text = append(text, '\n') // otherwise the library takes a last line without an equals sign for a name
	// The library's errors quote the text, which could be the token.
	values, err = godotenv.UnmarshalBytes(text)
	if err != nil {
		values = map[string]string{}
		var good []byte
		for i, line := range bytes.SplitAfter(text, []byte("\n")) {
			more, err := godotenv.UnmarshalBytes(append(bytes.Clone(good), line...))
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s: line %d can't be read: it must have the form NAME=value", c.File, i+1))
				continue
			}
			good, values = append(good, line...), more
		}
	}
	for name := range values {
		if !aName.MatchString(name) {
			delete(values, name)
			wrong = append(wrong, fmt.Errorf("%s: the text before an = is not the name of a setting: each line must have the form NAME=value", c.File))
		}
	}
	return values, wrong
}

// aName matches the name of a variable. Other text before an equals sign could be part of a secret.
var aName = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,40}$`)

// contents returns the value of a setting from the file that another setting names.
func contents(v, in value, name string) (value, error) {
	if v.text != "" {
		return v, fmt.Errorf("%s is set, too: keep one of them", v.source(name))
	}
	text, err := read(in.text)
	switch text = bytes.TrimSpace(text); {
	case err != nil && filepath.IsAbs(in.text): // an absolute path is neither a token nor the address of a database
		return v, fmt.Errorf("%s: %w", in.text, err)
	case err != nil:
		return v, err
	case len(text) == 0:
		return v, fmt.Errorf("the file %s is empty: put the value of %s into it", in.text, name)
	}
	return value{string(text), in.from}, nil
}

// read returns the text of a file without its byte order mark. The error doesn't show the path, which
// could be a secret in the wrong place.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no such file")
	case errors.Is(err, fs.ErrPermission):
		return nil, errors.New("this user may not read the file: run the command as the bot's user (sudo -u deuces), or change the file's owner")
	case err != nil:
		return nil, errors.New("the file can't be opened")
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestFile+1))
	if err != nil {
		return nil, errors.New("the file can't be read; is it a directory?")
	}
	if len(text) > largestFile {
		return nil, errors.New("the file is too large for a file of settings")
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), nil
}
