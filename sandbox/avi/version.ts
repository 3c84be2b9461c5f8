import type { JsonObject } from "../shared/json";
import { AviError } from "./http";

/** The model a controller speaks when a client sends no `X-Avi-Version`. */
export const OLDEST_VERSION = "16.4.2";

/** Fields marked `x-only-until` are gone for clients that speak this version or a newer one. */
export const OLD_FIELDS_GONE = "22.1.1";

/** Compares `a.b.c` by its numbers: negative when `left` is older. */
export function compareVersions(left: string, right: string): number {
  const a = numbers(left);
  const b = numbers(right);
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const parsed = new Map<string, number[]>();

function numbers(version: string): number[] {
  const known = parsed.get(version);
  if (known) return known;
  const parts = (version.split("-")[0] ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
  if (parsed.size < 1000) parsed.set(version, parts);
  return parts;
}

/** The version of one request; a client may be older than the controller, never newer. */
export function negotiate(header: string | undefined, controller: string): string {
  if (!header) return OLDEST_VERSION;
  const wellFormed = /^\d+\.\d+(\.\d+)?/.test(header);
  if (!wellFormed || compareVersions(header, controller) > 0 || compareVersions(header, OLDEST_VERSION) < 0) {
    throw new AviError(400, `Invalid version ${header}. Supported versions are ${OLDEST_VERSION} to ${controller}.`);
  }
  return header;
}

/** The version block of login, `initial-data` and `cluster/version`. */
export function versionInfo(version: string): JsonObject {
  return {
    Version: version,
    build: 9000,
    Tag: `${version}-9000-sandbox`,
    ProductName: "NSX Advanced Load Balancer",
    Product: "controller",
    Date: "2022-07-01T00:00:00+00:00",
    min_version: OLDEST_VERSION.split(".").slice(0, 2).join("."),
  };
}
