import { z } from "zod";
import { unreadField } from "../../specs";
import type { Rule } from "./checks";
import { experimental, type UnreadPart } from "./object";
import { parentReferences } from "./references";
import { hostname } from "./words";

/** Fields of the spec of every Route. */
export const routeFields = { parentRefs: parentReferences, useDefaultGateways: unreadField };

/** `spec.hostnames` of an HTTPRoute or GRPCRoute: every host if there is none. */
export const routeHostnames = z.array(hostname).max(16).default([]);

/** Facts of every reader of Routes. */
export const ROUTE_FACTS = { asks: true, rejected: "rejected" } as const;

const MOST_MATCHES = 128;

/** Rule for all rules of an HTTPRoute or GRPCRoute together. */
export const fewMatches: Rule<readonly { matches: readonly unknown[] }[]> = (rules) => {
  const count = rules.reduce((sum, { matches }) => sum + matches.length, 0);
  return count > MOST_MATCHES ? [{ at: [], must: `have at most ${MOST_MATCHES} matches in all rules together, and have ${count}` }] : [];
};

interface RouteParts {
  useDefaultGateways?: unknown;
  rules: readonly object[];
}

/** Parts of a Route that only the experimental channel has. */
export const experimentalParts = ({ useDefaultGateways, rules }: RouteParts): UnreadPart[] => [
  ...(useDefaultGateways === undefined ? [] : [experimental("useDefaultGateways")]),
  ...rules.flatMap((rule, i) => ("sessionPersistence" in rule ? [experimental("rules", i, "sessionPersistence")] : [])),
];
