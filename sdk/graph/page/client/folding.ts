// Script of the page: folds and unfolds sections.

import type { Element, PageScript } from "./dom";

/** Folds and unfolds; paper has no folds. */
export const folding: PageScript = (page) => {
  const { window, get } = page;
  let printed: Element[] = [];

  page.fold = (open) => {
    for (const section of page.shown()) section.open = open;
  };

  get("unfold").addEventListener("click", () => page.fold(true));
  get("fold").addEventListener("click", () => page.fold(false));
  window.addEventListener("beforeprint", () => {
    printed = page.shown().filter(({ open }) => !open);
    for (const section of printed) section.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const section of printed) section.open = false;
    printed = [];
  });
};
