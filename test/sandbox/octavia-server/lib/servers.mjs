// The two sides; both end with `stop()`.
import { createRequire } from "node:module";
import { startOctaviaServer } from "../../../../tools/octavia-server/index.mjs";

async function startSandbox(options) {
  const load = createRequire(import.meta.url);
  const { startOctaviaSandbox } = load("../../../../dist/sandbox/octavia-sandbox.js");
  const sandbox = await startOctaviaSandbox(options);
  return { ...sandbox, stop: () => sandbox.close() };
}

export const servers = { real: startOctaviaServer, sandbox: startSandbox };
