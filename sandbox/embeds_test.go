package sandbox_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

type shown struct {
	ID          string
	Attachments []struct {
		Filename string
		Flags    *int
	}
	Embeds []struct {
		Image, Thumbnail struct {
			URL, ProxyURL string
			Width         int
		}
		Footer, Author struct {
			IconURL string `json:"icon_url"`
		}
	}
}

// send sends a body with files. All files are the same small picture.
func send(t *testing.T, d *sandboxtest.Discord, method, path, body string, files ...string) (m shown) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.WriteField("payload_json", body); err != nil {
		t.Fatal(err)
	}
	for i, name := range files {
		part, err := w.CreateFormFile("files["+string(rune('0'+i))+"]", name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(Picture(t, 16)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, d.URL+"/api/v10"+path, &form)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", w.FormDataContentType())
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %v", method, path, resp.StatusCode, err)
	}
	return m
}

func (m shown) files() string {
	var names []string
	for _, a := range m.Attachments {
		names = append(names, a.Filename)
	}
	return strings.Join(names, " ")
}

// The address attachment://name in an embed becomes the address of the file, and the file is
// missing from the message's attachments while an embed shows it.
func TestEmbedsShowAttachments(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	messages := Look(t, d).General() + "/messages"
	m := send(t, d, "POST", messages, `{"embeds":[{"image":{"url":"attachment://board.png"},"thumbnail":{"url":"attachment://small.png"},
		"footer":{"text":"x","icon_url":"attachment://foot.png"},"author":{"name":"x","icon_url":"https://example.com/a.png"}},
		{"title":"x","image":{"url":"attachment://none.png"}}]}`, "board.png", "small.png", "foot.png", "rules.png")
	e := m.Embeds[0]
	for what, url := range map[string]string{"board.png": e.Image.URL, "small.png": e.Thumbnail.URL, "foot.png": e.Footer.IconURL} {
		if !strings.HasPrefix(url, d.URL+"/attachments/") || !strings.HasSuffix(url, "/"+what) {
			t.Errorf("%s is at %q", what, url)
			continue
		}
		resp, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", url, resp.StatusCode)
		}
	}
	if e.Image.Width != 16 || e.Author.IconURL != "https://example.com/a.png" || m.Embeds[1].Image.URL != "attachment://none.png" {
		t.Errorf("embeds: %+v", m.Embeds)
	}
	if m.files() != "rules.png" {
		t.Errorf("attachments beside the embeds: %s", m.files())
	}
	if m = send(t, d, "PATCH", messages+"/"+m.ID, `{"content":"x"}`); m.files() != "rules.png" || m.Embeds[0].Image.URL != e.Image.URL {
		t.Errorf("after an edit of the text: %s, %+v", m.files(), m.Embeds)
	}
	if m = send(t, d, "PATCH", messages+"/"+m.ID, `{"embeds":[]}`); m.files() != "board.png small.png foot.png rules.png" {
		t.Errorf("attachments after the embeds went: %s", m.files())
	}
	CheckCalls(t, d)
}

// The flags of an attachment are 0 unless the file is a spoiler, a clip or the like.
func TestAttachmentsHaveFlags(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	m := send(t, d, "POST", Look(t, d).General()+"/messages", `{}`, "a.png", "SPOILER_a.png")
	for i, want := range []int{0, 1 << 3} {
		if a := m.Attachments[i]; a.Flags == nil || *a.Flags != want {
			t.Errorf("flags of %s: %v, want %d", a.Filename, a.Flags, want)
		}
	}
	CheckCalls(t, d)
}

// The refusal of a forward says that forwards aren't supported, not that the message is missing.
func TestForwardsAreRefused(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	w := Look(t, d)
	m := Made(t, d, w.General()+"/messages", `{"content":"x"}`)
	body := `{"message_reference":{"type":1,"message_id":"` + m + `","channel_id":"` + w.Guilds[0].Channels[0].ID + `"}}`
	if status, e := Call(t, d, "POST", "/channels/"+w.Guilds[0].Channels[1].ID+"/messages", body); status != 400 || e.Code != 0 || !strings.Contains(e.Message, "forwards") {
		t.Errorf("a forward: %d %d %s", status, e.Code, e.Message)
	}
}

// Bots read these lists when they start.
func TestUnsupportedListsAreEmpty(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Unlimited: true})
	guild := "/guilds/" + Look(t, d).Guilds[0].ID
	for _, path := range []string{guild + "/emojis", guild + "/stickers", guild + "/invites", guild + "/integrations", guild + "/scheduled-events", "/voice/regions"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", d.URL+"/api/v10"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bot sandbox")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var list []json.RawMessage
		err = json.NewDecoder(resp.Body).Decode(&list)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || list == nil || len(list) > 0 {
			t.Errorf("GET %s: %d, %v, %v", path, resp.StatusCode, list, err)
		}
	}
	CheckCalls(t, d)
}

// The bot's role in each guild has the permissions of the invitation.
func TestTheBotsRoleHasThePermissionsOfTheInvitation(t *testing.T) {
	t.Parallel()
	granted, err := sandbox.ParsePermissions("MANAGE_ROLES, manage_messages")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cfg  sandbox.Config
		code int
	}{{sandbox.Config{}, 50013}, {sandbox.Config{Permissions: granted}, 0}} {
		d := sandboxtest.Start(t, c.cfg)
		Do(t, d, "/sandbox/guilds", map[string]any{"name": "Other"}, nil)
		w := Look(t, d)
		for _, g := range w.Guilds {
			var said struct{ ID string }
			Do(t, d, "/sandbox/say", map[string]any{"user": "Ann", "channel": g.Channels[0].ID, "content": "x"}, &said)
			if _, e := Call(t, d, "DELETE", "/channels/"+g.Channels[0].ID+"/messages/"+said.ID, ""); e.Code != c.code {
				t.Errorf("deleting somebody's message in %s: %d, want %d", g.Name, e.Code, c.code)
			}
		}
	}
	if _, err := sandbox.ParsePermissions("FLY"); err == nil || !strings.Contains(err.Error(), "FLY") {
		t.Errorf("a permission that there isn't: %v", err)
	}
}
