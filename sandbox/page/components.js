// Message components, legacy rows and Components V2, drawn as Discord draws them.
// `frame` is the message they stand in: {scene, message, pending, chosen, act(customId, values)}.

import { el, icon } from "./dom.js";
import { emoji, markdown } from "./markdown.js";
import { fileCard, gallery, hex, picture, resolve } from "./media.js";
import { dots, select } from "./select.js";

export function components(list, frame) {
  return (list ?? []).map((component) => draw(component, frame)).filter(Boolean);
}

function draw(component, frame) {
  switch (component.type) {
    case 1:
      return el("div", { class: "row" }, components(component.components, frame));
    case 2:
      return button(component, frame);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(component, frame.scene.world, {
        values: frame.chosen.get(component.custom_id),
        waiting: frame.pending === component.custom_id,
        onChange: (values) => frame.act(component.custom_id, values),
      });
    case 9:
      return el(
        "div",
        { class: "section" },
        el("div", { class: "section-texts" }, components(component.components, frame)),
        component.accessory ? el("div", { class: "section-accessory" }, draw(component.accessory, frame)) : null,
      );
    case 10:
      return el("div", { class: "text-display" }, markdown(component.content, frame.scene));
    case 11:
      return el("div", { class: "thumbnail" }, picture(component, frame.message));
    case 12:
      return gallery(component.items ?? [], frame.message);
    case 13:
      return fileCard(resolve(component.file?.url, frame.message));
    case 14:
      return el("div", {
        class: "separator",
        role: "separator",
        data: { divider: String(component.divider !== false), spacing: component.spacing ?? 1 },
      });
    case 17:
      return container(component, frame);
    default:
      return el("div", { class: "unknown-component" }, `A component of type ${component.type}`);
  }
}

function container(component, frame) {
  const color = component.accent_color;
  return el(
    "div",
    {
      class: "container",
      style: typeof color === "number" ? { "--accent": hex(color) } : {},
      data: { accent: typeof color === "number" ? "" : null },
    },
    components(component.components, frame),
  );
}

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

function button(component, frame) {
  const inside = [
    component.emoji ? emoji(component.emoji) : null,
    component.label ? el("span", {}, component.label) : null,
  ];
  const style = STYLES[component.style] ?? "secondary";
  if (component.style === 5) {
    const url = /^(https?|discord):/.test(component.url ?? "") ? component.url : null;
    return el(
      "a",
      {
        class: "button link",
        href: component.disabled ? null : url,
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-disabled": component.disabled ? "true" : null,
      },
      inside,
      icon("link"),
    );
  }
  const waiting = frame.pending === component.custom_id && component.custom_id !== undefined;
  return el(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      disabled: component.disabled,
      "aria-busy": waiting ? "true" : null,
      "aria-label": component.label ? null : component.emoji?.name,
      data: { customId: component.custom_id },
      on: { click: () => frame.act(component.custom_id) },
    },
    // The label keeps its place under the dots, so the button keeps its width.
    el("span", { class: "button-face" }, inside),
    waiting ? dots() : null,
  );
}
