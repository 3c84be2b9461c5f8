// npm run tools -- octavia-server: the server in the foreground, until ^C.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { say, step } from "../lib/progress.mjs";
import { Stop } from "../lib/stop.mjs";
import { startOctaviaServer } from "./index.mjs";

const quote = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;

function optionsOf(args) {
  const flag = { type: "boolean", default: false };
  try {
    const options = { auth: { type: "string", default: "noauth" }, barbican: flag, neutron: flag, shell: flag };
    const { values } = parseArgs({ args, options });
    if (["noauth", "keystone"].includes(values.auth)) return values;
    throw new Stop(`--auth is noauth or keystone, not ${values.auth}`);
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(error.message);
  }
}

/** Prints where the server is as one line of JSON, or with `--shell` as lines for `eval`. */
export async function octaviaServer(args) {
  const { shell, ...options } = optionsOf(args);
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  const { stop, env, ...addresses } = await step("Starting Octavia", "5 to 15 seconds", () => startOctaviaServer(options));
  try {
    const lines = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`);
    process.stdout.write(shell ? lines.join("") : `${JSON.stringify({ octavia: addresses, env })}\n`);
    say("Running; ^C ends it");
    await end;
  } finally {
    await stop();
  }
}
