// npm run campaign -- NAME... [--all | --sample N] [--seed N] [--only PATTERN] [-o table|json] [--write FILE]
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { inRoot, root } from "./lib/files.mjs";
import { duration, main, Stop, say } from "./lib/process.mjs";

const folder = inRoot("test/campaigns");
const names = readdirSync(folder).filter((name) => name !== "lib");

const help = `Usage: npm run campaign -- NAME... [options]
  NAME           ${names.join(", ")}
  --all          every case; without it a sample, as CI takes it
  --sample N     so many cases of each part
  --seed N       which cases, and where in each the blow falls; printed at the start
  --minutes N    begins no case after so long
  --only PATTERN only cases whose name the regular expression finds, all of them unless --sample is given
  -o table|json  how the result is printed; default table
  --write FILE   writes the result into the generated part of a page of docs/`;

const options = {
  all: { type: "boolean" },
  sample: { type: "string" },
  seed: { type: "string" },
  minutes: { type: "string" },
  only: { type: "string" },
  output: { type: "string", short: "o", default: "table" },
  write: { type: "string" },
  help: { type: "boolean", short: "h" },
};

/** A property that fails has as its cause what was thrown in it. */
const inFull = ({ message, cause }) => [message, cause?.message].filter(Boolean).join("\n");

/** Prints a line now and then, and each failure as it comes. */
function progress(begin) {
  let [done, failed, lastReport] = [0, 0, Date.now()];
  const state = () => `${done} cases, ${failed} failed, ${duration(Date.now() - begin)}`;
  return {
    onTestCaseResult(testCase) {
      done++;
      const { state: result, errors } = testCase.result();
      if (result === "failed") {
        failed++;
        say(`FAIL ${testCase.fullName}\n${errors.map(inFull).join("\n").replace(/^/gm, "     ")}`);
      }
      if (Date.now() - lastReport < 5_000) return;
      lastReport = Date.now();
      say(`... ${state()}`);
    },
    onTestRunEnd: () => say(state()),
  };
}

const byName = (one, other) => (one.name < other.name ? -1 : 1);

/** Result of a case, as plain data. */
function resultOf(testCase) {
  const { state, errors } = testCase.result();
  const { outcome = {} } = testCase.meta();
  const campaign = testCase.module.moduleId.slice(folder.length + 1).split("/")[0];
  const words = state === "passed" ? outcome.words : errors?.map(inFull).join("\n");
  const { duration: ms = 0 } = testCase.diagnostic() ?? {};
  return {
    campaign,
    name: testCase.name,
    verdict: state === "passed" ? (outcome.verdict ?? "passed") : "FAILED",
    words,
    points: outcome.points ?? 1,
    ms: Math.round(ms),
  };
}

function table(results) {
  const first = (text = "") => text.split("\n")[0].slice(0, 100);
  const rows = results.map(({ name, verdict, ms, words }) => [name, verdict, `${ms} ms`, first(words)]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The parts of a page that a campaign writes, each between its two marks; test/campaigns/NAME/page.mjs says what is there. */
async function write(file, name, results, seed) {
  const { render } = await import(pathToFileURL(inRoot("test/campaigns", name, "page.mjs")).href);
  for (const [part, text] of Object.entries(render(results, { seed }))) {
    const [page, open, close] = [readFileSync(file, "utf8"), `<!-- ${part}: generated`, `<!-- /${part} -->`];
    const [start, end] = [page.indexOf(open), page.indexOf(close)];
    if (start < 0 || end < start) throw new Stop(`${file} has no place for ${part}: \`${open} ... -->\`, \`${close}\``);
    writeFileSync(file, `${page.slice(0, page.indexOf("\n", start))}\n\n${text}\n\n${page.slice(end)}`);
  }
}

await main(async (args) => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { all, sample, minutes, only, output, write: page } = values;
  const unknown = positionals.find((name) => !names.includes(name));
  if (values.help || unknown || positionals.length === 0) throw new Stop(unknown ? `there is no campaign ${unknown}\n${help}` : help);
  await ensureInstalled();
  await ensureBuilt();
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  say(`seed ${seed}`);
  const until = minutes && Date.now() + Number(minutes) * 60_000;
  process.env.K8S_LB_TIER ??= "nightly";
  process.env.K8S_LB_CAMPAIGN = JSON.stringify({ all, sample: sample && Number(sample), only, seed, until });
  const { startVitest } = await import("vitest/node");
  const files = positionals.map((name) => `test/campaigns/${name}/`);
  const config = {
    root,
    project: ["cases", "sandbox", "campaigns"],
    watch: false,
    passWithNoTests: true,
    reporters: [progress(Date.now())],
  };
  const vitest = await startVitest("test", files, config);
  const modules = vitest.state.getTestModules();
  const results = modules.flatMap((module) => [...module.children.allTests()].map(resultOf)).sort(byName);
  const broken = modules.flatMap((module) => module.errors()).concat(vitest.state.getUnhandledErrors());
  await vitest.close();
  for (const error of broken) say(String(error.stack ?? error.message));
  const failed = results.filter(({ verdict }) => verdict === "FAILED").length;
  if (output === "json") process.stdout.write(`${JSON.stringify({ seed, results }, null, 2)}\n`);
  else process.stdout.write(`${table(results).join("\n")}\nseed ${seed}: ${results.length} cases, ${failed} failed\n`);
  if (page)
    for (const name of positionals)
      await write(
        resolve(page),
        name,
        results.filter(({ campaign }) => campaign === name),
        seed,
      );
  return failed > 0 || broken.length > 0 || results.length === 0 ? 1 : 0;
});
