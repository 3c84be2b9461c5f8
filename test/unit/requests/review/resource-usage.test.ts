import { describe, expect, it } from "vitest";
import { usesLine, usesOf, usesText, withUses } from "../../../../requests/review/resource-usage";
import { service } from "../../../support/manifests";
import { reviewOf } from "../../../support/review";

describe("the line of what a change uses", () => {
  it.each([
    [
      { loadbalancers: 12, floatingips: 2 },
      { loadbalancers: 14, floatingips: 3 },
      "adds 2 load balancers and 1 floating IP; 14 and 3 in all",
    ],
    [{}, { virtualservice: 1 }, "adds 1 virtual service; 1 in all"],
    [
      { loadbalancers: 1, floatingips: 3 },
      { loadbalancers: 2, floatingips: 3 },
      "adds 1 load balancer; 2 load balancers and 3 floating IPs in all",
    ],
    [{ virtualservice: 2, vsvip: 2 }, { virtualservice: 3, vsvip: 1 }, "adds 1 virtual service, removes 1 VIP; 3 and 1 in all"],
    [{ loadbalancers: 2 }, {}, "removes 2 load balancers; 0 in all"],
    [{ loadbalancers: 2 }, { loadbalancers: 2 }, undefined],
    [undefined, { loadbalancers: 2 }, undefined],
  ])("of %j and %j", (before, after, line) => {
    expect(usesLine(before, after)).toBe(line);
  });

  it("stands at the end of a summary, or alone", () => {
    expect(withUses(["1 route added", "  + x"], {}, { vsvip: 1 })).toEqual(["1 route added", "  + x", "  adds 1 VIP; 1 in all"]);
    expect(withUses([], {}, { vsvip: 1 })).toEqual(["adds 1 VIP; 1 in all"]);
    expect(withUses(["1 route added"], { vsvip: 1 }, { vsvip: 1 })).toEqual(["1 route added"]);
  });

  it("counts no load balancer that others have made", () => {
    expect(usesOf({ loadbalancers: [{ name: "a" }, { name: "b", id: "1" }], pools: [{}] })).toEqual({ loadbalancers: 1 });
    expect([usesText({}), usesText({ loadbalancers: 14, floatingips: 1 })]).toEqual(["nothing", "14 load balancers and 1 floating IP"]);
  });

  it.each([
    ["octavia", { service_subnet_id: "s", vip_subnet_id: "s" }, /^adds 1 load balancer; 2 (?:load balancers )?.*in all$/],
    ["avi", { clusterName: "c1" }, /^adds 1 virtual service and 1 VIP; 2 and 2 in all$/],
  ] as const)("is in the summary of a run on %s", (target, settings, line) => {
    const [one, other] = [service("web", [80], "LoadBalancer"), service("more", [80], "LoadBalancer")];
    const lines = reviewOf(target, { specs: [one], settings }, { specs: [one, other], settings });
    expect(lines.at(-1)?.trim()).toMatch(line);
    const none = reviewOf(target, { specs: [one], settings }, { specs: [one], settings });
    expect(none.join()).not.toMatch(/in all/);
  });
});
