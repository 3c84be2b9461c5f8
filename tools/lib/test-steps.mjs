// The steps of `npm test`, `npm run test:real` and `npm run test:full`. Each returns `{ passed, failed }`: numbers of tests where a step
// counts them, else 1 for the step.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureKubeServer } from "../kube-server/index.mjs";
import { ensureInstalled as ensureOctavia } from "../octavia-server/python.mjs";
import { ensureCli } from "../pulumi/cli.mjs";
import { ensureHosts } from "../pulumi/hosts.mjs";
import { ensureKubernetesPlugin } from "../pulumi/plugin.mjs";
import { ensureInstalledSdk } from "../pulumi/sdk.mjs";
import { ensureBuilt, ensureInstalled } from "./checkout.mjs";
import { inCache, inRoot, root } from "./files.mjs";
import { ensureBrowser } from "./pictures.mjs";
import { run, Stop, step } from "./process.mjs";
import { differentInNightly, wholeInNightly } from "./test-repeats.mjs";

/** Time limit of a step in milliseconds: three times what an idle machine needs, because others may be busy. */
const minutes = (n) => 3 * n * 60_000;
const plain = { ...process.env, CI: "true", NO_COLOR: "1", FORCE_COLOR: undefined };
const passed = { passed: 1, failed: 0 };

/** Step that runs a function; it fails if the function throws. */
const task = (title, work) => ({
  title,
  async run() {
    await work();
    return passed;
  },
});

/** Runs a step with the current Node. */
const here = async () => ({ command: process.execPath, env: {} });

/** Runs a step with the current Node, in the tier `nightly`: tests that sample in `npm test` run once for each name. */
const byName = async () => ({ command: process.execPath, env: { K8S_LB_TIER: "nightly" } });

/** Runs a step with Node 22, in the tier `release`: tests run every case instead of samples. */
const node22Release = async () => {
  const { command, env } = await node22();
  return { command, env: { ...env, K8S_LB_TIER: "release" } };
};

/** Runs a step as `node22Release` does, with the native plugin instead of dynamic providers. */
const node22Native = async () => {
  const { command, env } = await node22Release();
  return { command, env: { ...env, K8S_LB_ADAPTER: "native" } };
};

/** Step that runs `node ARGS`; `count(output)` reads how many tests passed and failed. */
const node = (title, args, limit, { count = () => undefined, on = here } = {}) => ({
  title,
  async run({ folder, print }) {
    const { command, env: more } = await on();
    const env = { ...plain, ...more, TMPDIR: folder }; // removed at the end, with what clients and compilers left there
    const { code, stdout, timedOut } = await run(command, args, { cwd: root, env, timeout: limit, onLine: print });
    const counts = count(stdout) ?? (code === 0 ? passed : { passed: 0, failed: 1 });
    if (timedOut) return { ...counts, failed: counts.failed + 1, why: `did not end within ${limit / 60_000} minutes` };
    // A crash, or a file that does not load, counts as one failure.
    return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
  },
});

/**
 * Step that runs vitest on projects of vitest.config.mts and counts tests by its JSON report. Skipped tests count as failed.
 *
 * @param more further arguments, for example files or `--exclude PATTERN`; a function gets the tiers of the run
 */
