// node tools/avi-clients/run.mjs [avisdk|gosdk|vendor-go|vendor-python|ansible|all]: the sandbox under other people's clients.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { ensureBuilt } from "../lib/checkout.mjs";
import { inRoot } from "../lib/files.mjs";
import { main, Stop } from "../lib/process.mjs";
import { say } from "../lib/progress.mjs";
import { suites } from "./suites.mjs";

/** CI runs these two; the others take minutes and belong to the long tier. */
const QUICK = ["avisdk", "gosdk"];

function chosen(args) {
  if (args.length === 0) return QUICK;
  if (args.includes("all")) return Object.keys(suites);
  const unknown = args.find((arg) => !Object.hasOwn(suites, arg));
  if (unknown) throw new Stop(`there is no client "${unknown}"; known: ${Object.keys(suites).join(", ")}, all`);
  return args;
}

await main(async (args) => {
  const names = chosen(args);
  await ensureBuilt();
  if (!existsSync(inRoot("dist/sandbox/index.js"))) throw new Stop("dist/sandbox/index.js is missing; run `npm run build`");
  const sum = { passed: 0, failed: 0 };
  for (const name of names) {
    say(`== ${name}`);
    const prepared = await suites[name].prepare();
    const result = await withSandbox(suites[name].sandbox ?? {}, (avi) => suites[name].run(prepared, avi));
    say(`== ${name}: ${result.passed} passed, ${result.failed} failed`);
    sum.passed += result.passed;
    sum.failed += result.failed;
  }
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed > 0 ? 1 : 0;
});

/** A fresh sandbox per suite, in memory: https because every client demands it, no rate limit because no client handles 429. */
async function withSandbox(options, work) {
  const { startAviSandbox } = createRequire(import.meta.url)(inRoot("dist/sandbox/index.js"));
  const avi = await startAviSandbox({ https: true, rateLimit: "off", ...options });
  try {
    return await work(avi);
  } finally {
    await avi.close();
  }
}
