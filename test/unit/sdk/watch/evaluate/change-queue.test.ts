import { beforeEach, expect, test } from "vitest";
import { ChangeQueue } from "../../../../../sdk/watch/evaluate/change-queue";
import type { StructureEvaluation } from "../../../../../sdk/watch/evaluate/pending-changes";
import type { RunStep, StackProgram } from "../../../../../sdk/watch/stack/program";
import { RunFailed } from "../../../../../sdk/watch/stack/run-failed";
import type { ApplyMode } from "../../../../../sdk/watch/terms/apply-mode";
import type { PendingChange, ReportedEvent } from "../../../../../sdk/watch/terms/reported-event";
import { FakeClock } from "../fake-clock";

// Structure, without Pulumi and without a cluster: what is previewed, when it is applied, when it is tried again.

const CAUSE = { apiVersion: "v1", kind: "Service", namespace: "shop", name: "web" };
const change = (name: string): PendingChange => ({ causes: [CAUSE], since: "", objects: { [name]: "create" } });
const step = (name: string, op = "create"): RunStep => ({ op, type: "pulumi-nodejs:dynamic/k8s-lb-mizar:Pod", name });

let clock: FakeClock, judged: StructureEvaluation, steps: RunStep[], refusal: string | undefined;
let runs: string[], reported: ReportedEvent[], trouble: Map<string, unknown>, reading: Promise<void>, judgements: number;
let leads: boolean, last: { id: string; version: number; kind: string; result: string; started: number };
/** Judgement after the next run. */
let afterUp: StructureEvaluation;
/** Number of next runs that find something else than their preview. */
let outdated: number;
/** Holds what is refused; false where there is nothing to hold. */
let hold: () => boolean;

const nothing: StructureEvaluation = { pending: [], unevaluated: [], lastChange: 0 };

beforeEach(() => {
  clock = new FakeClock();
  afterUp = nothing;
  [reading, judgements, outdated, hold] = [Promise.resolve(), 0, 0, () => false];
  [judged, steps, refusal, runs, reported, leads, trouble] = [nothing, [], undefined, [], [], true, new Map()];
  last = { id: "1", version: 1, kind: "update", result: "succeeded", started: 0 };
});

/** @param first the steps of the preview that found what to follow; null: it was refused */
async function laneFor(apply: ApplyMode, first: RunStep[] | null = []): Promise<ChangeQueue> {
  const program: StackProgram = {
    preview: async () => {
      runs.push("preview");
      await reading;
      if (refusal !== undefined) throw new RunFailed("preview", refusal);
      return { steps, components: [] };
    },
    up: async () => {
      runs.push("up");
      if (outdated-- > 0) throw new RunFailed("up", "error: resource urn:a violates plan: properties changed: =~inputs");
      [judged, last, afterUp] = [afterUp, { ...last, id: `${last.id}+` }, nothing];
      return [];
    },
    drift: async () => [step("a", "update"), step("b", "same")],
    resources: async () => [],
    config: async () => ({}),
    runs: async () => [last],
  };
  const lane = new ChangeQueue({
    program,
    apply,
    clock,
    planFile: "plan.json",
    leads: () => leads,
    evaluate: async () => {
      judgements++;
      return judged;
    },
    hold: () => hold(),
    baseline: () => reading,
    previewed: async () => false,
    drifted: async (found) => found,
    emit: (one) => void reported.push(one),
    errors: { failed: (what, error) => trouble.set(what, error), resolve: (what) => trouble.delete(what) },
  });
  await lane.begin(first ?? undefined);
  await lane.idle();
  return lane;
}

async function touch(lane: ChangeQueue): Promise<void> {
  lane.enqueue();
  await clock.pass(1_000);
  await lane.idle();
}

test("a change waits for a person, and is previewed once", async () => {
  const lane = await laneFor("members");
  expect(runs).toEqual([]);
  judged = { ...nothing, pending: [change("avi:Pool a")] };
  await touch(lane);
  await touch(lane);
  expect(runs).toEqual(["preview"]);
  expect(lane.pending).toHaveLength(1);
});