const vitest = (title, projects, limit, { on, more = [] } = {}) => ({
  title,
  projects,
  run({ folder, print, tiers }) {
    const report = join(folder, `${title.replaceAll(/\W+/g, "-")}.json`);
    const args = [
      inRoot("node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...projects.map((project) => `--project=${project}`),
      ...(typeof more === "function" ? more(tiers) : more),
    ];
    const count = () => {
      if (!existsSync(report)) return undefined;
      const { numTotalTests, numPassedTests } = JSON.parse(readFileSync(report, "utf8"));
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
    };
    return node(title, args, limit, { count, on }).run({ folder, print });
  },
});

/** Counts in the last line of a runner: `N passed, N failed`, optionally `, N skipped`. */
function lastLine(stdout) {
  const match = /(\d+) passed, (\d+) failed(, \d+ skipped)?\s*$/.exec(stdout);
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined;
}

/** Loads the suite late: its module needs the packages that the first step installs. */
const gatewaySuite = async () => (await import("../gateway-conformance/suite.mjs")).gatewaySuite();

const install = {
  title: "npm packages",
  async run() {
    try {
      await ensureInstalled();
      return passed;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return { passed: 0, failed: 1, why: error.message, fatal: true };
    }
  },
};

const clients = inRoot("tools/avi-clients/run.mjs");
const gateways = [inRoot("tools/conformance.mjs"), "--target", "octavia"];
/** Five conformance tests: hosts and 404, weights, the share of an invalid backend, statuses, connections. */
const sampleTests = [
  ...["GatewayModifyListeners", "HTTPRouteHostnameIntersection", "HTTPRoutePartiallyInvalidViaInvalidReferenceGrant", "HTTPRouteWeight"],
  "TCPRouteMultipleRoutesAttachment",
];
/** Projects that need no Pulumi CLI. */
const suites = ["unit", "cases", "sandbox"];

/** Tests with more cases in later tiers, and tests that run there only. */
const matrices = ["test/sandbox/matrices", "test/sandbox/extended", "test/campaigns/ownership"];

/** Excludes from the tier `pr` what the tier `nightly` runs in full, if both run. */
const withoutParts = (tiers) => (tiers.includes("nightly") ? wholeInNightly().flatMap((file) => ["--exclude", file]) : []);

/** Folders whose tests the tier `nightly` runs again only where they behave differently there. */
const repeatedFolders = ["test/unit/property", "test/cases", "test/sandbox", "test/cli/commands"];

/** Installs the SDK that programs in Python need. */
const python = task("SDK for Python", ensureInstalledSdk);

/** Steps that every tier begins with. */
const begin = [install, task("build", () => ensureBuilt())];

/**
 * Steps of each tier. The lists of an item with `beside` run at the same time, each in its order. `unit`: without a build, for every edit.
 * `pr`: for every change, in minutes. `nightly`: real servers, other clients and long tests with the Pulumi CLI, the longest first.
 * `release`: before a release. `tools`: fetches and builds what the other tiers use.
 */
export const tiers = {
  tools: [
    ...begin,
    task("Pulumi CLI", ensureCli),
    task("language hosts for YAML and Python", ensureHosts),
    task("real Octavia", () => ensureOctavia({ all: true })),
    task("real API server", ensureKubeServer),
    python,
    task("conformance suite of Gateway API", gatewaySuite),
  ],
  unit: [install, vitest("unit tests", ["unit"], minutes(5), { more: ["--exclude", "test/cli/commands/**"] })],
  pr: [
    ...begin,
    {
      // lint keeps one core busy while many tests wait
      beside: [
        [vitest("unit, property, cases and sandbox tests", suites, minutes(20), { more: withoutParts })],
        [
          node("lint", [inRoot("tools/lint.mjs")], minutes(10)),
          task("Pulumi CLI", ensureCli),
          vitest("real Pulumi CLI, one story for each target", ["cli-pr"], minutes(15)),
        ],
      ],
    },
  ],
  nightly: [
    ...begin,
    task("Pulumi CLI", ensureCli),
    task("language hosts for YAML and Python", ensureHosts),
    task("real Octavia", () => ensureOctavia({ all: true })),
    task("real API server", ensureKubeServer),
    python,
    node("static site of the documentation", [inRoot("tools/site.mjs")], minutes(5)),
    vitest("real servers, long stories with the real Pulumi CLI, packed package", ["cli-nightly"], minutes(35), { on: byName }),
    vitest("fields, calls, causes, owners, rights and waits of the adapters, by name", ["sandbox", "extended"], minutes(10), {
      on: byName,
      more: matrices,
    }),
    vitest(
      "random cases in full, and processes of the provider and of `k8s-lb` for what the tier `pr` runs without",
      ["unit", "cases", "sandbox"],
      minutes(10),
      {
        on: byName,
        more: () => [
          "--exclude",
          "test/sandbox/{matrices,extended}/**",
          "--exclude",
          "test/campaigns/**",
          ...differentInNightly(repeatedFolders),
        ],
      },
    ),
    vitest("samples of the campaigns", ["campaigns"], minutes(10), { on: byName }),
    task("conformance suite of Gateway API", gatewaySuite),
    node("conformance of Gateway API on Octavia, five tests", [...gateways, "--only", sampleTests.join(",")], minutes(10), {
      count: lastLine,
    }),
    node("Avi sandbox with other people's clients", [clients, "avisdk", "gosdk"], minutes(10), { count: lastLine }),
  ],
  release: [
    ...begin,
    node("Avi sandbox with the vendors' own suites", [clients, "vendor-go", "vendor-python", "ansible"], minutes(30), { count: lastLine }),
    node("conformance of Gateway API on Octavia", gateways, minutes(40), { count: lastLine }),
    node("benchmarks, a tenth of each", [inRoot("bench/main.mjs"), "--quick"], minutes(10)),
    task("Kubernetes plugin", ensureKubernetesPlugin),
    task("Chromium", ensureBrowser),
    vitest("real Kubernetes plugin", ["cli-release"], minutes(15)),
    vitest("all suites on Node 22, each field, call and cause", [...suites, "extended", "campaigns"], minutes(30), { on: node22Release }),
    vitest("conformance on Node 22 over the native plugin, each field, call and cause", ["sandbox", "extended"], minutes(30), {
      on: node22Native,
      more: ["--exclude", "test/sandbox/matrices/*-native.test.ts"],
    }),
    vitest("real Pulumi CLI on Node 22, one story for each target", ["cli-pr"], minutes(15), { on: node22Release }),
    vitest("long stories with the real Pulumi CLI on Node 22, every cause of each target", ["cli-nightly"], minutes(30), {
      on: node22Release,
    }),
  ],
};

// The next long-term release of Node, for the tier `release`: the npm package `node` in the cache of the user.

/** Returns the path of the command. */
async function ensureNode22() {
  const folder = inCache("node-22");
  const command = join(folder, "node_modules/node/bin/node");
  if (existsSync(command)) return command;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await step("Installing Node 22 from the npm registry", "half a minute", async () => {
    const { code, output } = await run("npm", ["install", "node@22", "--no-audit", "--no-fund"], { cwd: folder, timeout: 5 * 60_000 });
    if (code !== 0 || !existsSync(command)) throw new Stop(`\`npm install node@22\` failed:\n${output.trimEnd()}`);
  });
  return command;
}

/** The command, and an environment in which scripts and language hosts find it as `node`. */
async function node22() {
  const command = await ensureNode22();
  return { command, env: { PATH: [join(command, ".."), process.env.PATH].join(delimiter) } };
}
