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

/** The setups of a suite that a run takes, each with its groups of cases. */
export function setupsOf({ folder, setups }, options) {
  const taken = options.full ? setups : setups.slice(0, 1);
  return taken
    .map((setup) => ({ ...setup, groups: readGroups(new URL("cases/", folder), options).filter(setup.wanted) }))
    .filter(({ groups }) => groups.length > 0);
}

const recordingOf = ({ folder }) => new URL("recorded.golden.json", folder);

/**
 * Replays the cases of one setup.
 *
 * @param recording answers that are known, by default those of `recorded.golden.json`; with `record` the real server's are put there
 * @returns `Map(id → faults)`
 */
export async function faultsOf(suite, setup, options, recording = readRecording(recordingOf(suite))) {
  const { servers, replayAll, compare } = suite;
  const { groups } = setup;
  const real = options.recorded ? recording : await answersOf(servers.real, replayAll, setup, groups);
  if (options.record) for (const [id, answers] of real) recording.set(id, answers);
  const sandbox = options.real ? new Map() : await answersOf(servers.sandbox, replayAll, setup, groups);
  const cases = groups.flatMap(({ cases }) => cases);
  const faults = (item) => judge((...sides) => compare(item, ...sides), real.get(item.id), sandbox.get(item.id), recording.get(item.id));
  return new Map(cases.map((item) => [item.id, faults(item)]));
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
export async function runSuite(suite, args = process.argv.slice(2)) {
  const options = optionsOf(args);
  const counts = { passed: 0, failed: 0 };
  const recording = options.record && !options.only ? new Map() : readRecording(recordingOf(suite));
  for (const setup of setupsOf(suite, options)) {
    for (const [id, found] of await faultsOf(suite, setup, options, recording)) {
      counts[found.length === 0 ? "passed" : "failed"]++;
      const more = found.length > shown ? `; and ${found.length - shown} more` : "";
      console.log(found.length === 0 ? `PASS ${id}` : `FAIL ${id}: ${found.slice(0, shown).join("; ")}${more}`);
    }
  }
  if (options.record) writeRecording(recordingOf(suite), recording);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}
