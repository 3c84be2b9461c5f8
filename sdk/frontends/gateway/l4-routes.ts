import { z } from "zod";
import { backendReferences } from "./references";
import { routeFields } from "./route";
import { sectionName } from "./words";

/** `spec.rules` of a Route whose connections are not looked into: exactly one. */
export const oneRule = z
  .array(z.object({ name: sectionName.optional(), backendRefs: backendReferences }))
  .min(1)
  .max(1);

/** Spec of a TCPRoute or UDPRoute. */
export const l4RouteSpec = z.object({ ...routeFields, rules: oneRule });
