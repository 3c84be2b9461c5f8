import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";

// A cluster that got another name took out all routes under its old one, also those of a cluster that has that name now.

let sandbox: AviSandbox;
beforeAll(async () => {
  sandbox = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => sandbox.close());

const inputs = (urn: string, clusterName: string, ...nodes: number[]) => ({
  owner: "o",
  ...identified(`urn:pulumi:dev::shop::${urn}`),
  clusterName,
  vrfContext: "global",
  cloud: "Default-Cloud",
  routes: nodes.map((n) => ({ prefix: `10.244.${n}.0/24`, nextHop: `10.0.0.10${n}` })),
});

/** `c1 10.244.1.0`: whose id each route has. */
function routes(): string[] {
  const cloud = String(sandbox.store.get("cloud", "Default-Cloud")?.uuid);
  const vrf = sandbox.store.list("vrfcontext").find(({ name, cloud_ref }) => name === "global" && String(cloud_ref).includes(cloud));
  const held = (vrf?.static_routes ?? []) as { route_id: string; prefix: { ip_addr: { addr: string } } }[];
  return held.map(({ route_id, prefix }) => `${route_id.replace(/-\d+$/, "")} ${prefix.ip_addr.addr}`).sort();
}

test.each(["before", "after"])(
  "another cluster with the old name, written %s the renamed one, keeps its routes, and so does that",
  async (when) => {
    const first = new Resource(await providerHere(aviConfig(sandbox)), "avi:StaticRoutes");
    await first.up(inputs("one", "c1", 1, 2));
    const run = await providerHere(aviConfig(sandbox));
    const [one, two] = [new Resource(run, "avi:StaticRoutes"), new Resource(run, "avi:StaticRoutes")];
    one.state = first.state;
    if (when === "before") await two.up(inputs("two", "c1", 3, 4));
    else await run.check({}, { ...inputs("two", "c1", 3, 4), __provider: first.state?.inputs.__provider });
    await one.up(inputs("one", "c2", 1, 2));
    if (when === "after") await two.up(inputs("two", "c1", 3, 4));
    expect(routes()).toEqual(["c1 10.244.3.0", "c1 10.244.4.0", "c2 10.244.1.0", "c2 10.244.2.0"]);
    for (const { state } of [one, two]) {
      const later = new Resource(await providerHere(aviConfig(sandbox)), "avi:StaticRoutes");
      later.state = state;
      await later.destroy();
    }
    expect(routes()).toEqual([]);
  },
);
