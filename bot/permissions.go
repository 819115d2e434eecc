package bot

import (
	"errors"
	"fmt"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// Permissions is a set of Discord permissions.
type Permissions uint64

// The permissions that the bot uses. Administrator includes all others.
const (
	Administrator  Permissions = 1 << 3
	ManageGuild    Permissions = 1 << 5
	ViewChannel    Permissions = 1 << 10
	SendMessages   Permissions = 1 << 11
	ManageMessages Permissions = 1 << 13
	ReadHistory    Permissions = 1 << 16
	MentionAll     Permissions = 1 << 17 // of roles that aren't mentionable, too
	ManageRoles    Permissions = 1 << 28
	OpenThreads    Permissions = 1 << 35
	SendInThreads  Permissions = 1 << 38
	CreateEvents   Permissions = 1 << 44
)

// Has reports whether p includes all of want.
func (p Permissions) Has(want Permissions) bool {
	return p&Administrator != 0 || p&want == want
}

// Missing returns the permissions of want, which are Needed or Useful, that p lacks, with their names in Discord's settings,
// such as "View Channel and Send Messages". It is empty if nothing is missing.
func (p Permissions) Missing(want Permissions) say.Message {
	if p.Has(want) {
		return say.Message{}
	}
	var lacking []say.Message
	for _, n := range []struct {
		bit  Permissions
		name say.Text
	}{
		{ViewChannel, "View Channel"},
		{SendMessages, "Send Messages"},
		{SendInThreads, "Send Messages in Threads"},
		{ReadHistory, "Read Message History"},
		{ManageRoles, "Manage Roles"},
		{OpenThreads, "Create Public Threads"},
		{CreateEvents, createEvents},
	} {
		if want&^p&n.bit != 0 {
			lacking = append(lacking, say.New(n.name))
		}
	}
	return say.List(lacking...)
}

// Needed are the permissions that the bot needs in every channel with tables. Useful are those for
// optional features: a thread for each table, counting the messages after a board, roles for
// titles and for people who want to be called, and events for matches that start at a time.
const (
	Needed = ViewChannel | SendMessages | SendInThreads
	Useful = OpenThreads | ReadHistory | ManageRoles | CreateEvents
)

// Invitation returns the link with which a server's admin adds the bot.
func Invitation(application string, p Permissions) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", application, p)
}

// PersonalInvitation returns the link with which people install the application for themselves, if the developer
// portal allows it.
func PersonalInvitation(application string) string {
	return "https://discord.com/oauth2/authorize?client_id=" + application + "&integration_type=1&scope=applications.commands"
}

// missing returns err with the given name of the missing permission, if err is a Forbidden because
// of a missing permission. Otherwise it returns err unchanged.
func missing(err error, permission say.Text) error {
	if forbidden, ok := errors.AsType[*rest.Forbidden](err); ok && forbidden.Code == rest.CodeMissingPermissions {
		return &rest.Forbidden{Code: forbidden.Code, Missing: say.New(permission)}
	}
	return err
}
