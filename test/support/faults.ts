import type { Diagnostic } from "../../resources/diagnostic";

interface ToldPlan {
  statuses: readonly { diagnostics: readonly Pick<Diagnostic, "code" | "message">[] }[];
  diagnostics?: readonly Pick<Diagnostic, "code" | "message">[];
}

/** Differences between what the specs ask for and what is served that have no reason: no plan of a test has one. */
export const faultsOf = ({ statuses, diagnostics = [] }: ToldPlan): string[] =>
  [...statuses.flatMap((status) => status.diagnostics), ...diagnostics]
    .filter(({ code }) => code === "LB1399")
    .map(({ message }) => message);

/** The plan, if it has no such difference. */
export function faultless<P extends ToldPlan>(plan: P): P {
  const faults = faultsOf(plan);
  if (faults.length > 0) throw new Error(`requests are answered otherwise than the specs ask, for no known reason:\n${faults.join("\n")}`);
  return plan;
}
