// Describes a Mizar plan for a review: places of Pods and Services, ranges of VPCs and subnets.

import type { ReviewRoute } from "../../../requests/review/facts";
import type { ReviewedRoutes } from "../../routing";
import { keyOf } from "../../specs";
import type { KubernetesBody, Placed, PlacedObjects } from "./plan";

/** Places of Pods and Services, ranges of VPCs and subnets, and the VPC of each Network, as a reviewer reads them. */
export function reviewedPlaces({ vpcs, subnets, networks, pods, services }: PlacedObjects): ReviewedRoutes {
  const routes: [string, string][] = [
    ...vpcs.map((one): [string, string] => [objectName(one), rangeOf(one)]),
    ...subnets.map((one): [string, string] => [objectName(one), `${rangeOf(one)} in ${one.body.spec.vpc}`]),
    ...networks.map((one): [string, string] => [objectName(one), `VPC ${one.body.spec.vpcID}`]),
    ...pods.flatMap(({ owner, body }) =>
      (body.interfaces ?? [body]).map(({ name, ip, subnet }, at): [string, string] => [
        `Pod ${tenantOf(owner)}${keyOf(owner)}${at > 0 ? ` ${name}` : ""}`,
        addressInSubnet(ip, subnet),
      ]),
    ),
    ...services.map(({ owner, body: { endpoint } }): [string, string] => [
      `Service ${tenantOf(owner)}${keyOf(owner)}`,
      addressInSubnet(endpoint.ip, endpoint.net),
    ]),
  ];
  return { routes: Object.fromEntries(routes.map(([what, is]): [string, ReviewRoute] => [what, { to: { [is]: 1 } }])), servers: {} };
}

const tenantOf = ({ tenant }: Placed<unknown>["owner"]) => (tenant ? `${tenant}/` : "");
const objectName = ({ owner }: Placed<KubernetesBody>) => `${owner.kind} ${tenantOf(owner)}${owner.name}`;
const rangeOf = ({ body: { spec } }: Placed<KubernetesBody>) => `${spec.ip}/${spec.prefix}`;
const addressInSubnet = (ip: string | null, subnet: string) => `${ip ?? "an address"} in ${subnet}`;
