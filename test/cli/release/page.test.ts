import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { beforeAndAfter, type Graph, toHtml, topology, translateToAvi } from "../../../sdk";
import { specsOf } from "../../support/graph";
import { endpoints, ingressV1, service } from "../../support/manifests";

// The page of `graph -o html` in a real Chromium: what a reader does with it.

/** Hosts in seven namespaces with up to four paths; every fault is a path to a Service that is not there. */
const objects = (count: number, { last = 1, faults = [] as number[], without = [] as number[] } = {}) =>
  Array.from({ length: count }, (_, i) => i)
    .filter((i) => !without.includes(i))
    .flatMap((i) => {
      const [name, namespace] = [`app-${i}`, `team-${i % 7}`];
      const paths = ["/", "/cart", "/checkout", "/search"].slice(0, 1 + (i % 4));
      return [
        service(name, [80], "ClusterIP", namespace),
        endpoints(name, [`10.${i >> 8}.${i & 255}.${last}`, `10.${i >> 8}.${i & 255}.2`], 8080, namespace),
        ingressV1(
          name,
          paths.map((path) => ({ host: `${name}.example.com`, path, service: faults.includes(i) ? "nowhere" : name })),
          { namespace },
        ),
      ];
    });

// Expressions for the browser.

const FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";

const COLOURS = `[...document.querySelectorAll("#legend .key")].map((key) => getComputedStyle(key).color)`;

/** Milliseconds of the frame in the middle of a long way down. */
const SCROLL = `(async () => {
  const frames = [];
  for (let i = 0, last = performance.now(); i < 60; i++) {
    scrollBy(0, 600);
    await new Promise((done) => requestAnimationFrame(done));
    frames.push(performance.now() - last);
    last = performance.now();
  }
  return frames.sort((a, b) => a - b)[30];
})()`;

/** Texts that are too near the colour below them (WCAG 2, AA). */
const CONTRAST = `(() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const below = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  if (texts.length < 50) return ["too few texts"];
  return texts.flatMap((one) => {
    const [a, b] = [light(getComputedStyle(one).color), light(below(one))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? [one.className + " " + one.textContent.slice(0, 40) + " " + ratio.toFixed(2)] : [];
  });
})()`;

const graphOf = (given: readonly unknown[]): Graph =>
  topology(translateToAvi(specsOf(given), { settings: { clusterName: "c1" } }), {
    objects: given.map((value) => ({ value })),
    place: () => ({ file: "apps.yaml", line: 14 }),
  });

