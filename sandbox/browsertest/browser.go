// Package browsertest drives the sandbox's page in a headless Chromium as a person would: it looks
// for an element on the screen, moves the mouse there and clicks, and types on the keyboard. A test
// that uses it is skipped if there is no Chromium, and fails if the page's own code throws or logs
// an error.
package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"deuces/sandbox/sandboxtest"
)

// The keys that Press knows by name.
const (
	Tab       = kb.Tab
	Enter     = kb.Enter
	Escape    = kb.Escape
	Backspace = kb.Backspace
	Down      = kb.ArrowDown
)

// Chromium is a browser shared by the tests of a package. It starts with the first tab and ends
// with Close. The zero value is ready to use.
type Chromium struct {
	mu     sync.Mutex
	ctx    context.Context // of the running browser; nil before it starts
	cancel []context.CancelFunc
}

// Close ends the browser. All tabs must be closed.
func (c *Chromium) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range slices.Backward(c.cancel) {
		cancel()
	}
	c.ctx, c.cancel = nil, nil
}

// started returns the context of the browser, and starts it if necessary.
func (c *Chromium) started(path string) (context.Context, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx != nil {
		return c.ctx, nil
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(sandboxtest.Patience),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(100, 100)); err != nil {
		cancel()
		stop()
		return nil, err
	}
	c.ctx, c.cancel = ctx, []context.CancelFunc{stop, cancel}
	return ctx, nil
}

// Browser is one tab with its own storage. It belongs to its test and is closed when the test ends.
// A failed step ends the test.
type Browser struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	problems []string // errors logged by the page
}

// Open opens a tab with a window of the given size in CSS pixels.
func (c *Chromium) Open(t testing.TB, width, height int) *Browser {
	t.Helper()
	path := chromium()
	if path == "" {
		t.Skip("no Chromium on this machine (looked for chromium, chromium-browser, google-chrome)")
	}
	running, err := c.started(path)
	if err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	ctx, cancel := chromedp.NewContext(running, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &Browser{t: t, ctx: ctx}
	// A tab lives as long as the context of its first step, so these steps can't use b.do, whose
	// context ends when it returns. Each tab behaves as if it had the focus.
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), int64(height))); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the tab is gone
			}
			b.note(m)
		}
	}()
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.problems) > 0 {
			t.Errorf("the page's console:\n%s", strings.Join(b.problems, "\n"))
		}
	})
	return b
}

func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// note records an error of the page's own code. It ignores messages of the browser itself, such as
// a refused request, because tests check what the page does about those.
func (b *Browser) note(m chromedp.ConsoleMessage) {
	failed := m.Type == chromedp.ConsoleException || m.Type == "error"
	if !failed || strings.HasPrefix(m.Text, "Failed to load resource") {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problems = append(b.problems, fmt.Sprintf("%s: %s (%s:%d)", m.Type, m.Text, m.URL, m.Line))
}

func (b *Browser) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, sandboxtest.Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

// Go opens an address of the sandbox and waits until the page has loaded.
func (b *Browser) Go(url string) {
	b.t.Helper()
	// If only the fragment changes, the browser doesn't load the page again.
	b.do("open "+url, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	b.Wait("body[data-ready] .pane")
	b.Gone(`.messages[aria-busy="true"]`)
}

// Scheme shows the open page in "light" or "dark" colors.
func (b *Browser) Scheme(scheme string) {
	b.t.Helper()
	Eval[bool](b, `location.hash = location.hash.replace(/&theme=\w+/, "") + "&theme=`+scheme+`"; return true;`)
	b.Until(`getComputedStyle(document.documentElement).colorScheme === "` + scheme + `" && ` + still)
}

// See simulates a deficiency of color vision: "deuteranopia", "protanopia", or "none".
func (b *Browser) See(deficiency string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{Type: emulation.SetEmulatedVisionDeficiencyType(deficiency)})
	if err != nil {
		b.t.Fatalf("color vision %s: %v", deficiency, err)
	}
}

// Resize changes the size of the window.
func (b *Browser) Resize(width, height int) {
	b.t.Helper()
	b.do("resize", chromedp.EmulateViewport(int64(width), int64(height)))
}

// Eval runs JavaScript, which may await, and returns its result.
func Eval[T any](b *Browser, script string) T {
	b.t.Helper()
	v, err := eval[T](b, script)
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return v
}

func eval[T any](b *Browser, script string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, sandboxtest.Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T]("(async () => {"+script+"})()", chromedp.EvalAwaitPromise))
}

// change is JavaScript that waits until the page may have changed: its document changed, or a
// moment passed in which something may have scrolled, faded or loaded. Waiting for each frame would
// make the browser draw sixty frames a second.
const change = `await new Promise(done => {
	const seen = new MutationObserver(() => { seen.disconnect(); clearTimeout(moment); done() });
	const moment = setTimeout(() => { seen.disconnect(); done() }, 50);
	seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})`

// Until waits for a JavaScript expression to become true. The page evaluates it after each change.
func (b *Browser) Until(expression string) {
	b.t.Helper()
	if err := b.until("const held = () => { try { return Boolean(" + expression + ") } catch { return false } };" +
		"while (!held()) " + change + "; return true;"); err != nil {
		b.t.Fatalf("in vain waited for %s (%v)\n%s", expression, err, b.seen())
	}
}

