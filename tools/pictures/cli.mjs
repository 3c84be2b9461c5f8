// `npm run tools -- pictures`: draws the pictures of docs/ anew; with a folder, as a browser shows them too.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ensureBuilt } from "../lib/build.mjs";
import { inRoot } from "../lib/paths.mjs";
import { say } from "../lib/progress.mjs";
import { Stop } from "../lib/stop.mjs";
import { pictures as list, measure, openBrowser, render } from "./index.mjs";

export async function pictures([folder]) {
  await ensureBuilt();
  const sdk = createRequire(import.meta.url)(inRoot("dist/sdk/index.js"));
  const drawn = Object.entries(list).map(([name, picture]) => [name, render(sdk, picture, inRoot)]);
  for (const [name, svg] of drawn) writeFileSync(inRoot("docs/pictures", name), svg);
  say(`wrote ${drawn.length} pictures to docs/pictures`);
  if (folder) await photograph(drawn, folder);
}

/** Each picture on a light and on a dark page. */
async function photograph(drawn, folder) {
  const browser = await openBrowser();
  if (!browser) throw new Stop("there is no Chromium: install one, or name it in CHROMIUM");
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
