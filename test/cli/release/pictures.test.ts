import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beforeAndAfter, type Graph, toMermaid, topology, toSvg, translateToAvi, translateToOctavia } from "../../../sdk";
import { edge, give, root, service, to } from "../../support/contour";
import { delegation, specsOf } from "../../support/graph";
import { endpoints, ingress, service as plain } from "../../support/manifests";

// Pictures in a real Chromium (that of the machine): what our estimates of widths promise, measured; and Mermaid itself on what we write for it.

const inRoot = (...path: string[]) => join(__dirname, "../../..", ...path);

/** Hosts with up to four paths, every fourth one without endpoints. */
const hosts = (count: number) =>
  Array.from({ length: count }, (_, i) => [
    plain(`app-${i}`, [80]),
    ...(i % 4 === 3 ? [] : [endpoints(`app-${i}`, ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"].slice(0, 1 + (i % 4)), 8080)]),
    ingress({
      name: `app-${i}`,
      rules: ["/", "/cart", "/checkout", "/search"]
        .slice(0, 1 + (i % 4))
        .map((path) => ({ host: `app-${i}.apps.example.com`, path, service: `app-${i}` })),
    }),
  ]).flat();

const odd = [
  "W".repeat(200),
  `"]--> b\\ <b>x</b> &amp; #quot; \`end\` %%{init}%%`,
  "日本語の名前がここにあります日本語の名前がここにあります",
  "a b\tc\u202ed",
  "😀".repeat(40),
];
const strange = [
  ...odd.map((name, i) =>
    root(`n/r${i}`, { fqdn: name, routes: [to(`/${name}`, [{ name }, { name: "web" }]), give(`/${name}/x`, `m/e${i}`)] }),
  ),
  ...odd.map((name, i) => edge(`m/e${i}`, [to(`/${name}/x`, "none")])),
  edge("m/alone", [give("/", "m/alone")]),
  service("n/web"),
];

const avi = (count: number) => topology(translateToAvi(specsOf(hosts(count)), { settings: { clusterName: "c1", shardVSSize: "LARGE" } }));
const octavia = (count: number) => topology(translateToOctavia(specsOf(hosts(count)), {}));
const graphs: [string, () => Graph][] = [
  ["Avi with 10 hosts", () => avi(10)],
  ["Avi with 500 hosts", () => avi(500)],
  ["Octavia with 10 hosts", () => octavia(10)],
  ["Octavia with 500 hosts", () => octavia(500)],
  ["IngressRoutes with odd names", () => delegation(strange)],
  ["no objects at all", () => delegation([])],
  ["both sides of a change", () => beforeAndAfter(avi(10), avi(12))],
];

describe("pictures in a real browser", async () => {
  const { contrast, draw, ensureMermaid, measure, openBrowser, parseFault, pictures } = await import(inRoot("tools/lib/pictures.mjs"));

  describe("Chromium", () => {
    // biome-ignore lint/suspicious/noExplicitAny: a module without types
    let browser: any;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    const drawn: [string, () => string][] = [
      ...Object.keys(pictures).map((name): [string, () => string] => [name, () => readFileSync(inRoot("docs/pictures", name), "utf8")]),
      ...graphs.map(([name, graph]): [string, () => string] => [name, () => toSvg(graph())]),
      ["Avi with 120 hosts, whole", () => toSvg(avi(120), { whole: true })],
    ];

    it.each(drawn)("%s: text stays in its box, nothing lies on anything else, nothing is loaded", async (_, svg) => {
      const page = await browser.show(svg());
      expect(await page.evaluate(measure)).toEqual([]);
      expect(page.requests.filter((url: string) => !url.startsWith("about:"))).toEqual([]);
      await page.context().close();
    });

    it("is a document of its own that Chromium reads as XML, however odd the names", async () => {
      const page = await browser.show("<svg/>");
      const fault = await page.evaluate(parseFault, toSvg(delegation(strange)));
      expect(fault).toBeNull();
      await page.context().close();
    });

    it("is legible on light and dark pages", async () => {
      const contrasts = async (scheme: string) => {
        const page = await browser.show(readFileSync(inRoot("docs/pictures/faults.svg"), "utf8"), { scheme });
        const found = await page.evaluate(contrast);
        await page.context().close();
        return found as { text: string; ratio: number }[];
      };
      for (const scheme of ["light", "dark"]) {
        const all = await contrasts(scheme);
        expect(all.length).toBeGreaterThan(20);
        // WCAG 2, AA
        expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
      }
    });

    it.each(["light", "dark"])("shows changes legibly on %s pages", async (scheme) => {
      const page = await browser.show(toSvg(beforeAndAfter(avi(10), avi(12))), { scheme });
      const found: { text: string; ratio: number }[] = await page.evaluate(contrast);
      await page.context().close();
      expect(found.filter(({ text }) => text.startsWith("+")).length).toBeGreaterThan(5);
      expect(found.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    });

    it.each(graphs)("Mermaid draws %s", async (_, graph) => {
      const page = await browser.show("<svg/>");
      await page.addScriptTag({ path: await ensureMermaid() });
      const text = toMermaid(graph());
      const { labels, edges, text: shown } = await page.evaluate(draw, text);
      expect(labels).toBe(text.match(/^ +\w+\(?\["/gm)?.length ?? 0);
      expect(shown).not.toContain("Unsupported");
      expect(edges).toBe(text.match(/ (-->|==>|-\.->)/g)?.length ?? 0);
      await page.context().close();
    });
  });
});
