import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attempt, Pace } from "../../../../provider/http/attempts";
import { Logins } from "../../../../provider/http/logins";
import { sharedAnswer } from "../../../../provider/lifecycle/preview/existing-objects";
import { waitFor } from "../../../../provider/lifecycle/wait";

const HOUR = 3_600_000;
let by = 0;

/** The time of day, which an administrator or NTP sets back in the middle of a run. */
beforeEach(() => {
  const real = Date.now.bind(Date);
  by = 0;
  vi.spyOn(Date, "now").mockImplementation(() => real() + by);
});
afterEach(() => void vi.restoreAllMocks());

/** The work, during which the clock goes back; in milliseconds. */
async function timed(work: (back: () => void) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work(() => {
    by = -HOUR;
  });
  return performance.now() - begun;
}

describe("a clock that is set back by an hour", () => {
  test("holds no request to Avi up", async () => {
    const pace = new Pace(100);
    const took = timed(async (back) => {
      await pace.take();
      back();
      await pace.take();
    });
    await expect(Promise.race([took, new Promise((done) => setTimeout(done, 2000, "stalled"))])).resolves.toBeLessThan(1000);
  });

  test("makes no wait longer", async () => {
    let questions = 0;
    const took = await timed((back) =>
      waitFor(async () => (++questions === 1 ? back() : questions > 30 ? "late" : undefined), { timeoutMs: 100, intervalMs: 10 }),
    );
    expect(took).toBeLessThan(1000);
    expect(questions).toBeLessThan(20);
  });

  test("gives a server that does not answer no more time", async () => {
    let tries = 0;
    const options = { repeatable: true, retryDelayMs: 100, patienceMs: 20, clean: (text: string) => text };
    await timed(async (back) => {
      const once = async () => {
        tries++;
        back();
        return { status: 503, headers: {}, body: undefined, text: "" };
      };
      const judge = { unanswered: () => new Error(), answered: () => ({ again: new Error("busy") }) };
      await expect(attempt(once, options, judge)).rejects.toThrow("busy");
    });
    expect(tries).toBe(2);
  });

  test("keeps no login and no shared answer longer", async () => {
    let logins = 0;
    const held = new Logins({
      login: async () => ({ nth: ++logins, endsAt: performance.now() + 20 }),
      isRefusal: () => false,
      lifeOf: ({ endsAt }) => ({ renewAt: endsAt, endsAt }),
    });
    let taken = 0;
    const take = async () => ++taken;
    await timed(async (back) => {
      await held.current();
      await sharedAnswer(20, held, "key", take);
      back();
      await new Promise((done) => setTimeout(done, 60));
      await held.current();
      await sharedAnswer(20, held, "key", take);
    });
    expect([logins, taken]).toEqual([2, 2]);
  });
});

/** Files that may read the time of day: for dates that other systems compare or that people read, and for a unique name. */
const WALL_CLOCK: readonly string[] = [
  "provider/lifecycle/progress.ts", // gRPC takes its deadlines as dates
  "provider/octavia/client/keystone.ts", // a token without its date of issue
  "sandbox/avi/certificate.ts",
  "sandbox/avi/sessions.ts", // sessions and tokens outlive the process in its state file
  "sandbox/avi/state.ts",
  "sandbox/kubernetes/access.ts",
  "sandbox/kubernetes/delete.ts",
  "sandbox/kubernetes/metadata.ts",
  "sandbox/mizar/engine/kopf.ts",
  "sandbox/mizar/engine/lifecycle.ts",
  "sandbox/mizar/operator.ts", // a seed
  "sandbox/mizar/workflows/workflow.ts",
  "sandbox/openstack/keystone-api.ts",
  "sandbox/openstack/keystone.ts",
  "sandbox/shared/front.ts",
  "sandbox/shared/http.ts", // lives of certificates
  "sdk/kubernetes/follow.ts",
  "sdk/watch/evaluate/change-queue.ts", // compared with the dates of the stack's history
  "sdk/watch/watcher.ts",
];

test("the time of day is read where dates are meant, and nowhere else", () => {
  const root = join(__dirname, "../../../..");
  const files = globSync(["resources/**/*.ts", "requests/**/*.ts", "provider/**/*.ts", "sdk/**/*.ts", "sandbox/**/*.ts"], {
    cwd: root,
    ignore: ["**/dist/**", "**/node_modules/**"],
  });
  const found = files.filter((file) => readFileSync(join(root, file), "utf8").includes("Date.now("));
  expect(found.sort()).toEqual([...WALL_CLOCK].sort());
});
