// node tools/test.mjs TIER...: npm test, npm run test:real, npm run test:full, CI. A failing step does not hide the others; the last line is the sum.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { duration, main, Stop } from "./lib/process.mjs";
import { tiers } from "./lib/test-steps.mjs";

/** A line as plain text: colours that a child insists on are dropped. */
const print = (line) => process.stdout.write(`${stripVTControlCharacters(line)}\n`);

/** Runs one step; its output is indented below its headline. `tiers`: of this run. Returns how many tests passed and failed. */
async function runStep({ title, run }, { folder, tiers }, print) {
  const begin = Date.now();
  print(`\n== ${title}`);
  let result;
  try {
    result = await run({ folder, tiers, print: (line) => print(`   ${line}`) });
  } catch (error) {
    result = { passed: 0, failed: 1, why: error instanceof Stop ? error.message : String(error?.stack ?? error) };
  }
  if (result.why) print(result.why.replace(/^/gm, "   "));
  const word = result.failed > 0 ? "FAIL" : "ok";
  print(`== ${word}: ${title} (${duration(Date.now() - begin)})`);
  return { ...result, title };
}

/** Runs lists of steps at the same time. The first speaks as it goes, of the others a step speaks when it is done. */
async function runBeside(lists, about) {
  const results = lists.map(async (steps, index) => {
    const stepResults = [];
    for (const item of steps) {
      const lines = [];
      stepResults.push(await runStep(item, about, index === 0 ? print : (line) => lines.push(line)));
      if (lines.length > 0) print(lines.join("\n"));
    }
    return stepResults;
  });
  return (await Promise.all(results)).flat();
}

await main(async (args) => {
  const unknown = args.find((name) => !Object.hasOwn(tiers, name));
  if (unknown || args.length === 0) throw new Stop(`usage: node tools/test.mjs TIER...\ntiers: ${Object.keys(tiers).join(", ")}`);
  // what two tiers have in common is done once
  const seen = new Set();
  const fresh = ({ title }) => !seen.has(title) && seen.add(title);
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-test-"));
  const begin = Date.now();
  const results = [];
  try {
    for (const { beside, ...item } of args.flatMap((name) => tiers[name])) {
      const lists = (beside ?? [[item]]).map((steps) => steps.filter(fresh));
      results.push(...(await runBeside(lists, { folder, tiers: args })));
      if (results.some(({ fatal }) => fatal)) break; // without packages nothing else can run
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const broken = results.filter((result) => result.failed > 0).map((result) => result.title);
  print(`\nTook ${duration(Date.now() - begin)}.${broken.length > 0 ? ` Failed: ${broken.join("; ")}.` : ""}`);
  print(`${sum("passed")} passed, ${sum("failed")} failed`);
  return broken.length > 0 ? 1 : 0;
});
