import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { readSpecs } from "../../../../sdk/frontends";
import { desiredRules } from "../../../../sdk/requests/desired";
import { TARGETS } from "../../../../sdk/targets";
import { faultless } from "../../../support/faults";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../../support/gateway-manifests";
import { served } from "../../../support/manifests";

// A rule that a target refuses is asked for all the same: what its requests get instead is a difference, and the refusal is the reason.

const FILTERS = [
  { type: "RequestMirror", requestMirror: { backendRef: { name: "a", port: 80 } } },
  { type: "CORS", cors: { allowOrigins: ["https://h.com"] } },
];
const SETTINGS = { avi: { clusterName: "c" }, octavia: { service_subnet_id: "s" } };

it.each((["avi", "octavia"] as const).flatMap((target) => FILTERS.map((filter) => [target, filter] as const)))(
  "is known on %s with %o",
  (target, filter) => {
    const objects = [
      gatewayClass("ours", `k8s-lb.io/${target}`),
      gateway("web", [http("http")]),
      httpRoute("r", "web", [rule("/", { b: 1 }), rule("/pay", { a: 1 }, { filters: [filter] })], ["h.com"]),
      ...served("a", 1),
      ...served("b", 2),
    ];
    const specs = readSpecs(objects.map((value) => ({ value })));
    const to = TARGETS[target];
    const asked = desiredRules(to.asks!(specs, SETTINGS[target]));
    const pay = parseRequest({ url: "http://h.com/pay" })!;
    expect(answer(asked, pay)).toMatchObject({
      answer: { kind: "forward", to: [{ service: "default/a:80" }] },
      rule: { by: { pointer: "/spec/rules/1" } },
    });
    const plan = faultless(to.translate(specs, { settings: SETTINGS[target] }));
    const { diagnostics = [] } = plan.statuses.find(({ object }) => object.kind === "HTTPRoute") ?? {};
    expect(diagnostics.map(({ code, pointer, message }) => [code, pointer, message])).toEqual([
      ["LB1703", "/spec/rules/1/filters/0", `the filter ${filter.type} is not served (Gateway default/web)`],
    ]);
    expect(answer(to.balancer!.served(plan), pay).answer).toMatchObject({ kind: "forward" });
  },
);
