import { describe, expect, it } from "vitest";
import { answerForm } from "../../../requests/answer/effect";
import { DYNAMIC } from "../../../resources/resource-type";
import { readSpecs } from "../../../sdk";
import { knownIn } from "../../../sdk/cli/request-sources";
import { componentInState } from "../../../sdk/cli/state-component";
import { planInState } from "../../../sdk/cli/state-plan";
import { factsText, runFactsOf } from "../../../sdk/plan";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { rulesWithOwners } from "../../../sdk/requests/rules-with-owners";
import { TARGETS } from "../../../sdk/targets";
import { octavia } from "../../../sdk/targets/octavia/target";
import { faultsOf } from "../../support/faults";
import { gateway, gatewayClass, http, httpRoute, rule, tcpRoute } from "../../support/gateway-manifests";
import { endpoints, ingressV1, service } from "../../support/manifests";

// Services of the setting `responders` were recipients like all others: `request` and `test` knew neither 404 nor 500 of Gateways on Octavia.

const port = [{ name: "answer", port: 80, targetPort: 8080 }];
const db = tcpRoute("db", "web#tcp", "web");
const OBJECTS = [
  gatewayClass("ours", "k8s-lb.io/octavia"),
  gateway("web", [http("http"), { name: "tcp", port: 9000, protocol: "TCP" }], { addresses: [{ type: "IPAddress", value: "10.9.0.1" }] }),
  httpRoute("shop", "web", [
    rule("/a", { web: 1 }),
    rule("/b", { web: 0 }),
    rule("/c", { web: 3, gone: 1 }),
    rule("/d", { gone: 1 }),
    rule("/e", { "not-found": 1 }),
  ]),
  { ...db, spec: { ...db.spec, rules: [{ backendRefs: ["web", "gone"].map((name) => ({ name, port: 80 })) }] } },
  ingressV1("plain", [{ host: "plain.example.com", path: "/", type: "Prefix", service: "failed" }]),
  ...["web", "not-found", "failed", "closed"].flatMap((name, at) => [
    service(name, port),
    endpoints(name, [`10.0.0.${at + 1}`], [{ name: "answer", port: 8080 }]),
  ]),
];

function resourceOf(kind: string, name: string, inputs: object) {
  const type = `${DYNAMIC}${kind}`;
  const plain = JSON.parse(JSON.stringify({ ...inputs, owner: "pulumi-k8s-lb:shop/dev/kubernetes/web" }));
  return { type, urn: `urn:pulumi:dev::shop::${type}::${name}`, id: name, inputs: plain };
}

describe.each(["kuryr", "occm"])("with the names of %s", (naming) => {
  const settings = {
    naming,
    service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111",
    subnet_id: "4f6c1c1e-1111-4111-8111-111111111111",
    member_mode: "pods",
    responders: { notFound: "default/not-found", failed: "default/failed:answer", closed: "default/closed:80" },
  };
  const specs = readSpecs(OBJECTS.map((value) => ({ value })));
  const plan = octavia.translate(specs, { settings });
  const side = { desired: desiredOfSpecs(specs, (known) => octavia.asks!(known, settings)), served: octavia.balancer!.served(plan) };
  const address = plan.resources
    .map(({ inputs }) => (inputs as { loadBalancer?: { name: string } }).loadBalancer?.name ?? "")
    .find((name) => name.includes("gateway"));

  it.each([
    ["http://x.com/b", { status: 500 }, { kind: "status", status: 500, by: "Service default/failed:80" }],
    ["http://x.com/d", { status: 500 }, { kind: "status", status: 500, by: "Service default/failed:80" }],
    ["http://x.com/zz", { status: 404 }, { kind: "status", status: 404, by: "Service default/not-found:80" }],
    ["http://x.com/e", { to: "default/not-found" }, { kind: "status", status: 404, by: "Service default/not-found:80" }],
    ["http://plain.example.com/", { status: 500 }, { kind: "status", status: 500, by: "Service default/failed:80" }],
    ["http://x.com/c", { to: { "default/web:80": "75 %", "status 500": "25 %" } }, { kind: "forward" }],
    ["tcp://10.9.0.1:9000", { to: "default/web:80" }, { kind: "forward" }],
  ])("%s gets %j", (request, expected, form) => {
    const at = request.includes("plain") ? {} : { address };
    const { expectations } = expectationsIn([{ request, ...expected, ...at } as never]);
    const owned = rulesWithOwners(side);
    for (const requests of [new RequestExplainer(side), new RequestExplainer({ served: owned, known: owned })]) {
      const [found] = checkExpectations(expectations, requests);
      expect(found?.misses).toEqual([]);
      expect(found && answerForm(found.explanation.answer)).toMatchObject(form);
      expect(found?.explanation.differs).not.toBe(true);
    }
  });

  // with occm no pool has servers here, as there are no Nodes
  const ofState: [request: string, expected: object][] = [
    ["http://x.com/a", { kind: "forward" }],
    ["http://x.com/b", { kind: "status", status: 500, by: "default/failed:80" }],
    ["http://x.com/zz", { kind: "status", status: 404, by: "default/not-found:80" }],
    ["http://plain.example.com/", { kind: "status", status: 500, by: "default/failed:80" }],
  ];
  it.each(naming === "kuryr" ? ofState : [])("%s gets %j from a state alone", (request, expected) => {
    const state = {
      resources: [
        ...plan.resources.map(({ kind, name, inputs }) => resourceOf(kind, name, inputs)),
        resourceOf("octavia:Summary", "web", { __facts: factsText(runFactsOf(plan, settings)) }),
      ],
    };
    const known = componentInState(state, "octavia", {});
    const served = octavia.balancer!.served(planInState(state, TARGETS.octavia, { component: "web" }, known).plan as never);
    const requests = new RequestExplainer({
      known: knownIn(known?.facts, octavia.balancer?.state.answers?.(known?.settings ?? {})),
      served,
    });
    expect(requests.explain({ url: request, ...(request.includes("plain") ? {} : { address }) })?.answer).toMatchObject(expected);
  });

  it("no answer is a fault of the translation", () => expect(faultsOf(plan)).toEqual([]));
});
