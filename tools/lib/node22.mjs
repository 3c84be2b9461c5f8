// The next long-term release of Node, for the full test tier: the npm package `node` in the cache of the user.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inCache } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { Stop } from "./stop.mjs";

/** Returns the path of the command. */
async function ensureNode22() {
  const folder = inCache("node-22");
  const command = join(folder, "node_modules/node/bin/node");
  if (existsSync(command)) return command;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await step("Installing Node 22 from the npm registry", "half a minute", async () => {
    const { code, output } = await run("npm", ["install", "node@22", "--no-audit", "--no-fund"], { cwd: folder, timeout: 5 * 60_000 });
    if (code !== 0 || !existsSync(command)) throw new Stop(`\`npm install node@22\` failed:\n${output.trimEnd()}`);
  });
  return command;
}

/** The command, and an environment in which scripts and language hosts find it as `node`. */
export async function node22() {
  const command = await ensureNode22();
  return { command, env: { PATH: [join(command, ".."), process.env.PATH].join(delimiter) } };
}
