import { afterAll, beforeAll, expect } from "vitest";
import { Resource } from "../../sandbox/lib/engine";
import type { Props } from "../../sandbox/lib/host";
import { type Case, campaign } from "../lib/campaign";
import { AVI_SUBJECTS, type AviCampaign, aviWorld } from "../lib/worlds/avi";
import { KUBERNETES_SUBJECTS, type KubernetesCampaign, kubernetesWorld } from "../lib/worlds/kubernetes";

/** Kinds without a mark of their own: routes in a context of others, and statuses in objects of others. */
const avi = {} as AviCampaign;
const cluster = {} as KubernetesCampaign;
beforeAll(async () => {
  Object.assign(avi, await aviWorld());
  Object.assign(cluster, await kubernetesWorld());
});
afterAll(async () => {
  await avi.stop();
  await cluster.stop();
});

const OPERATIONS = ["create", "update", "refresh", "delete"] as const;
type BesideOperation = (typeof OPERATIONS)[number];

async function does(resource: Resource, operation: BesideOperation, inputs: Props, next: Props): Promise<void> {
  if (operation === "create") return;
  if (operation === "refresh") await resource.refresh();
  else if (operation === "delete") await resource.destroy();
  else expect(await resource.up(next)).toBe("updated");
  if (operation !== "delete")
    expect(await resource.preview(operation === "update" ? next : inputs)).toEqual({ changes: false, replaces: [] });
}

/** Routes that look like ours, by what they are called in the name of a scenario. */
const THEIRS: { readonly [whose: string]: string } = {
  "another cluster": "c2-1",
  "a mark that ours begins": "c10-1",
  "another program": "c1-by-hand-1",
};

const routeCases: Case[] = Object.entries(THEIRS).flatMap(([whose, route_id]) =>
  OPERATIONS.map((operation) => ({
    name: `avi:StaticRoutes, beside routes in the same context, ${whose}, ${operation}`,
    run: async () => {
      await avi.reset();
      const subject = AVI_SUBJECTS.find(({ kind }) => kind === "avi:StaticRoutes");
      const inputs = (await subject?.make(avi)) ?? {};
      const theirs = {
        route_id,
        prefix: { ip_addr: { addr: "192.168.0.0", type: "V4" }, mask: 16 },
        next_hop: { addr: "10.0.0.9", type: "V4" },
      };
      const context = () => avi.avi.store.list("vrfcontext").find(({ name }) => name === "global") ?? {};
      avi.avi.store.put("vrfcontext", { ...context(), static_routes: [theirs] } as never);
      const resource = new Resource(await avi.runs.steady(), "avi:StaticRoutes");
      await resource.up(inputs);
      await does(resource, operation, inputs, subject?.next(inputs) ?? {});
      const held = (context().static_routes ?? []) as Props[];
      expect(held.find((route) => route.route_id === route_id)).toEqual(theirs);
      if (operation === "delete") expect(held).toEqual([theirs]);
      return { verdict: "left alone" };
    },
  })),
);

const INGRESS = "/apis/networking.k8s.io/v1/namespaces/default/ingresses/campaign";

const statusCases: Case[] = OPERATIONS.map((operation) => ({
  name: `kubernetes:ObjectStatus, beside fields of others, another program, ${operation}`,
  run: async () => {
    await cluster.reset();
    const subject = KUBERNETES_SUBJECTS.find(({ kind }) => kind === "kubernetes:ObjectStatus");
    const inputs = (await subject?.make(cluster)) ?? {};
    await cluster.api("PATCH", INGRESS, { metadata: { annotations: { theirs: "yes" }, labels: { theirs: "yes" } } });
    const { spec } = await cluster.api("GET", INGRESS);
    const resource = new Resource(await cluster.runs.steady(), "kubernetes:ObjectStatus");
    await resource.up(inputs);
    await does(resource, operation, inputs, subject?.next(inputs) ?? {});
    const held = await cluster.api("GET", INGRESS);
    expect(held.spec).toEqual(spec);
    expect(held.metadata).toMatchObject({ annotations: { theirs: "yes" }, labels: { theirs: "yes" } });
    if (operation === "delete") expect((held.metadata as { annotations: Props }).annotations).toEqual({ theirs: "yes" });
    return { verdict: "left alone" };
  },
}));

campaign("ownership of what has no mark", [...routeCases, ...statusCases], { sample: 4, limitMs: 60_000 });
