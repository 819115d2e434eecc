package sqlite

import "os"

// hardLinked always returns false on Windows, where a FileInfo doesn't include the number of names.
func hardLinked(os.FileInfo) bool { return false }