// until runs a script that ends when its condition holds. If the page navigates meanwhile, it
// starts again.
func (b *Browser) until(script string) (err error) {
	for range 20 {
		if _, err = eval[bool](b, script); err == nil || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return err
}

// Wait waits until an element with a CSS selector is displayed.
func (b *Browser) Wait(selector string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("[...document.querySelectorAll(%s)].some(e => e.checkVisibility({visibilityProperty: true}))", quote(selector)))
}

// Gone waits until no element with a CSS selector is displayed.
func (b *Browser) Gone(selector string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("![...document.querySelectorAll(%s)].some(e => e.checkVisibility({visibilityProperty: true}))", quote(selector)))
}

// WaitText waits until an element with a CSS selector is displayed and its text contains these
// words.
func (b *Browser) WaitText(selector, words string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("[...document.querySelectorAll(%s)].some(e => e.checkVisibility({visibilityProperty: true}) && e.innerText.includes(%s))", quote(selector), quote(words)))
}

// Text waits for an element and returns the text of the first one.
func (b *Browser) Text(selector string) string {
	b.t.Helper()
	b.Wait(selector)
	return Eval[string](b, "return document.querySelector("+quote(selector)+").innerText")
}

// Count returns how many elements with a CSS selector are displayed.
func (b *Browser) Count(selector string) int {
	b.t.Helper()
	return Eval[int](b, "return [...document.querySelectorAll("+quote(selector)+")].filter(e => e.checkVisibility({visibilityProperty: true})).length")
}

// Click waits for an element that the mouse can reach, with nothing covering it, and clicks on its
// center. It tries again if the element moved away, but not if it was replaced by another one. If
// several elements match, it clicks the last one, which belongs to the newest message.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	for range 20 {
		at, err := eval[[]float64](b, `
			const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] };
			for (;; `+change+`) {
				const e = [...document.querySelectorAll(`+quote(selector)+`)].filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled).at(-1);
				if (!e || e.closest("[data-pending]")) continue; // or the previous click is still pending
				e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
				const before = middle(e);
				await new Promise(requestAnimationFrame);
				const at = middle(e); // an element that still moves would be missed
				if (before.join() !== at.join()) continue;
				if (!e.contains(document.elementFromPoint(...at))) { // something at the edge covers it
					e.scrollIntoView({block: "center", behavior: "instant"});
					continue;
				}
				if (!window.aim) window.addEventListener("click", event => {
					if (!window.aim.at) return;
					window.aim.hit = Boolean(event.target.closest(window.aim.at));
					window.aim.at = "";
					if (!window.aim.hit) { event.stopImmediatePropagation(); event.preventDefault(); } // the element moved at the last moment: don't click anything else
				}, true);
				window.aim = {at: `+quote(selector)+`, hit: false};
				return at;
			}`)
		if errors.Is(err, context.DeadlineExceeded) {
			break
		}
		if err != nil || len(at) != 2 {
			continue // the page navigated
		}
		b.do("click "+selector, chromedp.MouseClickXY(at[0], at[1]))
		if hit, err := eval[bool](b, "return window.aim.hit"); err != nil || hit {
			return
		}
	}
	b.t.Fatalf("nothing to click at %s\n%s", selector, b.seen())
}

// Type types text wherever the page has its focus.
func (b *Browser) Type(text string) {
	b.t.Helper()
	b.do("type "+text, chromedp.KeyEvent(text))
}

// Press presses keys one after the other.
func (b *Browser) Press(keys ...string) {
	b.t.Helper()
	for _, key := range keys {
		b.do("press", chromedp.KeyEvent(key))
	}
}

// still is an expression that is true when nothing fades, because a fading element would be half
// drawn in a screenshot.
const still = "!document.getAnimations().some(a => a instanceof CSSTransition)"

// Screenshot writes a picture of the window to NAME.png and returns its path. The directory is
// DEUCES_OUT or, if that isn't set, a temporary one of the test.
func (b *Browser) Screenshot(name string) string {
	b.t.Helper()
	b.Until(still)
	return b.picture(name)
}

func (b *Browser) picture(name string) string {
	b.t.Helper()
	speed := true // prefer a fast encoding to a small file
	picture, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: &speed})
	if err != nil {
		b.t.Fatalf("screenshot %s: %v", name, err)
	}
	folder := os.Getenv("DEUCES_OUT")
	if folder == "" {
		folder = b.t.TempDir()
	}
	path := filepath.Join(folder, name+".png")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.t.Fatalf("screenshot %s: %v", name, err)
	}
	if err := os.WriteFile(path, picture.Data, 0o644); err != nil {
		b.t.Fatalf("screenshot %s: %v", name, err)
	}
	return path
}

// seen returns the text of the page, for the log of a failed test. It also writes a screenshot.
func (b *Browser) seen() string {
	b.picture("failed-" + strings.NewReplacer("/", "-", " ", "-").Replace(b.t.Name()))
	text, err := eval[string](b, "return document.body.innerText")
	if err != nil {
		return err.Error()
	}
	return text
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""` // can't happen: every string can be written as JSON
	}
	return string(text)
}