test("all that changes while a preview is under way is judged once, right after it", async () => {
  const lane = await laneFor("members");
  judged = { ...nothing, pending: [change("avi:Pool a")] };
  let release = (): void => undefined;
  reading = new Promise((done) => {
    release = done;
  });
  lane.enqueue();
  await clock.pass(600);
  expect(runs).toEqual(["preview"]);
  const before = judgements;
  judged = { ...nothing, pending: [change("avi:Pool a"), change("avi:Pool b")] };
  for (let i = 0; i < 3; i++) {
    lane.enqueue();
    await clock.pass(600);
  }
  reading = Promise.resolve();
  release();
  await lane.idle();
  expect(judgements - before).toBe(1);
  expect(runs).toEqual(["preview", "preview"]);
});

test("somebody's run is followed by a preview: the program may be another", async () => {
  const lane = await laneFor("members");
  last = { ...last, id: "2" };
  await lane.readHistory();
  await lane.readHistory();
  expect(runs).toEqual(["preview"]);
});

test("with all a change is applied, and nothing is left", async () => {
  const lane = await laneFor("all");
  judged = { ...nothing, pending: [change("avi:Pool a")] };
  await touch(lane);
  expect(runs).toEqual(["preview", "up"]);
  expect(lane.pending).toEqual([]);
});

test("what is refused is tried again later, and its trouble ends with it", async () => {
  const lane = await laneFor("all");
  judged = { ...nothing, pending: [change("avi:Pool a")] };
  refusal = "error: LB2017: too much would vanish";
  await touch(lane);
  expect(lane.pending).toMatchObject([{ refused: "LB2017: too much would vanish" }]);
  expect([...trouble.keys()]).toEqual(["preview"]);
  await touch(lane);
  expect(runs).toEqual(["preview"]);
  expect(lane.pending).toMatchObject([{ refused: "LB2017: too much would vanish" }]);
  refusal = undefined;
  await clock.pass(31_000);
  await lane.idle();
  expect(runs).toEqual(["preview", "preview", "up"]);
  expect(lane.pending).toEqual([]);
  expect([...trouble.keys()]).toEqual([]);
});

test.each([
  ["all", "LB2017: 1 place would be lost", ["preview", "preview", "up"]],
  ["all", "LB1011: the specs have 1 fault", ["preview", "preview", "up"]],
  ["all", "LB2071: 1 of 3 load_balancer are in use", ["preview"]],
  ["all", "LB1124: requests: 1 of 2 requests fail: because   LB1006 Ingress shop/web /spec: not used", ["preview"]],
  ["members", "LB2017: 1 place would be lost", ["preview"]],
] as const)("with %s, after %s, what can be held is held and the rest applied", async (apply, error, expected) => {
  const lane = await laneFor(apply);
  runs = [];
  let held = 0;
  hold = () => {
    [refusal, judged] = [undefined, { ...nothing, pending: [change("rest")] }];
    return held++ === 0;
  };
  [judged, refusal] = [{ ...nothing, pending: [change("faulty"), change("rest")] }, `error: ${error}`];
  await touch(lane);
  expect(runs).toEqual(expected);
  expect(lane.pending.map(({ refused }) => refused)).toEqual(expected.length > 1 ? [] : [expect.any(String), expect.any(String)]);
});

test("a first preview that was refused is made again although nothing has changed, until the program is corrected", async () => {
  refusal = "error: LB1124: requests: 1 of 1 requests fail";
  const lane = await laneFor("all", null);
  expect(runs).toEqual(["preview"]);
  expect(lane.pending).toEqual([]);
  expect([...trouble.keys()]).toEqual(["preview"]);
  refusal = undefined;
  await clock.pass(30_000);
  await lane.idle();
  expect(runs).toEqual(["preview", "preview"]);
  expect([...trouble.keys()]).toEqual([]);
});

test("a run that is interrupted because the watch ends is no failure", async () => {
  const lane = await laneFor("members");
  [judged, refusal] = [{ ...nothing, pending: [change("avi:Pool a")] }, "error: preview canceled"];
  let go = () => {};
  reading = new Promise((done) => (go = done));
  lane.enqueue();
  await clock.pass(1_000);
  expect(runs).toEqual(["preview"]);
  const closed = lane.close();
  go();
  await closed;
  expect(reported.filter(({ what }) => what === "run" || what === "output")).toEqual([]);
  expect(lane.pending).toEqual(judged.pending);
  expect([...trouble.keys()]).toEqual([]);
});

test("a run that two look at in one moment is told once", async () => {
  const lane = await laneFor("members");
  let read = () => {};
  reading = new Promise((done) => (read = done));
  last = { ...last, id: "2" };
  const looks = [lane.readHistory(), lane.readHistory()];
  await clock.pass(1);
  read();
  await Promise.all(looks);
  expect(reported.filter(({ what }) => what === "history")).toHaveLength(1);
});

