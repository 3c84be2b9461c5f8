// Draws the pictures of docs/. `sdk` is the package, built or from its sources.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { ensureBuilt } from "./checkout.mjs";
import { inCache, inRoot } from "./files.mjs";
import { run, Stop, say, step } from "./process.mjs";

const octavia = { naming: "occm", cluster_name: "prod", subnet_id: "4f6c3b1e-5a0d-4f0e-9a62-0c9b7f0e2d11" };

const responders = { notFound: "gateway-responders/not-found", failed: "gateway-responders/failed" };
const edge = { cluster_name: "prod", service_subnet_id: octavia.subnet_id, responders };

/** By file name below docs/pictures. Paths are relative to the root of the project. */
export const pictures = {
  "delegation.svg": { specs: ["examples/routes/manifests/ingressroute"], draw: (sdk, specs) => sdk.delegationGraph(specs) },
  "faults.svg": { specs: ["docs/pictures/faults.yaml"], draw: (sdk, specs) => sdk.delegationGraph(specs) },
  "avi.svg": {
    specs: ["examples/quickstart/manifests"],
    draw: (sdk, specs) => sdk.topology(sdk.translateToAvi(specs, { settings: { clusterName: "quickstart" } })),
  },
  "octavia.svg": {
    specs: ["examples/octavia/manifests"],
    draw: (sdk, specs) => sdk.topology(sdk.translateToOctavia(specs, { settings: octavia })),
  },
  "gateway.svg": {
    specs: ["examples/gateway/manifests", "examples/gateway/responders.yaml"],
    draw: (sdk, specs) => sdk.topology(sdk.translateToOctavia(specs, { settings: edge, hostsOnly: true })),
  },
  "routes.svg": { specs: ["examples/routes/manifests"], draw: (sdk, specs) => sdk.topology(sdk.translateToRoutes(specs)) },
};

/** The text of a picture. */
export function render(sdk, { specs: paths, draw }, inRoot) {
  const { objects, diagnostics } = sdk.readManifestFiles(paths.map((path) => inRoot(path)));
  return sdk.toSvg(draw(sdk, sdk.readSpecs(objects, diagnostics)));
}

// `npm run tools -- pictures`: draws the pictures of docs/ again; with a folder, as a browser shows them too.

export async function drawPictures([folder]) {
  await ensureBuilt();
  const sdk = createRequire(import.meta.url)(inRoot("dist/sdk/index.js"));
  const drawn = Object.entries(pictures).map(([name, picture]) => [name, render(sdk, picture, inRoot)]);
  for (const [name, svg] of drawn) writeFileSync(inRoot("docs/pictures", name), svg);
  say(`wrote ${drawn.length} pictures to docs/pictures`);
  if (folder) await photograph(drawn, folder);
}

/** Each picture on a light and on a dark page. */
async function photograph(drawn, folder) {
  const browser = await openBrowser();
  mkdirSync(folder, { recursive: true });
  try {
    for (const scheme of ["light", "dark"]) {
      for (const [name, svg] of drawn) {
        const page = await browser.show(svg, { scheme });
        for (const problem of await page.evaluate(measure)) say(`${name}: ${problem}`);
        await page.screenshot({ path: join(folder, name.replace(/\.svg$/, `-${scheme}.png`)), fullPage: true });
        await page.close();
      }
    }
  } finally {
    await browser.close();
  }
  say(`wrote ${2 * drawn.length} images to ${folder}`);
}

// A real browser for pictures: the Chromium of the machine.

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The command in CHROMIUM, else the first on PATH. */
function findBrowser() {
  const { CHROMIUM, PATH = "" } = process.env;
  if (CHROMIUM) return CHROMIUM;
  return PATH.split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((command) => existsSync(command));
}

/** The command of a Chromium; where there is none, root on Debian installs that of the distribution. */
export async function ensureBrowser() {
  const browserPath = findBrowser();
  if (browserPath) return browserPath;
  const apt = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "apt-get")));
  if (!apt || process.getuid?.() !== 0)
    throw new Stop("there is no Chromium: install one (Debian: `apt-get install chromium`), or name it in CHROMIUM");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const get = async (...args) => {
    const { code, output } = await run("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], { env, timeout: 15 * 60_000 });
    if (code !== 0) throw new Stop(`\`apt-get ${args.join(" ")}\` failed:\n${output.trimEnd()}`);
  };
  await step("Installing Chromium from the packages of the distribution", "a minute", async () => {
    await get("update");
    await get("install", "--yes", "--no-install-recommends", "chromium");
  });
  const installed = findBrowser();
  if (!installed) throw new Stop("the package `chromium` has brought no command of that name");
  return installed;
}

