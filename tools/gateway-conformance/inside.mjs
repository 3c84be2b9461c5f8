// One run inside its own network; conformance.mjs starts it. The order comes as JSON on stdin, results go to the terminal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { beforeEnd, duration, main, Stop, say } from "../lib/process.mjs";
import { startLab } from "./lab.mjs";
import { resultsOf } from "./results.mjs";
import { suiteFlags, targets } from "./targets.mjs";

/** A promise and what fulfils it. */
function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** One line of a result, and why it is none. */
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
  child.on("error", () => {}); // ended by the signal
  const [code] = await once(child, "close");
  log.end();
  return { ...results.sum(), code };
}

/** Median and largest of some milliseconds. */
function spread(values) {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  return `${sorted[sorted.length >> 1]} ms (at most ${sorted.at(-1)})`;
}

/** How long a change of a load balancer took. */
function speed(changes) {
  if (changes.length === 0) return "";
  const [rendering, starting] = ["rendering", "starting"].map((name) => spread(changes.map((change) => change[name])));
  return `${changes.length} changes of load balancers: rendering ${rendering}, HAProxy ${starting}\n`;
}

await main(async () => {
  const order = JSON.parse(await text(process.stdin));
  const { name, crds, haproxy, cli, productFile, workDir, logs, program, choice, minutes } = order;
  const target = targets[name];
  mkdirSync(logs, { recursive: true });
  const faults = [];
  const report = (fault) => {
    faults.push(fault);
    say(`lab: ${fault}`);
  };
  const ended = new AbortController();
  process.once("disconnect", () => ended.abort()); // whoever started this is gone, or wants its end
  const { promise: stopped, resolve: allStopped } = withResolvers();
  beforeEnd(() => {
    ended.abort();
    return stopped;
  });
  let lab;
  try {
    say("Starting the parts");
    lab = await startLab({ name, target, crds, haproxy, cli, productFile, workDir, logs, report });
    if (ended.signal.aborted) throw new Stop("ended before the suite began");
    const begin = Date.now();
    const suite = {
      program,
      flags: suiteFlags(target, choice),
      skipped: choice.only || choice.runTest ? [] : target.skipped,
      kubeconfig: lab.kubeconfig,
      minutes,
    };
    const logFile = join(logs, "suite.log");
    const { passed, failed, skipped, setUp, code } = await runSuite({ ...suite, logFile, signal: ended.signal });
    if (passed + failed + skipped === 0) throw new Stop(`no test ran; see ${logFile}\n${setUp.join("\n")}`);
    process.stdout.write(
      `${passed} passed, ${failed} failed, ${skipped} skipped in ${duration(Date.now() - begin)}${speed(lab.changes)}\n`,
    );
    return code === 0 && failed === 0 && faults.length === 0 ? 0 : 1;
  } finally {
    await lab?.stop();
    allStopped();
    say(`Logs: ${logs}`);
    if (process.connected) process.disconnect();
  }
});