describe("the page in a real browser", async () => {
  const { openBrowser } = await import(join(__dirname, "../../../tools/lib/pictures.mjs"));
  // biome-ignore-start lint/suspicious/noExplicitAny: a module without types
  let browser: any;
  let page: any;
  // biome-ignore-end lint/suspicious/noExplicitAny: a module without types
  let folder: string;
  beforeAll(async () => {
    browser = await openBrowser();
    folder = mkdtempSync(join(tmpdir(), "k8s-lb-page-"));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url: string) => !url.startsWith("file:"))).toEqual([]);
    await page.context().close();
  });

  async function open(graph: Graph, { hash = "", ...options }: { hash?: string; scheme?: string; width?: number; height?: number } = {}) {
    const file = join(folder, "page.html");
    writeFileSync(file, toHtml(graph));
    page = await browser.open(`${pathToFileURL(file)}${hash}`, options);
  }

  const shown = (): Promise<string[]> =>
    page.$$eval("details.section:not([hidden]) > summary .name", (names: { textContent: string }[]) =>
      names.map(({ textContent }) => textContent),
    );
  const unfolded = (): Promise<number> => page.locator("details.section[open]:not([hidden])").count();

  it("finds hosts by any word on their boxes, unfolds and marks what it found, and folds it again", async () => {
    await open(graphOf(objects(60)));
    expect(await shown()).toHaveLength(60);
    expect(await unfolded()).toBe(0);
    await page.fill("#search", "10.0.17.2 CART");
    expect(await shown()).toEqual(["app-17.example.com"]);
    expect(await unfolded()).toBe(1);
    expect(await page.locator(".box.path.hit").textContent()).toBe("/cart");
    expect(await page.locator("#shown").textContent()).toBe("1 of 60");
    await page.fill("#search", "no such word");
    expect(await page.locator("#none").isVisible()).toBe(true);
    await page.click("#clear");
    expect(await shown()).toHaveLength(60);
    expect(await unfolded()).toBe(0);
  });

  it("focuses on a host, a namespace, a Service and faults, and has that in its address", async () => {
    const graph = graphOf(objects(30, { faults: [4, 9] }));
    await open(graph);
    expect((await shown()).slice(0, 2)).toEqual(["app-4.example.com", "app-9.example.com"]);
    await page.selectOption("#namespace", "team-2");
    expect(await shown()).toEqual([9, 16, 2, 23].map((i) => `app-${i}.example.com`));
    await page.check("#faults");
    expect(await shown()).toEqual(["app-9.example.com"]);
    const text = await page.locator("details.section[open]").first().textContent();
    expect(text).toMatch(/nowhere.*not among the specs/);
    expect(text).toContain("apps.yaml:14");
    const hash = new URL(page.url()).hash;
    await page.context().close();
    await open(graph, { hash });
    expect(await shown()).toEqual(["app-9.example.com"]);
    await page.keyboard.press("Escape");
    await page.fill("#service", "team-3/app-10");
    expect(await shown()).toEqual(["app-10.example.com"]);
    await page.fill("#service", "");
    await page.fill("#host", "app-1.example.com");
    expect(await shown()).toEqual(["app-1.example.com"]);
  });

  it("folds and unfolds by mouse, and does everything by keyboard", async () => {
    await open(graphOf(objects(40, { faults: [3] })));
    expect(await unfolded()).toBe(1);
    await page.click("text=app-12.example.com");
    expect(await unfolded()).toBe(2);
    await page.keyboard.press("e");
    expect(await unfolded()).toBe(40);
    await page.keyboard.press("w");
    expect(await unfolded()).toBe(0);
    await page.keyboard.press("f");
    expect(await shown()).toEqual(["app-3.example.com"]);
    await page.keyboard.press("Escape");
    expect(await shown()).toHaveLength(40);
    const focused = () => page.evaluate("document.activeElement.textContent");
    for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
    expect(await focused()).toContain("app-0.example.com");
    await page.keyboard.press("Enter");
    expect(await unfolded()).toBe(1);
    await page.keyboard.press("/");
    await page.keyboard.type("app-7.ew");
    expect(await page.inputValue("#search")).toBe("app-7.ew");
  });

  it("shows before and after: servers that moved, hosts that came and went", async () => {
    await open(beforeAndAfter(graphOf(objects(8)), graphOf(objects(9, { without: [2], last: 3 }))));
    expect(await page.locator("#changed").textContent()).toBe("(9)");
    const marked = (change: string): Promise<string[]> =>
      page.$$eval(`details.section.${change} > summary .name`, (names: { textContent: string }[]) =>
        names.map(({ textContent }) => textContent),
      );
    expect(await marked("added")).toEqual(["+ app-8.example.com"]);
    expect(await marked("removed")).toEqual(["\u2212 app-2.example.com"]);
    const moved = page.locator("details.section.changed").first();
    expect(await moved.locator(".server.added").first().textContent()).toBe("+ 10.0.0.3:8080");
    expect(await moved.locator(".server.removed").first().textContent()).toBe("\u2212 10.0.0.1:8080");
    const colours = new Set(await page.evaluate(COLOURS));
    expect(colours.size).toBe(3);
  });

  it("opens 1,000 Ingresses within 2 s and answers a search at once", async () => {
    const graph = graphOf(objects(1000, { faults: [700] }));
    await open(graph);
    await page.evaluate(FRAMES);
    // since the browser began to open it
    expect(await page.evaluate("performance.now()")).toBeLessThan(2_000);
    const took = await page.evaluate(SCROLL);
    expect(took).toBeLessThan(100);
    const began = Date.now();
    await page.fill("#search", "app-99");
    await page.evaluate(FRAMES);
    expect(Date.now() - began).toBeLessThan(1_000);
    expect(await shown()).toHaveLength(11);
  });

  it.each(["light", "dark"])("is legible on %s, and fits a narrow window and paper", async (scheme) => {
    const graph = beforeAndAfter(graphOf(objects(6, { faults: [1] })), graphOf(objects(7, { faults: [1], without: [2], last: 3 })));
    await open(graph, { scheme, width: 400, height: 800 });
    expect(await page.evaluate(CONTRAST)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.keyboard.press("w");
    const paper = await page.pdf({ preferCSSPageSize: true });
    expect(paper.length).toBeGreaterThan(10_000);
  });
});
