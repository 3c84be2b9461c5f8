import type * as pulumi from "@pulumi/pulumi";
import { compressed } from "../../kinds/compressed";
import type { Diagnostic } from "../../kinds/diagnostic";
import type { BackEndName } from "../../kinds/kind";
import type { ReviewFacts } from "../../kinds/review/facts";
import { summaryKind, TOLD } from "../../kinds/summary";
import { factsText } from "../plan";
import { LbResource, urnTextOf, withoutLook } from "../resource";

/** Arguments of {@link Summary}. */
export interface SummaryArgs {
  /** `avi`. */
  target: BackEndName;
  /** Owner mark of the component. */
  owner: string;
  facts: ReviewFacts;
  /** Errors and warnings about the specs. */
  told: readonly Diagnostic[];
  /** Look at the server when something would be written. @default true */
  preflight?: boolean;
}

/**
 * The last resource of a component. It keeps the facts of the last completed run and prints what differs from them at each preview and `up`;
 * it touches no load balancer. A component registers one, after all of its others.
 */
export class Summary extends LbResource {
  constructor(
    component: string,
    { target, owner, facts, told, preflight }: SummaryArgs,
    opts: { parent: pulumi.Resource; dependsOn: pulumi.Resource[] },
  ) {
    const said = told.length > 0 ? { [TOLD]: compressed(JSON.stringify(told)) } : {};
    const args = { owner, __facts: compressed(factsText(facts)), ...said, __component: urnTextOf(opts.parent), ...withoutLook(preflight) };
    super(summaryKind(target), `${component}-summary`, args, opts);
  }
}
