import { afterEach, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../../sandbox/index";
import type { FollowedCluster } from "../../../../../sdk/kubernetes/follow";
import { followClusters } from "../../../../../sdk/watch/follow/follow-clusters";
import { eventually } from "../../../../support/eventually";
import { COMPONENT } from "../../../../support/watched";

let sandbox: KubernetesSandbox | undefined;
let followed: readonly FollowedCluster[] = [];
afterEach(async () => {
  for (const cluster of followed) cluster.close();
  await sandbox?.close();
});

it("names the cluster with everything that it tells, from the first list", async () => {
  const started = await startKubernetesSandbox({});
  sandbox = started;
  const names: string[] = [];
  const reader = { ...COMPONENT, clusters: [{ kubeconfig: started.kubeconfig }] };
  const found = await followClusters([reader], [], (_readers, context) => {
    const note = () => void names.push(context);
    return { event: note, listed: note, state: note, outage: note };
  });
  followed = [...found.values()].flat();
  await eventually(() => expect(followed.every((cluster) => cluster.isOpen())).toBe(true));
  expect(new Set(names)).toEqual(new Set(followed.map(({ context }) => context)));
  expect(names).not.toContain("");
});
