// Where one is, kept in the address: #user=Ann&channel=general&hands=4.
// hands is a number, the first so many users, or their names: hands=Ann,Cy.

export function read() {
  const fields = new URLSearchParams(location.hash.slice(1));
  return { user: fields.get("user"), channel: fields.get("channel"), hands: fields.get("hands"), calls: fields.get("calls") === "1" };
}

export function address(route) {
  const fields = new URLSearchParams();
  for (const name of ["user", "channel", "hands"]) if (route[name]) fields.set(name, route[name]);
  if (route.calls) fields.set("calls", "1");
  // Commas read better bare, and mean themselves in a fragment.
  return "#" + fields.toString().replaceAll("%2C", ",");
}

// MOST hands fit on a page: each holds a connection of the six a browser gives to one server.
export const MOST = 4;

// hands gives the users who play side by side, the chosen user among them; none means one pane.
export function hands(route, users) {
  if (!route.hands) return [];
  const count = Number(route.hands);
  let names = Number.isInteger(count) ? users.slice(0, Math.min(count, MOST)).map((user) => user.name) : route.hands.split(",").slice(0, MOST);
  names = [...new Set(names)].filter((name) => users.some((user) => user.name === name));
  return names.map((name) => users.find((user) => user.name === name));
}
