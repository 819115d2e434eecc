// A select menu: a button that opens a list of what may be chosen.

import { avatar, el, icon, named } from "./dom.js";
import { emoji } from "./markdown.js";
import { offers } from "./options.js";
import { rove, unfold } from "./popover.js";

// optionsOf gives a select's options: a string select brings its own, the others offer what the world has.
export function optionsOf(component, world) {
  if (component.type === 3) return component.options ?? [];
  const preset = new Set((component.default_values ?? []).map((value) => value.id));
  // Types 5 to 8 are users, roles, both and channels; a command's options have the same in 6, 8, 9 and 7.
  const kind = { 5: 6, 6: 8, 7: 9, 8: 7 }[component.type];
  return offers({ type: kind, channel_types: component.channel_types }, world).map((offer) => ({
    ...offer,
    default: preset.has(offer.value),
  }));
}

// select draws the menu. onChange gets the values once they are chosen: at the
// pick where one is allowed, at closing where several are. `values` stand for
// the component's own defaults.
export function select(component, world, { onChange, values = null, waiting = false, label = null }) {
  const options = optionsOf(component, world);
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  let sent = values ?? options.filter((option) => option.default).map((option) => option.value);
  let chosen = new Set(sent);

  const face = el("span", { class: "select-face" });
  const list = el("ul", {
    class: "select-list",
    role: "listbox",
    popover: "auto",
    "aria-multiselectable": max > 1 ? "true" : null,
  });
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

  const rows = options.map((option) =>
    el(
      "li",
      { role: "option", tabindex: "-1", data: { value: option.value }, on: { click: () => pick(option.value) } },
      option.user ? avatar(option.user, true) : option.emoji ? emoji(option.emoji) : null,
      el(
        "span",
        { class: "select-words" },
        el("span", {}, named(option.label)),
        option.description ? el("small", {}, option.description) : null,
      ),
      el("span", { class: "select-tick" }, icon("check")),
    ),
  );
  list.addEventListener("keydown", (event) => {
    if (rove(event, rows)) return;
    if (event.key === "Tab") list.hidePopover();
    else if (event.key === "Enter" || event.key === " ") event.target.click();
    else return;
    event.preventDefault();
  });
  list.append(...(rows.length ? rows : [el("li", { class: "select-none" }, "Nothing to choose from")]));

  function show() {
    const words = options.filter((option) => chosen.has(option.value));
    face.replaceChildren(
      ...(words.length
        ? words.map((option) =>
            el(
              "span",
              { class: max > 1 ? "select-pill" : "" },
              option.emoji ? emoji(option.emoji) : null,
              named(option.label),
            ),
          )
        : [el("span", { class: "select-empty" }, component.placeholder || "Make a selection")]),
    );
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(chosen.has(options[index].value))));
  }

  let picked = false;
  function pick(value) {
    picked = true;
    if (max === 1) {
      chosen = chosen.has(value) && min === 0 ? new Set() : new Set([value]);
      list.hidePopover();
    } else if (chosen.has(value)) {
      chosen.delete(value);
    } else if (chosen.size < max) {
      chosen.add(value);
    }
    show();
  }

  // settle sends what was chosen, or goes back to what was sent last where it is too little.
  function settle() {
    const values = options.map((option) => option.value).filter((value) => chosen.has(value));
    if (values.length < min) chosen = new Set(sent);
    else if (picked && (max === 1 || values.join() !== sent.join())) {
      sent = values;
      onChange(values);
    }
    show();
  }

  if (!waiting) {
    unfold(button, list, {
      opened: () => {
        picked = false;
        (rows.find((row) => row.getAttribute("aria-selected") === "true") ?? rows[0])?.focus({ preventScroll: true });
      },
      closed: () => {
        if (list.contains(document.activeElement) || document.activeElement === document.body)
          button.focus({ preventScroll: true });
        settle();
      },
    });
  }
  show();
  return el("div", { class: "select-box" }, button, list);
}

export const dots = () =>
  el("span", { class: "dots", "aria-label": "Waiting", role: "img" }, el("i"), el("i"), el("i"));
