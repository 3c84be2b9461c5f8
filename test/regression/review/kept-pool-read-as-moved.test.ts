import { expect, it } from "vitest";
import { ingressV1, served } from "../../support/manifests";
import { reviewOf } from "../../support/review";

// A typo in the name of a Service takes nothing away: its pool keeps its servers. The summary said that requests go to the Service of that name.

const side = (service: string, path = "/") => ({
  specs: [...served("shop", 1), ingressV1("shop", [{ host: "shop.x.com", path, service }], { className: "avi" })],
  settings: { clusterName: "c1", subDomains: ["x.com"] },
});

it("says of a misspelt Service that its servers are kept, and of no request that it goes elsewhere", () => {
  const lines = reviewOf("avi", side("shop"), side("shpo"));
  expect(lines).toEqual(["1 fault takes nothing away", expect.stringMatching(/^ {2}kept as it is: .*Service default\/shpo/)]);
});

it("says it of a new path too that it has no servers to keep", () => {
  const both = {
    ...side("shop"),
    specs: [...side("shop").specs, ingressV1("more", [{ host: "more.x.com", path: "/", service: "shpo" }], { className: "avi" })],
  };
  expect(reviewOf("avi", side("shop"), both).join("\n")).toContain("+ http://more.x.com -> default/shpo");
});
