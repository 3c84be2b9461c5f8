// Bodies and types of the Avi API.

import { z } from "zod";
import type { Json } from "../kind";

/** A REST body as it is posted; references are by name: `/api/pool?name=X`. */
export type AviBody = { name: string } & { [key: string]: Json };

/** The controller accepts no longer names. */
const MAX_NAME = 255;

const tooLong = ({ input }: { input?: unknown }) => `has ${String(input).length} characters, ${MAX_NAME} are allowed`;

/** A body with the name it must have. The controller judges the rest: it has hundreds of fields, which differ by version. */
export const aviBody: z.ZodType<AviBody, AviBody> = z
  .object({ name: z.string().min(1).max(MAX_NAME, { error: tooLong }) })
  .catchall(z.custom<Json>());

/** The Avi API types this project writes, spelled as in `/api/<type>`. */
export type AviType =
  | "healthmonitor"
  | "httppolicyset"
  | "l4policyset"
  | "pkiprofile"
  | "pool"
  | "poolgroup"
  | "sslkeyandcertificate"
  | "sslprofile"
  | "stringgroup"
  | "virtualservice"
  | "vrfcontext"
  | "vsdatascriptset"
  | "vsvip";

/** Facts that hold for all objects of one type. */
export interface AviTypeFacts {
  /** Name of the type for people and the controller. */
  readonly model: string;
  /** The field that carries our owner mark; absent for what always belongs to others. */
  readonly ownerField?: string;
  /** Names are unique per cloud, and a read may say which; for all other types a filter on the cloud would hide every object. */
  readonly perCloud?: boolean;
}

/**
 * All types. VsVip has no `created_by`, and markers exist only from 20.1.5, so its checksum field, which the controller stores
 * untouched, holds the mark.
 */
export const AVI_TYPES: { readonly [T in AviType]: AviTypeFacts } = {
  healthmonitor: { model: "HealthMonitor", ownerField: "description" },
  httppolicyset: { model: "HTTPPolicySet", ownerField: "created_by" },
  l4policyset: { model: "L4PolicySet", ownerField: "created_by" },
  pkiprofile: { model: "PKIProfile", ownerField: "created_by" },
  pool: {
    model: "Pool",
    ownerField: "created_by",
    perCloud: true,
  },
  poolgroup: {
    model: "PoolGroup",
    ownerField: "created_by",
    perCloud: true,
  },
  sslkeyandcertificate: { model: "SSLKeyAndCertificate", ownerField: "created_by" },
  sslprofile: { model: "SSLProfile", ownerField: "description" },
  stringgroup: { model: "StringGroup", ownerField: "description" },
  virtualservice: {
    model: "VirtualService",
    ownerField: "created_by",
    perCloud: true,
  },
  vrfcontext: { model: "VrfContext", perCloud: true },
  vsdatascriptset: { model: "VSDataScriptSet", ownerField: "created_by" },
  vsvip: {
    model: "VsVip",
    // @unverified avi/mark-on-vip
    ownerField: "vsvip_cloud_config_cksum",
    perCloud: true,
  },
};

/** Order of deletion: an object comes before those it refers to. It also decides between two that do not refer to each other. */
export const DELETION_ORDER: readonly AviType[] = [
  "virtualservice",
  "httppolicyset",
  "l4policyset",
  "vsdatascriptset",
  "stringgroup",
  "poolgroup",
  "pool",
  "healthmonitor",
  "pkiprofile",
  "sslkeyandcertificate",
  "sslprofile",
  "vsvip",
];

/** True for the types that are ours to write. */
export function isAviType(text: string): text is AviType {
  return Object.hasOwn(AVI_TYPES, text);
}

/** The type of an object as the controller calls it; undefined for those that are never ours. */
export function typeOfModel(model: string): AviType | undefined {
  return Object.keys(AVI_TYPES)
    .filter(isAviType)
    .find((type) => AVI_TYPES[type].model === model);
}

/** `Pool web`, as objects are named in every message. */
export function describe(type: AviType, name: string): string {
  return `${AVI_TYPES[type].model} ${name}`;
}

/** A reference in any of the forms the API accepts or answers. */
export interface Reference {
  type: string;
  name?: string;
  uuid?: string;
}

const FORM = /^(?:https?:\/\/[^/]+)?\/{1,2}api\/([a-z0-9]+)(?:\/([^/?#]*))?\/?(?:\?([^#]*))?(?:#(.*))?$/s;

/**
 * Reads `https://h/api/pool/pool-1#web`, `/api/pool/pool-1`, `/api/pool?name=web` and `/api/pool/?name=web&cloud=C`.
 * Undefined for any other text.
 */
export function parseReference(text: Json | undefined): Reference | undefined {
  if (typeof text !== "string") return undefined;
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, type = "", uuid, query, fragment] = match;
  const queried = query
    ?.split("&")
    .find((part) => part.startsWith("name="))
    ?.slice("name=".length);
  const name = queried === undefined ? fragment : decoded(queried);
  if (!uuid && !name) return undefined;
  return { type, ...(uuid ? { uuid } : {}), ...(name ? { name } : {}) };
}

/** True when both name one object: by name where both have one, else by uuid. */
export function sameReference(reference: Reference, other: Reference): boolean {
  if (reference.type !== other.type) return false;
  if (reference.name !== undefined && other.name !== undefined) return reference.name === other.name;
  return reference.uuid !== undefined && reference.uuid === other.uuid;
}

/** Characters of a name that would end or change it in a query; everything else stays readable, as AKO writes it. */
const SPECIAL = /[#&%+]/g;

/**
 * The form of references in inputs; the controller takes both `?name=` and `/?name=`, and we treat them alike.
 *
 * @unverified avi/names-in-bodies
 */
export function referenceTo(type: string, name: string): string {
  return `/api/${type}?name=${name.replace(SPECIAL, encodeURIComponent)}`;
}

// Names are often written raw into the query; a "%" that starts no escape is then part of the name.
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

type BodyFields = { readonly [field: string]: Json | undefined };

/** Names under which clients come to a VsVip. */
export const fqdnsOf = ({ dns_info }: BodyFields): string[] => textsIn(dns_info, "fqdn");

/** Hosts that a child virtual service answers for: an SNI child has their names, an EVH child one match for each. */
export function childHosts({ vh_domain_name, vh_matches }: BodyFields): string[] {
  const names = Array.isArray(vh_domain_name) ? vh_domain_name.filter((name) => typeof name === "string") : [];
  return [...new Set([...names, ...textsIn(vh_matches, "host")])];
}

/** The texts in one field of a list of messages. */
function textsIn(list: Json | undefined, field: string): string[] {
  return (Array.isArray(list) ? list : []).flatMap((element) => {
    if (typeof element !== "object" || element === null || Array.isArray(element)) return [];
    const { [field]: text } = element;
    return typeof text === "string" ? [text] : [];
  });
}
