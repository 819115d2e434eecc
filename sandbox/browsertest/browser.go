// Package browsertest uses the sandbox's page in a headless Chromium as a person would: it looks
// for an element on the screen, moves the mouse to the element and clicks, and types on the
// keyboard. A test that uses it is skipped if there is no Chromium. The test fails if the page's
// own code throws or logs an error.
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

// These are keys for Press.
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
	ctx    context.Context // of the running browser; nil before the browser starts
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

// start starts the browser unless it is running already, and returns its context.
func (c *Chromium) start(path string) (context.Context, error) {
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

// Browser is one tab with its own storage. The tab belongs to one test and is closed when that test
// ends. If a step fails, the test ends.
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
	browserCtx, err := c.start(path)
	if err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	ctx, cancel := chromedp.NewContext(browserCtx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &Browser{t: t, ctx: ctx}
	// A tab exists as long as the context of its first step, so the first steps can't use b.do,
	// whose context ends when it returns. Each tab behaves as if it had the focus.
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
				return // the tab was closed
			}
			b.recordError(m)
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

// recordError records an error of the page's own code. It ignores messages of the browser, such as
// those about failed requests, because tests check how the page handles these.
func (b *Browser) recordError(m chromedp.ConsoleMessage) {
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
	// The address about:blank makes the browser load the page even if only the fragment changes.
	b.do("open "+url, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	b.Wait("body[data-ready] .pane")
	b.Gone(`.messages[aria-busy="true"]`)
}

// Scheme shows the open page in "light" or "dark" colors.
func (b *Browser) Scheme(scheme string) {
	b.t.Helper()
	Eval[bool](b, `location.hash = location.hash.replace(/&theme=\w+/, "") + "&theme=`+scheme+`"; return true;`)
	b.Until(`getComputedStyle(document.documentElement).colorScheme === "` + scheme + `" && ` + nothingMoves)
}

// See simulates a deficiency of color vision: "deuteranopia", "protanopia", or "none".
func (b *Browser) See(deficiency string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{Type: emulation.SetEmulatedVisionDeficiencyType(deficiency)})
	if err != nil {
		b.t.Fatalf("color vision %s: %v", deficiency, err)
	}
}

// Resize changes the size of the window, and waits until the page has been laid out for it.
func (b *Browser) Resize(width, height int) {
	b.t.Helper()
	b.do("resize", chromedp.EmulateViewport(int64(width), int64(height)))
	Eval[bool](b, "await new Promise(laidOut => requestAnimationFrame(() => requestAnimationFrame(laidOut))); return true")
}

// Eval runs JavaScript, which may use await, and returns its result.
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

// waitForChange is JavaScript that waits until the page may have changed: until the document
// changes, or for 50 ms, in which something may have scrolled, faded or loaded. Waiting for each
// frame would make the browser draw sixty frames a second.
const waitForChange = `await new Promise(done => {
	const seen = new MutationObserver(() => { seen.disconnect(); clearTimeout(moment); done() });
	const moment = setTimeout(() => { seen.disconnect(); done() }, 50);
	seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})`

// Until waits until a JavaScript expression is true. The page evaluates the expression after each
// change.
func (b *Browser) Until(expression string) {
	b.t.Helper()
	if err := b.runUntilDone("const held = () => { try { return Boolean(" + expression + ") } catch { return false } };" +
		"while (!held()) " + waitForChange + "; return true;"); err != nil {
		b.t.Fatalf("%s did not come true: %v\n%s", expression, err, b.describePage())
	}
}

// runUntilDone runs a script that ends when its condition is true. If the page navigates meanwhile,
// the script is started again.
func (b *Browser) runUntilDone(script string) (err error) {
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

// Click waits for an element that nothing covers, and clicks on its center. If the element moves
// away, Click tries again, but not if another element replaced it. If several elements match, Click
// uses the last one, which belongs to the newest message.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	for range 20 {
		at, err := eval[[]float64](b, `
			const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] };
			for (;; `+waitForChange+`) {
				const e = [...document.querySelectorAll(`+quote(selector)+`)].filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled).at(-1);
				if (!e || e.closest("[data-pending]")) continue; // if pending, the previous click hasn't been answered yet
				e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
				const before = middle(e);
				await new Promise(requestAnimationFrame);
				const at = middle(e); // a click would miss an element that still moves
				if (before.join() !== at.join()) continue;
				if (!e.contains(document.elementFromPoint(...at))) { // something at the edge of the window covers it
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
	b.t.Fatalf("nothing to click at %s\n%s", selector, b.describePage())
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

// nothingMoves is an expression that is true when no CSS transition runs. Otherwise a screenshot
// could show half-faded elements.
const nothingMoves = "!document.getAnimations().some(a => a instanceof CSSTransition)"

// Screenshot writes a picture of the window to NAME.png in the directory DEUCES_OUT, for people to
// look at. If DEUCES_OUT isn't set, it only waits until nothing moves.
func (b *Browser) Screenshot(name string) {
	b.t.Helper()
	b.Until(nothingMoves)
	b.save(name)
}

func (b *Browser) save(name string) {
	b.t.Helper()
	folder := os.Getenv("DEUCES_OUT")
	if folder == "" {
		return
	}
	if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, name+".png"), b.Picture(), 0o644)); err != nil {
		b.t.Fatalf("screenshot %s: %v", name, err)
	}
}

// Picture returns a picture of the window, as PNG.
func (b *Browser) Picture() []byte {
	b.t.Helper()
	speed := true // prefers a fast encoding to a small file
	picture, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: &speed})
	if err != nil {
		b.t.Fatalf("a picture of the window: %v", err)
	}
	return picture.Data
}

// describePage returns the text of the page, for the log of a failed test. It also writes a
// screenshot, as Screenshot does.
func (b *Browser) describePage() string {
	b.save("failed-" + strings.NewReplacer("/", "-", " ", "-").Replace(b.t.Name()))
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
