// States of the objects of the specs for rows of `k8s-lb status`.

import type { ReviewFacts } from "../../requests/review/facts";
import { describeObject } from "../../resources/diagnostic";
import type { Status } from "../routing";

/** State of an object, from its translation or from the findings of the last run. */
export interface SpecState {
  state: string;
  /** Number of errors and warnings about it. */
  findings: number;
}

/** States by object, `Ingress default/shop`, of a translation. */
export function specStates(statuses: readonly Pick<Status, "object" | "state" | "diagnostics">[]): Map<string, SpecState> {
  return new Map(
    statuses.map(({ object, state, diagnostics }) => {
      const findings = diagnostics.filter(({ severity }) => severity !== "notice").length;
      return [describeObject(object), { state, findings }] as const;
    }),
  );
}

/** A finding in a state: `LB1108 Ingress default/shop /spec/...: ...`. */
const FINDING = /^\S+ (\w+ [^\s:]+)(?=[ :])/;

/** States by the findings of the last run; objects without findings count as ready. */
export function specStatesIn({ findings = [] }: Pick<ReviewFacts, "findings">): Map<string, SpecState> {
  const states = new Map<string, SpecState>();
  for (const finding of findings) {
    const [, object] = FINDING.exec(finding) ?? [];
    if (object === undefined) continue;
    const before = states.get(object)?.findings ?? 0;
    states.set(object, { state: "findings", findings: before + 1 });
  }
  return states;
}
