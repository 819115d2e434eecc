package browsertest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"deuces/internal/errtest"
	"deuces/sandbox/browsertest"
)

// evalMarkdown renders text and returns the result of the JavaScript in script. The script can use
// the rendered element as node.
func evalMarkdown[T any](t *testing.T, b *browsertest.Browser, text, script string) T {
	t.Helper()
	source, err := json.Marshal(text)
	errtest.Must(t, err)
	return browsertest.Eval[T](b, `
		const {markdown} = await import("/markdown.js");
		const world = {user: () => null, channel: () => null, role: () => null};
		const node = markdown(`+string(source)+`, {world, viewer: "1", go() {}, use() {}});`+script)
}

func TestMarkdownBecomesTheSameElementsAsOnDiscord(t *testing.T) {
	t.Parallel()
	b := openPage(t, startWithBot(t), 800, 600, "user=Ann&channel=general")
	for _, c := range []struct{ why, text, html string }{
		{"plain text", "a < b & c", "a &lt; b &amp; c"},
		{"bold, italic, both", "**b** *i* _i_ ***x***", "<strong>b</strong> <em>i</em> <em>i</em> <em><strong>x</strong></em>"},
		{"underline and strike", "__u__ ~~s~~", "<u>u</u> <s>s</s>"},
		{"within one another", "**a *b* c**", "<strong>a <em>b</em> c</strong>"},
		{"stars with spaces are stars", "2 * 3 * 4", "2 * 3 * 4"},
		{"underscores within words", "snake_case_name", "snake_case_name"},
		{"escapes", `\*no\* \_no\_ \<@1>`, "*no* _no_ &lt;@1&gt;"},
		{"code keeps its stars", "`*a*` ``b`c``", "<code>*a*</code> <code>b`c</code>"},
		{"a fence with its language", "```js\nlet x = 1 < 2;\n```", `<pre><code data-language="js">let x = 1 &lt; 2;</code></pre>`},
		{"a fence within a line", "a ```b``` c", "a <pre><code>b</code></pre> c"},
		{"an open fence is text", "```a", "```a"},
		{"headers", "# A\n## B\n### C\n#### D", `<h1 aria-level="2">A</h1><h2 aria-level="2">B</h2><h3 aria-level="2">C</h3>#### D`},
		{"a header needs its space", "#no", "#no"},
		{"small print", "-# small *i*\nlarge", "<small>small <em>i</em></small>large"},
		{"quotes", "> a\n> b\nc", "<blockquote>a\nb</blockquote>c"},
		{"a quote to the end", ">>> a\n\nb", "<blockquote>a\n\nb</blockquote>"},
		{"lists in lists", "- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"},
		{"numbered from", "3. a\n4. b", `<ol start="3"><li>a</li><li>b</li></ol>`},
		{"one list ends where another begins", "- a\n1. b", `<ul><li>a</li></ul><ol start="1"><li>b</li></ol>`},
		{"a masked link", "[the *rules*](https://example.org/a_(b))", `<a href="https://example.org/a_(b)" target="_blank" rel="noopener noreferrer">the <em>rules</em></a>`},
		{"a full stop after a bare link isn't part of it", "https://example.org/x.", `<a href="https://example.org/x" target="_blank" rel="noopener noreferrer">https://example.org/x</a>.`},
		{"only http links", "[x](javascript:alert(1))", "[x](javascript:alert(1))"},
		{"no elements", `<b onclick="x">`, `&lt;b onclick="x"&gt;`},
		{"someone gone", "<@1> <#2> <@&3>", `<span class="mention" data-mention="1">@<bdi>unknown-user</bdi></span> <span class="mention">#unknown</span> <span class="mention">@<bdi>unknown-role</bdi></span>`},
		{"a command", "</play:1>", `<button type="button" class="mention">/<bdi>play</bdi></button>`},
		{"an emoji of the application", "a <:two:12>", `a <img class="emoji" src="/emojis/12.png" alt=":two:" title=":two:" draggable="false">`},
		{"a moment", "<t:0:R>", "* years ago"},
	} {
		got := evalMarkdown[string](t, b, c.text, `
			const time = node.querySelector("time");
			return time ? time.textContent.replace(/\d+/, "*") : node.innerHTML;`)
		if got != c.html {
			t.Errorf("%s: %q\n got %s\nwant %s", c.why, c.text, got, c.html)
		}
	}
}

func TestEmojisHaveDiscordsSizes(t *testing.T) {
	t.Parallel()
	b := openPage(t, startWithBot(t), 800, 600, "user=Ann&channel=general")
	many := func(n int) string { return strings.Repeat("<:two:12>", n) }
	for _, c := range []struct {
		why, text string
		side      float64
	}{
		{"in a line", "a <:two:12>", 22},
		{"in a heading of the third size", "### a <:two:12>", 22},
		{"in a heading of the second size", "## <:two:12>", 27.5},
		{"in a heading of the first size", "# <:two:12>", 33},
		{"alone", "<:two:12>", 48},
		{"thirty, with spaces", many(15) + " " + many(15), 48},
		{"thirty-one", many(31), 22},
		{"with one of Unicode's", "<:two:12> 🃏", 48},
	} {
		side := evalMarkdown[float64](t, b, c.text, `
			document.querySelector("main, body").append(node);
			const side = parseFloat(getComputedStyle(node.querySelector("img.emoji")).width);
			node.remove();
			return side;`)
		if side != c.side {
			t.Errorf("%s: an emoji is %g pixels wide, want %g", c.why, side, c.side)
		}
	}
}
