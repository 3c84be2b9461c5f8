// Reads a body against the schema of the API: unknown fields, missing ones, wrong types.

import type { Json } from "../../resources/kind";
import { nearest } from "../../resources/nearest";
import { isPlainAddress } from "../../resources/plain-addresses";
import { isObject, isUnknown, type JsonObject } from "../lifecycle/bodies/json";
import type { InputFault } from "../lifecycle/check";
import { SCHEMA } from "./schema";

type MessagePath = readonly (string | number)[];

const lines = new Map(SCHEMA.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line]));
const messages = new Map<string, Message>();

interface Message {
  /** Types by field, as `schema.ts` writes them. */
  fields: ReadonlyMap<string, string>;
  required: readonly string[];
  /** Messages by the fields that hold one, or a list of them. */
  parts: ReadonlyMap<string, string>;
}

function messageOf(name: string): Message {
  const cachedMessage = messages.get(name);
  if (cachedMessage) return cachedMessage;
  const fields = new Map<string, string>();
  const required: string[] = [];
  const parts = new Map<string, string>();
  for (const field of (lines.get(name) ?? "").split(" ").slice(1)) {
    const [, key = "", must, type = ""] = /^(\w+)(!?):(.*)$/.exec(field) ?? [];
    fields.set(key, type);
    const [, part] = /^\*?>(.*)$/.exec(type) ?? [];
    if (part !== undefined) parts.set(key, part);
    if (must) required.push(key);
  }
  const read = { fields, required, parts };
  messages.set(name, read);
  return read;
}

/** Fields that we write in another form than they are declared in. */
const FREE: ReadonlySet<string> = new Set(["service_metadata"]);

/**
 * Faults of a body that every controller that we know would refuse. Values that preview does not know are taken as right. The text never
 * has a value that may be a secret.
 */
export function messageFaults(message: string, body: JsonObject, at: MessagePath): InputFault[] {
  const { fields } = messageOf(message);
  const misnamed = formFaults(message, body, at);
  const others = Object.entries(body).flatMap(([field, value]) => {
    const path = [...at, field];
    const type = fields.get(field);
    if (FREE.has(field)) return [];
    return type === undefined ? [{ path, why: unknownField(message, field, [...fields.keys()]) }] : valueFaults(type, value, path);
  });
  return [...misnamed, ...others];
}

/** The required fields that a body lacks, in its parts too. What preview does not know counts as there. */
export function missingFields(message: string, body: JsonObject, at: MessagePath): InputFault[] {
  const { required, parts } = messageOf(message);
  const faults: InputFault[] = [];
  for (const field of required) {
    if (body[field] !== undefined && body[field] !== null) continue;
    faults.push({ path: [...at, field], why: `is missing, and a controller requires it (${message})` });
  }
  for (const [field, part] of parts) {
    const value = body[field];
    if (Array.isArray(value)) {
      for (const [index, element] of value.entries())
        if (isObject(element)) faults.push(...missingFields(part, element, [...at, field, index]));
    } else if (isObject(value)) faults.push(...missingFields(part, value, [...at, field]));
  }
  return faults;
}

/** A name of DNS, with a wildcard or a dot for all names below it. */
const DNS_NAME = /^(\*?\.)?[\w-]+(\.[\w-]+)*\.?$/;

/** Fields that hold names of DNS, by message. */
const NAMES: { readonly [message: string]: readonly string[] } = {
  DnsInfo: ["fqdn"],
  VHMatch: ["host"],
  VirtualService: ["vh_domain_name"],
};

/** Texts that are no address, or no name, where the controller takes nothing else. */
function formFaults(message: string, body: JsonObject, at: MessagePath): InputFault[] {
  const { addr, type = "V4" } = body;
  if (message === "IpAddr" && typeof addr === "string" && type !== "DNS" && !isUnknown(addr) && !isPlainAddress(addr))
    return [{ path: [...at, "addr"], why: "an address is expected" }];
  return (NAMES[message] ?? []).flatMap((field) =>
    [body[field] ?? []].flat().some((name) => typeof name === "string" && !isUnknown(name) && !DNS_NAME.test(name))
      ? [{ path: [...at, field], why: "a name of DNS is expected" }]
      : [],
  );
}

const NEWER = "for a newer controller set `unchecked: true`";

function unknownField(message: string, field: string, fields: readonly string[]): string {
  const meant = nearest(field, fields);
  return `${message} has no such field; ${meant ? `is ${meant} meant?` : NEWER}`;
}

/** Faults of a value; none of one that is not declared, and none of an empty reference. */
function valueFaults(type: string, value: Json, path: MessagePath): InputFault[] {
  if (value === null || isUnknown(value)) return [];
  const rest = type.slice(1);
  const expected = (what: string): InputFault[] => [{ path, why: `${what} is expected` }];
  switch (type[0]) {
    case "*":
      if (!Array.isArray(value)) return expected("a list");
      return value.flatMap((element, index) => valueFaults(rest, element, [...path, index]));
    case ">":
      return isObject(value) ? messageFaults(rest, value, path) : expected(`a body (${rest})`);
    case "=":
      return typeof value === "string" ? choiceFaults(value, rest.split("|"), path) : expected("a text");
    case "s":
      return typeof value === "string" ? [] : expected("a text");
    case "b":
      return FLAGS.has(String(value).toLowerCase()) ? [] : expected("true or false");
    case "i":
    case "u":
    case "n":
      return numberFaults(type, value, path);
    default:
      return [];
  }
}

/** Texts that the controller reads as a flag. */
const FLAGS: ReadonlySet<string> = new Set(["true", "false", "0", "1"]);

/** Most values that a message names. */
const NAMED = 8;

function choiceFaults(value: string, choices: readonly string[], path: MessagePath): InputFault[] {
  if (choices.includes(value)) return [];
  const meant = nearest(value, choices);
  const more = choices.length > NAMED ? ` or ${choices.length - NAMED} others` : "";
  const hint = meant ? `is ${meant} meant?` : `one of ${choices.slice(0, NAMED).join(", ")}${more} is expected; ${NEWER}`;
  return [{ path, why: `is "${value}"; ${hint}` }];
}

/** The controller reads numbers in texts too. */
function numberFaults(type: string, value: Json, path: MessagePath): InputFault[] {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const isWhole = type[0] !== "n";
  if (typeof number !== "number" || !Number.isFinite(number) || (isWhole && !Number.isInteger(number))) {
    return [{ path, why: `${isWhole ? "a whole number" : "a number"} is expected` }];
  }
  const [range = "", ...others] = type.slice(1).split("|");
  const [low, high] = range.split("..");
  const min = low ? Number(low) : type[0] === "u" ? 0 : Number.NEGATIVE_INFINITY;
  const max = high ? Number(high) : Number.POSITIVE_INFINITY;
  if ((number >= min && number <= max) || others.map(Number).includes(number)) return [];
  const from = high ? `a number from ${min} to ${max}` : `at least ${min}`;
  return [{ path, why: `is ${number}, ${[from, ...others].join(" or ")} is expected` }];
}
