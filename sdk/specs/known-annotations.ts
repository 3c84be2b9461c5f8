// Classifies annotations of load balancing controllers by their effect.

import { CONTROLLERS } from "./annotated-controllers";
import { UNSUPPORTED_ANNOTATIONS, type UnsupportedAnnotation, type UnsupportedAnnotationName } from "./unsupported-annotations";

/**
 * Effect of an annotation: it restricts clients, changes routing or answers, tunes their handling, or has nothing to do with load
 * balancing.
 */
export type AnnotationEffect = "restricts" | "routes" | "tunes" | "cosmetic";

/** Words in annotation names of any controller that indicate a restriction of clients. */
const RESTRICTING =
  /(white|allow|black|block|deny)[-_]?(list|ip|source|cidr)|source[-_]?ranges?|(allowed|inbound)[-_]?cidrs?|\/([\w.-]*[-_.])?auth[-_]/i;

/** Directives of nginx and HAProxy that reject clients. */
const TURNS_AWAY = /\b(deny|auth_\w+|satisfy|reject|return\s+4\d\d|ssl_verify_client)\b/;

/** Values that do not restrict clients. */
const OPEN = /^\s*(false|off|no|none|disabled?|0|internet-facing|external|public|optional_no_ca)?\s*$/i;

export interface KnownAnnotation {
  controller: string;
  does: AnnotationEffect;
  /** Its value is a list of allowed networks. */
  networks?: true;
  /** It may restrict clients: the configuration is elsewhere. */
  perhaps?: true;
  /** It is a detail of a restriction, without effect alone. */
  isDetail?: true;
  /** Message for an unsupported feature. */
  unsupported?: UnsupportedAnnotation;
  /** Restriction that it is part of: annotations with the same value form one restriction. */
  restriction?: string;
}

type Rule = KnownAnnotation & { matches: RegExp; isSnippet?: true };

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");

const RULES: readonly Rule[] = CONTROLLERS.flatMap(({ controller, prefixes, ...names }): Rule[] => {
  const rule = (list: readonly string[] | undefined, does: AnnotationEffect, more: Partial<Rule> = {}): Rule[] => {
    if (!list) return [];
    const matches = new RegExp(`^(${prefixes.map(escaped).join("|")})(${list.map(escaped).join("|")})$`);
    return [{ controller, does, matches, ...more }];
  };
  const restriction = (names: string | readonly string[]) => ({ restriction: `${controller} ${names}` });
  return [
    ...rule(names.networks, "restricts", { networks: true, ...restriction("networks") }),
    ...(names.restricts ?? []).flatMap((list) => rule([list].flat(), "restricts", restriction(list))),
    ...(names.mayRestrict ?? []).flatMap((name) => rule([name], "restricts", { perhaps: true, ...restriction(name) })),
    ...rule(names.details, "tunes", { isDetail: true }),
    ...rule(names.snippets, "routes", { isSnippet: true }),
    ...(Object.keys(names.asks ?? {}) as UnsupportedAnnotationName[]).flatMap((unsupported) =>
      rule(names.asks?.[unsupported], "routes", { unsupported: UNSUPPORTED_ANNOTATIONS[unsupported] }),
    ),
    ...rule(names.routes, "routes"),
    ...rule(names.tunes, "tunes"),
    ...rule(names.cosmetic, "cosmetic"),
  ];
});

/** Annotations with lists of networks. */
export const NETWORK_ANNOTATIONS: readonly string[] = CONTROLLERS.flatMap(({ prefixes, networks = [] }) =>
  prefixes.flatMap((prefix) => networks.map((name) => prefix + name)),
);

/** Effect of an annotation with this value; undefined if no controller in the table reads it. */
export function knownAnnotation(name: string, value: string): KnownAnnotation | undefined {
  const rule = RULES.find(({ matches }) => matches.test(name)) ?? (RESTRICTING.test(name) ? strangerRule(name) : undefined);
  if (!rule) return undefined;
  const { controller, does, networks, isSnippet, isDetail, perhaps, unsupported, restriction = name } = rule;
  if (unsupported) return (unsupported.unless ?? OPEN).test(value) ? { controller, does: "tunes" } : { controller, does, unsupported };
  const isProgram = perhaps && CALL.test(value);
  if (isProgram && callsIn(value).every((call) => HARMLESS.test(call))) return { controller, does: "routes" };
  const effect = isSnippet && TURNS_AWAY.test(value) ? "restricts" : does;
  if (effect === "restricts" && (OPEN.test(value) || (networks && isEverybody(value)))) return { controller, does: "tunes" };
  if (effect !== "restricts") return { controller, does: effect, ...(isDetail ? { isDetail } : {}) };
  const isSure = !perhaps || (isProgram && callsIn(value).some((call) => ADMITS.test(call)));
  return { controller, does: effect, restriction, ...(networks ? { networks } : {}), ...(isSure ? {} : { perhaps: true }) };
}

/** All authentication annotations of one controller form one restriction. */
const strangerRule = (name: string): Omit<Rule, "matches"> => ({
  controller: "another controller",
  does: "restricts",
  restriction: /auth[-_]/i.test(name) ? `${name.split("/")[0]} auth` : name,
});

/** Filters and predicates of Skipper. */
const CALL = /\b[A-Za-z]\w*\s*\(/;
const callsIn = (value: string): string[] => [...value.matchAll(/\b([A-Za-z]\w*)\s*\(/g)].map(([, name = ""]) => name);

/** Filters that change requests and responses, and predicates that any client can meet. */
const HARMLESS =
  /^(set|append|drop|mod|copy|strip|redirect|preserve|compress|decompress|tee|backend|retry|fadeIn|static|inlineContent|cors|Path|Host|Method|Header|Query|Cookie|Weight|Traffic|True)/;

/** Filters and predicates that reject clients. */
const ADMITS = /^(basicAuth|oauth|oidc|jwt|JWT|webhook|opa|grant|block|Source|ClientIP)/;

/** Networks in an annotation. */
export const listedNetworks = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

const isEverybody = (value: string) => listedNetworks(value).some((range) => /^(0\.0\.0\.0|::)\/0$/.test(range));
