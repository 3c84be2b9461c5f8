import { z } from "zod";
import type { Kind } from "../kind";
import { body, described, field, flag, list, oneOf, port, rulesOf, text, texts } from "./fields";
import { listener } from "./listener";
import { pool } from "./pool";

/**
 * A load balancer with everything below it, as in the fully populated create of `POST /v2/lbaas/loadbalancers`: listeners
 * differ by protocol family and port, pools by name, members by address and port, policies by name.
 */
export const loadBalancer = body("loadbalancer", {
  ...described,
  project_id: field(text(36), { fixed: true }),
  vip_address: field(text(), { fixed: true }),
  vip_subnet_id: field(text(), { fixed: true }),
  vip_network_id: field(text(), { fixed: true }),
  vip_port_id: field(text(), { fixed: true }),
  additional_vips: field(list(z.record(z.string(), z.json(), "an object is expected"), "objects"), {
    fixed: true,
    since: "additionalVips",
  }),
  /** The driver: `amphora`, `ovn`. */
  provider: field(text(64), { fixed: true }),
  flavor_id: field(text(), { fixed: true, since: "flavors", ovn: [] }),
  availability_zone: field(text(), { fixed: true, since: "availabilityZones", ovn: [] }),
  vip_qos_policy_id: field(text(), { guarded: true }),
  /** Security groups of the VIP port; they do not go with `allowed_cidrs`. */
  vip_sg_ids: field(texts(), { whole: true, since: "vipSecurityGroups" }),
  /**
   * A load balancer that exists and stays whoever made it: only the listeners and pools below are ours, and `tags` are added
   * to those it has. Everything else of the load balancer itself is left alone.
   */
  id: field(text()),
  listeners: field(list(listener, "objects"), { below: "listener" }),
  /** Pools that several listeners or policies use; those that one listener alone uses stand in it. */
  pools: field(list(pool, "objects"), { below: "pool" }),
});

/** A description with the owner mark and its like in it, for servers without tags (before API 2.5). OpenStack takes 255 characters: the mark stays whole. */
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
   * Names of pools whose members stay as they are on the server, and are neither compared nor written; a new pool has none. Components
   * set this if the input that determines the members is missing in the specs.
   */
  keep: z.array(z.string("a list of names of pools is expected"), "a list of names of pools is expected").optional(),
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
export const FIXED = Object.entries(loadBalancer.shape).flatMap(([name, schema]) => (rulesOf(schema).fixed ? [name] : []));

/** A load balancer of OpenStack Octavia with everything below it, its certificates, floating IP and security group. */
export const LOAD_BALANCER = {
  type: "octavia:LoadBalancer",
  schema: loadBalancerInputs,
  replaces: FIXED.map((name) => ["loadBalancer", name]),
  secrets: [["secrets", "key"]],
  // those of one Service stay as they are: only hosts and paths make pools with names and policies
  packed: [
    ["loadBalancer", "listeners", "l7policies"],
    ["loadBalancer", "listeners", "insert_headers"],
    ["loadBalancer", "pools"],
  ],
} satisfies Kind;
