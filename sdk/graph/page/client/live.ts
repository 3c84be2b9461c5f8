import type { Document, Element, PageScript } from "./dom";

/** Asks for the page again and takes what is different; what is folded, searched and scrolled to stays. Only for pages that a server gives. */
export const live: PageScript = (page) => {
  const { window, document, get } = page;
  const every = Number(document.documentElement.dataset.refresh);
  if (!(every > 0)) return;
  let known = "";

  const sections = (next: Document) => {
    const list = get("sections");
    const fresh = [...(next.getElementById("sections")?.children ?? [])];
    let place: Element | null = list.firstElementChild;
    const stays = new Set<Element>();
    for (const given of fresh) {
      const here = document.getElementById(given.id);
      const same = here && here.dataset.mark === given.dataset.mark && here.className.replace(" moved", "") === given.className;
      const shown = same ? here : given;
      if (!same && here) {
        given.open = here.open || given.open;
        given.classList.add("moved");
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
      const given = next.getElementById(id);
      if (given && given.innerHTML !== get(id).innerHTML) get(id).innerHTML = given.innerHTML;
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
      if (text !== undefined && text !== known) take(text);
      known = text ?? known;
    } catch {
      get("stale").hidden = false;
    }
    window.setTimeout(() => void turn(), every);
  };

  window.setTimeout(() => void turn(), every);
};
