// The resource `Summary` of a component, which keeps the facts of the last completed run and prints changes.

import type * as pulumi from "@pulumi/pulumi";
import type { ReviewFacts } from "../../requests/review/facts";
import { compressed } from "../../resources/compressed";
import type { Diagnostic } from "../../resources/diagnostic";
import type { BackEndName } from "../../resources/kind";
import { FINDINGS, HEALTH, summaryKind } from "../../resources/summary";
import { factsText } from "../plan";
import { LbResource, urnTextOf, withoutListing } from "../resource";

/** Arguments of {@link Summary}. */
export interface SummaryArgs {
  /** `avi`. */
  target: BackEndName;
  /** Owner mark of the component. */
  owner: string;
  facts: ReviewFacts;
  /** Errors and warnings about the specs. */
  findings: readonly Diagnostic[];
  /** Look at the server when something would be written. @default true */
  preflight?: boolean;
  /** What a look at the servers after the run needs; absent where there is none. */
  health?: string;
}

/**
 * The last resource of a component. It keeps the facts of the last completed run and prints what differs from them at each preview and `up`;
 * it writes to no load balancer, and reads from one only to wait for servers. A component registers one, after all of its others.
 */
export class Summary extends LbResource {
  constructor(
    component: string,
    { target, owner, facts, findings, preflight, health }: SummaryArgs,
    opts: { parent: pulumi.Resource; dependsOn: pulumi.Resource[] },
  ) {
    const hidden = findings.length > 0 ? { [FINDINGS]: compressed(JSON.stringify(findings)) } : {};
    const args = {
      owner,
      __facts: compressed(factsText(facts)),
      ...hidden,
      ...(health === undefined ? {} : { [HEALTH]: health }),
      __component: urnTextOf(opts.parent),
      ...withoutListing(preflight),
    };
    super(summaryKind(target), `${component}-summary`, args, opts);
  }
}
