import { expect, it } from "vitest";
import { reviewChanges } from "../../../../requests/review/changes";
import { reviewLines } from "../../../../requests/review/lines";
import { readSpecs } from "../../../../sdk/frontends";
import { reviewFactsOf } from "../../../../sdk/plan";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { ingressV1, served } from "../../../support/manifests";
import { reviewOf } from "../../../support/review";

// A typo in the name of a Service takes nothing away: its pool keeps its servers. The summary said that requests go to the Service of that name, and
// nothing of the servers that they reach; it said it again where the same file was read from another folder.

const side = (service: string, path = "/") => ({
  specs: [...served("shop", 1), ingressV1("shop", [{ host: "shop.x.com", path, service }], { className: "avi" })],
  settings: { clusterName: "c1", subDomains: ["x.com"] },
});

it("says of a misspelt Service that the pool keeps its servers", () => {
  const lines = reviewOf("avi", side("shop"), side("shpo"));
  expect(lines).toEqual([
    "1 kind of request is answered differently",
    "  ~ http://shop.x.com: default/shpo:80, servers unknown: the pool keeps those that it has, was default/shop:80",
  ]);
});

it("says it of a new path too that it has no servers to keep", () => {
  const both = {
    ...side("shop"),
    specs: [...side("shop").specs, ingressV1("more", [{ host: "more.x.com", path: "/", service: "shpo" }], { className: "avi" })],
  };
  expect(reviewOf("avi", side("shop"), both).join("\n")).toContain("+ http://more.x.com -> default/shpo");
});

it("says nothing of a fault that stands, where the file is named in another way", () => {
  const factsFrom = (file: string) => {
    const objects = side("shpo").specs.map((value) => ({ value, source: { file, document: 0 } }));
    return reviewFactsOf(translateToAvi(readSpecs(objects), { settings: side("shpo").settings }));
  };
  const [here, there] = [factsFrom("manifests/all.yaml"), factsFrom("/ci/manifests/all.yaml")];
  expect(Object.values(here.routes)).toContainEqual(expect.objectContaining({ kept: expect.stringContaining("Service default/shpo") }));
  expect(reviewLines(reviewChanges(here, there))).toEqual([]);
});
