// Workflow of endpoints.
import { createHash } from "node:crypto";
import type { JsonObject } from "../../shared/json";
import { annotationOf, type KubeObject, specText } from "../api/kinds";
import { TemporaryFailure } from "../engine/kopf";
import type { KnownSubnet } from "../memory";
import type { WorkflowContext } from "./workflow";
import { NOTHING, provision, type Workflows } from "./workflow";

/** Simple (of a Pod), scaled (of a Service) and host endpoints. */
export const endpointWorkflows: Workflows = {
  init(endpoint, context) {
    const { name } = endpoint.metadata;
    const net = specText(endpoint, "net");
    const { type } = endpoint.spec;
    const droplet = specText(endpoint, "droplet");
    if (type !== "scaled" && !context.world.provisioned("Droplet").some(({ metadata }) => metadata.name === droplet)) {
      throw new TemporaryFailure(`EP create ${name}: droplet ${droplet} not yet ready`);
    }
    const subnet = context.memory.subnets.get(net);
    if (!subnet || !context.world.provisioned("Bouncer").some(({ spec }) => spec.net === net)) {
      throw new TemporaryFailure(`EP create ${name}: bouncers not yet ready for net ${net}`);
    }
    const { gateway: gw, prefix } = subnet.range;
    const ip = specText(endpoint, "ip") || subnet.pool.allocate();
    return { actions: [provision(endpoint, { ip, gw, prefix: type === "host" ? "32" : String(prefix) }, context)] };
  },

  /** An address of its own counts as used from now on; nothing checks whether it was used before. */
  provisioned(endpoint, { memory }) {
    memory.subnets.get(specText(endpoint, "net"))?.pool.mark(specText(endpoint, "ip"));
    return NOTHING;
  },

  deleted: () => NOTHING,
};

/** The namespace of URLs among name-based UUIDs (RFC 9562, 6.6). */
const URLS = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

/** The two ends of an endpoint's virtual cable: named after the first eight digits of a version 3 UUID of the endpoint's name. */
export function interfaceNames(endpoint: string): { itf: string; veth: string } {
  const id = createHash("md5").update(URLS).update(endpoint).digest("hex").slice(0, 8);
  return { itf: `eth-${id}`, veth: `veth-${id}` };
}

export const VPC_ANNOTATION = "mizar.com/vpc";
export const SUBNET_ANNOTATION = "mizar.com/subnet";
const DEFAULT_VPC = "vpc0";
const DEFAULT_SUBNET = "net0";

/** VPC and subnet of a Pod or Service. */
export interface EndpointPlace {
  vpc: string;
  vni: string;
  net: string;
  subnet: KnownSubnet;
}

/** From the annotations; a subnet without a VPC counts for nothing. @throws TemporaryFailure while something is not there yet. */
export function endpointLocation(object: KubeObject, context: WorkflowContext): EndpointPlace {
  const { name } = object.metadata;
  const what = `${object.kind.toLowerCase()} ${name}`;
  const vpc = annotationOf(object, VPC_ANNOTATION) || DEFAULT_VPC;
  const parent = knownVpc(vpc, context);
  if (!parent) throw new TemporaryFailure(`VPC ${vpc} ${object.kind === "Service" ? "for" : "of"} ${what} does not exist!`);
  const net = annotationOf(object, VPC_ANNOTATION) ? subnetOf(object, vpc, what, context) : DEFAULT_SUBNET;
  const subnet = context.memory.subnets.get(net);
  if (!subnet) throw new TemporaryFailure(`Subnet ${net} of ${what} does not exist!`);
  if (subnet.vpc !== vpc) throw new TemporaryFailure(`Subnet ${net} of ${what} does not belong to VPC ${vpc}`);
  return { vpc, vni: specText({ spec: parent }, "vni"), net, subnet };
}

function subnetOf(object: KubeObject, vpc: string, what: string, { memory }: WorkflowContext): string {
  const net = annotationOf(object, SUBNET_ANNOTATION) || memory.firstSubnetOf(vpc);
  if (net === undefined) throw new TemporaryFailure(`VPC ${vpc} has no subnets to allocate ${what}!`);
  return net;
}

const EGRESS = "mizar.com/egress-bandwidth";
const UNITS: { [suffix: string]: number } = { K: 1e3, M: 1e6, G: 1e9 };
const WHOLE = /^\s*[+-]?\d+\s*$/;
const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/**
 * Bandwidth that a Pod may use, as its endpoint has it; with the operator's gate BWQOS off the annotations are ignored.
 *
 * @throws Error for a value that is no number: the operator does not expect it, and gives the Pod up
 */
export function bandwidthOf(pod: KubeObject, { settings }: WorkflowContext): { [field: string]: unknown } {
  if (!settings.featureGates.BWQOS) return {};
  return {
    egress_bandwidth_bytes_per_sec: bytesPerSecond(annotationOf(pod, EGRESS) ?? "0"),
    pod_network_class: annotationOf(pod, "mizar.com/network-class") ?? "BestEffort",
    pod_network_priority: annotationOf(pod, "mizar.com/network-priority") ?? "Medium",
  };
}

function bytesPerSecond(rate: string): number {
  const unit = UNITS[rate.slice(-1)];
  if (unit === undefined) {
    if (!WHOLE.test(rate)) throw new Error(`invalid literal for int() with base 10: '${rate}'`);
    return Number(rate);
  }
  const number = rate.replaceAll(rate.slice(-1), "");
  if (!DECIMAL.test(number)) throw new Error(`could not convert string to float: '${number}'`);
  return Math.trunc(Number(number) * unit);
}

/** The spec of a VPC that the operator uses; undefined: there is none yet. */
export function knownVpc(name: string, { world }: WorkflowContext): JsonObject | undefined {
  const vpc: KubeObject | undefined = world.own("Vpc", name);
  return vpc?.spec.status === "Provisioned" ? vpc.spec : undefined;
}
