import { z } from "zod";
import { parseAddress } from "../../kinds/mizar/range";
import { NIC_ANNOTATION, type Pod, pointer } from "../specs";
import { Refusal } from "./ledger";

/** One interface of a Pod as it asks for it (seed 61-84); each field may be missing. */
export interface Nic {
  name: string;
  /** Name of the subnet, or its range. */
  subnet?: string;
  ip?: number;
}

export const nicPointer = pointer("metadata", "annotations", NIC_ANNOTATION);

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined);
const nic = z.object({ name: text, subnet: text, ip: text });

const REMEDY = 'Write a JSON object such as {"name": "eth0", "ip": "10.10.1.12", "subnet": "net1"}, or a list of them.';

/** The interfaces of the annotation: an object, or a list with one per interface; one that asks for nothing where it says nothing. */
export function nicsOf(pod: Pod, title: string): Nic[] {
  const annotation = pod.meta.annotations[NIC_ANNOTATION];
  const refuse = (why: string) => new Refusal("LBBadRequest", nicPointer, `the annotation ${NIC_ANNOTATION} of ${title} ${why}`, REMEDY);
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
