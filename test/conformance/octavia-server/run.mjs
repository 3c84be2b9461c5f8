// Replays the cases to the real Octavia and to the sandbox; both must answer alike. See README.md.
import { parseArgs } from "node:util";
import { readGroups } from "./lib/cases.mjs";
import { compare } from "./lib/compare.mjs";
import { readRecording, writeRecording } from "./lib/recording.mjs";
import { replayAll } from "./lib/replay.mjs";
import { servers } from "./lib/servers.mjs";

const shown = 6;
const flag = { type: "boolean", default: false };
const { values: options } = parseArgs({
  options: {
    recorded: flag,
    record: flag,
    full: flag,
    every: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});

const setups = [
  { options: { auth: "noauth" }, wanted: ({ needs }) => !needs },
  { options: { auth: "keystone", barbican: true, neutron: true }, wanted: ({ needs }) => needs },
];

/** Answers of one side for every case of the groups: `Map(id → answers)`. */
async function answersOf(start, setup, groups) {
  const server = await start(setup.options);
  try {
    return await replayAll(server, groups);
  } finally {
    await server.stop();
  }
}

/** What is wrong with a case: the sandbox differs from the real server, or that from what it answered when it was recorded. */
function judge({ steps }, real, sandbox, recorded) {
  if (!recorded) return ["is not in the recording; run with --record"];
  const broken = real.find(({ problem }) => problem);
  if (broken) return [`cannot be run: ${broken.problem}`];
  const lost = sandbox.find(({ problem }) => problem);
  if (lost) return [`the sandbox: ${lost.problem}`];
  const changed = real === recorded ? [] : compare(recorded, real, steps).map((text) => `the recording is out of date: ${text}`);
  return [...changed, ...compare(real, sandbox, steps)];
}

async function run() {
  const counts = { passed: 0, failed: 0 };
  const recording = options.record && !options.only ? new Map() : readRecording();
  for (const setup of options.full ? setups : setups.slice(0, 1)) {
    const groups = readGroups(options).filter(setup.wanted);
    if (groups.length === 0) continue;
    const real = options.recorded ? recording : await answersOf(servers.real, setup, groups);
    if (options.record) for (const [id, answers] of real) recording.set(id, answers);
    const sandbox = await answersOf(servers.sandbox, setup, groups);
    for (const item of groups.flatMap(({ cases }) => cases)) {
      const found = judge(item, real.get(item.id), sandbox.get(item.id), recording.get(item.id));
      counts[found.length === 0 ? "passed" : "failed"]++;
      const more = found.length > shown ? `; and ${found.length - shown} more` : "";
      console.log(found.length === 0 ? `PASS ${item.id}` : `FAIL ${item.id}: ${found.slice(0, shown).join("; ")}${more}`);
    }
  }
  if (options.record) writeRecording(recording);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

process.exitCode = await run();
