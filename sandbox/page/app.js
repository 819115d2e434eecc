// The page: it follows the address, keeps a pane for each user in play, and the rest around them.

import { Calls } from "./calls.js";
import { avatar, el, fill, icon, iconButton, isolated, named, newer } from "./dom.js";
import { mentionsViewer } from "./message.js";
import { Pane } from "./pane.js";
import * as route from "./route.js";
import { openPortal } from "./portal.js";
import { Sidebar, themeButton, userMenuButton } from "./sidebar.js";
import { tick } from "./time.js";
import { hashed, isThread, World } from "./world.js";

const app = {
  world: new World(),
  route: route.read(),
  user: null,
  channel: null,
  panes: [],
  unread: new Map(),
  go: (channel) => {
    const found = app.world.channel(channel);
    if (found) navigate({ channel: app.world.nameOf(found) });
    app.drawer(false);
  },
  playAs: (name) => {
    navigate({ user: name });
    app.drawer(false);
    app.eager = name;
  },
  badge: (channel) => {
    const seen = app.unread.get(channel);
    return { pings: seen?.pings.size ?? 0, unread: Boolean(seen) };
  },
  elsewhere,
  forget,
  refresh,
  onCall: (call) => calls.add(call),
  onState,
  pinged: () => retitle(),
  fourHands: () => navigate({ hands: "4" }),
  head: (pane) =>
    userMenuButton(
      app,
      {
        label: `${isolated(pane.user.name)}'s pane. Switch user`,
        current: pane.user,
        onPick: (name) => swapHand(pane.user.name, name),
      },
      icon("swap"),
      { class: "icon-button" },
    ),
  drawer: (open) => {
    document.body.classList.toggle("drawer-open", open);
    menuButton.setAttribute("aria-expanded", String(open));
    if (open) sidebar.root.querySelector('[aria-current="page"]')?.focus();
  },
  extras: null,
};

const calls = new Calls({ onClose: () => navigate({ calls: false }) });
app.extras = themeButton(toggleTheme);
const sidebar = new Sidebar(app);
const menuButton = iconButton("menu", "Channels", () => app.drawer(!document.body.classList.contains("drawer-open")), {
  class: "icon-button menu-button",
  "aria-controls": "sidebar",
  "aria-expanded": "false",
});
const place = el("h1", { class: "place" });
const presence = el("span", { class: "presence", role: "status" });
const handsButton = iconButton(
  "panes",
  "Four hands: play as four users side by side",
  () => navigate({ hands: app.route.hands ? null : "4" }),
  { data: { hands: "toggle" } },
);
const callsButton = iconButton("code", "The bot's calls", () => navigate({ calls: !app.route.calls }), {
  data: { callsToggle: "" },
});
const portalButton = iconButton("key", "The bot's privileged intents", openPortal, { data: { portalToggle: "" } });
const tabs = el("nav", { class: "tabs", "aria-label": "Hands" });
const grid = el("main", { class: "panes" });
const shade = el("div", { class: "shade", on: { click: () => app.drawer(false) } });

document.body.append(
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
      portalButton,
      callsButton,
    ),
    tabs,
    el("div", { class: "across" }, grid, calls.root),
  ),
);

// makeRoom turns the channels into a drawer on a phone, and where panes side by side need the width.
const phone = matchMedia("(max-width: 760px)");
const wide = matchMedia("(min-width: 1700px)");
function makeRoom() {
  document.body.classList.toggle("drawer", phone.matches || (app.panes.length > 1 && !wide.matches));
}
for (const query of [phone, wide]) query.addEventListener("change", makeRoom);

// navigate is the one way to change what is shown: through the address, so that Back works and links hold.
function navigate(changes) {
  location.hash = route.address({ ...app.route, ...changes });
}

function swapHand(from, to) {
  const names = app.panes.map((pane) => pane.user.name);
  // Somebody who sits in another pane changes places.
  const swapped = names.map((name) => (name === from ? to : name === to ? from : name));
  navigate({ hands: swapped.join(","), user: app.route.user === from ? to : app.route.user });
}

