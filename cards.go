package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"deuces/picture/canvas"
	"deuces/picture/face"
)

// cards writes the faces of cards, for whoever wants to look or to restyle.
func cards(flags *flag.FlagSet) action {
	size := flags.Int("size", face.Size, "width and height of a card's PNG in `pixels`, from 16 to 1024")
	return func(_ context.Context, p program) error {
		if *size < 16 || *size > 1024 {
			return misuse(fmt.Sprintf("--size must be from 16 to 1024 pixels, not %d", *size))
		}
		n, err := writeCards(p.args[0], *size)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.stdout, "wrote %d files to %s\n", n, p.args[0])
		return err
	}
}

// writeCards writes both palettes, each to a directory of its own, and returns
// how many files that was.
func writeCards(dir string, size int) (n int, err error) {
	write := func(data []byte, err error, name ...string) error {
		if err != nil {
			return err
		}
		n++
		return os.WriteFile(filepath.Join(dir, filepath.Join(name...)), data, 0o644)
	}
	for _, set := range []struct {
		name    string
		palette face.Palette
	}{{"four-colours", face.FourColors}, {"two-colours", face.TwoColors}} {
		if err := os.MkdirAll(filepath.Join(dir, set.name), 0o755); err != nil {
			return n, err
		}
		for _, c := range face.All() {
			name := face.Words(c, face.FourColors) // the directory says which palette it is
			data, err := face.PNG(c, set.palette, size)
			if err := write(data, err, set.name, name+".png"); err != nil {
				return n, err
			}
			data, err = face.SVG(c, set.palette)
			if err := write(data, err, set.name, name+".svg"); err != nil {
				return n, err
			}
		}
		sheet, err := face.Sheet(set.palette)
		if err != nil {
			return n, err
		}
		data, err := canvas.PNG(sheet.Raster(13 * size / 2))
		if err := write(data, err, set.name+".png"); err != nil {
			return n, err
		}
	}
	return n, nil
}
