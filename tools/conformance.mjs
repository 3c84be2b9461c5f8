// npm run conformance -- --target octavia: the official conformance suite of Gateway API against the product. See gateway-conformance/README.md.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { findNamespace, runInNamespace } from "./gateway-conformance/namespace.mjs";
import { gatewaySuite } from "./gateway-conformance/suite.mjs";
import { targets } from "./gateway-conformance/targets.mjs";
import { ensureKubeServer } from "./kube-server/index.mjs";
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { inRoot, readJson } from "./lib/files.mjs";
import { main, Stop } from "./lib/process.mjs";
import { ensureInstalled as ensureOctavia } from "./octavia-server/python.mjs";
import { ensureHaproxy } from "./octavia-server/traffic.mjs";
import { ensureCli } from "./pulumi/cli.mjs";

const usage = `Usage: npm run conformance -- --target ${Object.keys(targets).join("|")} [OPTIONS]
  --run-test NAME             one test, also of a feature that is not claimed
  --only LIST                 these tests of those that are claimed, comma-separated
  --max-time-to-consistency S seconds that a change may take; only the default (30) makes a valid report
  --report FILE               where the report goes; a whole and valid run writes it into docs/conformance/
  --minutes N                 end of the run; default 60, with --run-test or --only 20
  --product FILE              a module that exports startProduct in the place of k8s-lb watch`;

function optionsOf(args) {
  const text = { type: "string" };
  const names = ["target", "run-test", "only", "report", "max-time-to-consistency", "minutes", "product"];
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(names.map((name) => [name, text])) });
    if (!Object.hasOwn(targets, values.target ?? "")) throw new Stop(`--target is ${Object.keys(targets).join(" or ")}\n${usage}`);
    for (const name of ["max-time-to-consistency", "minutes"]) {
      if (values[name] !== undefined && !/^[1-9]\d*$/.test(values[name])) throw new Stop(`--${name} is a number, not ${values[name]}`);
    }
    return values;
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`${error.message}\n${usage}`);
  }
}

/** The tests of `--run-test` or `--only`; a name that the suite does not have is an error. */
function chosen(list, all) {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0 || names.length === 0)
    throw new Stop(`the suite has no test ${unknown[0] ?? "of no name"}; it has:\n${all.join(" ")}`);
  return names;
}

/** Name and version of this implementation, for the report. */
function identity() {
  const { name, version } = readJson(inRoot("package.json"));
  const url = `https://www.npmjs.com/package/${name}`;
  return { organization: name, project: name, url, version: `v${version}`, contact: url };
}

/** Everything that a run needs and that its network cannot reach. */
async function prepare(name) {
  await ensureInstalled();
  await ensureBuilt();
  const suite = await gatewaySuite();
  await ensureKubeServer();
  const cli = await ensureCli();
  if (name !== "octavia") return { suite, cli };
  await ensureOctavia({ all: true });
  return { suite, cli, haproxy: await ensureHaproxy() };
}

await main(async (args) => {
  if (args.includes("--help")) return process.stdout.write(`${usage}\n`) && 0;
  const options = optionsOf(args);
  const { target: name, "run-test": runTest, only } = options;
  const namespace = await findNamespace(); // before anything that takes time
  const { suite, cli, haproxy } = await prepare(name);
  if (runTest) chosen(runTest, suite.tests);
  const isWhole = !runTest && !only;
  const isValid = isWhole && !options.product && !options["max-time-to-consistency"];
  const { version } = identity();
  const usual = isValid ? inRoot("docs/conformance", `standard-${version}-${name}-report.yaml`) : undefined;
  const report = options.report ? resolve(options.report) : usual;
  if (report) mkdirSync(dirname(report), { recursive: true });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gateway-")));
  const minutes = Number(options.minutes ?? (isWhole ? 60 : 20));
  const order = {
    name,
    program: suite.program,
    crds: suite.crds,
    haproxy,
    cli,
    productFile: options.product && pathToFileURL(resolve(options.product)).href,
    workDir: join(folder, "work"),
    logs: join(folder, "logs"),
    minutes,
    choice: {
      all: suite.tests,
      only: only && chosen(only, suite.tests),
      runTest,
      report,
      identity: report && identity(),
      maxTimeToConsistency: options["max-time-to-consistency"],
    },
  };
  const inside = fileURLToPath(new URL("gateway-conformance/inside.mjs", import.meta.url));
  mkdirSync(order.workDir);
  process.once("exit", () => rmSync(order.workDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return runInNamespace(namespace, inside, order, { env: { TMPDIR: order.workDir }, minutes: minutes + 5 });
});
