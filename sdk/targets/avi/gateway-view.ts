// The part of `to-gateway` for Avi: hosts as Avi serves them, and what Gateway API lacks.

import { hostRuleReader, httpRuleReader } from "../../frontends";
import { isOnTls, type PathMatch, type Rule, resolve, type VirtualHost } from "../../routing";
import { objectsOf, pointer, type Spec, type SpecSet } from "../../specs";
import type { GatewayView, Unconvertible } from "../gateway-view";
import { gatewayRules } from "./gateway";
import { identityOf } from "./names";
import { resolveOptions } from "./resolve-options";
import { type Rules, selectSpecs } from "./rules";
import { INFRA_ANNOTATION } from "./rules/infra-setting";
import { akoVersionOf, parseAviSettings } from "./settings";
import { shardingOf } from "./sharding";

/** Specs and Gateway API as Avi reads and serves them. The hosts of a shard share one address. */
export function aviGatewayView(specs: SpecSet, input: Readonly<Record<string, unknown>>): GatewayView {
  const { settings } = parseAviSettings(input);
  const akoVersion = akoVersionOf(settings);
  const { selected, rules } = selectSpecs(specs, settings);
  const model = resolve(selected, resolveOptions(settings, rules, { alone: false }));
  const sharding = shardingOf(settings, false);
  return {
    model,
    rules: gatewayRules(settings),
    className: "k8s-lb-avi",
    groupOf({ tcp, fqdn, root }) {
      const name = rules?.extensions.placement(root)?.label;
      const shard = sharding.dedicated ? fqdn : identityOf(sharding.shardFor(fqdn, root.ref));
      const at = typeof shard === "number" ? `shard-${shard}` : shard;
      return [...(name ? [name] : []), at, ...(tcp ? ["passthrough"] : [])].join("-");
    },
    // pools of Gateways name no algorithm, and this is the default of the controller
    usualStrategy: "WeightedLeastRequest",
    unconvertible: rules ? [...customResources(selected), ...model.subjects.flatMap(({ owner }) => placed(owner, rules))] : [],
    matchesOtherwise: (route, host) => otherwise(route, host),
    answersRefused: () => akoVersion.enhanced,
  };
}

/** Rules of AKO are about hosts and paths of the other kinds. */
function customResources(specs: SpecSet): Unconvertible[] {
  return [...objectsOf(specs, hostRuleReader), ...objectsOf(specs, httpRuleReader)].map(({ ref: object }) => ({
    object,
    at: "/spec",
    message: `a ${object.kind} does not apply to Gateways: its settings for hosts and paths are lost`,
  }));
}

function placed({ ref: object, meta }: Spec, { extensions }: Rules): Unconvertible[] {
  const label = extensions.placement({ ref: object, meta })?.label;
  if (label === undefined) return [];
  const annotated = meta.annotations[INFRA_ANNOTATION] !== undefined;
  const at = annotated ? pointer("metadata", "annotations", INFRA_ANNOTATION) : "/spec/ingressClassName";
  return [
    {
      object,
      at,
      message: `the AviInfraSetting ${label} does not apply to Gateways: they use the networks and service engines of the settings`,
    },
  ];
}

/** Explains a route that matches differently: without a promise about the longest path, paths match in any case, on TLS in manifest order. */
function otherwise(route: Rule, { routes }: VirtualHost): string | undefined {
  if (route.match.path.longestWins || !("backends" in route.to)) return undefined;
  const promised = routes.some(({ match }) => match.path.longestWins);
  const before = routes
    .slice(0, routes.indexOf(route))
    .find((one) => isOnTls(one) === isOnTls(route) && begins(one.match.path, route.match.path));
  if (before && isOnTls(route) && !promised)
    return `the path ${before.match.path.value || "/"} is written before it and takes its requests on Avi; with Gateway API the longer path does`;
  return /[A-Za-z]/.test(route.match.path.value)
    ? "upper and lower case of paths count as the same on Avi, and not with Gateway API"
    : undefined;
}

const begins = (outer: PathMatch, inner: PathMatch) =>
  outer.is !== "exact" && inner.value !== outer.value && inner.value.startsWith(outer.value);
