import { describe, expect, it } from "vitest";
import type { Request } from "../../../requests/answer/request";
import { readSpecs } from "../../../sdk";
import { requestChanges } from "../../../sdk/requests/changes";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { gateway, gatewayClass, http, httpRoute } from "../../support/gateway-manifests";
import { endpoints, service } from "../../support/manifests";

// A blank or another rare character in a value of a rule hid that the rule leads to another Service: no request was known that has it.

/** Printable characters that are no letters and digits, and one outside ASCII. */
const CHARACTERS = [...Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32)), "é"].filter((one) => !/[a-z0-9]/i.test(one));

const SETTINGS: Readonly<Record<"avi" | "octavia", Record<string, string>>> = {
  avi: { clusterName: "c1", controllerVersion: "30.2.1" },
  octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" },
};

function sideOf(to: "avi" | "octavia", match: object, leadsTo: string) {
  const objects = [
    gatewayClass("ours", `k8s-lb.io/${to}`),
    gateway("web", [http("http")]),
    httpRoute("shop", "web", [
      { matches: [match], backendRefs: [{ name: leadsTo, port: 80 }] },
      { backendRefs: [{ name: "web", port: 80 }] },
    ]),
    ...["web", "old", "new"].flatMap((name, at) => [service(name, [80]), endpoints(name, [`10.0.0.${at + 1}`], 80)]),
  ];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const target = TARGETS[to as TargetName];
  return {
    desired: desiredOfSpecs(specs, (known) => target.asks!(known, SETTINGS[to])),
    served: target.balancer!.served(target.translate(specs, { settings: SETTINGS[to] })),
  };
}

const encoded = (value: string) => encodeURIComponent(value);

/** Matches for a value, and the request that has it. */
const VALUES: Record<string, { match(value: string): object; request(value: string): Request }> = {
  "a header": {
    match: (value) => ({ headers: [{ name: "x-client", value }] }),
    request: (value) => ({ url: "http://shop.ex.com/", headers: { "x-client": value } }),
  },
  cookies: {
    match: (value) => ({ headers: [{ name: "cookie", value }] }),
    request: (value) => ({ url: "http://shop.ex.com/", headers: { cookie: value } }),
  },
  "an expression of a header": {
    match: (value) => ({
      headers: [{ type: "RegularExpression", name: "x-client", value: `${value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}[0-9]+` }],
    }),
    request: (value) => ({ url: "http://shop.ex.com/", headers: { "x-client": `${value}7` } }),
  },
  "a query parameter": {
    match: (value) => ({ queryParams: [{ name: "client", value }] }),
    request: (value) => ({ url: `http://shop.ex.com/?client=${encoded(value)}` }),
  },
  "an encoded path": {
    match: (value) => ({ path: { type: "Exact", value: `/${encoded(value)}` } }),
    request: (value) => ({ url: `http://shop.ex.com/${encoded(value)}` }),
  },
  "a path": {
    match: (value) => ({ path: { type: "Exact", value: `/${value}` } }),
    request: (value) => ({ url: `http://shop.ex.com/${value}` }),
  },
};

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  it.each(Object.entries(VALUES))("the change of a rule for a value of %s is found", (_, { match, request }) => {
    const faulty = CHARACTERS.filter((character) => {
      const value = `my${character}app`;
      const [was, is] = ["old", "new"].map((name) => sideOf(to, match(value), name));
      const [before, after] = [was!, is!].map((side) => new RequestExplainer(side).explain(request(value)));
      const isChanged = JSON.stringify(before?.answer) !== JSON.stringify(after?.answer);
      const isAsAsked = !isChanged || before?.differs === false;
      return !isAsAsked || requestChanges(was!, is!).changes.length !== (isChanged ? 1 : 0);
    });
    expect(faulty).toEqual([]);
  });
});
