// Script of the page: keyboard shortcuts.

import type { PageScript } from "./dom";

/** The keyboard: what the footer of the page lists. Enter and the space bar fold a section by themselves. */
export const keys: PageScript = (page) => {
  const { document, get } = page;

  const go = (by: number) => {
    const shown = page.shown();
    const at = shown.findIndex((section) => section.contains(document.activeElement));
    const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by))];
    const summary = next?.querySelector("summary");
    summary?.focus();
    summary?.scrollIntoView({ block: "nearest" });
  };

  const toggle = (id: string) => {
    get(id).checked = !get(id).checked;
    page.filter();
  };

  const actions: { [key: string]: () => void } = {
    "/": () => get("search").focus(),
    j: () => go(1),
    k: () => go(-1),
    e: () => page.fold(true),
    w: () => page.fold(false),
    f: () => toggle("faults"),
    c: () => toggle("changes"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (event.key === "Escape") {
      page.clear();
      target.blur();
      return;
    }
    const writes = target.tagName === "SELECT" || target.closest?.('input:not([type="checkbox"])');
    const action = writes ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
};
