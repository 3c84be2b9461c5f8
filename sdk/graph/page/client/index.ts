// The script of the HTML page: binds its parts and starts them.

import type { BrowserPage, PageScript } from "./dom";
import { filter } from "./filter";
import { folding } from "./folding";
import { keys } from "./keys";
import { live } from "./live";
import { request } from "./request";

/** Finds the elements of the page. */
const elements: PageScript = (page: BrowserPage) => {
  const { document } = page;
  page.get = (id) => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element ${id}`);
    return element;
  };
  page.sections = () => [...page.get("sections").children];
};

const PARTS: readonly PageScript[] = [elements, filter, folding, keys, live, request];

/** The script of the page: the text of each part, which the build makes of its source like of everything else. */
export const SCRIPT = `"use strict";{const page={window,document};for(const part of [${PARTS.map(String).join(",")}])part(page)}`;
