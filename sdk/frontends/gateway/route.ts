// Schemas and remarks that all kinds of Routes share.

import { z } from "zod";
import { ignoredField } from "../../specs";
import { type Rule, unique } from "./checks";
import { experimental, type Remark } from "./object";
import { parentReferences } from "./references";
import { hostname } from "./words";

/** Fields of the spec of every Route. */
export const routeFields = { parentRefs: parentReferences, useDefaultGateways: ignoredField };

/** `spec.hostnames` of an HTTPRoute or GRPCRoute: every host if there is none. */
export const routeHostnames = z.array(hostname).max(16).default([]);

/** Facts for readers of Routes. */
export const ROUTE_FACTS = { asks: true, rejected: "rejected", hosts: [{ path: "spec.hostnames[]" }] } as const;

const MOST_MATCHES = 128;

/** Rule for all rules of an HTTPRoute or GRPCRoute together. */
export const fewMatches: Rule<readonly { matches: readonly unknown[] }[]> = (rules) => {
  const count = rules.reduce((sum, { matches }) => sum + matches.length, 0);
  return count > MOST_MATCHES ? [{ at: [], must: `have at most ${MOST_MATCHES} matches in all rules together, and have ${count}` }] : [];
};

interface RouteParts {
  useDefaultGateways?: unknown;
  rules: readonly { name?: string | undefined; sessionPersistence?: unknown }[];
}

const repeatedName = unique(({ name }: { name?: string | undefined }) => name, "name");

/** Parts of a Route that only the experimental channel has, and rules that share a name. */
export const routeRemarks = ({ useDefaultGateways, rules }: RouteParts): Remark[] => [
  ...(useDefaultGateways === undefined ? [] : [experimental("useDefaultGateways")]),
  ...rules.flatMap(({ sessionPersistence }, i) =>
    sessionPersistence === undefined ? [] : [experimental("rules", i, "sessionPersistence")],
  ),
  ...repeatedName(rules).map(
    ({ at }): Remark => ({
      code: "LB1003",
      severity: "error",
      at: ["rules", ...at],
      text: "is the name of another rule, too: the API server refuses the object",
      remedy: "Give each rule a name of its own.",
    }),
  ),
];
