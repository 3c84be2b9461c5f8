import { expect, test } from "vitest";
import { adoptionReport } from "../../../../../provider/avi/adoption/report";
import { gateway, http, lowered, rule } from "../../../../support/avi-gateways";
import { configFor, controller } from "../controller";

const started = controller();
let shells = 0;

/** What AKO makes for a Gateway, beside an object for an Ingress and one of a cluster `gw-lab`. */
function akoThere(): void {
  const put = (type: string, body: object) => started.avi.store.put(type, body as never);
  put("vsvip", {
    name: "ako-gw-lab--infra-edge-EVH",
    dns_info: [{ fqdn: "shop.example.com" }],
    cloud_ref: "/api/cloud?name=Default-Cloud",
  });
  put("pool", { name: "ako-gw-lab--5e2b", created_by: "ako-gw-lab" });
  put("pool", { name: "gw-lab--web", created_by: "ako-gw-lab" });
}

const report = (planned: Parameters<typeof adoptionReport>[1]["planned"], cluster = "lab") =>
  adoptionReport(configFor(started.avi, { timeout: `${300 + ++shells}` }), { planned, cluster, naming: "ako-2" });

const names = ({ left }: Awaited<ReturnType<typeof report>>) => left.map(({ key }) => key).sort();

test("what AKO made for Gateways is left behind, held until the plan has Gateways, and no reason to refuse the plan", async () => {
  akoThere();
  const { resources } = lowered([gateway([http([rule("/", { host: "shop.example.com" })])])], { clusterName: "lab" });
  const without = await report(resources.filter(({ kind }) => kind === "avi:Pool"));
  expect(names(without)).toEqual(["pool/ako-gw-lab--5e2b", "vsvip/ako-gw-lab--infra-edge-EVH"]);
  expect(without.left.map(({ held }) => held)).toEqual(Array(2).fill(expect.stringMatching(/^it is of a Gateway.*gatewayController/)));
  expect(without.refusal).toBeUndefined();
  expect(without.notes).toEqual([expect.stringMatching(/^2 objects that AKO made for Gateways are left behind .*gatewayController/)]);

  const planned = await report(resources);
  expect(planned.left.map(({ key, held }) => [key, held])).toEqual([
    ["pool/ako-gw-lab--5e2b", undefined],
    ["vsvip/ako-gw-lab--infra-edge-EVH", "nothing of the plan serves shop.example.com yet: make that first"],
  ]);
});

test("a cluster whose name begins like the mark for Gateways keeps its own objects", async () => {
  akoThere();
  expect(names(await report([], "gw-lab"))).toEqual(["pool/gw-lab--web"]);
});
