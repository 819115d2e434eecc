// Where one is, kept in the address: #user=Ann&channel=general&hands=4.
// hands is a number, the first so many users, or their names: hands=Ann,Cy.

export function read() {
  const fields = new URLSearchParams(location.hash.slice(1));
  return {
    user: fields.get("user"),
    channel: fields.get("channel"),
    hands: fields.get("hands"),
    calls: fields.get("calls") === "1",
    theme: fields.get("theme"),
  };
}

export function address(route) {
  const fields = new URLSearchParams();
  for (const name of ["user", "channel", "hands", "theme"]) if (route[name]) fields.set(name, route[name]);
  if (route.calls) fields.set("calls", "1");
  // Commas read better bare, and mean themselves in a fragment.
  return "#" + fields.toString().replaceAll("%2C", ",");
}

// MOST hands fit on a page: each holds a connection of the six a browser gives to one server.
export const MOST = 4;

// hands gives the users who play side by side, the chosen user always among them; none means one pane.
export function hands(route, user, users) {
  if (!route.hands) return [];
  const count = Number(route.hands);
  const names = Number.isInteger(count) ? users.slice(0, count).map((each) => each.name) : route.hands.split(",");
  const found = [...new Set(names)]
    .map((name) => users.find((each) => each.name === name))
    .filter(Boolean)
    .slice(0, MOST);
  if (!found.includes(user)) found.splice(MOST - 1, 1, user);
  return found;
}
