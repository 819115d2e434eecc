// The page: it follows the address, keeps a pane for each user in play, and the rest around them.

import { Calls } from "./calls.js";
import { avatar, el, fill, icon, iconButton, isolated, named } from "./dom.js";
import { Pane } from "./pane.js";
import * as route from "./route.js";
import { Sidebar } from "./sidebar.js";
import { speak, tick } from "./time.js";
import { hashed, isThread, signOf, World } from "./world.js";

const app = {
  world: new World(),
  route: route.read(),
  user: null,
  channel: null,
  panes: [],
  go: (channel) => {
    const found = app.world.channel(channel);
    if (found) navigate({ channel: app.world.nameOf(found) });
    app.drawer(false);
  },
  playAs: (name) => {
    const { world } = app;
    navigate({ user: name, channel: world.nameOf(world.beside(world.user(name), app.channel)) });
    app.drawer(false);
    app.eager = name;
  },
  run: (command, target) => {
    app.drawer(false);
    (app.panes.includes(active) ? active : currentPane())?.run(command, undefined, target);
  },
  refresh,
  onCall: (call) => calls.add(call),
  onState,
  onMention,
  fourHands: () => navigate({ hands: "4" }),
  drawer: (open) => {
    document.body.classList.toggle("drawer-open", open);
    menuButton.setAttribute("aria-expanded", String(open));
    if (open) sidebar.root.querySelector('[aria-current="page"]')?.focus();
  },
};

const calls = new Calls({ onClose: () => navigate({ calls: false }) });
const sidebar = new Sidebar(app);
const menuButton = iconButton("menu", "Channels", () => app.drawer(!document.body.classList.contains("drawer-open")), {
  class: "icon-button menu-button",
  "aria-controls": "sidebar",
  "aria-expanded": "false",
});
const place = el("h1", { class: "place" });
const presence = el("span", { class: "presence", role: "status" });
const handsButton = switchButton("panes", "Four hands", () => navigate({ hands: app.route.hands ? null : "4" }));
const callsButton = switchButton("code", "Bot's calls", () => navigate({ calls: !app.route.calls }));
const tabs = el("nav", { class: "tabs", "aria-label": "Hands" });
const grid = el("main", { class: "panes", id: "panes" });
const skip = el("a", { class: "skip", href: "#panes", on: { click: skipToMessages } }, "Skip to messages");
const shade = el("div", { class: "shade", on: { click: () => app.drawer(false) } });

document.body.append(
  skip,
  sidebar.root,
  shade,
  el(
    "div",
    { class: "middle" },
    el(
      "header",
      { class: "top" },
      menuButton,
      place,
      presence,
      el("span", { class: "grow" }),
      handsButton,
      callsButton,
    ),
    tabs,
    el("div", { class: "across" }, grid, calls.root),
  ),
);

function switchButton(name, words, onClick) {
  return el(
    "button",
    { type: "button", class: "icon-button switch", "aria-label": words, on: { click: onClick } },
    icon(name),
    el("span", {}, words),
  );
}

// COLUMN is the least width in pixels of a readable pane.
const COLUMN = 320;

// makeRoom shows several hands as columns, or as tabs where columns would be narrower than COLUMN. The sidebar becomes a drawer on a
// phone, and where the columns need its width.
const phone = matchMedia("(max-width: 760px)");
function makeRoom() {
  const hands = app.panes.length;
  const free = innerWidth - (phone.matches ? 0 : calls.root.offsetWidth) - hands * COLUMN;
  const tabbed = hands > 1 && free < 0;
  document.body.classList.toggle("tabbed", tabbed);
  document.body.classList.toggle("drawer", phone.matches || (hands > 1 && !tabbed && free < 240));
}
window.addEventListener("resize", makeRoom);

// navigate is the one way to change what is shown: through the address, so that Back works and links hold.
function navigate(changes) {
  location.hash = route.address({ ...app.route, ...changes });
}

// follow brings the page in line with the address and the world.
function follow() {
  const { world } = app;
  app.route = route.read();
  app.user = world.user(app.route.user) ?? world.users[0];
  app.channel = world.channel(app.route.channel) ?? world.firstChannel();
  if (!app.user || !app.channel || app.user.bot) return;
  speak(app.user.locale ?? "en-US");
  // The address names what is shown even when it was left out or is gone.
  app.route = { ...app.route, user: app.user.name, channel: world.nameOf(app.channel) };
  history.replaceState(null, "", route.address(app.route));

  document.documentElement.style.colorScheme = app.route.theme ?? "";
  const side = route.hands(app.route, app.user, world.users);
  const users = side.length ? side : [app.user];
  for (const pane of app.panes) if (!users.some((user) => user.id === pane.user.id)) pane.close();
  app.panes = users.map((user) => app.panes.find((pane) => pane.user.id === user.id) ?? new Pane(app, user));
  if (
    [...grid.children].some((child, at) => child !== app.panes[at]?.root) ||
    grid.childElementCount !== app.panes.length
  )
    grid.replaceChildren(...app.panes.map((pane) => pane.root));
  document.body.classList.toggle("side-by-side", side.length > 0);
  handsButton.setAttribute("aria-pressed", String(side.length > 0));

  for (const [at, pane] of app.panes.entries()) {
    if (pane.channel?.id !== app.channel.id) pane.show(app.channel);
    pane.listen(at === 0 && app.route.calls);
    pane.root.classList.toggle("current", pane === currentPane());
  }
  callsButton.setAttribute("aria-pressed", String(app.route.calls));
  if (app.route.calls === calls.root.hidden) app.route.calls ? calls.open() : calls.close();
  makeRoom();
  drawAround();
  enter();
  // The keyboard goes to the chosen user's command box, where there is a keyboard.
  if (app.eager && !phone.matches) currentPane().box.free.focus({ preventScroll: true });
  app.eager = null;
}

