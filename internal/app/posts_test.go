package app

import (
	"testing"

	"deuces/commands"
	"deuces/store"
)

// Kinds of messages have the same names in commands as in the database.
func TestMessagesAreStoredUnderTheirNames(t *testing.T) {
	for kind, stored := range map[commands.Post]store.PostKind{
		commands.BoardPost: store.BoardPost, commands.MentionPost: store.MentionPost, commands.VotePost: store.VotePost,
	} {
		if string(kind) != string(stored) {
			t.Errorf("%q is stored as %q", kind, stored)
		}
	}
}
