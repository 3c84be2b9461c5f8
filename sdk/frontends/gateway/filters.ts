// Schemas of the filters of HTTPRoutes and GRPCRoutes.

import { z } from "zod";
import { ignoredField, isRecord } from "../../specs";
import { obeys, type Rule } from "./checks";
import { cors } from "./cors";
import { headerModifier } from "./header-modifier";
import { requestMirror } from "./mirror";
import { experimental, type Remark } from "./object";
import { requestRedirect, urlRewrite } from "./redirect";
import { localReference } from "./references";

/** Field of each type of filter. */
const MEMBERS = {
  RequestHeaderModifier: "requestHeaderModifier",
  ResponseHeaderModifier: "responseHeaderModifier",
  RequestMirror: "requestMirror",
  ExtensionRef: "extensionRef",
  RequestRedirect: "requestRedirect",
  URLRewrite: "urlRewrite",
  CORS: "cors",
  ExternalAuth: "externalAuth",
} as const;

type FilterType = keyof typeof MEMBERS;

/** Types that may occur several times. */
const REPEATED: readonly FilterType[] = ["RequestMirror", "ExtensionRef"];

/** A filter has the field of its type and no other. */
const memberOfType: Rule<{ type: FilterType }> = (filter) =>
  Object.entries(MEMBERS).flatMap(([type, member]) => {
    const [isDue, isSet] = [filter.type === type, Reflect.get(filter, member) !== undefined];
    if (isDue === isSet) return [];
    return [{ at: [member], must: isDue ? `be set, because the type is ${type}` : `be absent, because the type is ${filter.type}` }];
  });

const notRepeated: Rule<readonly { type: FilterType }[]> = (filters) =>
  filters.flatMap(({ type }, i) =>
    !REPEATED.includes(type) && filters.findIndex((other) => other.type === type) < i
      ? [{ at: [i, "type"], must: `differ from that of the other filters, because one list has one ${type}` }]
      : [],
  );

const notBothLocations: Rule<readonly { type: FilterType }[]> = (filters) => {
  const rewrite = filters.findIndex(({ type }) => type === "URLRewrite");
  const isBoth = rewrite >= 0 && filters.some(({ type }) => type === "RequestRedirect");
  return isBoth ? [{ at: [rewrite, "type"], must: "not be URLRewrite, because another filter is a RequestRedirect" }] : [];
};

/** External authorization has the part of its protocol and no other; it is not read further. */
const authOfProtocol: Rule<{ type: FilterType; externalAuth?: unknown }> = ({ externalAuth: auth }) => {
  if (auth === undefined) return [];
  const at = (field: string) => ({ at: ["externalAuth", field] });
  const { protocol } = isRecord(auth) ? auth : {};
  if (!isRecord(auth) || (protocol !== "HTTP" && protocol !== "GRPC")) return [{ ...at("protocol"), must: "be HTTP or GRPC" }];
  return (["HTTP", "GRPC"] as const).flatMap((candidate) => {
    const [part, isDue] = [candidate.toLowerCase(), protocol === candidate];
    if (isDue === (auth[part] !== undefined)) return [];
    return [{ ...at(part), must: `${isDue ? "be set" : "be absent"}, because the protocol is ${protocol}` }];
  });
};

const shared = {
  requestHeaderModifier: headerModifier.optional(),
  responseHeaderModifier: headerModifier.optional(),
  requestMirror: requestMirror.optional(),
  extensionRef: localReference.optional(),
};

const grpcFilter = z
  .object({ type: z.enum(["RequestHeaderModifier", "ResponseHeaderModifier", "RequestMirror", "ExtensionRef"]), ...shared })
  .check(obeys(memberOfType));

/** A filter of a GRPCRoute: the field that is called after its type is set, and no other. */
export type GRPCRouteFilter = z.output<typeof grpcFilter>;

/** Filters of a rule or backend of a GRPCRoute. */
export const grpcFilters = z.array(grpcFilter).max(16).check(obeys<GRPCRouteFilter[]>(notRepeated)).default([]);

const httpFilter = z
  .object({
    type: z.enum([...grpcFilter.shape.type.options, "RequestRedirect", "URLRewrite", "CORS", "ExternalAuth"]),
    ...shared,
    requestRedirect: requestRedirect.optional(),
    urlRewrite: urlRewrite.optional(),
    cors: cors.optional(),
    externalAuth: ignoredField,
  })
  .check(obeys<{ type: FilterType; externalAuth?: unknown }>(memberOfType, authOfProtocol));

/** A filter of an HTTPRoute: the field that is called after its type is set, and no other. */
export type HTTPRouteFilter = z.output<typeof httpFilter>;

/** Filters of a rule or backend of an HTTPRoute. */
export const httpFilters = z.array(httpFilter).max(16).check(obeys<HTTPRouteFilter[]>(notRepeated, notBothLocations)).default([]);

/** Filters of the experimental channel. Their type is kept, so that a target refuses the rule instead of skipping the filter. */
export const experimentalFilters = (filters: readonly HTTPRouteFilter[], ...at: readonly PropertyKey[]): Remark[] =>
  filters.flatMap(({ externalAuth }, i) => (externalAuth === undefined ? [] : [experimental(...at, i, "externalAuth")]));
