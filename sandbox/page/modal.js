// Modals: a form the bot opens, as a dialog over the page.

import { api } from "./api.js";
import { avatar, el, icon, named } from "./dom.js";
import { markdown } from "./markdown.js";
import { dots, select } from "./select.js";

// An interaction opens its modal once: both its own answer and the event stream tell of it.
const opened = new Set();

// openModal shows {custom_id, title, components} to a pane's user and sends what is filled in.
export function openModal(pane, interaction, data) {
  if (!data || opened.has(interaction)) return;
  opened.add(interaction);
  const values = new Map();
  const { scene } = pane;
  const { world } = scene;
  const problem = el("p", { class: "modal-problem", role: "alert" });
  const send = el(
    "button",
    { type: "submit", class: "button primary" },
    el("span", { class: "button-face" }, "Submit"),
  );
  const fields = (data.components ?? []).map((component) => field(component, { values, world, scene }));
  const box = el(
    "dialog",
    { class: "modal", "aria-label": data.title, data: { customId: data.custom_id, user: pane.user.name } },
    el(
      "form",
      {},
      el(
        "header",
        {},
        avatar(world.bot, true),
        el("h2", {}, data.title),
        el(
          "button",
          { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => box.close() } },
          icon("close"),
        ),
      ),
      el(
        "div",
        { class: "modal-body" },
        fields,
        el(
          "p",
          { class: "modal-note" },
          "You are filling this in as ",
          named(pane.user.name),
          ", and the bot will see what you write.",
        ),
      ),
      problem,
      el(
        "footer",
        {},
        el("button", { type: "button", class: "button quiet", on: { click: () => box.close() } }, "Cancel"),
        send,
      ),
    ),
  );
  box.addEventListener("close", () => box.remove());
  box.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.getAttribute("aria-busy")) return;
    send.setAttribute("aria-busy", "true");
    const filled = Object.fromEntries([...values].map(([name, read]) => [name, read()]));
    send.append(dots());
    problem.textContent = "";
    try {
      await api.submit({ user: pane.user.id, interaction, custom_id: data.custom_id, fields: filled });
      box.close();
    } catch (failure) {
      problem.textContent = `Something went wrong. Try again. (${failure.message})`;
    } finally {
      send.removeAttribute("aria-busy");
      send.querySelector(".dots")?.remove();
    }
  });
  document.body.append(box);
  box.showModal();
  // The dialog would begin at its Close button, and the Enter that sent the command could still press it.
  box.querySelector(".modal-body :is(input, textarea, button)")?.focus();
}

// field draws one component of a modal and notes how its value is read.
function field(component, form) {
  switch (component.type) {
    case 1:
      return (component.components ?? []).map((inner) => field(inner, form));
    case 10:
      return markdown(component.content, form.scene);
    case 18: {
      const inner = component.component ?? {};
      return el(
        "div",
        { class: "field" },
        el("label", { for: `field-${inner.custom_id}` }, component.label, mark(inner)),
        component.description ? el("small", {}, component.description) : null,
        control(inner, form, component.label),
      );
    }
    default:
      return el(
        "div",
        { class: "field" },
        el("label", { for: `field-${component.custom_id}` }, component.label ?? component.placeholder, mark(component)),
        control(component, form, component.label),
      );
  }
}

const mark = (component) =>
  component.required === false ? null : el("span", { class: "required", title: "Required" }, "*");

function control(component, { values, world }, label) {
  if (component.type === 4) {
    const long = component.style === 2;
    const input = el(long ? "textarea" : "input", {
      id: `field-${component.custom_id}`,
      type: long ? null : "text",
      rows: long ? 4 : null,
      required: component.required !== false,
      minlength: component.min_length,
      maxlength: component.max_length ?? 4000,
      placeholder: component.placeholder,
      autocomplete: "off",
      data: { customId: component.custom_id },
    });
    input.value = component.value ?? "";
    values.set(component.custom_id, () => input.value);
    return input;
  }
  if (![3, 5, 6, 7, 8].includes(component.type))
    return el("div", { class: "unknown-component" }, `A component of type ${component.type}`);
  let chosen = (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  values.set(component.custom_id, () => chosen);
  const fewest = component.required === false ? 0 : component.min_values;
  return select({ ...component, min_values: fewest }, world, { label, onChange: (picked) => (chosen = picked) });
}
