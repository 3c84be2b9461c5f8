// Answers requests from a plan, for unit tests of programs.

import type { Request } from "../../requests/answer/request";
import { diagnosticsOf, type Plan } from "../plan";
import { type ExpectedRequests, expectedRequests, failedAssertions } from "../requests/expectations/assert-requests";
import { failureText } from "../requests/expectations/failure";
import { type Explanation, RequestExplainer } from "../requests/explain";
import { isRequestUrl, noRequestUrlText, requestFault } from "../requests/request-faults";
import { RuleLines } from "../requests/rule-lines";

/** A plan of Avi or Octavia. */
export type AnsweringPlan = Pick<Plan, "facts" | "diagnostics" | "statuses">;

/**
 * Explains what a client gets for a request from the load balancers of a plan: the answer, the rule that gives it, and what fits too.
 *
 * @param request a URL, or a request with method, headers and the address of the client
 * @throws TypeError for a request that no client can send
 *
 * @example
 * ```ts
 * import { readManifestFiles, readSpecs, translateToAvi } from "pulumi-k8s-lb";
 * import { answerOf } from "pulumi-k8s-lb/testing";
 *
 * const plan = translateToAvi(readSpecs(readManifestFiles(["manifests"]).objects), { settings: { clusterName: "prod" } });
 * const { answer, rule } = answerOf(plan, "https://shop.example.com/cart");
 * console.log(answer.kind, rule?.object);
 * ```
 */
export function answerOf(plan: AnsweringPlan, request: string | Request): Explanation {
  const rules = rulesOf(plan);
  const sent = typeof request === "string" ? { url: request } : request;
  const fault = isRequestUrl(sent.url) ? requestFault(sent) : undefined;
  if (fault) throw new TypeError(`${fault.part}: ${fault.message}`);
  const explanation = new RequestExplainer({ served: rules, known: rules }).explain(sent);
  if (!explanation) throw new TypeError(noRequestUrlText(sent.url));
  return explanation;
}

/**
 * Requests that would get something else from a plan than they must, each as a text for people; an empty list if all hold.
 *
 * @param requests a file of expectations, or the expectations themselves
 * @throws LbError LB1125 if they cannot be read, or hold nothing
 *
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 * import { readManifestFiles, readSpecs, translateToAvi } from "pulumi-k8s-lb";
 * import { failedRequests } from "pulumi-k8s-lb/testing";
 *
 * const plan = translateToAvi(readSpecs(readManifestFiles(["manifests"]).objects), { settings: { clusterName: "prod" } });
 * strictEqual(failedRequests(plan, [{ request: "https://shop.example.com/cart", to: "default/cart:80" }]).join("\n"), "");
 * ```
 */
export function failedRequests(plan: AnsweringPlan, requests: ExpectedRequests): string[] {
  const expectations = expectedRequests(requests);
  const rules = rulesOf(plan);
  const context = { lines: new RuleLines(), reasons: { diagnostics: diagnosticsOf(plan), rules } };
  return failedAssertions(rules, expectations, false).failed.map((one) => failureText(one, context).trimEnd());
}

const rulesOf = ({ facts }: AnsweringPlan) => facts.rules?.() ?? { addresses: [] };
