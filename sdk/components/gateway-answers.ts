// The addresses that the Gateways of a component report in their statuses.

import * as pulumi from "@pulumi/pulumi";
import type { ObjectRef } from "../../resources/diagnostic";
import { addTo } from "../../resources/lists";
import type { GatewayAnswer } from "../routing/front-end";
import { keyOf } from "../specs";

/** A load balancer, or another place with an address, and the specs that it serves. */
export interface AnsweringPlace {
  owners: readonly ObjectRef[];
  address: pulumi.Output<string>;
}

/** Answers of load balancers by `namespace/name` of the Gateway. They exist once the load balancer serves it. */
export type GatewayAnswers = { readonly [gateway: string]: pulumi.Input<GatewayAnswer> };

/** True for a Gateway of the Gateway API: other families have a kind of that name, too. */
export const isGateway = ({ apiVersion, kind }: ObjectRef): boolean =>
  kind === "Gateway" && apiVersion.split("/")[0] === "gateway.networking.k8s.io";

/** The answer for each Gateway that owns places: the addresses of all of them. */
export function gatewayAnswers(places: readonly AnsweringPlace[]): GatewayAnswers {
  const byGateway = new Map<string, pulumi.Output<string>[]>();
  for (const { owners, address } of places) {
    for (const key of new Set(owners.filter(isGateway).map(keyOf))) addTo(byGateway, key, address);
  }
  return Object.fromEntries([...byGateway].map(([key, addresses]) => [key, pulumi.all(addresses).apply(answerAt)]));
}

/** An address that the load balancer has not given yet is empty. */
const answerAt = (addresses: readonly string[]): GatewayAnswer => ({
  programmed: true,
  addresses: [...new Set(addresses.filter((address) => address !== ""))],
});
