import { CONTROLLERS } from "./annotated-controllers";
import { UNSUPPORTED_ANNOTATIONS, type UnsupportedAnnotation, type UnsupportedAnnotationName } from "./unsupported-annotations";

/** Annotations that controllers of load balancing read, by what they do there. */

/**
 * Effect of an annotation at its controller: it restricts who may connect, changes where requests go or how they are answered, tunes how
 * they are handled, or says nothing about load balancing.
 */
export type AnnotationEffect = "restricts" | "routes" | "tunes" | "cosmetic";

/** Words that say of an annotation of any controller that it restricts clients. */
const RESTRICTING =
  /(white|allow|black|block|deny)[-_]?(list|ip|source|cidr)|source[-_]?ranges?|(allowed|inbound)[-_]?cidrs?|\/([\w.-]*[-_.])?auth[-_]/i;

/** Directives of nginx and HAProxy that turn clients away. */
const TURNS_AWAY = /\b(deny|auth_\w+|satisfy|reject|return\s+4\d\d|ssl_verify_client)\b/;

/** Values that restrict nobody. */
const OPEN = /^\s*(false|off|no|none|disabled?|0|internet-facing|external|public|optional_no_ca)?\s*$/i;

export interface KnownAnnotation {
  controller: string;
  does: AnnotationEffect;
  /** Its value is a list of the networks that may connect. */
  networks?: true;
  /** It restricts clients, or not: that is said elsewhere. */
  perhaps?: true;
  /** It says how a restriction of the object is applied, and nothing alone. */
  isDetail?: true;
  /** Words for a request of it that is not done. */
  unsupported?: UnsupportedAnnotation;
  /** The restriction that it is a part of: annotations of one object with the same one are one restriction. */
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

/** Full names of the annotations whose values are lists of networks. */
export const NETWORK_ANNOTATIONS: readonly string[] = CONTROLLERS.flatMap(({ prefixes, networks = [] }) =>
  prefixes.flatMap((prefix) => networks.map((name) => prefix + name)),
);

/** Effect of an annotation with this value; undefined if no controller of the table reads it. */
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

/** Annotations of one controller about who may log in are one restriction. */
const strangerRule = (name: string): Omit<Rule, "matches"> => ({
  controller: "another controller",
  does: "restricts",
  restriction: /auth[-_]/i.test(name) ? `${name.split("/")[0]} auth` : name,
});

/** Filters and predicates of Skipper. */
const CALL = /\b[A-Za-z]\w*\s*\(/;
const callsIn = (value: string): string[] => [...value.matchAll(/\b([A-Za-z]\w*)\s*\(/g)].map(([, name = ""]) => name);

/** Filters that change requests and responses, and predicates that every client can fit. */
const HARMLESS =
  /^(set|append|drop|mod|copy|strip|redirect|preserve|compress|decompress|tee|backend|retry|fadeIn|static|inlineContent|cors|Path|Host|Method|Header|Query|Cookie|Weight|Traffic|True)/;

/** Filters and predicates that turn clients away. */
const ADMITS = /^(basicAuth|oauth|oidc|jwt|JWT|webhook|opa|grant|block|Source|ClientIP)/;

/** Networks as they are listed in an annotation. */
export const listedNetworks = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

const isEverybody = (value: string) => listedNetworks(value).some((range) => /^(0\.0\.0\.0|::)\/0$/.test(range));
