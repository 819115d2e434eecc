// Discord's markdown, read into a tree: strings, and nodes {kind, children, …}.
// Pure, so that it can be tried without a document.

// FENCE is a code block. Its language stands alone on the first line.
const FENCE = /^```(?:([\w+\-.#]+)\n)?\n*([^\n](?:[\s\S]*?[^\n])??)\n*```/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

// parse reads a whole text: blocks first, what stands between them as inline text.
export function parse(text) {
  const nodes = [];
  let plain = "";
  let rest = text.replace(/\r\n?/g, "\n");
  let lineStart = true;
  const flush = (beforeBlock) => {
    const text = beforeBlock ? plain.replace(/\n$/, "") : plain;
    if (text) nodes.push(...parseInline(text));
    plain = "";
  };
  while (rest) {
    const found = readFence(rest) ?? (lineStart ? readBlock(rest) : null);
    if (found) {
      flush(true);
      nodes.push(found.node);
      rest = rest.slice(found.length).replace(/^\n/, "");
      lineStart = true;
      continue;
    }
    // A run ends at the next line, where a block may begin, or at the next fence.
    const fence = rest.indexOf("```", 1);
    const line = rest.indexOf("\n") + 1 || rest.length;
    const end = fence > 0 && fence < line ? fence : line;
    plain += rest.slice(0, end);
    lineStart = rest[end - 1] === "\n";
    rest = rest.slice(end);
  }
  flush(false);
  return nodes;
}

function readFence(text) {
  const match = FENCE.exec(text);
  return match && { node: { kind: "pre", language: match[1] ?? "", text: match[2] }, length: match[0].length };
}

function readBlock(text) {
  if (text.startsWith(">>> ")) {
    return { node: { kind: "quote", children: parse(text.slice(4)) }, length: text.length };
  }
  const quote = /^(?:> .*(?:\n|$))+/.exec(text);
  if (quote) {
    const inner = quote[0].replace(/\n$/, "").replace(/^> /gm, "");
    return { node: { kind: "quote", children: parse(inner) }, length: quote[0].length };
  }
  const header = /^(#{1,3}) +(\S.*)(?:\n|$)/.exec(text);
  if (header) {
    return { node: { kind: `h${header[1].length}`, children: parseInline(header[2]) }, length: header[0].length };
  }
  const small = /^-# +(\S.*)(?:\n|$)/.exec(text);
  if (small) {
    return { node: { kind: "small", children: parseInline(small[1]) }, length: small[0].length };
  }
  return readList(text);
}

// readList takes the lines of a list, with what is indented below an item as part of it.
function readList(text) {
  const items = [];
  let length = 0;
  for (const line of text.split("\n")) {
    const item = ITEM.exec(line);
    // A line that counts ends a list of points, and the other way round.
    if (item && items.length && item[1].length <= items[0].indent && /\d/.test(item[2]) !== items[0].ordered) break;
    if (item) {
      items.push({ indent: item[1].length, ordered: /\d/.test(item[2]), start: parseInt(item[2], 10), text: item[3] });
    } else if (items.length && /^ {2,}\S/.test(line)) {
      items.at(-1).text += "\n" + line.trim();
    } else {
      break;
    }
    length += line.length + 1;
  }
  if (!items.length) return null;
  return { node: nest(items), length: Math.min(length, text.length) };
}

// nest makes lists within lists from items that only know how far in they stand.
function nest(items) {
  const list = { kind: items[0].ordered ? "ol" : "ul", start: items[0].start, children: [] };
  const depth = items[0].indent;
  for (let i = 0; i < items.length;) {
    const item = { kind: "li", children: parseInline(items[i].text) };
    let next = i + 1;
    while (next < items.length && items[next].indent > depth) next++;
    if (next > i + 1) item.children.push(nest(items.slice(i + 1, next)));
    list.children.push(item);
    i = next;
  }
  return list;
}

const span = (kind) => (match) => ({ kind, children: parseInline(match[1]) });

// RULES are tried in this order at each place; the first that fits takes its text.
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, (match) => match[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (match) => ({ kind: "code", text: match[2].replace(/^ (.+) $/, "$1") })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (match) => ({ kind: "time", seconds: Number(match[1]), style: match[2] })],
  [/<@!?(\d+)>/y, (match) => ({ kind: "user", id: match[1] })],
  [/<@&(\d+)>/y, (match) => ({ kind: "role", id: match[1] })],
  [/<#(\d+)>/y, (match) => ({ kind: "channel", id: match[1] })],
  [/<\/([^:<>]{1,100}):(\d+)>/y, (match) => ({ kind: "command", name: match[1], id: match[2] })],
  [
    /<(a?):(\w{2,32}):(\d+)>/y,
    (match) => ({ kind: "emoji", animated: match[1] === "a", name: match[2], id: match[3] }),
  ],
  [/@(everyone|here)\b/y, (match) => ({ kind: "everyone", name: match[1] })],
  [/<(https?:\/\/[^\s<>]+)>/y, (match) => ({ kind: "link", url: match[1], children: [match[1]] })],
  [
    /\[((?:\\.|[^[\]\\]|\[[^\]]*\])+)\]\(<?(https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))+)>?(?:\s+"[^"]*")?\)/y,
    (match) => ({ kind: "link", url: match[2], children: parseInline(match[1]) }),
  ],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])*_~|]/y, (match) => ({ kind: "link", url: match[0], children: [match[0]] })],
  [
    /\*\*\*(?=\S)([\s\S]*?\S)\*\*\*(?!\*)/y,
    (match) => ({ kind: "em", children: [{ kind: "strong", children: parseInline(match[1]) }] }),
  ],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, span("strong")],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, span("em")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, span("u")],
  [/(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, span("em")],
  [/~~(?=\S)([\s\S]*?\S)~~/y, span("s")],
];

const SPECIAL = /[\\`<@[*_~|h]/;

export function parseInline(text) {
  const nodes = [];
  let plain = "";
  let at = 0;
  scan: while (at < text.length) {
    if (SPECIAL.test(text[at])) {
      for (const [rule, make] of RULES) {
        rule.lastIndex = at;
        const match = rule.exec(text);
        if (!match) continue;
        // make may parse what is inside with the same rules, so the end is kept first.
        at += match[0].length;
        const node = make(match);
        if (typeof node === "string") {
          plain += node;
        } else {
          if (plain) nodes.push(plain);
          plain = "";
          nodes.push(node);
        }
        continue scan;
      }
    }
    plain += text[at++];
  }
  if (plain) nodes.push(plain);
  return nodes;
}
