// Reads and writes the annotations that place a Pod.

import { z } from "zod";
import type { Diagnostic } from "../../../../resources/diagnostic";
import { formatAddress, parseAddress } from "../../../../resources/mizar/addresses";
import { NIC_ANNOTATION, type Pod } from "../../../frontends";
import { diagnose, isRecord, jsonIn, pointer } from "../../../specs";
import { type Membership, SUBNET_ANNOTATION, VPC_ANNOTATION } from "./networks";
import { Rejection } from "./status-recorder";
import type { AssignedAddress } from "./topology";

const USER_INPUT_ANNOTATION = "mizar.futurewei.com/network_user_input";
const READINESS_ANNOTATION = "arktos.futurewei.com/network-readiness";

/** The annotations that a placement writes. */
const WRITTEN = [READINESS_ANNOTATION, USER_INPUT_ANNOTATION, VPC_ANNOTATION, SUBNET_ANNOTATION];

/** Of a placed Pod's annotations those that its placement wrote: what is written to a Pod that exists already. */
export function placementIn(annotations: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => WRITTEN.includes(name)));
}

/** The addresses that an earlier placement wrote down, by interface. */
export function userInput(pod: Pod): (string | undefined)[] {
  try {
    const value: unknown = JSON.parse(pod.meta.annotations[USER_INPUT_ANNOTATION] ?? "null");
    return [value].flat().map((entry) => (isRecord(entry) && typeof entry.ip === "string" ? entry.ip : undefined));
  } catch {
    return [];
  }
}

/**
 * The Pod's annotations after its placement (seed 161-162, 205-213), what it asked for as it was. `vpc` holds the name of
 * the Network, as in the seed's example. The last two place the Pod with today's Mizar (mizar.md 0).
 */
export function placedAnnotations(
  annotations: Record<string, string>,
  membership: Membership,
  assigned: readonly AssignedAddress[],
): Record<string, string> {
  const inputs = assigned.map(({ subnet, ip }) => ({
    vpc: membership.network?.name ?? membership.vpc.name,
    net: subnet.name,
    ip: formatAddress(ip),
  }));
  return {
    ...annotations,
    [READINESS_ANNOTATION]: "true",
    [USER_INPUT_ANNOTATION]: JSON.stringify(inputs.length === 1 ? inputs[0] : inputs),
    [VPC_ANNOTATION]: membership.vpc.name,
    [SUBNET_ANNOTATION]: assigned[0]!.subnet.name, // every Pod has one interface at least (nicsOf)
  };
}

/** One interface of a Pod as it asks for it (seed 61-84); each field may be missing. */
export interface Nic {
  name: string;
  /** Name of the subnet, or its range. */
  subnet?: string;
  ip?: number;
}

export const nicPointer = pointer("metadata", "annotations", NIC_ANNOTATION);

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined);
const nic = z.object({ name: optionalText, subnet: optionalText, ip: optionalText });

const REMEDY = 'Write a JSON object such as {"name": "eth0", "ip": "10.10.1.12", "subnet": "net1"}, or a list of them.';

/** The interfaces of the annotation: an object, or a list with one per interface; one that asks for nothing where it says nothing. */
export function nicsOf(pod: Pod, title: string): Nic[] {
  const annotation = pod.meta.annotations[NIC_ANNOTATION];
  const refuse = (why: string) => new Rejection("LBBadRequest", nicPointer, `the annotation ${NIC_ANNOTATION} of ${title} ${why}`, REMEDY);
  let value: unknown;
  try {
    value = annotation?.trim() ? JSON.parse(annotation) : {};
  } catch {
    throw refuse("is not JSON");
  }
  const parsed = z.array(nic).safeParse(Array.isArray(value) ? value : [value ?? {}]);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse(`cannot be used: ${issue?.path.slice(1).join(".") || "it"}: ${issue?.message}`);
  }
  const nics = (parsed.data.length > 0 ? parsed.data : [nic.parse({})]).map(({ name = "", subnet, ip }, index) => {
    const address = ip === undefined ? undefined : parseAddress(ip);
    if (ip !== undefined && address === undefined) throw refuse(`asks for ${ip}, which is not an IPv4 address`);
    return { name: name || `eth${index}`, ...(subnet ? { subnet } : {}), ...(address === undefined ? {} : { ip: address }) };
  });
  if (new Set(nics.map(({ name }) => name)).size < nics.length) throw refuse("names two interfaces alike");
  return nics;
}

/** Fields of interfaces that say nothing: a misspelt one would leave the choice to others. */
export function unknownNicFields(pod: Pod): Diagnostic[] {
  const interfaces = [jsonIn(pod.meta.annotations[NIC_ANNOTATION] ?? "")].flat().filter(isRecord);
  const names = new Set(interfaces.flatMap((one) => Object.keys(one)).filter((name) => !Object.hasOwn(nic.shape, name)));
  return [...names].map((name) => {
    const message = `the field ${name} of the annotation ${NIC_ANNOTATION} is unknown and is ignored`;
    return diagnose("LB1006", pod.ref, nicPointer, message, { remedy: `Write one of ${Object.keys(nic.shape).join(", ")}.` });
  });
}
