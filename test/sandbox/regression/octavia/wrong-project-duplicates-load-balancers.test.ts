import { expect, test } from "vitest";
import { connect } from "../../../../provider/octavia/client";
import { startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { identified } from "../../../support/identified";
import { Resource } from "../../lib/engine";
import { engineLog } from "../../lib/engine-log";
import { type Props, startHost } from "../../lib/host";

// With credentials of another project no load balancer that a Service names by its id was found: each Service got a new one there.

const id = (digit: number) => `${String(digit).repeat(8)}-2222-4333-8444-555555555555`;
const named = (...ids: string[]) => Object.fromEntries(ids.map((one, index) => [`loadbalancer/${one}`, `Service shop/s${index}`]));

test("none of several ids is an error that names the credentials; one that is gone is none", async () => {
  const [cloud, log] = await Promise.all([startOctaviaSandbox({ provisioningMs: 5 }), engineLog()]);
  const env = { ...openstackEnvironment(cloud), OCTAVIA_LIST_CACHE: "0" };
  const host = await startHost({ env, engine: log.address });
  const up = (references: Props) =>
    new Resource(host, "octavia:Inventory")
      .up({ names: ["loadbalancers/a"], ...identified("urn:x"), needs: { references } })
      .catch(({ message }: Error) => message);
  try {
    const refused = await up(named(id(1), id(2), id(3), id(4)));
    expect(refused).toContain("LB2074: none of the 4 loadbalancers that specs name by id exists");
    expect(refused).toContain(`(${id(1)} of Service shop/s0, ${id(2)} of Service shop/s1, ${id(3)} of Service shop/s2 and 1 more)`);
    expect(refused).toContain("the credentials probably belong to another project");

    expect(await up(named(id(1)))).toBe("created");
    const { octavia } = connect({ get: () => undefined, explicit: () => undefined, env });
    const body = { name: "there", vip_subnet_id: cloud.subnetId };
    const { loadbalancer } = await octavia.post("/v2/lbaas/loadbalancers", { loadbalancer: body });
    expect(await up(named(id(1), String((loadbalancer as Props).id)))).toBe("created");
  } finally {
    host.stop();
    log.stop();
    await cloud.close();
  }
});
