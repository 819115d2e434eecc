// Timestamps as Discord writes them, kept true by one ticking clock.

import { el } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

// Formatters are slow to make and quick to use.
let language, relative, formats;

// speak sets the language of all timestamps, which is that of the client.
export function speak(locale) {
  if (locale === language) return;
  language = locale;
  relative = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  formats = Object.fromEntries(Object.entries(STYLES).map(([style, options]) => [style, new Intl.DateTimeFormat(locale, options)]));
}
speak("en-US");

// ago says how far a moment is from now, in its largest unit.
export function ago(seconds, now = Date.now()) {
  const distance = seconds - Math.floor(now / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? UNITS.at(-1);
  return relative.format(Math.trunc(distance / size), unit);
}

const show = (date, style) => (formats[style] ?? formats.f).format(date);

// timestamp draws <t:seconds:style>.
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const node = el("time", { class: "timestamp", datetime: date.toISOString(), title: show(date, "F") });
  if (style === "R") node.dataset.relative = seconds;
  node.textContent = style === "R" ? ago(seconds) : show(date, style);
  return node;
}

// sentAt has the date too, unless it is today's.
export const sentAt = (date) => show(date, date.toDateString() === new Date().toDateString() ? "t" : "s");
export const exact = (date) => show(date, "F");

// tick redraws the relative timestamps every second, for as long as the page lives.
export function tick() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = ago(Number(node.dataset.relative));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
