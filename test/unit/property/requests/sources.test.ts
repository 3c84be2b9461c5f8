import { expect, it } from "vitest";
import { DYNAMIC } from "../../../../resources/resource-type";
import { knownIn } from "../../../../sdk/cli/request-sources";
import { componentInState } from "../../../../sdk/cli/state-component";
import { planInState } from "../../../../sdk/cli/state-plan";
import { readSpecs } from "../../../../sdk/frontends";
import { factsText, runFactsOf } from "../../../../sdk/plan";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import { TARGETS } from "../../../../sdk/targets";
import { requestSide } from "../../../../sdk/targets/request-side";
import { byTier } from "../../../support/tier";
import { nearRequest, wordsOf } from "./near-requests";
import { common, routed } from "./routes-world";
import { drawing } from "./world";

// The source travels with a rule to the body and to its answer: whatever a load balancer answers as the specs ask, it answers by the rule that
// asks for it, whether its servers are ready or not, and a state knows the same object.

const WORLDS = byTier({ pr: 40, nightly: 40, release: 1_000 });
const REQUESTS = 40;
const OWNER = "pulumi-k8s-lb:shop/dev/c1/web";
const SETTINGS = {
  avi: { clusterName: "c1", controllerVersion: "30.2.1", gatewayController: "k8s-lb.io/avi" },
  octavia: { service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11", cluster_name: "c1", gatewayController: "k8s-lb.io/octavia" },
};
/** A path that Avi reads in another way than the Route means it: another rule may then give the same answer. */
const EXPRESSION = '"path":{"type":"RegularExpression"';
const SLICES = ["own", "shared", "none"] as const;

const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value));

it.each(["avi", "octavia"] as const)(
  "an answer of %s is by the rule that asks for it, from specs and from a state",
  (to) => {
    let [answered, owners] = [0, new Set<string>()];
    for (let seed = 1; seed <= WORLDS; seed++) {
      const draw = drawing(91_000 + seed);
      const routes = Array.from({ length: 1 + draw.below(4) }, (_, i) => routed(draw, `r${i}`));
      if (JSON.stringify(routes).includes(EXPRESSION)) continue;
      const specs = readSpecs([...common(to, draw.pick(SLICES)), ...routes].map((value) => ({ value })));
      const plan = TARGETS[to].translate(specs, { settings: SETTINGS[to], owner: OWNER });
      const side = requestSide(TARGETS[to], specs, SETTINGS[to], plan);
      if (!side) throw new TypeError("the target answers requests");
      const resource = (kind: string, name: string, inputs: object) => ({
        type: `${DYNAMIC}${kind}`,
        urn: `urn:pulumi:dev::shop::${DYNAMIC}${kind}::${name}`,
        id: name,
        inputs: plain<object>({ ...inputs, owner: OWNER }),
      });
      const summary = resource(`${to}:Summary`, "web", { __facts: factsText(runFactsOf(plan, SETTINGS[to])) });
      const state = { resources: [...plan.resources.map(({ kind, name, inputs }) => resource(kind, name, inputs)), summary] };
      const known = componentInState(state, to, {});
      const held = TARGETS[to].balancer!.served(planInState(state, TARGETS[to], { component: known?.component }, known).plan);
      if (!held) throw new TypeError("a state answers requests");
      const [ofSpecs, desired, ofState] = [
        new RequestExplainer(side),
        new RequestExplainer({ desired: side.desired }),
        new RequestExplainer({ known: knownIn(known?.facts), served: held }),
      ];
      const words = wordsOf(routes, routes);
      for (let i = 0; i < REQUESTS; i++) {
        const request = nearRequest(words, draw);
        const [found, wanted, remembered] = [ofSpecs, desired, ofState].map((one) => one.explain(request));
        if (!found?.rule || !wanted?.rule || found.differs !== false) continue;
        answered++;
        owners.add(wanted.rule.object?.split(" ")[0] ?? "");
        const told = JSON.stringify({ request, found, wanted, routes });
        expect([found.rule.object, found.rule.pointer], told).toEqual([wanted.rule.object, wanted.rule.pointer]);
        // one redirect may serve several objects, of which a state knows the first
        const isRedirect = found.answer.kind === "redirect";
        expect(remembered?.rule?.object, told).toEqual(isRedirect ? expect.any(String) : wanted.rule.object);
      }
    }
    expect(answered).toBeGreaterThan(WORLDS);
    expect([...owners]).toEqual(expect.arrayContaining(["HTTPRoute", "Ingress", "IngressRoute", "Route"]));
  },
  600_000,
);
