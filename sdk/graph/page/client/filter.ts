// Script of the page: search and focus, which the address of the page holds.

import type { Element, PageScript } from "./dom";

/** Search and focus; what they ask for is in the address, so that it can be handed on. */
export const filter: PageScript = (page) => {
  const { window, get } = page;
  const fields = ["search", "host", "namespace", "service"] as const;
  const switches = ["faults", "changes"] as const;
  /** So few are unfolded when they are found. */
  const FEW = 25;
  const texts = new WeakMap<Element, string>();
  const opened = new Set<Element>();

  const searchText = (section: Element): string => {
    const text = texts.get(section) ?? section.textContent.toLowerCase();
    texts.set(section, text);
    return text;
  };

  const fits = (section: Element, terms: readonly string[]): boolean => {
    const { hosts = "", namespaces = "", services = "" } = section.dataset;
    const host = get("host").value.trim().toLowerCase();
    const namespace = get("namespace").value;
    const is = (name: string) => ` ${section.className} `.includes(` ${name} `);
    return (
      (host === "" || hosts.includes(host.startsWith("*.") ? host.slice(1) : host)) &&
      (namespace === "" || namespaces.includes(` ${namespace} `)) &&
      services.includes(get("service").value.trim()) &&
      (!get("faults").checked || is("fault")) &&
      (!get("changes").checked || is("added") || is("removed") || is("changed")) &&
      terms.every((term) => searchText(section).includes(term))
    );
  };

  page.filter = () => {
    const terms = get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = page.sections();
    const shown = all.filter((section) => fits(section, terms));
    const kept = new Set(shown);
    for (const section of all) section.hidden = !kept.has(section);
    const isFiltered = shown.length < all.length;
    for (const section of opened) if (!isFiltered || !kept.has(section)) section.open = false;
    if (!isFiltered) opened.clear();
    for (const section of isFiltered && shown.length <= FEW ? shown : []) {
      if (section.open) continue;
      section.open = true;
      opened.add(section);
    }
    for (const box of page.document.querySelectorAll(".hit")) box.classList.toggle("hit", false);
    for (const section of terms.length > 0 && shown.length <= FEW ? shown : []) {
      for (const box of section.querySelectorAll(".box, summary, .object")) {
        const text = box.textContent.toLowerCase();
        box.classList.toggle(
          "hit",
          terms.some((term) => text.includes(term)),
        );
      }
    }
    get("shown").textContent = `${shown.length} of ${all.length}`;
    get("none").hidden = shown.length > 0 || all.length === 0;
    remember();
  };

  page.shown = () => page.sections().filter((section) => !section.hidden);

  page.clear = () => {
    for (const field of fields) get(field).value = "";
    for (const toggle of switches) get(toggle).checked = false;
    page.filter();
  };

  const remember = () => {
    const settings = [
      ...fields.flatMap((field) => (get(field).value ? [`${field}=${encodeURIComponent(get(field).value)}`] : [])),
      ...switches.filter((one) => get(one).checked),
    ];
    const hash = settings.length > 0 ? `#${settings.join("&")}` : "";
    if (hash === window.location.hash || (hash === "" && window.location.hash.startsWith("#s-"))) return;
    window.history.replaceState(null, "", hash || window.location.pathname);
  };

  /** Follows a link to a section, or takes search and focus from the address. */
  const recall = () => {
    const hash = window.location.hash.slice(1);
    const target = hash.startsWith("s-") ? page.document.getElementById(hash) : null;
    if (target) {
      if (target.hidden) page.clear();
      target.open = true;
      target.scrollIntoView({ block: "start" });
      return;
    }
    for (const field of fields) get(field).value = "";
    for (const toggle of switches) get(toggle).checked = false;
    for (const part of hash.split("&")) {
      const [name = "", value = ""] = part.split("=");
      if (fields.some((field) => field === name)) get(name).value = decoded(value);
      if (switches.some((one) => one === name)) get(name).checked = true;
    }
    page.filter();
  };

  /** Anybody may write an address. */
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  for (const id of [...fields, ...switches]) get(id).addEventListener("input", () => page.filter());
  get("clear").addEventListener("click", () => page.clear());
  window.addEventListener("hashchange", recall);
  if (window.location.hash) recall();
};
