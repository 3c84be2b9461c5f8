import { isIP } from "node:net";
import { type JsonObject, text } from "../../shared/json";
import { subdomain } from "../metadata";
import { type FieldError, invalid } from "../status";

export const PROTOCOLS = ["SCTP", "TCP", "UDP"];
export const IN_RANGE = "must be between 1 and 65535, inclusive";
export const NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

export const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;

/** Nobody is reached at an address that leads to oneself. */
export const notLoopback = (field: string, ip: string): FieldError[] =>
  /^127\.|^::1$/.test(ip) ? [invalid(field, ip, "may not be in the loopback range (127.0.0.0/8, ::1/128)")] : [];

/** Names of ports of containers. */
export function portNameFaults(field: string, name: string): FieldError[] {
  if (name.length > 15) return [invalid(field, name, "must be no more than 15 characters")];
  if (!/^[-a-z0-9]+$/.test(name)) return [invalid(field, name, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")];
  if (!/[a-z]/.test(name)) return [invalid(field, name, "must contain at least one letter (a-z)")];
  if (name.includes("--")) return [invalid(field, name, "must not contain consecutive hyphens")];
  return /^-|-$/.test(name) ? [invalid(field, name, "must not begin or end with a hyphen")] : [];
}

/** Addresses and host names that a load balancer reports. */
export function balancerFaults(reported: JsonObject[], field: string): FieldError[] {
  return reported.flatMap(({ ip, hostname }, i) => [
    ...(text(ip) !== "" && isIP(text(ip)) === 0 ? [invalid(`${field}[${i}].ip`, ip, NO_ADDRESS)] : []),
    ...(text(hostname) === "" ? [] : subdomain(text(hostname)).map((why) => invalid(`${field}[${i}].hostname`, hostname, why))),
  ]);
}
