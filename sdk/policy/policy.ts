// Makes a policy of `@pulumi/policy` from a function that finds violations in a stack.

import type { CheckedResource } from "./facts";

/** As `@pulumi/policy` has it: `mandatory` makes a preview red, `advisory` warns. */
export type EnforcementLevel = "advisory" | "mandatory" | "disabled";

/** A policy of a stack, as `PolicyPack` of `@pulumi/policy` takes it. */
export interface LoadBalancingPolicy {
  readonly name: string;
  readonly description: string;
  readonly enforcementLevel: EnforcementLevel;
  readonly validateStack: (
    args: { readonly resources: readonly CheckedResource[] },
    report: (message: string, urn?: string) => void,
  ) => void;
}

/** Options that every rule takes. */
export interface PolicyOptions {
  /** @default "mandatory" */
  enforcementLevel?: EnforcementLevel;
}

/** A policy whose violations are found in the resources of a stack. */
export function policyOf(
  name: string,
  description: string,
  { enforcementLevel = "mandatory" }: PolicyOptions,
  violations: (resources: readonly CheckedResource[]) => readonly { readonly urn: string; readonly message: string }[],
): LoadBalancingPolicy {
  return {
    ...{ name, description, enforcementLevel },
    validateStack: ({ resources }, report) => {
      for (const { message, urn } of violations(resources)) report(message, urn);
    },
  };
}
