// Schemas and rules that TCPRoute, UDPRoute and TLSRoute share.

import { z } from "zod";
import type { Remark } from "./object";
import { backendReferences } from "./references";
import { routeFields, routeRemarks } from "./route";
import { sectionName } from "./words";

/** `spec.rules` of a Route for connections. Since v1 there is exactly one. */
export const l4Rules = z
  .array(z.object({ name: sectionName.optional(), backendRefs: backendReferences }))
  .min(1)
  .max(16);

/** Spec of a TCPRoute or UDPRoute. */
export const l4RouteSpec = z.object({ ...routeFields, rules: l4Rules });

interface Rules {
  rules: z.output<typeof l4Rules>;
}

/** A rule of one API version that the object breaks. */
export const breach = (text: string, ...at: readonly PropertyKey[]): Remark => ({ code: "LB1003", severity: "error", at, text });

/** Remarks about a TCPRoute, UDPRoute or TLSRoute. Only `v1alpha2` allows several rules, and nothing distinguishes them. */
export function l4Remarks(spec: Rules & { useDefaultGateways?: unknown }, apiVersion: string): Remark[] {
  const { length } = spec.rules;
  if (length === 1) return routeRemarks(spec);
  if (!isExperimental(apiVersion)) return [...routeRemarks(spec), breach(`must have one entry, and has ${length}`, "rules")];
  const unused: Remark = {
    ...({ code: "LB1003", severity: "warning", at: ["rules", 1] } as const),
    text: "takes no connections: the first rule takes all of them",
    remedy: "Write one rule with all backends and their weights.",
  };
  return [...routeRemarks(spec), unused];
}

/** True for API versions of the experimental channel, which have rules of their own. */
export const isExperimental = (apiVersion: string): boolean => apiVersion.endsWith("/v1alpha2");

/** The spec with its first rule only. */
export const firstRule = <S extends Rules>(spec: S): S => ({ ...spec, rules: spec.rules.slice(0, 1) });
