import { expect, test } from "vitest";
import { KINDS } from "../../../../provider";
import { reviewChanges, withoutNamed } from "../../../../requests/review/changes";
import { reviewLines } from "../../../../requests/review/lines";
import { comparing } from "../../../../sdk/cli/plan-move";
import { objectsInState, planInState, withOwnIds } from "../../../../sdk/cli/state-plan";
import { readSpecs } from "../../../../sdk/frontends";
import { layoutOf, type Plan, reviewFactsOf } from "../../../../sdk/plan";
import { planMove } from "../../../../sdk/plan/moves";
import { TARGETS } from "../../../../sdk/targets";
import { octavia } from "../../../../sdk/targets/octavia/target";
import { reviewOf } from "../../../support/review";

// A Service that gets the annotation `load-balancer-id` with the id of the load balancer that it has, as the OpenStack cloud provider writes it:
// `diff` said that the address moves, and `plan-move` that the load balancer is deleted and created again.

const UUID = "4f6c1c1e-1111-4111-8111-111111111111";
const [OWN, OTHER] = ["4f6c1c1e-3333-4333-8333-333333333333", "4f6c1c1e-4444-4444-8444-444444444444"];
const SETTINGS = { naming: "occm", cluster_name: "c", subnet_id: UUID, floating_network_id: UUID };
const RESOURCE = "kube_service_default_web";

const specs = (id?: string) => [
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: "web",
      namespace: "default",
      annotations: id === undefined ? {} : { "loadbalancer.openstack.org/load-balancer-id": id },
    },
    spec: { type: "LoadBalancer", ports: [{ port: 80, targetPort: 8080, nodePort: 30080 }] },
  },
  {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n1" },
    status: { addresses: [{ type: "InternalIP", address: "10.0.0.11" }], conditions: [{ type: "Ready", status: "True" }] },
  },
];

const planOf = (id?: string): Plan => TARGETS.octavia.translate(readSpecs(specs(id).map((value) => ({ value }))), { settings: SETTINGS });
const factsOf = (id?: string) => reviewFactsOf(planOf(id), SETTINGS);

/** A state in which the load balancer has {@link OWN}, declared with this id or with none. */
function stateOf(id?: string, shared?: string) {
  const [resource] = planOf(id).resources;
  const inputs = JSON.parse(JSON.stringify(resource?.inputs));
  const outputs = { ...inputs, loadBalancer: { ...inputs.loadBalancer, id: shared } };
  const urn = `urn:pulumi:prod::web::pulumi-nodejs:dynamic:Resource::${RESOURCE}`;
  return {
    resources: [
      {
        type: "k8s-lb:octavia:LoadBalancer",
        urn: urn.replace("pulumi-nodejs:dynamic:Resource", "k8s-lb:octavia:LoadBalancer"),
        id: OWN,
        inputs,
        outputs,
      },
    ],
  };
}

const CHANGES = [
  { what: "is named", was: undefined, is: OWN },
  { what: "is no longer named", was: OWN, is: undefined },
];

test.each(CHANGES)("a preview says nothing where the id of Service web $what", ({ was, is }) => {
  const side = (id?: string) => ({ specs: specs(id), settings: SETTINGS });
  // a declaration is its own state: one that names an id is that of a guest
  if (was === undefined) expect(reviewOf("octavia", side(was), side(is), () => OWN)).toEqual([]);
  expect(reviewLines(reviewChanges(factsOf(was), factsOf(is), new Set(), "same"))).toEqual([]);
});

test("a preview says that the load balancer of Service web is created again where the id is another one", () => {
  const [before, after] = [undefined, OTHER].map((id) => ({ specs: specs(id), settings: SETTINGS }));
  if (!before || !after) throw new Error("two sides");
  expect(reviewOf("octavia", before, after, () => OWN).join("\n")).toContain("is deleted and created again");
});

test.each(CHANGES)("a comparison with the state has no change of Service web where the id $what", ({ was, is }) => {
  const deployment = stateOf(was);
  const isOwn = octavia.ownIds?.heldIn([{ type: "octavia:LoadBalancer", name: RESOURCE, id: OWN, inputs: {}, outputs: {} }]);
  if (!isOwn || !octavia.ownIds) throw new Error("no ids");
  const resolved = octavia.ownIds.resolve(planOf(is) as Parameters<typeof octavia.objects>[0] & Plan, isOwn) as Plan;
  const facts = withOwnIds(factsOf(was), isOwn);
  expect(reviewChanges(facts, reviewFactsOf(resolved, SETTINGS), undefined, "other")).toEqual([]);
  expect(resolved.facts.uses).toEqual({ loadbalancers: 1, floatingips: 1 });
  expect(objectsInState(planInState(deployment, TARGETS.octavia))).toMatchObject({
    loadbalancers: [{ vip_subnet_id: UUID }],
    floatingips: [{ loadbalancer: "kube_service_c_default_web" }],
  });
});

test("a comparison with the state says a move of Service web where the id is another one, and of a guest", () => {
  const heldIn = (shared?: string) =>
    octavia.ownIds?.heldIn([
      { type: "octavia:LoadBalancer", name: RESOURCE, id: OWN, inputs: {}, outputs: shared ? { loadBalancer: { id: shared } } : {} },
    ]);
  expect(heldIn()?.(`octavia:LoadBalancer ${RESOURCE}`, OTHER)).toBe(false);
  expect(heldIn(OWN)?.(`octavia:LoadBalancer ${RESOURCE}`, OWN)).toBe(false);
  expect(reviewChanges(factsOf(), factsOf(OTHER), undefined, "other")).toMatchObject([{ of: "address", move: "moves" }]);
});

test.each(CHANGES)("files alone do not tell whether the address of Service web moves where the id $what", ({ what, was, is }) => {
  expect(reviewLines(reviewChanges(factsOf(was), factsOf(is)))).toEqual([
    "1 address is not compared",
    `  ? Service default/web: load balancer ${OWN} ${what}; it is not known whether the address moves: files do not contain its current id; compare with a stack (-s)`,
  ]);
});

test.each(CHANGES)("plan-move of files claims no move of Service web where the id $what", ({ was, is }) => {
  const move = planMove(layoutOf(planOf(was)), layoutOf(planOf(is)), comparing(KINDS));
  expect(move).toMatchObject({ places: [{ what: "Service default/web", state: "unknown", address: "unknown" }], steps: [], outages: [] });
});

test("another id than the one that Service web names is a move", () => {
  expect(reviewChanges(factsOf(OWN), factsOf(OTHER))).toMatchObject([{ move: "moves" }]);
  expect(planMove(layoutOf(planOf(OWN)), layoutOf(planOf(OTHER)), comparing(KINDS)).places).toMatchObject([{ state: "moves" }]);
});

test("a number that Service web gets with its name is no change where its load balancer was named by the id", () => {
  const change = { what: "Service default/web", was: [], is: ["203.0.113.77"] };
  expect(withoutNamed([change], factsOf(OWN), factsOf())).toEqual([]);
  expect(withoutNamed([change], factsOf(), factsOf())).toEqual([change]);
});
