import type { GatewayForward, GatewayRedirect, HeaderChanges, PathChange } from "../../../routing/gateway/model";
import type { Unserved } from "../../../routing/gateway/rules";
import type { HTTPRouteRule } from "../http-rule";
import type { RequestRedirect } from "../redirect";
import { allOf, type Fault } from "./conditions";

/** Effects of the filters of a rule. */
export interface FilterEffects {
  request?: HeaderChanges;
  response?: HeaderChanges;
  rewrite?: NonNullable<GatewayForward["rewrite"]>;
  redirect?: RequestRedirect;
  /** A filter that no target has. */
  unserved?: Unserved;
  /** An extension that is not known: the rule answers 500, and must not go without it. */
  unresolved?: Fault | undefined;
}

/** Effects of the filters of a rule (gateway-api.md 3.8). */
export function effectsOf(rule: HTTPRouteRule, at: string): FilterEffects {
  const effects: FilterEffects = {};
  for (const [index, filter] of rule.filters.entries()) {
    const place = `/filters/${index}`;
    if (filter.requestHeaderModifier) effects.request = filter.requestHeaderModifier;
    else if (filter.responseHeaderModifier) effects.response = filter.responseHeaderModifier;
    else if (filter.requestRedirect) effects.redirect = filter.requestRedirect;
    else if (filter.urlRewrite) effects.rewrite = rewriteOf(filter.urlRewrite);
    else if (filter.extensionRef) {
      const { kind, group, name } = filter.extensionRef;
      const message = `${kind}${group ? `.${group}` : ""} ${name} is no filter that is known`;
      effects.unresolved = allOf([effects.unresolved, { reason: "InvalidKind", message, at: `${at}${place}/extensionRef` }]);
    } else effects.unserved ??= { at: place, message: `the filter ${filter.type} is not served` };
  }
  const own = rule.backendRefs.findIndex(({ filters }) => filters.length > 0);
  if (own >= 0) effects.unserved ??= { at: `/backendRefs/${own}/filters`, message: "filters of one backend are not served" };
  return effects;
}

const rewriteOf = ({
  hostname,
  path,
}: NonNullable<HTTPRouteRule["filters"][number]["urlRewrite"]>): NonNullable<GatewayForward["rewrite"]> => ({
  ...(hostname === undefined ? {} : { hostname }),
  ...(path === undefined ? {} : { path: changeOf(path) }),
});

const changeOf = ({ type, replaceFullPath, replacePrefixMatch }: NonNullable<RequestRedirect["path"]>): PathChange => ({
  type,
  value: (type === "ReplaceFullPath" ? replaceFullPath : replacePrefixMatch) ?? "",
});

const USUAL_PORTS = { http: 80, https: 443 } as const;

/** Without a port, that of the scheme if one is named, else that of the listener; the usual one of the scheme is left out. */
export function redirectOn(
  { scheme, hostname, path, port, statusCode }: RequestRedirect,
  listener: { protocol: "HTTP" | "HTTPS"; port: number },
): GatewayRedirect {
  const final = scheme ?? (listener.protocol === "HTTPS" ? "https" : "http");
  const number = port ?? (scheme === undefined ? listener.port : USUAL_PORTS[scheme]);
  return {
    redirect: {
      ...(scheme === undefined ? {} : { scheme }),
      ...(hostname === undefined ? {} : { hostname }),
      ...(path === undefined ? {} : { path: changeOf(path) }),
      ...(number === USUAL_PORTS[final] ? {} : { port: number }),
      statusCode,
    },
  };
}
