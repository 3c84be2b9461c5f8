// Makes a test of each case of a conformance suite, which is replayed to a sandbox and beside the real server.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

/** Suites by the folder of their cases. */
type SuiteName = "octavia-server" | "kubernetes";

/** Options of a run, as on the command line of test/sandbox/lib/replay/run.mjs. */
interface ReplayOptions {
  /** In the place of the real server its recorded answers. */
  recorded?: boolean;
  /** Also what needs further services. */
  full?: boolean;
  /** Each so many cases one. */
  every?: number;
}

interface Setup {
  options: object;
  groups: readonly { cases: readonly { id: string }[] }[];
}

/** Exports of that module. */
interface Runner {
  setupsOf(suite: unknown, options: ReplayOptions): readonly Setup[];
  faultsOf(suite: unknown, setup: Setup, options: ReplayOptions): Promise<Map<string, readonly string[]>>;
}

const SANDBOX = join(__dirname, "../sandbox");
/** The real server answers a thousand cases. */
const LIMIT_MS = 1_800_000;

/** Declares the tests of a suite. */
export function replays(name: SuiteName, options: ReplayOptions): void {
  describe(name, async () => {
    const { suite } = await import(join(SANDBOX, name, "suite.mjs"));
    const runner: Runner = await import(join(SANDBOX, "lib/replay/run.mjs"));
    describe.each(runner.setupsOf(suite, options))("with $options", (setup) => {
      let faults: Map<string, readonly string[]>;
      beforeAll(async () => {
        faults = await runner.faultsOf(suite, setup, options);
      }, LIMIT_MS);
      const ids = setup.groups.flatMap(({ cases }) => cases.map(({ id }) => id));
      test.each(ids)("%s", (id) => expect(faults.get(id)).toEqual([]));
    });
  });
}
