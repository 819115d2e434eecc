// The user's side of the sandbox, as docs/sandbox.md describes it.

// Failure is a refusal with the server's own sentence; status 0 means that there was no answer.
export class Failure extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new Failure(0, "The sandbox does not answer.");
  }
  let value = null;
  try {
    value = await answer.json();
  } catch {
    // A proxy's or a crashed handler's answer need not be JSON; the status says enough.
  }
  if (!answer.ok || value?.error) throw new Failure(answer.status, value?.error || `HTTP ${answer.status}`);
  return value;
}

const at = (path, query) => `${path}?${new URLSearchParams(query)}`;

export const api = {
  world: () => request("GET", "/sandbox/world"),
  commands: (user, channel) => request("GET", at("/sandbox/commands", { user, channel })),
  calls: () => request("GET", "/sandbox/calls"),
  messages: (user, channel) => request("GET", at("/sandbox/messages", { user, channel })),
  addUser: (name) => request("POST", "/sandbox/users", { name }),
  command: (body) => request("POST", "/sandbox/command", body),
  click: (body) => request("POST", "/sandbox/click", body),
  autocomplete: (body) => request("POST", "/sandbox/autocomplete", body),
  react: (body) => request("POST", "/sandbox/react", body),
  moveEvent: (event, start) => request("PATCH", `/sandbox/events/${event}`, { start }),
  setLocale: (body) => request("POST", "/sandbox/locales", body),
  dropEvent: (event) => request("DELETE", `/sandbox/events/${event}`),
  submit: (body) => request("POST", "/sandbox/submit", body),
};

const EVENTS = ["message", "delete", "world", "interaction", "call"];

// Stream follows all that one user sees, in every channel. It outlives the
// server: whenever the connection is back it says so, and its owner reads the
// state anew, for events are not repeated.
//
// A browser opens at most six connections to one server, and a page with four
// hands holds four of them; so a page that nobody looks at gives its up.
export class Stream {
  #source = null;
  #retry = 0;
  #wanted = true;
  #visibility = () => this.#settle();

  constructor(user, { calls, onEvent, onState }) {
    this.url = at("/sandbox/events", calls ? { user, calls: "1" } : { user });
    this.onEvent = onEvent;
    this.onState = onState;
    document.addEventListener("visibilitychange", this.#visibility);
    this.#settle();
  }

  close() {
    this.#wanted = false;
    document.removeEventListener("visibilitychange", this.#visibility);
    this.#settle();
  }

  #settle() {
    const open = this.#wanted && !document.hidden;
    if (open && !this.#source) this.#connect();
    if (!open) this.#drop();
  }

  #drop() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  #connect() {
    const source = new EventSource(this.url);
    this.#source = source;
    source.onopen = () => this.onState(true);
    source.onerror = () => {
      this.onState(false);
      // EventSource gives up for good on some errors; starting over covers them all.
      this.#drop();
      this.#retry = setTimeout(() => this.#settle(), 1000);
    };
    for (const type of EVENTS) {
      source.addEventListener(type, (event) => {
        this.onEvent(type, event.data ? JSON.parse(event.data) : null);
      });
    }
  }
}