// follow brings the page in line with the address and the world.
function follow() {
  const { world } = app;
  app.route = route.read();
  app.user = world.user(app.route.user) ?? world.users[0];
  app.channel = world.channel(app.route.channel) ?? world.firstChannel();
  if (!app.user || !app.channel || app.user.bot) return;
  // The address names what is shown even when it was left out or is gone.
  app.route = { ...app.route, user: app.user.name, channel: world.nameOf(app.channel) };
  history.replaceState(null, "", route.address(app.route));

  const side = route.hands(app.route, app.user, world.users);
  const users = side.length ? side : [app.user];
  for (const pane of app.panes) if (!users.some((user) => user.id === pane.user.id)) pane.close();
  app.panes = users.map((user) => app.panes.find((pane) => pane.user.id === user.id) ?? open(user));
  if (
    [...grid.children].some((child, at) => child !== app.panes[at]?.root) ||
    grid.childElementCount !== app.panes.length
  )
    grid.replaceChildren(...app.panes.map((pane) => pane.root));
  grid.dataset.hands = String(users.length);
  document.body.classList.toggle("side-by-side", side.length > 0);
  makeRoom();
  handsButton.setAttribute("aria-pressed", String(side.length > 0));

  app.unread.delete(app.channel.id);
  for (const [at, pane] of app.panes.entries()) {
    if (pane.channel?.id !== app.channel.id) pane.show(app.channel);
    pane.listen(at === 0 && app.route.calls);
  }
  callsButton.setAttribute("aria-pressed", String(app.route.calls));
  if (app.route.calls === calls.root.hidden) app.route.calls ? calls.open() : calls.close();
  drawAround();
  enter();
  if (app.eager) bringUp(app.panes.find((pane) => pane.user.name === app.eager));
  app.eager = null;
}

// enter reads what the guild has, and draws again what names it.
async function enter() {
  try {
    if (await app.world.enter(app.channel.guild)) for (const pane of app.panes) pane.redraw();
    document.body.dataset.ready = "";
  } catch {
    // As with the world: the sandbox's return brings another reading.
  }
}

function open(user) {
  const pane = new Pane(app, user);
  seen.observe(pane.root);
  return pane;
}

function drawAround() {
  const { channel, world } = app;
  sidebar.draw();
  const parent = isThread(channel) ? world.channel(channel.parent) : null;
  fill(
    place,
    icon(isThread(channel) ? "thread" : "hash"),
    parent
      ? [el("span", { class: "place-parent" }, named(parent.name)), el("span", { class: "place-parent" }, "›")]
      : null,
    el("span", {}, named(channel.name)),
  );
  const on = Boolean(world.bot?.connected);
  presence.className = on ? "presence on" : "presence";
  const wrong = world.bot?.wrong_resumes ? `, ${world.bot.wrong_resumes} resumes at the wrong address` : "";
  fill(presence, el("span", {}, world.bot ? [named(world.bot.name), ` is ${on ? "online" : "offline"}${wrong}`] : "No bot"));
  retitle();
}

// On a phone one pane fills the screen; its tab says which.
const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const pane = app.panes.find((pane) => pane.root === entry.target);
      if (pane) pane.inView = entry.isIntersecting;
    }
    retitle();
  },
  { root: grid, threshold: 0.6 },
);

// bringUp shows a pane that may be off the screen, and gives it the keyboard where there is one.
function bringUp(pane) {
  pane?.root.scrollIntoView({ behavior: "smooth", inline: "start", block: "nearest" });
  if (!phone.matches) pane?.box.free.focus({ preventScroll: true });
}

function retitle() {
  const waiting = [...app.unread.values()].reduce((sum, seen) => sum + seen.pings.size, 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}${hashed(app.channel, isolated(app.channel?.name ?? ""))} · Sandbox`;
  fill(
    tabs,
    app.panes.map((pane) =>
      el(
        "button",
        {
          type: "button",
          class: "tab",
          "aria-current": String(pane.inView ?? false),
          data: { tab: pane.user.name },
          on: { click: () => bringUp(pane) },
        },
        avatar(pane.user, true),
        named(pane.user.name),
        pane.ping.hidden ? null : el("span", { class: "badge" }, pane.ping.textContent),
      ),
    ),
  );
}

// elsewhere notes what happens in the channels that are not shown. Only a new message counts: edits tell nobody.
function elsewhere(pane, message) {
  if (pane.user.id !== app.user?.id || message.edited || message.author.id === pane.user.id) return;
  const seen = app.unread.get(message.channel) ?? { pings: new Set(), last: null };
  if (!newer(message.id, seen.last)) return;
  seen.last = message.id;
  if (mentionsViewer(message, pane.user.id)) seen.pings.add(message.id);
  app.unread.set(message.channel, seen);
  drawAround();
}

function forget(pane, { channel, id }) {
  if (pane.user.id === app.user?.id && app.unread.get(channel)?.pings.delete(id)) drawAround();
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

function toggleTheme() {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}

// Who just starts to type means the command box, as on Discord: that of the pane used last.
let active = null;
grid.addEventListener("focusin", (event) => (active = app.panes.find((pane) => pane.root.contains(event.target))));
document.addEventListener("keydown", (event) => {
  const plain = event.key?.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!plain || event.target.closest("input, textarea, dialog, [popover]")) return;
  (app.panes.includes(active) ? active : app.panes[0])?.box.free.focus();
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
