import { certificateNames } from "../../../kinds/certificate-names";
import { describeObject } from "../../../kinds/diagnostic";
import { servedByOctavia } from "../../../kinds/octavia/served/rules";
import type { LoadBalancerBody } from "../../../kinds/octavia/types";
import type { ServedRules } from "../../../kinds/requests/form";
import type { PlanOf } from "../target";
import { loadBalancersIn, type OctaviaShown } from "./plan";

/** Kinds that have a load balancer of their own. */
const ALONE: ReadonlySet<string> = new Set(["Service", "Gateway"]);

/** Rules by which a plan answers clients. Hosts of all kinds share load balancers; a Service and a Gateway have one of their own. */
export const octaviaServed = (plan: PlanOf<OctaviaShown>): ServedRules => servedBy(plan, (body) => body);

/** Rules by which the load balancers of a plan answer now, whoever made what is on them. */
export function octaviaServedLive(bodies: object, plan: PlanOf<OctaviaShown>): ServedRules {
  const { loadbalancers = [] } = bodies as { loadbalancers?: readonly LoadBalancerBody[] };
  const byName = new Map(loadbalancers.map((body) => [body.name, body]));
  return servedBy(plan, ({ name }) => byName.get(name));
}

/** @param bodyOf what answers in the place of a body of the plan */
function servedBy(plan: PlanOf<OctaviaShown>, bodyOf: (planned: LoadBalancerBody) => LoadBalancerBody | undefined): ServedRules {
  const addresses = loadBalancersIn(plan).flatMap(({ name, inputs: { loadBalancer, secrets = [] }, owners: [first] }) => {
    const body = bodyOf(loadBalancer);
    if (!body) return [];
    const services = plan.shown.loadBalancers[name]?.services;
    const contents = new Map(secrets.map(({ name, certificate }) => [name, certificate]));
    return servedByOctavia(body, {
      group: first && ALONE.has(first.kind) ? describeObject(first) : "hosts",
      // of a pool without servers only the plan knows whose it is
      partsOf: (pool) =>
        pool.members?.length ? undefined : services?.[pool.name]?.map((service) => ({ weight: 1, service, servers: { ready: [] } })),
      namesOf: (one) => certificateNames(typeof one === "string" ? undefined : contents.get(one.name)),
    });
  });
  return { addresses };
}
