// Mermaid itself, to see that it reads what we write: in the cache of the user, since it is larger than everything else we test with.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inCache } from "../lib/paths.mjs";
import { step } from "../lib/progress.mjs";
import { run } from "../lib/run.mjs";
import { Stop } from "../lib/stop.mjs";

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
