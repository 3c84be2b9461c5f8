// The run of a conformance suite: cases are replayed to the real server and to the sandbox, and both must answer alike.
import { parseArgs } from "node:util";
import { readGroups } from "./cases.mjs";
import { readRecording, writeRecording } from "./recording.mjs";

const shown = 6;
const flag = { type: "boolean", default: false };

function optionsOf(args) {
  const options = {
    recorded: flag,
    record: flag,
    real: flag,
    full: flag,
    every: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  };
  return parseArgs({ args, options }).values;
}

/** Faults of a case: the sandbox differs from the real server, or the real server from its recorded answers. */
function judge(compare, real, sandbox, recorded) {
  if (!recorded) return ["is not in the recording; run with --record"];
  const broken = real.find(({ problem }) => problem);
  if (broken) return [`cannot be run: ${broken.problem}`];
  const changed = real === recorded ? [] : compare(recorded, real).map((text) => `the recording is out of date: ${text}`);
  if (!sandbox) return changed; // --real
  const lost = sandbox.find(({ problem }) => problem);
  if (lost) return [...changed, `the sandbox: ${lost.problem}`];
  return [...changed, ...compare(real, sandbox)];
}

/** Answers of one side for every case of the groups: `Map(id → answers)`. */
async function answersOf(start, replayAll, setup, groups) {
  const server = await start(setup.options);
  try {
    return await replayAll(server, groups);
  } finally {
    await server.stop();
  }
}

/**
 * Runs the suite with the options of the command line and returns the exit code. The last line is `N passed, N failed`.
 *
 * @param suite.folder URL of the folder with `cases/` and `recorded.golden.json`
 * @param suite.servers `{ real(options), sandbox(options) }`, each a promise of something with `stop()`
 * @param suite.setups the first runs always, the others with `--full`: `{ options, wanted(group) }`
 * @param suite.replayAll `replayAll(server, groups)` → `Map(id → answers)`
 * @param suite.compare `compare(item, expected, actual)` → differences
 */
export async function runSuite({ folder, servers, setups, replayAll, compare }, args = process.argv.slice(2)) {
  const options = optionsOf(args);
  const counts = { passed: 0, failed: 0 };
  const file = new URL("recorded.golden.json", folder);
  const recording = options.record && !options.only ? new Map() : readRecording(file);
  for (const setup of options.full ? setups : setups.slice(0, 1)) {
    const groups = readGroups(new URL("cases/", folder), options).filter(setup.wanted);
    if (groups.length === 0) continue;
    const real = options.recorded ? recording : await answersOf(servers.real, replayAll, setup, groups);
    if (options.record) for (const [id, answers] of real) recording.set(id, answers);
    const sandbox = options.real ? new Map() : await answersOf(servers.sandbox, replayAll, setup, groups);
    for (const item of groups.flatMap(({ cases }) => cases)) {
      const found = judge((...sides) => compare(item, ...sides), real.get(item.id), sandbox.get(item.id), recording.get(item.id));
      counts[found.length === 0 ? "passed" : "failed"]++;
      const more = found.length > shown ? `; and ${found.length - shown} more` : "";
      console.log(found.length === 0 ? `PASS ${item.id}` : `FAIL ${item.id}: ${found.slice(0, shown).join("; ")}${more}`);
    }
  }
  if (options.record) writeRecording(file, recording);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}
