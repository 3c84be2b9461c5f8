// A real browser for pictures: the Chromium of the machine. It is never downloaded here; without one there is nothing to see.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The command in CHROMIUM, else the first on PATH. */
export function findBrowser() {
  const { CHROMIUM, PATH = "" } = process.env;
  if (CHROMIUM) return CHROMIUM;
  return PATH.split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((command) => existsSync(command));
}

/** Opens it without a window and without a network; undefined where there is none. */
export async function openBrowser() {
  const executablePath = findBrowser();
  if (!executablePath) return undefined;
  const { chromium } = await import("playwright-core");
  // a container gives no sandbox to root; what is shown is our own
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [], timeout: 60_000 });
  return {
    close: () => browser.close(),
    /** A page with nothing but this SVG. Whatever it asks the network for is refused and noted. */
    async show(svg, { scheme = "light" } = {}) {
      const context = await browser.newContext({ colorScheme: scheme, offline: true });
      const page = await context.newPage();
      page.requests = [];
      page.on("request", (request) => page.requests.push(request.url()));
      await page.setContent(`<!doctype html><body style="margin:0">${svg}</body>`);
      const { width, height } = await page.evaluate(() => document.querySelector("svg").getBoundingClientRect().toJSON());
      await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
      return page;
    },
  };
}