test("a status that follows from what waits waits not by itself, and of Mizar it does", async () => {
  const lane = await laneFor("members");
  judged = { ...nothing, pending: [change("avi:Pool a")] };
  const status = (name: string, within: string): RunStep => ({
    ...{ op: "create", type: "pulumi-nodejs:dynamic/k8s-lb-kubernetes:ObjectStatus", name },
    within,
  });
  steps = [status("live-Ingress-shop/a", "k8s-lb:avi:KubernetesCluster"), status("net-Pod-shop/a", "k8s-lb:mizar:KubernetesCluster")];
  await touch(lane);
  expect(lane.pending.map(({ objects }) => objects)).toEqual([
    { "avi:Pool a": "create" },
    { "kubernetes:ObjectStatus net-Pod-shop/a": "create" },
  ]);
});

test("a replica that takes over applies what the one before it did not", async () => {
  leads = false;
  const lane = await laneFor("all");
  judged = { ...nothing, pending: [change("avi:Pool a")] };
  await touch(lane);
  expect(runs).toEqual(["preview"]);
  leads = true;
  await lane.lead();
  await clock.pass(1_000);
  await lane.idle();
  expect(runs).toEqual(["preview", "preview", "up"]);
});

test("what only a preview can judge is previewed, and pending with its cause", async () => {
  const lane = await laneFor("members");
  [judged, steps] = [{ ...nothing, unevaluated: [CAUSE], lastChange: 5 }, [step("shop/web"), step("shop/other", "same")]];
  await touch(lane);
  expect(lane.pending).toMatchObject([{ causes: [CAUSE], objects: { "mizar:Pod shop/web": "create" } }]);
  // it changes once more, back to what there was
  [judged, steps] = [{ ...nothing, unevaluated: [CAUSE], lastChange: 6 }, []];
  await touch(lane);
  expect(runs).toEqual(["preview", "preview"]);
  expect(lane.pending).toEqual([]);
});

test("a preview that is refused where nothing is translated is pending with its cause", async () => {
  const lane = await laneFor("members");
  [judged, refusal] = [{ ...nothing, unevaluated: [CAUSE], lastChange: 5 }, "error: LB1110: no"];
  await touch(lane);
  expect(lane.pending).toMatchObject([{ causes: [CAUSE], objects: {}, refused: "LB1110: no" }]);
});

test("the state does not follow by itself while other things would change too", async () => {
  const lane = await laneFor("members");
  steps = [{ op: "create", type: "aws:route53/record:Record", name: "www" }];
  await lane.recordServers();
  await lane.idle();
  expect(runs).not.toContain("up");
  expect(lane.pending).toMatchObject([{ objects: { "aws:route53/record:Record www": "create" } }]);
});

test("drift is repaired with all, told otherwise", async () => {
  const lane = await laneFor("members");
  await lane.resync();
  expect(lane.drift.map(({ resource }) => resource)).toEqual(["a"]);
  expect(runs).toEqual([]);
  const bold = await laneFor("all");
  await bold.resync();
  expect(runs).toEqual(["up"]);
  expect(bold.drift).toEqual([]);
});

test("a run that finds something else than its preview is previewed again at once, and not for ever", async () => {
  const lane = await laneFor("all");
  judged = { ...nothing, pending: [change("avi:Pool a")], lastChange: 1 };
  outdated = 2;
  await touch(lane);
  expect(runs).toEqual(["preview", "up", "preview", "up", "preview", "up"]);
  expect([lane.pending, trouble.size]).toEqual([[], 0]);
  runs = [];
  [judged, outdated] = [{ ...nothing, pending: [change("avi:Pool b")], lastChange: 2 }, 100];
  await touch(lane);
  expect(runs.filter((run) => run === "up")).toHaveLength(6);
  expect(lane.pending).toMatchObject([{ refused: expect.stringContaining("violates plan") }]);
});

test("a change of the same fields that comes while another is applied is applied too", async () => {
  const lane = await laneFor("all");
  const next = { ...nothing, pending: [change("avi:Pool a")], lastChange: 0 };
  [judged, afterUp] = [next, next];
  await touch(lane);
  expect(runs).toEqual(["preview", "up", "preview", "up"]);
  expect(lane.pending).toEqual([]);
});
