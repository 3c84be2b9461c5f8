// The inputs and the state of a load balancer.

import { z } from "zod";
import { securityGroup } from "../../../resources/octavia/load-balancer";
import { asOwn, namedId } from "../../../resources/octavia/own-declaration";
import { listenerInKeep } from "../../../resources/octavia/preserved-listener";
import { isObject, type JsonObject, type Properties } from "../../lifecycle/bodies/json";
import { textIn } from "../tree/compare";
import { type MembersByPool, type NormalTree, nest, normalTree, withMembers } from "../tree/normal";

const optionalText = z.string().optional().catch(undefined);
const truth = z.boolean().catch(false);

/** A declared floating IP; fields that are not set leave the choice to the cloud. */
const declaredFloatingIp = z.object({
  floating_network_id: optionalText,
  floating_ip_address: optionalText,
  subnet_ids: z.array(z.string()).catch([]),
  subnet_name: optionalText,
  subnet_tags: optionalText,
  description: optionalText,
  keep: truth,
});

const heldSecret = z.object({ name: z.string().catch(""), certificate: z.string().catch(""), key: optionalText });

/** A security group as it is declared, or as a refresh has found it: whatever somebody put there. */
const rule = securityGroup.shape.rules.element.shape;
const heldSecurityGroup = z.object({
  name: z.string().catch(""),
  description: optionalText,
  rules: z
    .array(
      z.object({
        direction: rule.direction.catch("ingress"),
        ethertype: rule.ethertype.catch("IPv4"),
        protocol: z.string().catch(""),
        port: z.number().catch(0),
        remote_ip_prefix: z.string().catch(""),
      }),
    )
    .catch([]),
});

/** Inputs that a check has accepted, or that a state holds: a field that cannot be read has its default. */
const INPUTS = z.object({
  owner: z.string().catch(""),
  adopt: truth,
  keep: z.array(z.string()).catch([]),
  secrets: z.array(heldSecret).catch([]),
  floatingIp: declaredFloatingIp.optional().catch(undefined),
  securityGroup: heldSecurityGroup.optional().catch(undefined),
  serial: truth,
  cascadeDelete: z.boolean().catch(true),
});

/** Content of a state besides inputs; the engine does not show names that begin with `__`. */
const REMEMBERED = z
  .object({
    /** By place; members and rules are known by what they are. */
    ids: z.record(z.string(), z.string()).optional().catch(undefined),
    /** Objects of others on the load balancer, in words. */
    others: z.array(z.string()).catch([]),
    certificates: z.record(z.string(), z.string()).catch({}),
    vipPortId: optionalText,
    floatingIpId: optionalText,
    floatingIpAddress: z.string().catch(""),
    securityGroupId: optionalText,
    provisioningStatus: optionalText,
    /** Fields that the API never changes, as the server held them. */
    fixed: z.record(z.string(), z.json()).catch({}),
    /** Parts never came to rest, so that nothing could be changed any more: it must be created again. */
    unfinished: truth,
    /** Fields that no program declares and that are not the default, by place, as last seen. */
    __others: z.record(z.string(), z.record(z.string(), z.string())).optional().catch(undefined),
    /** Places of objects that were made since. */
    __unseen: z.array(z.string()).catch([]),
    /** Every child had the mark that we give it. */
    __marked: truth,
    /** The floating IP has our mark; it may be one that was there. */
    __floatingIpMarked: truth,
    /** One no longer has it. */
    __unmarked: truth,
    /** No one has declared it yet. */
    imported: truth,
    /** The mark of who took it over; empty for none. */
    foreign: optionalText,
    /** Id of a load balancer that was gone when this one was made in its place. */
    __lostId: optionalText,
  })
  .transform(
    ({ __others, __unseen, __marked, __unmarked, __lostId, __floatingIpMarked, floatingIpId: id, floatingIpAddress, ...shown }) => ({
      ...shown,
      floatingIp: id ? { id, address: floatingIpAddress, marked: __floatingIpMarked } : undefined,
      ...{ undeclared: __others, unseen: __unseen, marked: __marked, unmarked: __unmarked, lostId: __lostId },
    }),
  );

/** The inputs of one resource, read once. */
export interface LoadBalancerJobInputs extends Omit<z.output<typeof INPUTS>, "keep"> {
  /** As they are in the program or in the state. */
  properties: Properties;
  /** The load balancer as it is written, without the members of pools that keep theirs. */
  body: JsonObject;
  /** The body in normal form. */
  tree: NormalTree;
  name: string;
  /** Id of a load balancer that others made. */
  sharedId?: string;
  /** Pools whose members stay as the server has them. */
  keep: ReadonlySet<string>;
  /** Keys of listeners whose certificates stay as the server has them: `TCP:443`. */
  keepCertificates: ReadonlySet<string>;
}

export function inputsOf(properties: Properties): LoadBalancerJobInputs {
  const read = INPUTS.parse(properties);
  const declared = isObject(properties.loadBalancer) ? properties.loadBalancer : {};
  const keep = new Set(read.keep.filter((entry) => listenerInKeep(entry) === undefined));
  const keepCertificates = new Set(read.keep.flatMap((entry) => listenerInKeep(entry) ?? []));
  const none: MembersByPool = new Map([...keep].map((pool) => [pool, []]));
  const tree = withMembers(normalTree(declared), none);
  const body = none.size > 0 ? nest(tree, declared) : declared;
  const sharedId = textIn(body.id) || undefined;
  return { ...read, properties, body, tree, name: textIn(body.name), sharedId, keep, keepCertificates };
}

/** Content of the state of a resource; empty for a new one. */
export interface State extends z.output<typeof REMEMBERED> {
  /** Inputs of the last write; absent if no program has declared any. */
  inputs?: LoadBalancerJobInputs;
}

export function stateOf(properties: Properties): State {
  return { ...REMEMBERED.parse(properties), inputs: isObject(properties.loadBalancer) ? inputsOf(properties) : undefined };
}

export const NOTHING: State = stateOf({});

/** Declaration of a load balancer that the state holds as its own: naming its id, or the lost one that it stands for, changes nothing. */
export function declaredOf(id: string, { inputs: held, lostId }: State, news: Properties): Properties {
  const named = namedId(news);
  return held && !held.sharedId && named !== undefined && [id, lostId].includes(named) ? asOwn(news) : news;
}
