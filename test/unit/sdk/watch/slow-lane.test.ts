import { beforeEach, expect, test } from "vitest";
import type { PendingChange, Told } from "../../../../sdk/watch/observer";
import type { Program, Step } from "../../../../sdk/watch/program";
import { type Apply, type Judged, SlowLane } from "../../../../sdk/watch/slow-lane";
import { FakeClock } from "./fake-clock";

// Structure, without Pulumi and without a cluster: what is previewed, when it is applied, when it is tried again.

const CAUSE = { apiVersion: "v1", kind: "Service", namespace: "shop", name: "web" };
const change = (name: string): PendingChange => ({ causes: [CAUSE], since: "", objects: { [name]: "create" } });
const step = (name: string, op = "create"): Step => ({ op, type: "pulumi-nodejs:dynamic/k8s-lb-mizar:Pod", name });

let clock: FakeClock;
let judged: Judged;
let steps: Step[];
let refusal: string | undefined;
let runs: string[];
let told: Told[];
let last: { id: string; version: number; kind: string; result: string; started: number };
let leads: boolean;
let trouble: Map<string, unknown>;

const nothing: Judged = { pending: [], unjudged: [], heard: 0 };

beforeEach(() => {
  clock = new FakeClock();
  [judged, steps, refusal, runs, told, leads, trouble] = [nothing, [], undefined, [], [], true, new Map()];
  last = { id: "1", version: 1, kind: "update", result: "succeeded", started: 0 };
});

async function laneFor(apply: Apply): Promise<SlowLane> {
  const program: Program = {
    preview: async () => {
      runs.push("preview");
      if (refusal !== undefined) throw new Error(refusal);
      return { steps, components: [] };
    },
    up: async () => {
      runs.push("up");
      [judged, last] = [nothing, { ...last, id: `${last.id}+` }];
      return [];
    },
    drift: async () => [step("a", "update"), step("b", "same")],
    resources: async () => [],
    config: async () => ({}),
    lastRun: async () => last,
  };
  const lane = new SlowLane({
    program,
    apply,
    clock,
    planFile: "plan.json",
    leads: () => leads,
    judge: async () => judged,
    baseline: async () => undefined,
    previewed: async () => false,
    drifted: async (found) => found,
    tell: (one) => void told.push(one),
    outcome: (what, error) => (error === undefined ? trouble.delete(what) : trouble.set(what, error)),
  });
  await lane.begin([]);
  await lane.idle();
  return lane;
}

async function touch(lane: SlowLane): Promise<void> {
  lane.touched();
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

test("somebody's run is followed by a preview: the program may be another", async () => {
  const lane = await laneFor("members");
  last = { ...last, id: "2" };
  await lane.lookAtHistory();
  await lane.lookAtHistory();
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
  refusal = "error: LB2017 too much would vanish";
  await touch(lane);
  expect(lane.pending).toMatchObject([{ refused: "error: LB2017 too much would vanish" }]);
  expect([...trouble.keys()]).toEqual(["preview"]);
  await touch(lane);
  expect(runs).toEqual(["preview"]);
  expect(lane.pending).toMatchObject([{ refused: "error: LB2017 too much would vanish" }]);
  refusal = undefined;
  await clock.pass(31_000);
  await lane.idle();
  expect(runs).toEqual(["preview", "preview", "up"]);
  expect(lane.pending).toEqual([]);
  expect([...trouble.keys()]).toEqual([]);
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
  [judged, steps] = [{ ...nothing, unjudged: [CAUSE], heard: 5 }, [step("shop/web"), step("shop/other", "same")]];
  await touch(lane);
  expect(lane.pending).toMatchObject([{ causes: [CAUSE], objects: { "mizar:Pod shop/web": "create" } }]);
  // it changes once more, back to what there was
  [judged, steps] = [{ ...nothing, unjudged: [CAUSE], heard: 6 }, []];
  await touch(lane);
  expect(runs).toEqual(["preview", "preview"]);
  expect(lane.pending).toEqual([]);
});

test("a preview that is refused where nothing is translated is pending with its cause", async () => {
  const lane = await laneFor("members");
  [judged, refusal] = [{ ...nothing, unjudged: [CAUSE], heard: 5 }, "error: LB1110"];
  await touch(lane);
  expect(lane.pending).toMatchObject([{ causes: [CAUSE], objects: {}, refused: "error: LB1110" }]);
});

test("the state does not follow by itself while other things would change too", async () => {
  const lane = await laneFor("members");
  steps = [{ op: "create", type: "aws:route53/record:Record", name: "www" }];
  await lane.settle();
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
