// Translates the filters of a rule.

import { defaultPort } from "../../../../resources/default-port";
import type { Forward, FurtherFilter, HeaderChanges, PathChange, Redirect, RuleListener } from "../../../routing/rule";
import type { HTTPRouteRule } from "../http-rule";
import type { RequestRedirect } from "../redirect";
import { allOf, type Fault } from "./conditions";

/** Effects of the filters of a rule. */
export interface FilterEffects {
  request?: HeaderChanges;
  response?: HeaderChanges;
  rewrite?: NonNullable<Forward["rewrite"]>;
  redirect?: RequestRedirect;
  /** Other filters, in order. */
  further: FurtherFilter[];
  /** An unknown extension: the rule answers 500 and must not be served without it. */
  unresolved?: Fault | undefined;
}

/** Effects of the filters of a rule (gateway-api.md 3.8). */
export function effectsOf(rule: HTTPRouteRule, at: string): FilterEffects {
  const effects: FilterEffects = { further: [] };
  for (const [index, filter] of rule.filters.entries()) {
    const place = `/filters/${index}`;
    switch (filter.type) {
      case "RequestHeaderModifier":
        if (filter.requestHeaderModifier) effects.request = filter.requestHeaderModifier;
        break;
      case "ResponseHeaderModifier":
        if (filter.responseHeaderModifier) effects.response = filter.responseHeaderModifier;
        break;
      case "RequestRedirect":
        if (filter.requestRedirect) effects.redirect = filter.requestRedirect;
        break;
      case "URLRewrite":
        if (filter.urlRewrite) effects.rewrite = rewriteOf(filter.urlRewrite);
        break;
      case "ExtensionRef":
        effects.unresolved = allOf([effects.unresolved, unknownFilter(filter, `${at}${place}/extensionRef`)]);
        break;
      case "RequestMirror":
      case "CORS":
      case "ExternalAuth":
        effects.further.push({ type: filter.type, at: place });
        break;
    }
  }
  const backendIndex = rule.backendRefs.findIndex(({ filters }) => filters.length > 0);
  if (backendIndex >= 0) effects.further.push({ type: "of one backend", at: `/backendRefs/${backendIndex}/filters` });
  return effects;
}

function unknownFilter({ extensionRef }: HTTPRouteRule["filters"][number], at: string): Fault | undefined {
  if (!extensionRef) return undefined;
  const { kind, group, name } = extensionRef;
  return { reason: "InvalidKind", message: `${kind}${group ? `.${group}` : ""} ${name} is not a known filter`, at };
}

const rewriteOf = ({ hostname, path }: NonNullable<HTTPRouteRule["filters"][number]["urlRewrite"]>): NonNullable<Forward["rewrite"]> => ({
  ...(hostname === undefined ? {} : { hostname }),
  ...(path === undefined ? {} : { path: changeOf(path) }),
});

const changeOf = ({ type, replaceFullPath, replacePrefixMatch }: NonNullable<RequestRedirect["path"]>): PathChange =>
  type === "ReplaceFullPath"
    ? { replaces: "all", value: replaceFullPath ?? "" }
    : { replaces: "segments", value: replacePrefixMatch ?? "" };

/** Default port: that of the named scheme, else that of the listener; the default of the scheme is omitted. */
export function redirectOn({ scheme, hostname, path, port, statusCode }: RequestRedirect, listener: RuleListener): Redirect {
  const final = scheme ?? (listener.protocol === "HTTPS" ? "https" : "http");
  const number = port ?? (scheme === undefined ? listener.port : defaultPort(scheme));
  return {
    redirect: {
      ...(scheme === undefined ? {} : { scheme }),
      ...(hostname === undefined ? {} : { hostname }),
      ...(path === undefined ? {} : { path: changeOf(path) }),
      ...(number === defaultPort(final) ? {} : { port: number }),
      statusCode,
    },
  };
}
