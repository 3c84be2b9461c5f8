import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { AVI_PROGRAM, aviEnv, ENDS_MS, endpoints, ingress, service, WatchLab } from "../../../support/watch-lab";

// A watch that cannot begin ends, whatever it has begun to follow.

let [avi, cluster, world]: [AviSandbox?, KubernetesSandbox?, WatchLab?] = [];

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  world = new WatchLab(cluster.kubeconfig, aviEnv(avi));
});

afterAll(async () => {
  world?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

/** The kubeconfig of the second component is a text, which no program tells. */
const PROGRAM = `
import { readFileSync } from "node:fs";
${AVI_PROGRAM}
new KubernetesCluster("second", {
  specs: liveCluster({ kubeconfig: readFileSync(String(process.env.KUBECONFIG), "utf8") }),
  settings: { clusterName: "c2", disableStaticRouteSync: true },
});
`;

test("a second cluster that cannot be followed ends the watch with 3", async () => {
  await world?.begin(PROGRAM, [service(), endpoints(["10.1.0.1"]), ingress("shop.example.com")]);
  const watch = world?.run();
  await watch?.says("LB2083");
  const late = new Promise((done) => setTimeout(() => done("still running"), ENDS_MS));
  expect(await Promise.race([watch?.ended, late])).toBe(3);
});