// enter reads what the guild has, and draws again what names it.
async function enter() {
  try {
    if (await app.world.enter(app.user, app.channel)) for (const pane of app.panes) pane.redraw();
    document.body.dataset.ready = "";
  } catch {
    // As with the world: the sandbox's return brings another reading.
  }
}

function drawAround() {
  const { channel, world } = app;
  sidebar.draw();
  drawTabs();
  const parent = isThread(channel) ? world.channel(channel.parent) : null;
  fill(
    place,
    icon(signOf(channel)),
    parent
      ? [el("span", { class: "place-parent" }, named(parent.name)), el("span", { class: "place-parent" }, "›")]
      : null,
    el("span", {}, named(channel.name)),
  );
  const on = Boolean(world.bot?.connected);
  presence.className = on ? "presence on" : "presence";
  fill(presence, el("span", {}, world.bot ? [named(world.bot.name), ` is ${on ? "online" : "offline"}`] : "No bot"));
  retitle();
}

// drawTabs lists the hands; a hand that was mentioned while another was shown has a dot.
function drawTabs() {
  const focused = tabs.contains(document.activeElement);
  currentPane().mentioned = false;
  fill(
    tabs,
    app.panes.map((pane) =>
      el(
        "button",
        {
          type: "button",
          "aria-current": pane === currentPane() ? "true" : null,
          data: { tab: pane.user.name },
          on: { click: () => navigate({ user: pane.user.name }) },
        },
        avatar(pane.user, true),
        named(pane.user.name),
        pane.mentioned ? el("span", { class: "dot", role: "img", "aria-label": "mentioned" }) : null,
      ),
    ),
  );
  if (focused) tabs.querySelector("[aria-current]").focus();
}

function onMention(pane) {
  pane.mentioned = true;
  drawTabs();
}

const currentPane = () => app.panes.find((pane) => pane.user.id === app.user.id);

function skipToMessages(event) {
  event.preventDefault();
  currentPane()?.messages.focus();
}

function retitle() {
  document.title = `${hashed(app.channel, isolated(app.channel?.name ?? ""))} · Sandbox`;
}

// refresh reads the world anew, and what follows from it; refreshes asked for while one runs become one more.
let refreshing = null;
let again = false;
async function refresh() {
  if (refreshing) {
    again = true;
    return refreshing;
  }
  refreshing = (async () => {
    do {
      again = false;
      try {
        await app.world.load();
      } catch {
        // The server is away; its return brings another refresh.
        return;
      }
      follow();
    } while (again);
  })();
  await refreshing;
  refreshing = null;
}

// A stream that opens may have missed anything since the world was read: a restarted sandbox has new ids for everything.
async function onState(pane, connected) {
  if (!connected) {
    pane.lost = true;
    pane.follow(false);
    pane.tell("The sandbox does not answer. Trying again…");
    return;
  }
  const lost = pane.lost;
  pane.lost = false;
  await refresh();
  if (app.panes.includes(pane)) await pane.show(app.channel);
  pane.follow(true);
  if (lost && app.route.calls && pane.calls) calls.open();
}

// Who just starts to type means the command box, as on Discord: that of the pane used last.
let active = null;
grid.addEventListener("focusin", (event) => (active = app.panes.find((pane) => pane.root.contains(event.target))));
document.addEventListener("keydown", (event) => {
  const plain = event.key?.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!plain || event.target.closest("input, textarea, dialog, [popover]")) return;
  (app.panes.includes(active) ? active : currentPane())?.box.free.focus();
});

// Discord's addresses of channels and messages lead there, as in its own clients.
document.addEventListener("click", (event) => {
  const address = event.target.closest?.("a[href]")?.href.match(/^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?$/);
  if (!address || !app.world.channel(address[1])) return;
  event.preventDefault();
  app.go(address[1]);
  for (const pane of app.panes) if (address[2]) pane.find(address[2]);
});

window.addEventListener("hashchange", follow);
tick();

// start waits for a sandbox that is not up yet.
async function start() {
  for (;;) {
    await refresh();
    if (app.panes.length) break;
    await new Promise((done) => setTimeout(done, 1000));
  }
}
start();
