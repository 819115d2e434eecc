// Command fonts packs the fonts of pictures, which are half as large that way:
//
//	go run ./tools/fonts
//
// It is run when their module has a new version; a test of picture/text says so.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
)

func main() {
	for file, font := range map[string][]byte{
		"picture/text/regular.ttf.gz": dejavusans.TTF,
		"picture/text/bold.ttf.gz":    dejavusansbold.TTF,
	} {
		if err := pack(file, font); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func pack(file string, font []byte) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(font); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}
