// Runs acceptance case files: node test/cases/acceptance/main.mjs [DIR] [--url URL]. Each family's README says what is compared.
// --url: the Octavia API that the family octavia-api talks to, instead of a sandbox.

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { close, families } from "./families/index.mjs";
import { discover } from "./lib/discover.mjs";

const MAX_PROBLEMS = 8;

const { positionals } = parseArgs({ allowPositionals: true, options: { url: { type: "string" } } });
process.exitCode = await run(positionals[0] ?? fileURLToPath(new URL("cases", import.meta.url)));
await close();

async function run(directory) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { family, id, value, fault } of discover(directory, Object.keys(families))) {
    const outcome = fault ? { problems: [fault] } : await attempt(families[family], value);
    if (outcome.skip) {
      counts.skipped += 1;
      console.log(`SKIP ${family}/${id}: ${outcome.skip}`);
    } else if (outcome.problems.length === 0) {
      counts.passed += 1;
      console.log(`PASS ${family}/${id}`);
    } else {
      counts.failed += 1;
      const more = outcome.problems.length - MAX_PROBLEMS;
      console.log(`FAIL ${family}/${id}: ${outcome.problems.slice(0, MAX_PROBLEMS).join("; ")}${more > 0 ? `; and ${more} more` : ""}`);
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0 && counts.passed + counts.skipped > 0 ? 0 : 1;
}

async function attempt(family, value) {
  try {
    return await family(value);
  } catch (error) {
    return { problems: [error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 3).join(" ") : String(error)] };
  }
}
