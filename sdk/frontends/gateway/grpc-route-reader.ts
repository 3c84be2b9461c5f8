// Reads GRPCRoutes.

import { z } from "zod";
import { ignoredField, type KindReader } from "../../specs";
import { type Breach, obeys, type Rule } from "./checks";
import { grpcFilters } from "./filters";
import { headerMatches } from "./http-match";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { backendFields, backendRule } from "./references";
import { fewMatches, ROUTE_FACTS, routeFields, routeHostnames, routeRemarks } from "./route";
import { boundedText, GATEWAY_GROUP, sectionName } from "./words";

const SERVICE = /^\.?[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*$/i;
const METHOD = /^[A-Za-z_][A-Za-z_0-9]*$/;

const isProcedure: Rule<{ type: string; service?: string; method?: string }> = ({ type, service, method }): Breach[] => {
  if (service === undefined && method === undefined) return [{ at: ["method"], must: "be set, unless service is" }];
  if (type !== "Exact") return [];
  return [
    ...(service === undefined || SERVICE.test(service) ? [] : [{ at: ["service"], must: "be the name of a gRPC service" }]),
    ...(method === undefined || METHOD.test(method) ? [] : [{ at: ["method"], must: "be the name of a gRPC method" }]),
  ];
};

const match = z.object({
  method: z
    .object({
      type: z.enum(["Exact", "RegularExpression"]).default("Exact"),
      service: boundedText(1024, 0).optional(),
      method: boundedText(1024, 0).optional(),
    })
    .check(obeys(isProcedure))
    .optional(),
  headers: headerMatches,
});

const rule = z.object({
  name: sectionName.optional(),
  /** Empty: every call. */
  matches: z.array(match).max(64).default([]),
  filters: grpcFilters,
  backendRefs: z
    .array(z.object({ ...backendFields, filters: grpcFilters }).check(backendRule))
    .max(16)
    .default([]),
  sessionPersistence: ignoredField,
});

/** A rule of a GRPCRoute. */
export type GRPCRouteRule = z.output<typeof rule>;

const grpcRouteSpec = z.object({
  ...routeFields,
  hostnames: routeHostnames,
  rules: z.array(rule).max(16).check(obeys<GRPCRouteRule[]>(fewMatches)).default([]),
});

/** Routes for gRPC calls. */
export type GRPCRoute = GatewayObject<z.output<typeof grpcRouteSpec>>;

/** Reader of GRPCRoute. */
export const grpcRouteReader: KindReader<GRPCRoute> = gatewayObjectReader(
  "GRPCRoute",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1alpha2`],
  grpcRouteSpec,
  { ...ROUTE_FACTS, remarks: routeRemarks },
);
