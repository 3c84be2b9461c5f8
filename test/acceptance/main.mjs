// Runs acceptance case files: node test/acceptance/main.mjs [DIR]. See DESIGN 4.2; each family's README says what is compared.

import { fileURLToPath } from "node:url";
import { families } from "./families/index.mjs";
import { discover } from "./lib/discover.mjs";

const MAX_PROBLEMS = 8;

process.exitCode = await run(process.argv[2] ?? fileURLToPath(new URL("cases", import.meta.url)));

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
