import { expect, it } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../../sdk";
import { ownersTogether } from "../../../../sdk/targets";
import { endpoints, ingress, service } from "../../../support/manifests";

const specs = readSpecs(
  [
    service("web", [80]),
    endpoints("web", ["10.0.0.1"], 8080),
    ...["a", "b", "c"].map((name) => ingress({ name, rules: [{ host: `${name}.com`, path: "/", service: "web" }] })),
    ingress({ name: "d", rules: [{ host: "a.com", path: "/d", service: "web" }] }),
  ].map((value) => ({ value })),
);
const names = (lists: ReturnType<typeof ownersTogether>) => lists.map((owners) => owners.map(({ name }) => name).sort()).sort();

it("hosts of one load balancer on Octavia count once, whatever their number", () => {
  const plan = translateToOctavia(specs, { settings: { service_subnet_id: "s" } });
  const hosts = names(ownersTogether(plan)).filter((owners) => !owners.includes("web"));
  expect(hosts).toEqual([["a", "b", "c", "d"]]);
});

it("objects of one host on Avi are together, those of others are not", () => {
  expect(names(ownersTogether(translateToAvi(specs, { settings: { clusterName: "c1" } })))).toEqual([["a", "d"], ["b"], ["c"]]);
});
