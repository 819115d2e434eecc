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
    const filled = Object.fromEntries(await Promise.all([...values].map(async ([name, read]) => [name, await read()])));
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
  component.required === false || component.type === 23 ? null : el("span", { class: "required", title: "Required" }, "*");

const choice = (box, label, why) => el("label", { class: "choice" }, box, el("span", {}, label, why ? el("small", {}, why) : null));

// accepts is a browser's list of file types: families and extensions.
const accepts = (types) => (types?.length ? types.map((type) => (type.startsWith(".") ? type : `${type}/*`)).join(",") : null);

// packed is a file as the sandbox takes it.
async function packed(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return { name: file.name, type: file.type, data: btoa(text) };
}

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
  const id = `field-${component.custom_id}`;
  const data = { customId: component.custom_id };
  if (component.type === 19) {
    const input = el("input", { id, type: "file", multiple: (component.max_values ?? 1) > 1, accept: accepts(component.file_types), data });
    values.set(component.custom_id, () => Promise.all([...input.files].map(packed)));
    return input;
  }
  if (component.type === 21 || component.type === 22) {
    const single = component.type === 21;
    const boxes = (component.options ?? []).map((option) => {
      const box = el("input", { type: single ? "radio" : "checkbox", name: id, value: option.value, data: { ...data, value: option.value } });
      box.checked = Boolean(option.default);
      return { box, row: choice(box, option.label, option.description) };
    });
    const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
    values.set(component.custom_id, () => (single ? (chosen()[0] ?? null) : chosen()));
    return el("div", { id, class: "choices", role: single ? "radiogroup" : "group", "aria-label": label }, boxes.map(({ row }) => row));
  }
  if (component.type === 23) {
    const box = el("input", { id, type: "checkbox", data });
    box.checked = Boolean(component.default);
    values.set(component.custom_id, () => box.checked);
    return box;
  }
  if (![3, 5, 6, 7, 8].includes(component.type))
    return el("div", { class: "unknown-component" }, `A component of type ${component.type}`);
  let chosen = (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  values.set(component.custom_id, () => chosen);
  const fewest = component.required === false ? 0 : component.min_values;
  return select({ ...component, min_values: fewest }, world, { label, onChange: (picked) => (chosen = picked) });
}
