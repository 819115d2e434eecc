package sqlite

import "os"

// hardLinked reports whether a file has more than one name, which Windows doesn't tell at once.
func hardLinked(os.FileInfo) bool { return false }
