// The resource `octavia:LoadBalancer`: schema of its inputs and field table.

import { z } from "zod";
import { each, fieldsWith, merged, within } from "../field-table";
import type { Kind } from "../kind";
import { flag, list, oneOf, port, text, texts } from "./fields";
import { loadBalancer } from "./load-balancer-body";
import { MEMBERS } from "./load-balancer-members";
import { FIELDS, TREE } from "./tree";

/**
 * A description with the owner mark and its like in it, for servers without tags (before API 2.5). OpenStack takes 255 characters: the mark
 * stays whole.
 */
export function markedDescription(description: string | undefined, ...marks: string[]): string {
  const mark = marks.map((one) => `[${one}]`).join(" ");
  return description ? `${description.slice(0, 254 - mark.length)} ${mark}` : mark;
}

/**
 * Content that Barbican must hold: the certificate of a listener, or, without a key, the authorities a pool trusts. The name holds a
 * fingerprint of the contents, so another certificate is another secret.
 */
const tlsSecret = z.object({
  name: z.string("a text is expected").min(1, "a text is expected"),
  /** PEM, the leaf first, then its chain. */
  certificate: z.string("a text is expected").min(1, "a text is expected"),
  /** PEM; absent for authorities. */
  key: z.string("a text is expected").optional(),
});

/** The external address of the VIP. */
const floatingIp = z.object(
  {
    /** Network to create a new one in; absent if `floating_ip_address` must exist already. */
    floating_network_id: text().optional(),
    /** Wanted address: an existing free floating IP, else requested from the network. */
    floating_ip_address: text().optional(),
    /** Subnet of the floating network; tried in order when there are several. */
    subnet_ids: texts().optional(),
    /** Subnets of the floating network by name pattern or tags, see docs/octavia.md. */
    subnet_name: text().optional(),
    subnet_tags: text().optional(),
    description: text().optional(),
    /** Give it back to the project instead of deleting it. Default false. */
    keep: flag().optional(),
  },
  "an object is expected",
);

/** A security group on the VIP port. */
export const securityGroup = z.object(
  {
    name: text().min(1, "is missing"),
    description: text().optional(),
    rules: list(
      z.object({
        direction: oneOf("ingress"),
        ethertype: oneOf("IPv4", "IPv6"),
        protocol: text(),
        port: port(),
        remote_ip_prefix: text(),
      }),
      "rules",
    ),
  },
  "an object is expected",
);

/** Declaration of a load balancer named by its id, if it turns out to be the program's own. */
const ownLoadBalancer = z.object({
  /** Fields besides those in `LoadBalancerInputs.loadBalancer`. */
  loadBalancer: loadBalancer.partial(),
  floatingIp: floatingIp.optional(),
  /** It must be: one of others is refused. Default false. */
  required: z.boolean().optional(),
});

/** One load balancer and what belongs to it. */
export const loadBalancerInputs = z.strictObject({
  /**
   * Owner mark that identifies our load balancer, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`: an additional tag; below
   * API 2.5 part of its description.
   */
  owner: z.string("the mark of the owner is missing").min(1, "the mark of the owner is missing"),
  /** Take over an existing load balancer of this name that has another owner mark or none. Default false. */
  adopt: flag().optional(),
  /**
   * The load balancer with everything below it, as in the populated create of `POST /v2/lbaas/loadbalancers`. With `id` it is a
   * load balancer of others: only the listeners and pools in this body are ours.
   */
  loadBalancer,
  /**
   * With `loadBalancer.id`: if the load balancer with that id has the declared name, it is the program's own, and these fields apply too.
   * The OpenStack cloud provider writes the id of its load balancer into every Service and decides ownership by the name.
   */
  own: ownLoadBalancer.optional(),
  /**
   * Names of pools whose members stay as they are on the server, and are neither compared nor written; a new pool has none. And listeners
   * whose certificates stay so, by protocol on the wire and port: `listeners/TCP:443`; a new listener has those that are declared, and
   * without any it is not created. Components set this if the input that determines the members or certificates is missing in the specs.
   */
  keep: z
    .array(z.string("a list of names of pools and listeners is expected"), "a list of names of pools and listeners is expected")
    .optional(),
  /** Certificates to store in Barbican; bodies refer to them as `{ name }`. The name must change with the content. */
  secrets: z.array(tlsSecret, "a list is expected").optional(),
  /** The external address of the VIP. */
  floatingIp: floatingIp.optional(),
  /** A security group on the VIP port. */
  securityGroup: securityGroup.optional(),
  /** Create objects one by one, for providers that do not support the populated create. Default false. */
  serial: flag().optional(),
  /** Pass fields and values that this release does not know on to the API, which may be newer. Default false. */
  unchecked: flag().optional(),
  /** Delete with one cascading call; false deletes object by object. Default true. */
  cascadeDelete: flag().optional(),
});

/** The fields of the load balancer itself that the API never changes. */
export const FIXED = fieldsWith(FIELDS.loadbalancer, "fixed");

/** A load balancer of OpenStack Octavia with everything below it, its certificates, floating IP and security group. */
export const LOAD_BALANCER = {
  type: "octavia:LoadBalancer",
  schema: loadBalancerInputs,
  fields: merged(
    TREE,
    within("loadBalancer", FIELDS.loadbalancer),
    { "secrets.key": { secret: true } },
    // those of one Service stay as they are: only hosts and paths make pools with names and policies
    each(["loadBalancer.listeners.l7policies", "loadBalancer.listeners.insert_headers", "loadBalancer.pools"], { packed: true }),
  ),
  object: true,
  outputs: {
    address: "",
    vipAddress: "",
    vipPortId: undefined,
    floatingIpAddress: undefined,
    provisioningStatus: "",
    ids: {},
    others: undefined,
  },
  address: "address",
  answers: ["owner", "loadBalancer"],
  members: MEMBERS,
} satisfies Kind;

/** The kinds of this back end. */
export const OCTAVIA_KINDS: readonly Kind[] = [LOAD_BALANCER];
