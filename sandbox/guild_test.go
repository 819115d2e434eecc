package sandbox_test

import (
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// Routes of guilds, channels, roles, members and commands, with and without the required
// permissions.
func TestGuildRoutes(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true, Privileged: 1 << 1})
	w, bob := Look(t, d), User(t, d, "Bob")
	guild := "/guilds/" + w.Guilds[0].ID
	for role, permissions := range map[string][]string{"staff": {"MANAGE_ROLES", "MANAGE_CHANNELS"}, "judge": {}} {
		Do(t, d, "/sandbox/roles", map[string]any{"role": role, "permissions": permissions}, nil)
	}
	if status, e := Call(t, d, "PUT", guild+"/members/"+bob.ID+"/roles/"+Look(t, d).Role("judge"), ""); status != 403 || e.Code != 50013 {
		t.Errorf("giving a role without MANAGE_ROLES: %d %d", status, e.Code)
	}
	Do(t, d, "/sandbox/members", map[string]any{"user": "Deuces", "roles": []string{"Deuces", "staff"}}, nil)
	Do(t, d, "/sandbox/roles", map[string]any{"role": "staff", "position": 2}, nil)
	role, channel := Look(t, d).Role("judge"), "/channels/"+w.Guilds[0].Channels[1].ID
	Made(t, d, w.App()+guild+"/commands", `{"name":"play","description":"d","options":[{"type":3,"name":"game","description":"d"}]}`)
	for _, c := range []struct {
		why, method, path, body string
		status, code            int
	}{
		{"the guild", "GET", guild, "", 200, 0},
		{"an unknown guild", "GET", "/guilds/1", "", 404, 10004},
		{"its channels", "GET", guild + "/channels", "", 200, 0},
		{"its roles", "GET", guild + "/roles", "", 200, 0},
		{"its members, with the intent", "GET", guild + "/members", "", 200, 0},
		{"a member", "GET", guild + "/members/" + bob.ID, "", 200, 0},
		{"an unknown member", "GET", guild + "/members/1", "", 404, 10007},
		{"a user", "GET", "/users/" + bob.ID, "", 200, 0},
		{"an unknown user", "GET", "/users/1", "", 404, 10013},
		{"giving a role", "PUT", guild + "/members/" + bob.ID + "/roles/" + role, "", 204, 0},
		{"taking it", "DELETE", guild + "/members/" + bob.ID + "/roles/" + role, "", 204, 0},
		{"a role that isn't", "PUT", guild + "/members/" + bob.ID + "/roles/1", "", 404, 10011},
		{"the channel", "GET", channel, "", 200, 0},
		{"changing the channel", "PATCH", channel, `{"topic":"cards"}`, 400, 0},
		{"typing", "POST", channel + "/typing", "", 204, 0},
		{"all of the guild's", "GET", w.App() + guild + "/commands", "", 200, 0},
		{"another application's", "GET", "/applications/1/commands", "", 404, 10002},
		{"deleting the channel", "DELETE", channel, "", 200, 0},
		{"it is gone", "GET", channel, "", 404, 10003},
	} {
		if status, e := Call(t, d, c.method, c.path, c.body); status != c.status || e.Code != c.code {
			t.Errorf("%s: %d %d %s, want %d %d", c.why, status, e.Code, e.Errors, c.status, c.code)
		}
	}
	var commands []struct {
		Description string
		Options     []struct{ Name string }
	}
	if err := d.Do(t.Context(), "GET", "/sandbox/commands", nil, &commands); err != nil || len(commands) != 1 || len(commands[0].Options) != 1 {
		t.Errorf("the guild's command is %+v, %v", commands, err)
	}
	CheckCalls(t, d)
}

// A bot can assign only roles that rank below one of its own, as on Discord.
func TestRoleOrder(t *testing.T) {
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w, bob := Look(t, d), User(t, d, "Bob")
	side := func(body map[string]any) (id string) {
		t.Helper()
		var role struct{ ID string }
		if err := d.Do(t.Context(), "POST", "/sandbox/roles", body, &role); err != nil {
			t.Fatal(err)
		}
		return role.ID
	}
	side(map[string]any{"role": "Deuces", "permissions": []string{"MANAGE_ROLES"}})
	chief := side(map[string]any{"role": "Chief"})
	for _, step := range []struct {
		why          string
		role         string
		to           map[string]any // changes made first
		status, code int
	}{
		{"a new role comes below those that are there", chief, nil, 204, 0},
		{"a role above the bot's", chief, map[string]any{"role": "Chief", "position": 5}, 403, 50013},
		{"the bot's, put above it", chief, map[string]any{"role": "Deuces", "position": 6}, 204, 0},
		{"of two alike the older one is above", chief, map[string]any{"role": "Deuces", "position": 5}, 204, 0},
		{"the bot's, put below it", chief, map[string]any{"role": "Deuces", "position": 4}, 403, 50013},
		{"without Manage Roles", chief, map[string]any{"role": "Deuces", "position": 9, "permissions": []string{}}, 403, 50013},
		{"everyone's role", w.Guilds[0].ID, map[string]any{"role": "Deuces", "permissions": []string{"MANAGE_ROLES"}}, 400, 50028},
		{"with all that it takes", chief, nil, 204, 0},
	} {
		if step.to != nil {
			side(step.to)
		}
		if status, e := Call(t, d, "PUT", "/guilds/"+w.Guilds[0].ID+"/members/"+bob.ID+"/roles/"+step.role, ""); status != step.status || e.Code != step.code {
			t.Errorf("%s: %d %d, want %d %d", step.why, status, e.Code, step.status, step.code)
		}
	}
	if err := d.Do(t.Context(), "DELETE", "/sandbox/roles/"+chief, nil, nil); err != nil {
		t.Fatal(err)
	}
	if status, e := Call(t, d, "PUT", "/guilds/"+w.Guilds[0].ID+"/members/"+bob.ID+"/roles/"+chief, ""); status != 404 || e.Code != 10011 {
		t.Errorf("a role that was deleted: %d %d", status, e.Code)
	}
	for why, do := range map[string]error{
		"a role is deleted twice":    d.Do(t.Context(), "DELETE", "/sandbox/roles/"+chief, nil, nil),
		"everyone's role is deleted": d.Do(t.Context(), "DELETE", "/sandbox/roles/"+w.Guilds[0].ID, nil, nil),
		"everyone's role moves":      d.Do(t.Context(), "POST", "/sandbox/roles", map[string]any{"role": "@everyone", "position": 3}, nil),
		"a role below everyone's":    d.Do(t.Context(), "POST", "/sandbox/roles", map[string]any{"role": "Deuces", "position": 0}, nil),
	} {
		if do == nil {
			t.Errorf("%s", why)
		}
	}
	CheckCalls(t, d)
}
