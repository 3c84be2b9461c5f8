import type { Diagnostic } from "../../../kinds/diagnostic";
import { diagnose, pointer, type Spec } from "../../specs";

/** Fields that AKO reads and this translation does not, by the place below `spec`, with what is lost. */
const UNUSED: { readonly [kind: string]: readonly (readonly [path: string, lost: string])[] } = {
  HostRule: [
    ["virtualhost/l7Rule", "what the L7Rule says of the virtual service is not done"],
    ["virtualhost/gslb/includeAliases", "it is for AMKO alone"],
  ],
};

/** A warning for each of them that the rule has. */
export function unusedOf(rule: Spec): Diagnostic[] {
  return (UNUSED[rule.ref.kind] ?? []).flatMap(([path, lost]) => {
    const steps = path.split("/");
    const value = steps.reduce<unknown>((held, step) => (typeof held === "object" && held ? Reflect.get(held, step) : undefined), rule);
    if (value === undefined || value === false || value === "") return [];
    return [diagnose("LB1006", rule.ref, pointer("spec", ...steps), `${steps.at(-1)} is not used: ${lost}`)];
  });
}
