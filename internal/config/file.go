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

// systemFile is read where the working directory has no file of settings.
const systemFile = "/etc/deuces/deuces.env"

// largestFile bounds what is read: a wrong name could be that of a device.
const largestFile = 64 << 10

// local is the path of .env in the working directory.
func local() string {
	if path, err := filepath.Abs(".env"); err == nil {
		return path
	}
	return ".env" // the directory is gone
}

// UsualFiles are those that are looked for where no file is named, in this order.
func UsualFiles() (here, system string) { return local(), systemFile }

// find returns the first of the usual files that exists, or "". Whoever may not
// enter a directory has no file of settings in it.
func find(usual ...string) string {
	for _, path := range usual {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// readFile returns the values of a file of settings, or of the usual one, and
// notes which it was. Each error is a line about the file; lines that can't be
// read are left out.
func readFile(c *Config, file string) (values map[string]string, wrong []error) {
	c.File = file
	if file == "" {
		if c.File = find(local(), systemFile); c.File == "" {
			return nil, nil
		}
	} else if path, err := filepath.Abs(file); err == nil {
		c.File = path
	}
	text, err := read(c.File)
	if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", c.File, err)}
	}
	text = append(text, '\n') // else the library takes a last line without an equals sign for a name
	// The library's errors repeat what they stumble over, and that could be the token.
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
			wrong = append(wrong, fmt.Errorf("%s: something before an = is no name of a setting: each line must have the form NAME=value", c.File))
		}
	}
	return values, wrong
}

// aName is what variables are called. Anything else before an equals sign could
// be a piece of a secret.
var aName = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,40}$`)

// contents is the value of the setting that is in the file which another names.
func contents(v, in value, name string) (value, error) {
	if v.text != "" {
		return v, fmt.Errorf("%s is set, too: keep one of them", v.source(name))
	}
	text, err := read(in.text)
	switch text = bytes.TrimSpace(text); {
	case err != nil && filepath.IsAbs(in.text): // no token and no address of a database begins like that
		return v, fmt.Errorf("%s: %w", in.text, err)
	case err != nil:
		return v, err
	case len(text) == 0:
		return v, fmt.Errorf("the file %s is empty: put the value of %s into it", in.text, name)
	}
	return value{string(text), in.from}, nil
}

// read returns the text of a file, without a byte order mark. The error does not
// show the path, which could be a secret in the wrong place.
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
		return nil, errors.New("the file is too large to be one of settings")
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), nil
}
