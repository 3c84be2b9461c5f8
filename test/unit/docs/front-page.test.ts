import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(__dirname, "../../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

test("the site opens as the README does: a sentence, an Ingress beside its preview, a picture, three commands; then the pages", async () => {
  const { frontPage } = await import(join(root, "docs/site/.vitepress/front-page.mjs"));
  const page: string = frontPage(textOf("README.md"), textOf("docs/README.md"));
  const order = [
    "# pulumi-k8s-lb",
    "kind: Ingress",
    "answered differently",
    "pictures/avi.svg",
    "npm start",
    "## Tutorial",
    "(tutorial.md)",
    "## Reference",
  ];
  const places = order.map((text) => page.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places.slice(0, 6)).toEqual([...places.slice(0, 6)].sort((a, b) => a - b));
  expect(page).toContain('<div class="beside">');
  expect(page).not.toMatch(/<table>|## Comparison/);
  for (const [, link = ""] of page.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)) expect(existsSync(join(root, "docs", link)), link).toBe(true);
  expect(() => frontPage("# Something else\n\n## Comparison\n", "")).toThrow("Try it");
});
