import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import type { KubernetesClient } from "../../../../provider/kubernetes/types";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { LeaseElector, type LeaseTimes } from "../../../../sdk/watch/lease";

const TIMES: LeaseTimes = { duration: 3600, renewWithin: 2400, retry: 400 };
const LEASE = { group: "coordination.k8s.io", version: "v1", plural: "leases", kind: "Lease", namespaced: true, tenanted: false };

let cluster: KubernetesSandbox;
let started: LeaseElector[];

beforeEach(async () => {
  cluster = await startKubernetesSandbox({ operator: false });
  started = [];
});
afterEach(async () => {
  for (const elector of started) await elector.release();
  await cluster.close();
});

const client = () => connect({ kubeconfig: cluster.kubeconfig, timeout: 10 });
const until = async (what: () => boolean, ms = 40_000) => {
  const end = Date.now() + ms;
  while (!what() && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
  expect(what()).toBe(true);
};

function elector(identity: string, more: { client?: KubernetesClient; runs?: () => number[] } = {}): LeaseElector {
  const made = new LeaseElector({ client: client(), namespace: "default", name: "watch", identity, times: TIMES, ...more });
  started.push(made);
  made.start();
  return made;
}

/** A client whose server stops answering, as for a machine that is cut off. */
function severed(): { client: KubernetesClient; cut: () => void } {
  const whole = client();
  let gone = false;
  const guarded: KubernetesClient = Object.create(whole, {
    get: { value: (...args: Parameters<KubernetesClient["get"]>) => (gone ? Promise.reject(new Error("cut off")) : whole.get(...args)) },
  });
  return { client: guarded, cut: () => (gone = true) };
}

describe("the Lease of a watch", () => {
  it("has one leader of two who try at once, and goes to the other at once when it is released", async () => {
    const [a, b] = [elector("a_1_x"), elector("b_2_y")];
    await until(() => a.isLeader() || b.isLeader());
    await new Promise((done) => setTimeout(done, 4 * TIMES.retry));
    expect([a, b].filter((one) => one.isLeader())).toHaveLength(1);
    const [leader, other] = a.isLeader() ? [a, b] : [b, a];
    const begun = Date.now();
    await leader.release();
    expect(leader.isLeader()).toBe(false);
    await until(() => other.isLeader());
    expect(Date.now() - begun).toBeLessThan(TIMES.duration);
    // who gave it back left nothing
    expect(other.before).toBeUndefined();
  });

  it("is taken over when its leader dies, which has stopped before, and tells what that ran", async () => {
    const line = severed();
    const first = elector("dead-host_7_x", { client: line.client, runs: () => [41, 42] });
    await until(() => first.isLeader());
    const second = elector("b_2_y");
    const changes: string[] = [];
    first.onChange((leader) => changes.push(`first ${leader}`));
    second.onChange((leader) => changes.push(`second ${leader}`));
    await new Promise((done) => setTimeout(done, 3 * TIMES.retry));
    line.cut();
    await until(() => second.isLeader());
    expect(changes).toEqual(["first false", "second true"]);
    expect(second.before).toEqual({ host: "dead-host", pids: [7, 41, 42] });
    const lease = await client().get({ type: LEASE, namespace: "default", name: "watch" });
    expect(lease?.spec).toMatchObject({ holderIdentity: "b_2_y", leaseTransitions: 1 });
  });

  it("is not believed about time: a Lease that claims to be long over is waited for", async () => {
    const old = "2001-01-01T00:00:00.000000Z";
    const spec = { holderIdentity: "other_1_z", leaseDurationSeconds: 1, acquireTime: old, renewTime: old, leaseTransitions: 3 };
    const key = { type: LEASE, namespace: "default", name: "watch" };
    await client().create(key, {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "watch", namespace: "default" },
      spec,
    });
    const begun = Date.now();
    const late = elector("late_1_z");
    await until(() => late.isLeader());
    expect(Date.now() - begun).toBeGreaterThanOrEqual(TIMES.duration);
    expect((await client().get(key))?.spec).toMatchObject({ leaseTransitions: 4 });
  });
});
