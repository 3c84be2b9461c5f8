import type * as pulumi from "@pulumi/pulumi";
import { LbError } from "../../../contract/errors";
import type { Spec, SpecSet } from "../../specs";
import { AviComponent, type AviComponentArgs } from "./cluster";

/**
 * One Ingress with a virtual service of its own (no shards: two of these components never fight for one shared virtual
 * service). The specs hold the Ingress and the Services, Endpoints and Secrets it names.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const shop = new avi.Ingress("shop", { specs: "shop/", settings: { clusterName: "prod" } });
 * export const vips = shop.vips;
 * ```
 */
export class Ingress extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super(
      "Ingress",
      name,
      args,
      one(
        "Ingress",
        (specs) => specs.ingresses,
        (specs) => ({ ...asBackends(specs), ingresses: specs.ingresses }),
      ),
      opts,
    );
  }
}

/** One OpenShift Route with a virtual service of its own. */
export class Route extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super(
      "Route",
      name,
      args,
      one(
        "Route",
        (specs) => specs.openShiftRoutes,
        (specs) => ({ ...asBackends(specs), openShiftRoutes: specs.openShiftRoutes }),
      ),
      opts,
    );
  }
}

/** One Service of type LoadBalancer. */
export class Service extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    const balanced = (specs: SpecSet) => [...specs.services.values()].filter((service) => service.type === "LoadBalancer");
    super(
      "Service",
      name,
      args,
      one("Service of type LoadBalancer", balanced, (specs) => ({ ...specs, ...only })),
      opts,
    );
  }
}

/** No routing objects but those that the component is for. */
const only = { ingresses: [], openShiftRoutes: [] } as const;

/** Services of type LoadBalancer stay as backends, without a virtual service of their own. */
function asBackends(specs: SpecSet): SpecSet {
  const services = [...specs.services].map(
    ([key, service]) => [key, service.type === "LoadBalancer" ? { ...service, type: "NodePort" as const } : service] as const,
  );
  return { ...specs, ...only, services: new Map(services) };
}

function one(what: string, find: (specs: SpecSet) => readonly Spec[], select: (specs: SpecSet) => SpecSet) {
  const check = (specs: SpecSet) => {
    const found = find(specs);
    if (found.length === 1) return found[0]!;
    throw new LbError({
      code: "LB1110",
      message: `the component is for one ${what}, the specs hold ${found.length}`,
      remedy: "Use KubernetesCluster for many.",
    });
  };
  return {
    select(specs: SpecSet) {
      check(specs);
      return select(specs);
    },
    dedicated(specs: SpecSet) {
      const { namespace, name } = check(specs).ref;
      return `${namespace}-${name}`;
    },
  };
}
