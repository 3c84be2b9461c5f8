// Script of a page that a server gives: reads the page again and replaces what differs.

import type { Document, Element, PageScript } from "./dom";

/** Asks for the page again and takes what is different; what is folded, searched and scrolled to stays. Only for pages that a server gives. */
export const live: PageScript = (page) => {
  const { window, document, get } = page;
  const every = Number(document.documentElement.dataset.refresh);
  if (!(every > 0)) return;
  let lastText = "";

  const sections = (next: Document) => {
    const list = get("sections");
    const fresh = [...(next.getElementById("sections")?.children ?? [])];
    let place: Element | null = list.firstElementChild;
    const stays = new Set<Element>();
    for (const section of fresh) {
      const here = document.getElementById(section.id);
      const same = here && here.dataset.mark === section.dataset.mark && here.className.replace(" moved", "") === section.className;
      const shown = same ? here : section;
      if (!same && here) {
        section.open = here.open || section.open;
        section.classList.add("moved");
      }
      stays.add(shown);
      if (shown === place) place = place.nextElementSibling;
      else list.insertBefore(shown, place);
    }
    for (const old of [...list.children]) if (!stays.has(old)) old.remove();
  };

  const take = (text: string) => {
    const next = new window.DOMParser().parseFromString(text, "text/html");
    sections(next);
    const namespace = get("namespace").value;
    for (const id of ["counts", "news", "legend", "hosts", "services", "namespace", "faulty", "changed"]) {
      const element = next.getElementById(id);
      if (element && element.innerHTML !== get(id).innerHTML) get(id).innerHTML = element.innerHTML;
    }
    get("namespace").value = namespace;
    get("changing").hidden = next.getElementById("changing")?.hidden ?? true;
    page.filter();
  };

  const turn = async () => {
    try {
      const answer = await window.fetch(window.location.pathname, { cache: "no-store", signal: AbortSignal.timeout(10_000) });
      const text = answer.ok ? await answer.text() : undefined;
      get("stale").hidden = text !== undefined;
      if (text !== undefined && text !== lastText) take(text);
      lastText = text ?? lastText;
    } catch {
      get("stale").hidden = false;
    }
    window.setTimeout(() => void turn(), every);
  };

  window.setTimeout(() => void turn(), every);
};
