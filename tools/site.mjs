// npm run docs: the static site of docs/ into docs/site/dist; a dead link fails it. VitePress is a package of its own (decision 0014),
// installed when it is first needed.
import { existsSync } from "node:fs";
import { inRoot } from "./lib/files.mjs";
import { main, run, runHere, Stop, step } from "./lib/process.mjs";

const site = inRoot("docs/site");

await main(async (args) => {
  if (!existsSync(inRoot("docs/site/node_modules/vitepress")))
    await step("Installing VitePress from the npm registry", "20 seconds, 100 MB", async () => {
      // not `npm ci`: it refuses a lock file that was made where the packages for other platforms could not be had
      const { code, output } = await run("npm", ["install", "--no-save", "--no-audit", "--no-fund"], { cwd: site, timeout: 5 * 60_000 });
      if (code !== 0) throw new Stop(`\`npm install\` in docs/site failed:\n${output.trimEnd()}`);
    });
  return runHere(process.execPath, [inRoot("docs/site/node_modules/vitepress/bin/vitepress.js"), args[0] ?? "build", site]);
});
