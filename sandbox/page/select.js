// A select menu: a button that opens a list in the top layer, so that no pane clips it.

import { avatar, el, icon } from "./dom.js";
import { emoji } from "./markdown.js";
import { CATEGORY } from "./world.js";

// optionsOf gives a select's options: a string select brings its own, the others offer what the world has.
export function optionsOf(component, world) {
  if (component.type === 3) return component.options ?? [];
  const preset = new Set((component.default_values ?? []).map((value) => value.id));
  const people = () => [...world.users, ...(world.bot ? [world.bot] : [])].map((user) => ({ label: user.name, value: user.id, user, default: preset.has(user.id) }));
  const roles = () => world.guilds.flatMap((guild) => guild.roles ?? []).map((role) => ({ label: "@" + role.name, value: role.id, default: preset.has(role.id) }));
  const channels = () =>
    world
      .channels()
      .filter((channel) => (component.channel_types?.length ? component.channel_types.includes(channel.type) : channel.type !== CATEGORY))
      .map((channel) => ({ label: "#" + channel.name, value: channel.id, default: preset.has(channel.id) }));
  switch (component.type) {
    case 5:
      return people();
    case 6:
      return roles();
    case 7:
      return [...people(), ...roles()];
    default:
      return channels();
  }
}

// select draws the menu. onChange gets the values once they are chosen: at the
// pick where one is allowed, at closing where several are.
export function select(component, world, { onChange, waiting = false, label = null }) {
  const options = optionsOf(component, world);
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const preset = () => new Set(options.filter((option) => option.default).map((option) => option.value));
  let chosen = preset();
  let sent = [...chosen];

  const face = el("span", { class: "select-face" });
  const list = el("ul", { class: "select-list", role: "listbox", popover: "auto", "aria-multiselectable": max > 1 ? "true" : null });
  const button = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": label || component.placeholder || "Make a selection",
      "aria-busy": waiting ? "true" : null,
      disabled: component.disabled,
      data: { customId: component.custom_id },
    },
    face,
    waiting ? dots() : icon("down"),
  );

  const rows = options.map((option, index) => {
    const row = el(
      "li",
      { role: "option", tabindex: "-1", data: { value: option.value } },
      option.user ? avatar(option.user, true) : option.emoji ? emoji(option.emoji) : null,
      el("span", { class: "select-words" }, el("span", {}, option.label), option.description ? el("small", {}, option.description) : null),
      el("span", { class: "select-tick" }, icon("check")),
    );
    row.addEventListener("click", () => pick(option.value));
    row.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) rows[(index + step + rows.length) % rows.length].focus();
      else if (event.key === "Home") rows[0].focus();
      else if (event.key === "End") rows.at(-1).focus();
      else if (event.key === "Enter" || event.key === " ") pick(option.value);
      else if (event.key === "Tab") list.hidePopover();
      else return;
      event.preventDefault();
    });
    return row;
  });
  list.append(...(rows.length ? rows : [el("li", { class: "select-none" }, "Nothing to choose from")]));

  function show() {
    const words = options.filter((option) => chosen.has(option.value));
    face.replaceChildren(
      ...(words.length
        ? words.map((option) => el("span", { class: max > 1 ? "select-pill" : "" }, option.emoji ? emoji(option.emoji) : null, option.label))
        : [el("span", { class: "select-empty" }, component.placeholder || "Make a selection")]),
    );
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(chosen.has(options[index].value))));
  }

  function pick(value) {
    if (max === 1) {
      chosen = chosen.has(value) && min === 0 ? new Set() : new Set([value]);
      show();
      list.hidePopover();
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < max) chosen.add(value);
    show();
  }

  function settle() {
    const values = options.map((option) => option.value).filter((value) => chosen.has(value));
    if (values.length < min) chosen = new Set(sent);
    else if (values.join() !== sent.join() || (max === 1 && min === 1 && values.length && picked)) {
      sent = values;
      onChange(values);
    }
    show();
  }

  let picked = false;
  list.addEventListener("click", () => (picked = true), true);
  list.addEventListener("toggle", (event) => {
    const open = event.newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (open) {
      picked = false;
      place(list, button);
      (rows.find((row) => row.getAttribute("aria-selected") === "true") ?? rows[0])?.focus({ preventScroll: true });
    } else {
      settle();
      if (list.contains(document.activeElement) || document.activeElement === document.body) button.focus({ preventScroll: true });
    }
  });
  button.addEventListener("click", () => !waiting && list.togglePopover());
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || waiting) return;
    event.preventDefault();
    list.showPopover();
  });
  show();
  return el("div", { class: "select-box" }, button, list);
}

// place puts a list below its button, or above where there is more room.
export function place(list, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const up = below < Math.min(list.scrollHeight, 240) && above > below;
  const width = Math.max(box.width, 180);
  list.style.width = `${width}px`;
  list.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
  list.style.maxHeight = `${Math.min(up ? above : below, 340)}px`;
  list.style.top = up ? "auto" : `${box.bottom + 4}px`;
  list.style.bottom = up ? `${window.innerHeight - box.top + 4}px` : "auto";
}

export const dots = () => el("span", { class: "dots", "aria-label": "Waiting", role: "img" }, el("i"), el("i"), el("i"));
