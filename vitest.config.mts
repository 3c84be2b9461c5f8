import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest is begun first, also where no earlier run has measured it. */
const SLOW = [
  "campaigns/crashes/engine",
  ...[
    "cli/nightly/moves",
    "cli/nightly/migrate-from-ako",
    "cli/nightly/octavia-stack",
    "cli/nightly/avi-further-forms",
    "cli/nightly/examples",
    "cli/nightly/pack",
    "cli/nightly/octavia-server",
    "cli/nightly/red-when",
    "cli/nightly/mizar-stack",
    "cli/nightly/live-cluster",
  ],
  ...[
    "cli/pr/octavia",
    "cli/pr/cluster",
    "sandbox/matrices/avi.",
    "sandbox/matrices/avi-crash",
    "sandbox/matrices/first-contact",
    "campaigns/ownership/avi",
  ],
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = SLOW.findIndex((name) => moduleId.includes(`test/${name}`));
      return found < 0 ? SLOW.length : found;
    };
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b));
  }
}

const sources = ["resources", "requests", "provider", "sdk", "sandbox"];

/**
 * Where transformed sources are kept from run to run. A kept source knows the files of its imports, which a file that is moved, made or
 * removed may change: another set of files has another folder.
 */
function keptSources(): string {
  const cache = join(import.meta.dirname, "node_modules/.cache/pulumi-k8s-lb");
  const names = [...sources, "test"]
    .flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => !name.startsWith("sandbox/dist/")); // what of the build the sandbox publishes
  const old = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith("sources-")) : [];
  for (const name of old)
    if (Date.now() - statSync(join(cache, name)).mtimeMs > 7 * 86_400_000) rmSync(join(cache, name), { recursive: true, force: true });
  return join(cache, `sources-${createHash("sha256").update(names.sort().join("\n")).digest("hex").slice(0, 16)}`);
}

/** What is waited for comes; how soon is a matter of the machine. */
const PATIENT = { poll: { timeout: 60_000, interval: 20 } };

/**
 * The adapter of suites that are about what a provider does: in the tier `pr` a run in the process of the test, which costs no start. Tests that are
 * about the process take processes in every tier.
 */
const HERE = { K8S_LB_ADAPTER: process.env.K8S_LB_ADAPTER ?? ((process.env.K8S_LB_TIER ?? "pr") === "pr" ? "here" : "dynamic") };

/** The SDK of Pulumi loads TypeScript and npm's Arborist at its start, which hardly a test needs: they are loaded when one does. */
const WITHOUT_COMPILER = ["--require", join(import.meta.dirname, "test/sandbox/lib/without-compiler.cjs")];

/** Suites on the sources, but for calls of the built command: no Pulumi CLI. Their files share modules: a test that loads them again makes all files after it do so. */
const fast = (name: string, include: readonly string[], env: Record<string, string> = {}) => ({
  // tests make much that lives shortly: with more room for it the collector takes half the time
  test: {
    name,
    include: [...include],
    env,
    setupFiles: ["test/support/draws.ts"],
    isolate: false,
    execArgv: ["--max-semi-space-size=64", ...WITHOUT_COMPILER],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: PATIENT,
  },
});

/** Suites that drive the real Pulumi CLI on dist/, two files at once: each starts several processes. */
const slow = (name: string, folder: string) => ({
  test: {
    name,
    include: [`${folder}/**/*.test.ts`],
    execArgv: [...WITHOUT_COMPILER],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    expect: PATIENT,
  },
});

/** What takes long is there for tools/campaign.mjs only. */
const kinds = process.env.K8S_LB_CAMPAIGN ? "*.{test,long}.ts" : "*.test.ts";

/** Suites that judge a change. Each project has workers of its own, which load the modules again. */
const SUITES = {
  unit: ["test/unit/!(property)/**/*.test.ts", "test/unit/*.test.ts", "test/cli/commands/*.test.ts"],
  cases: ["test/cases/**/*.test.ts", "test/unit/property/**/*.test.ts", `test/campaigns/malformed-input/${kinds}`],
  sandbox: [
    "test/sandbox/regression/**/*.test.ts",
    "test/sandbox/*.test.ts",
    "test/sandbox/matrices/*.test.ts",
    "test/campaigns/ownership/*.test.ts",
  ],
};

export default defineConfig({
  test: {
    experimental: { fsModuleCache: true, fsModuleCachePath: keptSources() },
    // most files wait for a provider process or a server: more of them at once than there are cores
    maxWorkers: 3,
    allowOnly: false,
    sequence: { sequencer: SlowFirst },
    projects: [
      ...Object.entries(SUITES).map(([name, include]) => fast(name, include, HERE)),
      // not in the tier `pr`
      fast("extended", ["test/sandbox/extended/*.test.ts"]),
      fast("campaigns", [`test/campaigns/!(malformed-input|ownership)/**/${kinds}`]),
      slow("cli-pr", "test/cli/pr"),
      slow("cli-nightly", "test/cli/nightly"),
      slow("cli-release", "test/cli/release"),
    ],
  },
});