/** Opens it without a window and without a network. */
export async function openBrowser() {
  const executablePath = await ensureBrowser();
  const { chromium } = await import("playwright-core");
  // a container gives no sandbox to root; what is shown is our own
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [], timeout: 60_000 });
  return {
    close: () => browser.close(),
    /** The page at an address; what it asks for and what it complains of is noted. Without a network, unless it must reach a server. */
    async open(url, { scheme = "light", width = 1400, height = 900, offline = true } = {}) {
      const context = await browser.newContext({ colorScheme: scheme, offline, viewport: { width, height } });
      const page = await context.newPage();
      page.requests = [];
      page.complaints = [];
      page.on("request", (request) => page.requests.push(request.url()));
      page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
      page.on("pageerror", (error) => page.complaints.push(String(error)));
      await page.goto(url);
      return page;
    },
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

// Mermaid itself, to see that it reads what we write: in the cache of the user, since it is larger than everything else we test with.

const VERSION = "11.17.2";

/** Path of the script for browsers. */
export async function ensureMermaid() {
  const folder = inCache(`mermaid-${VERSION}`);
  const script = join(folder, "node_modules/mermaid/dist/mermaid.min.js");
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await step("Installing Mermaid from the npm registry", "half a minute", async () => {
    const args = ["install", `mermaid@${VERSION}`, "--no-audit", "--no-fund", "--ignore-scripts"];
    const { code, output } = await run("npm", args, { cwd: folder, timeout: 5 * 60_000 });
    if (code !== 0 || !existsSync(script)) throw new Stop(`\`npm ${args.join(" ")}\` failed:\n${output.trimEnd()}`);
  });
  return script;
}

// Functions that run in a page of the browser: nothing outside of them is there.
/* global document, getComputedStyle, window, DOMParser */

/** Lists the elements that lie outside of their box or on another element. */
export function measure() {
  const problems = [];
  const inside = (inner, outer) =>
    inner.left >= outer.left - 0.5 &&
    inner.right <= outer.right + 0.5 &&
    inner.top >= outer.top - 0.5 &&
    inner.bottom <= outer.bottom + 1.5;
  const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const area = (element) => element.getBoundingClientRect();
  const every = (list) => [...list];
  const page = area(document.querySelector("svg"));
  const cards = every(document.querySelectorAll(".card")).map((card) => ({ card, box: area(card.querySelector(".box")) }));
  for (const { card, box } of cards) {
    const texts = every(card.querySelectorAll("text")).map((text) => ({ text, at: area(text) }));
    for (const { text, at } of texts) if (!inside(at, box)) problems.push(`${text.textContent} leaves ${card.dataset.id}`);
    for (const [i, a] of texts.entries()) {
      for (const b of texts.slice(i + 1)) {
        // lines may touch: the height of a font is more than that of its letters
        const lower = { left: b.at.left, right: b.at.right, top: b.at.top + 2, bottom: b.at.bottom - 2 };
        const upper = { left: a.at.left, right: a.at.right, top: a.at.top + 2, bottom: a.at.bottom - 2 };
        if (meet(upper, lower)) problems.push(`${a.text.textContent} lies on ${b.text.textContent}`);
      }
    }
  }
  const sorted = cards.sort((a, b) => a.box.left - b.box.left);
  for (const [i, a] of sorted.entries()) {
    for (const b of sorted.slice(i + 1)) {
      if (b.box.left >= a.box.right) break;
      if (meet(a.box, b.box)) problems.push(`${a.card.dataset.id} lies on ${b.card.dataset.id}`);
    }
  }
  for (const text of every(document.querySelectorAll("text")))
    if (!inside(area(text), page)) problems.push(`${text.textContent} leaves the picture`);
  return problems.slice(0, 10);
}

/** Contrast between each text in a box and the box (WCAG 2). */
export function contrast() {
  const light = (colour) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? [])
      .map(Number)
      .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".card text")].map((text) => {
    const box = getComputedStyle(text.closest(".card").querySelector(".box")).fill;
    const under = box === "none" ? getComputedStyle(document.querySelector(".frame")).fill : box;
    const [a, b] = [light(getComputedStyle(text).fill), light(under)];
    return { text: text.textContent, ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) };
  });
}

/** Draws a text with Mermaid; throws if Mermaid cannot read it. */
export async function draw(text) {
  window.mermaid.initialize({ startOnLoad: false });
  await window.mermaid.parse(text);
  const { svg } = await window.mermaid.render("picture", text);
  const picture = new DOMParser().parseFromString(svg, "text/html");
  const count = (selector) => picture.querySelectorAll(selector).length;
  return { labels: count("g.node"), edges: count("g.edgePaths path, path.flowchart-link"), text: picture.body.textContent };
}

/** Fault of a text as XML; null for valid XML. */
export function parseFault(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? null;
}
