// Pictures, files and embeds: what stands in a message besides text and controls.

import { el, icon } from "./dom.js";
import { inlineMarkdown, markdown } from "./markdown.js";
import { sentAt } from "./time.js";

export const hex = (color) => "#" + color.toString(16).padStart(6, "0");

// resolve finds what a URL means in a message: attachment://name is a file the message brought.
export function resolve(url, message) {
  const name = /^attachment:\/\/(.+)$/.exec(url ?? "")?.[1];
  const file = name
    ? message.attachments?.find((attachment) => attachment.filename === name)
    : message.attachments?.find((attachment) => attachment.url === url);
  const address = file?.url ?? (name ? null : url);
  return {
    ...file,
    filename: file?.filename ?? name ?? (url ?? "").split(/[?#]/)[0].split("/").pop(),
    url: safe(address),
  };
}

const safe = (url) => (/^(https?:|\/)/.test(url ?? "") ? url : null);

// opened is a picture that a click opens by itself.
const opened = (url, name, picture) =>
  el("a", { class: name, href: url, target: "_blank", rel: "noopener noreferrer" }, picture);

// picture draws a gallery's item or a thumbnail: {media:{url}, description}.
export function picture(item, message) {
  const file = resolve(item.media?.url, message);
  const words = item.description || file.description || "";
  if (!file.url) return el("span", { class: "picture missing" }, words || file.filename);
  return opened(file.url, "picture", el("img", { src: file.url, alt: words, title: words || null, loading: "lazy" }));
}

export function gallery(items, message) {
  return el(
    "div",
    { class: "gallery", data: { count: items.length } },
    items.map((item) => picture(item, message)),
  );
}

export function fileCard(file) {
  const size = file.size > 0 ? el("small", {}, bytes(file.size)) : null;
  return el(
    "div",
    { class: "file" },
    icon("file"),
    el(
      "span",
      { class: "file-words" },
      file.url
        ? el(
            "a",
            { href: file.url, target: "_blank", rel: "noopener noreferrer", download: file.filename },
            file.filename,
          )
        : file.filename,
      size,
    ),
  );
}

function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  return size < 1048576 ? `${(size / 1024).toFixed(2)} KB` : `${(size / 1048576).toFixed(2)} MB`;
}

// attachments draws the files that no component and no embed shows.
export function attachments(message) {
  const shown = JSON.stringify([message.components ?? [], message.embeds ?? []]);
  const rest = (message.attachments ?? []).filter(
    (file) => !shown.includes(`attachment://${file.filename}`) && !shown.includes(JSON.stringify(file.url)),
  );
  const isPicture = (file) =>
    /^image\//.test(file.content_type ?? "") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename ?? "");
  const pictures = rest.filter(isPicture).map((file) => ({
    media: { url: file.url },
    description: file.description,
  }));
  return [
    pictures.length ? gallery(pictures, message) : null,
    ...rest
      .filter((file) => !isPicture(file))
      .map((file) => fileCard(resolve(file.url, message))),
  ];
}

export function embed(data, message, scene) {
  const image = (media, name) => {
    const file = media?.url ? resolve(media.url, message) : null;
    return file?.url ? opened(file.url, name, el("img", { src: file.url, alt: "" })) : null;
  };
  const small = (url) => {
    const file = url ? resolve(url, message) : null;
    return file?.url ? el("img", { class: "embed-icon", src: file.url, alt: "" }) : null;
  };
  const linked = (words, url) =>
    safe(url) ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, words) : words;
  const { author, footer } = data;
  const when = data.timestamp ? sentAt(new Date(data.timestamp)) : null;
  return el(
    "article",
    { class: "embed", style: typeof data.color === "number" ? { "--accent": hex(data.color) } : {} },
    el(
      "div",
      { class: "embed-words" },
      author?.name
        ? el("div", { class: "embed-author" }, small(author.icon_url), linked(author.name, author.url))
        : null,
      data.title ? el("div", { class: "embed-title" }, linked(inlineMarkdown(data.title, scene), data.url)) : null,
      data.description ? el("div", { class: "embed-text" }, markdown(data.description, scene)) : null,
      data.fields?.length
        ? el(
            "div",
            { class: "embed-fields" },
            data.fields.map((field) =>
              el(
                "div",
                { class: "embed-field", data: { inline: field.inline ? "" : null } },
                el("div", { class: "embed-name" }, inlineMarkdown(field.name, scene)),
                el("div", { class: "embed-text" }, markdown(field.value, scene)),
              ),
            ),
          )
        : null,
    ),
    image(data.thumbnail, "embed-thumbnail"),
    image(data.image, "embed-image"),
    footer?.text || when
      ? el("div", { class: "embed-footer" }, small(footer?.icon_url), [footer?.text, when].filter(Boolean).join(" • "))
      : null,
  );
}
