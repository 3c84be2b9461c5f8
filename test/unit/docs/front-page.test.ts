import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(__dirname, "../../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

test("the first page of the site has the opening of the README and the list of pages, with links that work", async () => {
  const { frontPage } = await import(join(root, "docs/site/.vitepress/front-page.mjs"));
  const page: string = frontPage(textOf("README.md"), textOf("docs/README.md"));
  for (const text of ["# pulumi-k8s-lb", "npm start", '<div class="beside">', "(tutorial.md)"]) expect(page).toContain(text);
  expect(page).not.toMatch(/<table>|## Comparison/);
  for (const [, link = ""] of page.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)) expect(existsSync(join(root, "docs", link)), link).toBe(true);
  expect(() => frontPage("# Something else\n\n## Comparison\n", "")).toThrow("Try it");
});
