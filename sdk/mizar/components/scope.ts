import { LbError } from "../../../kinds/errors";
import { type Given, manifestOf } from "./specs";

/** Which objects a component makes; the others among its specs are facts. */
export interface Scope {
  kinds: ReadonlySet<string>;
  /** Refuses specs that the component is not for. */
  check?(given: Given): void;
}

/** Everything the specs hold. */
export const WHOLE: Scope = { kinds: new Set(["Vpc", "Subnet", "Network", "Pod", "Service"]) };

/** One object of a kind; what it is in comes with it as a fact. */
export function one(kind: "Network" | "Pod" | "Service"): Scope {
  return {
    kinds: new Set([kind]),
    check(given) {
      const { specs } = given;
      const all = kind === "Network" ? specs.networks : specs.attachments.filter(({ ref }) => ref.kind === kind);
      const own = all.filter(({ ref }) => !manifestOf(ref, given)?.exists);
      if (own.length === 1) return;
      throw new LbError({
        code: "LB1110",
        message: `the component is for one ${kind}, the specs hold ${own.length}`,
        remedy: "Use KubernetesCluster for many.",
      });
    },
  };
}
