// One run inside its own network; conformance.mjs starts it. The order comes as JSON on stdin, results go to the terminal.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { beforeEnd, duration, main, Stop, say } from "../lib/process.mjs";
import { startLab } from "./lab.mjs";
import { resultsOf } from "./results.mjs";
import { suiteFlags, targets } from "./targets.mjs";

/** Prints a result, with the lines that explain it. */
function print({ name, result, seconds, lines }) {
  process.stdout.write(`${result.padEnd(8)} ${name} (${seconds.toFixed(1)} s)\n`);
  for (const line of lines) process.stdout.write(`         ${line.slice(0, 300)}\n`);
}

/** Runs the suite's program; `signal` ends it early. Returns the sum of its results. */
async function runSuite({ program, flags, skipped, kubeconfig, logFile, minutes, signal }) {
  const results = resultsOf(skipped, print);
  const log = createWriteStream(logFile);
  const args = ["-test.v=test2json", `-test.timeout=${minutes}m`, ...flags];
  const child = spawn(program, args, { env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: ["ignore", "pipe", "pipe"], signal });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      log.write(`${line}\n`);
      results.read(line);
    });
  }
  child.on("error", (error) => log.write(`${error.message}\n`)); // also that the signal ended it
  const code = await new Promise((resolve) => child.on("close", resolve));
  log.end();
  return { ...results.sum(), code };
}

/** Median and largest of some milliseconds. */
function spread(values) {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  return `${sorted[sorted.length >> 1]} ms (at most ${sorted.at(-1)})`;
}

/** How long a change of a load balancer took, as a sentence to add. */
function speed(changes) {
  if (changes.length === 0) return "";
  const [rendering, starting] = ["rendering", "starting"].map((name) => spread(changes.map((change) => change[name])));
  return `; ${changes.length} changes of load balancers: rendering ${rendering}, HAProxy ${starting}`;
}

/** Starts everything, runs the suite, ends everything; the exit code. */
async function runAll({ name, crds, haproxy, cli, productFile, workDir, logs, program, choice, minutes }, signal) {
  const target = targets[name];
  const logFile = join(logs, "suite.log");
  const faults = [];
  const report = (fault) => {
    faults.push(fault);
    say(`lab: ${fault}`);
  };
  let lab;
  try {
    lab = await startLab({ name, target, crds, haproxy, cli, productFile, workDir, logs, report });
    if (signal.aborted) throw new Stop("ended before the suite began");
    const begin = Date.now();
    const skipped = choice.only || choice.runTest ? [] : target.skipped;
    const suite = { program, flags: suiteFlags(target, choice), skipped, kubeconfig: lab.kubeconfig, logFile, minutes, signal };
    const sum = await runSuite(suite);
    if (signal.aborted) throw new Stop("ended before the suite did");
    const time = duration(Date.now() - begin);
    process.stdout.write(`${time}${speed(lab.changes)}\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
    const good = sum.passed > 0 && sum.failed === 0 && sum.code === 0;
    if (!good && sum.failed === 0) say(`The suite itself failed; see ${logFile}\n${sum.setUp.join("\n")}`);
    return good && faults.length === 0 ? 0 : 1;
  } finally {
    await lab?.stop();
    say(`Logs: ${logs}`);
    if (process.connected) process.disconnect();
  }
}

await main(async () => {
  const order = JSON.parse(await text(process.stdin));
  mkdirSync(order.logs, { recursive: true });
  const ended = new AbortController();
  process.once("disconnect", () => ended.abort()); // whoever started this is gone, or wants its end
  say("Starting the parts");
  const work = runAll(order, ended.signal);
  beforeEnd(() => {
    ended.abort();
    return work;
  });
  return work;
});
