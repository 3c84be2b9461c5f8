// A fresh sandbox per suite, in memory: https because every client demands it, no rate limit because no client handles 429.
import { createRequire } from "node:module";
import { inRoot } from "../lib/paths.mjs";

const require = createRequire(import.meta.url);

export async function withSandbox(options, work) {
  const { startAviSandbox } = require(inRoot("dist/sandbox/index.js"));
  const avi = await startAviSandbox({ https: true, rateLimit: "off", ...options });
  try {
    return await work(avi);
  } finally {
    await avi.close();
  }
}
