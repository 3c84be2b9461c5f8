import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { requestChanges } from "../../../sdk/requests/changes";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { rulesWithOwners } from "../../../sdk/requests/rules-with-owners";
import { TARGETS } from "../../../sdk/targets";
import { faultsOf } from "../../support/faults";
import { openShiftRoute, served, service } from "../../support/manifests";

// Each passthrough host of Octavia has a load balancer of its own, which reads no names: requests of all went to the first of them.

const SETTINGS = { avi: { clusterName: "c1" }, octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" } };
const passthrough = (name: string, to: string) =>
  openShiftRoute(name, { host: `${name}.ex.com`, to: { kind: "Service", name: to }, tls: { termination: "passthrough" } });

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  const target = TARGETS[to];
  const planOf = (...routes: object[]) => {
    const objects = [...served("web", 1), ...served("blog", 2), ...served("next", 3), service("empty", [80]), ...routes];
    const specs = readSpecs(objects.map((value) => ({ value })));
    return { specs, plan: target.translate(specs, { settings: SETTINGS[to] }) };
  };
  const sideOf = (...routes: object[]) => {
    const { specs, plan } = planOf(...routes);
    return { desired: desiredOfSpecs(specs, (known) => target.asks!(known, SETTINGS[to])), served: target.balancer!.served(plan) };
  };
  const [one, two] = [passthrough("one", "web"), passthrough("two", "blog")];

  it.each([
    { request: "https://two.ex.com/", to: "default/blog:80" },
    { request: "https://one.ex.com/", to: "default/web:80" },
    { request: "tls://two.ex.com:443", to: "default/blog:80" },
    { request: "https://three.ex.com/", to: "default/empty:80" },
  ])("%j holds", (expectation) => {
    const side = sideOf(one, two, passthrough("three", "empty"));
    const owned = rulesWithOwners(side);
    for (const requests of [new RequestExplainer(side), new RequestExplainer({ served: owned, known: owned })])
      expect(checkExpectations(expectationsIn([expectation]).expectations, requests)[0]?.misses).toEqual([]);
    expect(new RequestExplainer(side).explain({ url: expectation.request })?.differs).toBe(false);
  });

  it("the change of one host is said of it alone", () => {
    const changes = (before: object[], after: object[]) => requestChanges(sideOf(...before), sideOf(...after)).changes;
    expect(changes([one, two], [one, passthrough("two", "next")]).map(({ host }) => host)).toEqual(["two.ex.com"]);
    expect(changes([one, two], [one, two])).toEqual([]);
    expect(changes([one], [passthrough("one", "next")]).map(({ region }) => region)).toEqual(["tls://one.ex.com:443"]);
    expect(changes([one, two], [two]).map(({ region, how }) => `${how} ${region}`)).toEqual(["removed tls://one.ex.com:443"]);
    expect(changes([two], [one, two]).map(({ region, how }) => `${how} ${region}`)).toEqual(["added tls://one.ex.com:443"]);
  });

  it("no answer is a fault of the translation", () => expect(faultsOf(planOf(one, two).plan)).toEqual([]));
});
