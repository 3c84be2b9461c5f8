import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as sdk from "../../../../sdk";

afterEach(() => vi.unstubAllEnvs());

const inRoot = (...path: string[]) => join(__dirname, "../../../..", ...path);

describe("the pictures of docs", async () => {
  const { ensureBrowser, pictures, render } = await import(inRoot("tools/lib/pictures.mjs"));

  it.each(Object.keys(pictures))("%s is what `npm run tools -- pictures` draws", (name) => {
    expect(render(sdk, pictures[name], inRoot)).toBe(readFileSync(inRoot("docs/pictures", name), "utf8"));
  });

  it("say what to install where there is no browser to look at them", async () => {
    vi.stubEnv("PATH", "");
    vi.stubEnv("CHROMIUM", "");
    await expect(ensureBrowser()).rejects.toThrow("apt-get install chromium");
  });

  it("are all in the list, and each is shown on a page", () => {
    const files = readdirSync(inRoot("docs/pictures")).filter((name) => name.endsWith(".svg"));
    expect(files.sort()).toEqual(Object.keys(pictures).sort());
    const pages = readdirSync(inRoot("docs")).filter((name) => name.endsWith(".md"));
    const shown = [inRoot("README.md"), ...pages.map((name) => inRoot("docs", name))].map((page) => readFileSync(page, "utf8")).join("\n");
    for (const name of files) expect(shown).toContain(`pictures/${name})`);
  });
});
