// Checks the request expectations of a component before anything is registered (LB1124).

import * as pulumi from "@pulumi/pulumi";
import { answerText } from "../../requests/messages";
import { LbError } from "../../resources/diagnostic";
import { diagnosticsOf, type Plan } from "../plan";
import { type ExpectedRequests, expectedRequests, failedAssertions } from "../requests/expectations/assert-requests";
import { failureText } from "../requests/expectations/failure";
import { requestText, sourceLocationText } from "../requests/expectations/words";
import { RuleLines } from "../requests/rule-lines";
import type { SpecSet } from "../specs";
import { SPEC_CODES } from "../specs/codes";
import { holdsUnknown } from "./settings";

/** Arguments of components whose load balancers answer requests. */
export interface RequestArgs {
  /**
   * Expectations of requests: a file, relative to the program, or the expectations themselves (docs/requests.md). One that
   * fails makes the preview red, with the rule that takes the request instead (LB1124).
   */
  requests?: ExpectedRequests;
  /** Let this run through although expectations of `requests` fail: each is a warning then. Set it for one run. Default false. */
  allowFailedRequests?: boolean;
}

/** So many failures are shown. */
const MOST = 10;

/** A plan as far as requests are answered by it. */
type Answering = Pick<Plan, "facts" | "diagnostics" | "statuses" | "resources">;

/**
 * Holds a plan against what requests must get, before anything of it is registered.
 *
 * @param planOfCluster makes the plan of all parts of the cluster: a file has requests of every part
 * @throws LbError LB1124 for what fails, LB1125 for what cannot be read
 */
export function assertRequests(
  parent: pulumi.Resource,
  { requests, allowFailedRequests }: RequestArgs,
  specs: SpecSet,
  planOfCluster: () => Answering,
): void {
  if (requests === undefined) return;
  const expectations = expectedRequests(requests);
  const plan = planOfCluster();
  const rules = plan.facts.rules?.() ?? { addresses: [] };
  const isOpen = pulumi.runtime.isDryRun() && plan.resources.some(({ inputs }) => holdsUnknown(inputs));
  const { failed, open } = failedAssertions(rules, expectations, isOpen);
  for (const { expectation, undecided, explanation } of open) {
    const what = [sourceLocationText(expectation), requestText(expectation)].filter(Boolean).join(" ");
    const why = undecided
      ? `not checked: its answer is ${answerText(explanation.answer)}`
      : "not checked: its answer is unknown at preview; `pulumi up` checks it";
    void pulumi.log.info(`LB1124 ${what}: ${why}`, parent);
  }
  if (failed.length === 0) return;
  const context = { lines: new RuleLines(specs), reasons: { diagnostics: diagnosticsOf(plan), rules } };
  const shown = failed.slice(0, MOST).map((one) => failureText(one, context).trimEnd());
  const more = failed.length - shown.length;
  const message = `${failed.length} of ${expectations.length} requests fail:\n${shown.join("\n")}${more > 0 ? `\nand ${more} more: k8s-lb test` : ""}`;
  if (!allowFailedRequests) throw new LbError({ code: "LB1124", object: "requests", message, remedy: SPEC_CODES.LB1124.remedy });
  void pulumi.log.warn(`LB1124 requests: ${message}`, parent);
}

/** True for settings of one of several parts. */
export const isPart = (settings: object | undefined): boolean => Boolean(Reflect.get(settings ?? {}, "part"));

/** Settings of all parts together. */
export const wholeOf = <S extends object>(settings: S | undefined): S | undefined => settings && { ...settings, part: undefined };
