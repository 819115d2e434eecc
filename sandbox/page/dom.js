// Building blocks for the page's elements. Text always enters the document as a
// text node and attributes through setAttribute, so nothing a user or a bot
// wrote is ever parsed as HTML.

// el makes an element. Attributes set to null, undefined or false are left out,
// true gives an empty attribute; `on` maps event names to listeners, `data` to
// data- attributes. Children may be nodes, strings, nested arrays, or nothing.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "data") {
      for (const [key, item] of Object.entries(value)) {
        if (item !== null && item !== undefined) node.dataset[key] = item;
      }
    } else if (name === "style") {
      for (const [property, item] of Object.entries(value)) node.style.setProperty(property, item);
    } else {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  append(node, children);
  return node;
}

export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

// named draws a name so that the direction of its letters, or one that it sets, ends where it ends: the words around it stay
// where they are.
export function named(name) {
  return el("bdi", {}, name);
}

// isolated does the same for a name within an attribute's text, where elements can't stand.
export const isolated = (name) => `\u2068${name}\u2069`;

// fill replaces what an element holds.
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

// The icons are strokes on a 24 by 24 grid, drawn in the color of the text around them.
const ICONS = {
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0",
  thread: "M5 4v9a3 3 0 0 0 3 3h8M13 12l4 4-4 4",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9.5l6 6 6-6",
  panes: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  code: "M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5M13.5 5l-3 14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  send: "M4 4.5 21 12 4 19.5 6.5 12zM6.5 12H13",
  link: "M13 5h6v6M19 5l-9 9M9 6H5v13h13v-4",
  slash: "M15.5 4l-7 16",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, onClick, attributes = {}) {
  return el(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: onClick }, ...attributes },
    icon(name),
  );
}

// The colors of Discord's default avatars. A name always gets the same one.
const AVATARS = ["#5865f2", "#3ba55c", "#eb459e", "#f0873a", "#ed4245", "#1f8b9c", "#8a63d2"];

export function avatar(user, small = false) {
  const name = user?.name || "?";
  let sum = 0;
  for (const letter of name) sum = (sum * 50 + letter.codePointAt(0)) >>> 0;
  const initial = ([...name].find((letter) => !/\p{Cf}/u.test(letter)) ?? "?").toUpperCase();
  return el(
    "span",
    {
      class: small ? "avatar small" : "avatar",
      "aria-hidden": "true",
      style: { background: AVATARS[sum % AVATARS.length] },
    },
    initial,
  );
}

// newer orders two snowflakes, which outgrow JavaScript's numbers.
export function newer(a, b) {
  if (!a || !b) return Boolean(a);
  return a.length === b.length ? a > b : a.length > b.length;
}
