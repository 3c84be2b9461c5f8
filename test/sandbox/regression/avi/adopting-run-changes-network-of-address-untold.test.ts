// A VIP that gets another network in the run that adopts gets an address of that network: the report said "0 addresses change" beside it.
import { expect, it } from "vitest";
import { adoptionReport } from "../../../../provider/avi/adoption/report";
import type { JsonObject } from "../../../../provider/lifecycle/bodies/json";
import { adoptionTable } from "../../../../sdk/cli/adopt/adoption-table";
import { configFor, controller } from "../../../unit/provider/avi/controller";
import { avi, ingress, service, translate } from "../../../unit/sdk/targets/avi/ako-world";

const started = controller();

it.each([
  ["another network", { vipNetworkList: [{ networkName: "front" }] }, 2],
  ["another range", { vipNetworkList: [{ networkName: "back", cidr: "10.9.0.0/24" }] }, 2],
  ["the same network", { vipNetworkList: [{ networkName: "back" }] }, 0],
])("%s", async (_what, settings, count) => {
  const world = [avi(), service("web"), ingress("web", "a.avi.internal"), service("lb", { type: "LoadBalancer" })];
  const { objects } = translate({ naming: "ako-2", vipNetworkList: [{ networkName: "back" }] }, ...world);
  for (const name of ["back", "front"]) started.avi.store.put("network", { name } as never);
  for (const [i, body] of (objects.vsvip ?? []).entries()) {
    const [vip] = body.vip as unknown as JsonObject[];
    const ip_address = { addr: `10.1.0.${i + 1}`, type: "V4" };
    started.avi.store.put("vsvip", { ...body, vip: [{ ...vip, ip_address }] } as never);
  }
  const { plan } = translate({ naming: "ako-2", ...settings }, ...world);
  const planned = plan.resources.filter(({ kind }) => kind === "avi:SharedVS" || kind === "avi:L4VS");
  const report = await adoptionReport(configFor(started.avi, { timeout: `${600 + count}` }), {
    planned,
    cluster: "my-cluster",
    naming: "ako-2",
  });
  expect(report.addresses.map(({ from, to }) => [from.address, to])).toEqual(
    count === 0
      ? []
      : [
          ["10.1.0.1", undefined],
          ["10.1.0.2", undefined],
        ],
  );
  expect(adoptionTable(report)).toContain(`; ${count} addresses change.`);
});
