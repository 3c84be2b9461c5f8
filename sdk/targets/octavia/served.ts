import { certificateNames } from "../../../kinds/certificate-names";
import { describeObject } from "../../../kinds/diagnostic";
import { servedByOctavia } from "../../../kinds/octavia/served/rules";
import type { ServedRules } from "../../../kinds/requests/form";
import type { PlanOf } from "../target";
import { loadBalancersIn, type OctaviaShown } from "./plan";

/** Kinds that have a load balancer of their own. */
const ALONE: ReadonlySet<string> = new Set(["Service", "Gateway"]);

/** Rules by which a plan answers clients. Hosts of all kinds share load balancers; a Service and a Gateway have one of their own. */
export function octaviaServed(plan: PlanOf<OctaviaShown>): ServedRules {
  const addresses = loadBalancersIn(plan).map(({ name, inputs: { loadBalancer, secrets = [] }, owners: [first] }) => {
    const services = plan.shown.loadBalancers[name]?.services;
    const contents = new Map(secrets.map(({ name, certificate }) => [name, certificate]));
    return servedByOctavia(loadBalancer, {
      group: first && ALONE.has(first.kind) ? describeObject(first) : "hosts",
      // of a pool without servers only the plan knows whose it is
      partsOf: (pool) =>
        pool.members?.length ? undefined : services?.[pool.name]?.map((service) => ({ weight: 1, service, servers: { ready: [] } })),
      namesOf: (one) => certificateNames(typeof one === "string" ? undefined : contents.get(one.name)),
    });
  });
  return { addresses };
}
