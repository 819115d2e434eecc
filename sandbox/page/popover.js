// Lists that open from a button, in the top layer so that no pane clips them.

// unfold makes a button open and close a list. `opened` may put the focus into it;
// `closed` hears of every end: a choice, Escape, a click beside it.
export function unfold(button, list, { opened, closed }) {
  let wasOpen = false;
  const isOpen = () => list.matches(":popover-open");
  const open = () => {
    list.showPopover();
    place(list, button);
    button.setAttribute("aria-expanded", "true");
    opened?.();
  };
  list.addEventListener("toggle", (event) => {
    if (event.newState === "open") return;
    button.setAttribute("aria-expanded", "false");
    closed?.();
  });
  // A click on the button of an open list has closed it by the time it arrives.
  button.addEventListener("pointerdown", () => (wasOpen = isOpen()));
  button.addEventListener("click", (event) => {
    const close = event.detail > 0 ? wasOpen : isOpen();
    if (close) list.hidePopover();
    else open();
  });
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || isOpen()) return;
    event.preventDefault();
    open();
  });
}

// place puts a list below its button, or above where there is more room.
export function place(list, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const up = below < Math.min(list.scrollHeight, 240) && above > below;
  const width = Math.max(box.width, 180);
  list.style.width = `${width}px`;
  list.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
  list.style.maxHeight = `${Math.min(up ? above : below, 340)}px`;
  list.style.top = up ? "auto" : `${box.bottom + 4}px`;
  list.style.bottom = up ? `${window.innerHeight - box.top + 4}px` : "auto";
}

// rove moves the focus among stops with the arrow keys, round and round; true when it took the key.
export function rove(event, stops) {
  const at = stops.indexOf(document.activeElement);
  const to = {
    ArrowDown: (at + 1) % stops.length,
    ArrowUp: (at - 1 + stops.length) % stops.length,
    Home: 0,
    End: stops.length - 1,
  }[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  stops[to]?.focus();
  return true;
}
