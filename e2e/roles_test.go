package e2e

import (
	"slices"
	"strings"
	"testing"

	"deuces/game/systems"
	"deuces/sandbox/sandboxtest"
)

// holders are who was given a role and not deprived of it since, by name.
func (h *house) holders(role string) []string {
	h.t.Helper()
	var world struct {
		Users []sandboxtest.Person
	}
	if err := h.Do(h.t.Context(), "GET", "/sandbox/world", nil, &world); err != nil {
		h.t.Fatal(err)
	}
	calls, err := h.Calls(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	var have []string
	for _, c := range calls {
		for _, u := range world.Users {
			if !strings.HasSuffix(c.Path, "/members/"+u.ID+"/roles/"+role) || c.Status != 204 {
				continue
			}
			have = slices.DeleteFunc(have, func(name string) bool { return name == u.Name })
			if c.Method == "PUT" {
				have = append(have, u.Name)
			}
		}
	}
	return have
}

// The President's role goes with the title; what stands in the way is said once.
func TestRolesGoWithTitles(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := h.group(9, "cards", "Ann", "Bob", "Cy", "Dee")
	ann := g.users[0]
	var role struct{ ID string }
	side := func(path string, body map[string]any, out any) {
		t.Helper()
		if err := h.Do(t.Context(), "POST", "/sandbox/"+path, body, out); err != nil {
			t.Fatal(err)
		}
	}
	side("roles", map[string]any{"role": "Chief", "permissions": []string{}}, &role)
	panel := g.show(ann, "settings", nil, "settings · Tables")
	panel = g.press(ann, panel, "settings/page", "roles")
	g.has(panel, "I need the permission Manage Roles")
	sys := systems.All()[0]
	panel = g.press(ann, panel, "roles", sys.Name+"/president")
	panel = g.press(ann, panel, "settings/roles/role/", role.ID)
	g.has(panel, "<@&"+role.ID+">")

	g.open(sys.Name, map[string]any{"target": 2})
	g.playOn(nil)
	g.awaitText(ann, "I can't give or take the role")

	side("members", map[string]any{"user": "Deuces", "roles": []string{"Deuces", "staff"}}, nil)
	side("roles", map[string]any{"role": "staff", "permissions": []string{"MANAGE_ROLES"}}, nil)
	again := &group{house: h, channel: "general", users: g.users, rand: g.rand}
	again.open(sys.Name, map[string]any{"target": 2})
	again.playOn(nil)
	president := again.show(ann, "titles", nil, "President: ")
	var have []string
	h.until(ann, "one has the role", func() bool {
		have = h.holders(role.ID)
		return len(have) == 1
	})
	again.has(president, "President: **"+have[0]+"**")
	said := 0
	for _, channel := range []string{"cards", "general"} {
		all, err := ann.Messages(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if strings.Contains(m.Text(), "I can't give or take the role") {
				said++
			}
		}
	}
	if said != 1 {
		t.Errorf("that the role can't be given was said %d times", said)
	}
}
