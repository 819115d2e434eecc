// What may stand in a command's option: how it is offered, read and checked.

const TYPES = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10 };

// offers gives what the menu shows for an option that can be listed, or null for free text.
export function offers(option, world) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  const users = () =>
    [...world.users, ...(world.bot ? [world.bot] : [])].map((user) => ({ label: user.name, value: user.id, user }));
  const roles = () =>
    world.guilds.flatMap((guild) => guild.roles ?? []).map((role) => ({ label: "@" + role.name, value: role.id }));
  switch (option.type) {
    case TYPES.BOOLEAN:
      return [
        { label: "True", value: true },
        { label: "False", value: false },
      ];
    case TYPES.USER:
      return users();
    case TYPES.ROLE:
      return roles();
    case TYPES.MENTIONABLE:
      return [...users(), ...roles()];
    case TYPES.CHANNEL:
      return world
        .channels()
        .filter((channel) => !option.channel_types?.length || option.channel_types.includes(channel.type))
        .map((channel) => ({ label: "#" + channel.name, value: channel.id }));
    default:
      return null;
  }
}

// matching keeps the offers that a text may mean, those that begin with it first.
export function matching(items, text) {
  const wanted = text.trim().toLowerCase();
  const label = (item) => item.label.toLowerCase();
  const bare = (item) => label(item).replace(/^[@#/]/, "");
  const starts = items.filter((item) => label(item).startsWith(wanted) || bare(item).startsWith(wanted));
  return [...starts, ...items.filter((item) => !starts.includes(item) && label(item).includes(wanted))];
}

// read turns typed text into an option's value: {value} or {problem}, a sentence.
// What was picked from a list comes as `picked` and needs no reading.
export function read(option, text, picked, world) {
  if (picked) return { value: picked.value };
  const listed = offers(option, world);
  if (listed) {
    const wanted = text.trim().toLowerCase();
    const exact = listed.find((item) =>
      [item.label.toLowerCase(), item.label.toLowerCase().replace(/^[@#]/, ""), String(item.value)].includes(wanted),
    );
    return exact ? { value: exact.value } : { problem: "Pick one of the choices." };
  }
  if (option.type === TYPES.INTEGER || option.type === TYPES.NUMBER) {
    const number = Number(text);
    return Number.isFinite(number) ? { value: number } : { problem: "Enter a number." };
  }
  return { value: text };
}

// spelled reads a command that was typed out: "/play game:Big Two seats:4" gives
// {leaf, values: [[option, text]], loose}. What is not named yet is loose: it
// belongs to the option that comes first, or begins the name of one.
export function spelled(text, leaves) {
  if (!text.startsWith("/")) return null;
  const leaf = leaves
    .filter((leaf) => text.toLowerCase().startsWith(`/${leaf.name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!leaf) return null;
  const rest = text.slice(leaf.name.length + 2);
  const loose = /^[^:]*?(?=[^\s:]+:|$)/.exec(rest)?.[0].trim() ?? "";
  const values = [];
  for (const [, name, value] of rest.matchAll(/([^\s:]+):\s*((?:(?!\s+[^\s:]+:).)*)/g)) {
    const option = leaf.options.find((option) => option.name === name);
    if (option) values.push([option, value.trim()]);
  }
  return { leaf, values, loose };
}
