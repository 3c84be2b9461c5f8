// The sandbox in the background: stand-ins for the load balancers, on loopback.
import { existsSync } from "node:fs";
import { inRoot, root } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { Stop } from "./stop.mjs";

/** Starts it, or finds it running. Returns its addresses and, as `env`, the variables that point a program at it. */
export async function ensureSandbox({ quiet = false } = {}) {
  const cli = inRoot("dist/sdk/cli/main.js");
  if (!existsSync(cli)) throw new Stop("dist/sdk/cli/main.js is missing; run `npm run build`");
  const start = async () => {
    const { code, stdout, output } = await run(process.execPath, [cli, "sandbox", "start"], { cwd: root, timeout: 60_000 });
    const line = stdout.trim().split("\n").at(-1) ?? "";
    if (code !== 0 || !line.startsWith("{")) throw new Stop(`the sandbox did not start:\n${output.trimEnd()}`);
    return JSON.parse(line);
  };
  return quiet ? start() : step("Starting the sandbox on loopback", "a second or two", start);
}
