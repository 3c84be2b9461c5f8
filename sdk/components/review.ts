import type * as pulumi from "@pulumi/pulumi";
import type { ReviewFacts } from "../../kinds/review/facts";
import { LbResource, urnTextOf } from "../resource";
import { factsText } from "../review";

/** Arguments of {@link Summary}. */
export interface SummaryArgs {
  target: "avi" | "octavia" | "mizar";
  /** Owner mark of the component. */
  owner: string;
  facts: ReviewFacts;
}

/**
 * The last resource of a component. It keeps the facts of the last completed run and prints what differs from them at each preview and `up`;
 * it touches no load balancer. A component registers one, after all of its others.
 */
export class Summary extends LbResource {
  constructor(component: string, { target, owner, facts }: SummaryArgs, opts: { parent: pulumi.Resource; dependsOn: pulumi.Resource[] }) {
    const args = { owner, __facts: factsText(facts), __component: urnTextOf(opts.parent) };
    super(`${target}:Summary`, `${component}-summary`, args, {}, opts);
  }
}
