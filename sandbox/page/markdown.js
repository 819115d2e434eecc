// Draws Discord's markdown. `scene` is what a text is read within:
// {world, viewer (a user's id), go(channelId), use(commandName)}.

import { el, icon, named } from "./dom.js";
import { parse, parseInline } from "./markdown-parse.js";
import { timestamp } from "./time.js";
import { signOf } from "./world.js";

export function markdown(text, scene) {
  return lay(parse(text ?? ""), scene);
}

// inlineMarkdown is for titles and names, where a "1." or a "#" begins no block.
export function inlineMarkdown(text, scene) {
  return lay(parseInline(text ?? ""), scene);
}

function lay(nodes, scene) {
  const root = el("div", { class: onlyEmoji(nodes) ? "markdown jumbo" : "markdown" });
  root.append(...nodes.map((node) => draw(node, scene)));
  return root;
}

const PICTURE = /^(?:\p{Extended_Pictographic}[\p{Emoji_Modifier}\u{fe0f}\u{200d}]*|\s)*$/u;

// onlyEmoji: up to 30 emojis and nothing else are drawn large.
function onlyEmoji(nodes) {
  if (!nodes.every((node) => (typeof node === "string" ? PICTURE.test(node) : node.kind === "emoji"))) return false;
  const count = nodes.reduce((sum, node) => sum + (typeof node === "string" ? pictures(node) : 1), 0);
  return count > 0 && count <= 30;
}

// pictures counts the emojis of a text that holds only these and spaces.
function pictures(text) {
  return [...new Intl.Segmenter().segment(text)].filter((part) => part.segment.trim()).length;
}

function draw(node, scene) {
  if (typeof node === "string") return document.createTextNode(node);
  const children = () => (node.children ?? []).map((child) => draw(child, scene));
  switch (node.kind) {
    case "pre":
      return el("pre", {}, el("code", { data: { language: node.language || null } }, node.text));
    case "code":
      return el("code", {}, node.text);
    case "quote":
      return el("blockquote", {}, children());
    case "small":
      return el("small", {}, children());
    case "ol":
      return el("ol", { start: node.start }, children());
    case "link":
      return el("a", { href: node.url, target: "_blank", rel: "noopener noreferrer" }, children());
    case "time":
      return timestamp(node.seconds, node.style) ?? document.createTextNode(`<t:${node.seconds}>`);
    case "emoji":
      return emoji(node);
    case "user":
    case "role":
    case "everyone":
    case "channel":
    case "command":
      return mention(node, scene);
    case "h1":
    case "h2":
    case "h3":
      // A message's headings differ in size only: one after the other they need not make an outline.
      return el(node.kind, { "aria-level": 2 }, children());
    default:
      return el(node.kind, {}, children());
  }
}

function mention(node, scene) {
  switch (node.kind) {
    case "user":
      return el(
        "span",
        { class: "mention", data: { mention: node.id } },
        "@",
        named(scene.world.user(node.id)?.name ?? "unknown-user"),
      );
    case "role":
      return el("span", { class: "mention" }, "@", named(scene.world.role(node.id)?.name ?? "unknown-role"));
    case "everyone":
      return el("span", { class: "mention" }, "@" + node.name);
    case "command":
      return el(
        "button",
        { type: "button", class: "mention", on: { click: () => scene.use(node.name) } },
        "/",
        named(node.name),
      );
    default: {
      const channel = scene.world.channel(node.id);
      if (!channel) return el("span", { class: "mention" }, "#unknown");
      const sign = icon(signOf(channel));
      return el(
        "button",
        { type: "button", class: "mention", on: { click: () => scene.go(channel.id) } },
        sign,
        named(channel.name),
      );
    }
  }
}

// emoji draws {id, name}: a picture of the application's, or Unicode's own character.
export function emoji({ id, name, animated }) {
  if (!id) return el("span", { class: "emoji" }, name);
  return el("img", {
    class: "emoji",
    src: `/emojis/${id}.${animated ? "gif" : "png"}`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}
