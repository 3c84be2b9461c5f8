// Finds likely reasons for a failed expectation: faults of specs, other matching rules, a similar path.

import { parseRequest, type Request } from "../../../requests/answer/request";
import { isUnanswered } from "../../../requests/differences/answers-equal";
import { answerText } from "../../../requests/messages";
import { listenersAt } from "../../../requests/table/host-entries";
import { namesFor } from "../../../requests/table/host-names";
import type { RoutingTable } from "../../../requests/table/routing-table";
import { type Diagnostic, describeObject } from "../../../resources/diagnostic";
import { nearest } from "../../../resources/nearest";
import { meantField } from "../../specs";
import { desiredAnswer } from "../explain";
import { type CheckedExpectation, meets } from "./check";

/** What the specs say about a request. */
export interface ReasonSources {
  /** Faults of the specs. */
  diagnostics: readonly Diagnostic[];
  /** Rules of the specs. */
  rules: RoutingTable;
}

/** Limit of named faults per request. */
const MOST = 3;

/** Likely reasons for another answer: the desired answer, faults of objects, other matching rules, the most similar path. */
export function likelyReasons({ expectation, explanation }: CheckedExpectation, { diagnostics, rules }: ReasonSources): string[] {
  const { expected } = expectation;
  const asked = explanation.asked && explanation.differs ? explanation.asked : undefined;
  const asking = askingObject(expectation.request, rules);
  const isAbout = (one: Diagnostic) => describeObject(one.object) === asking || concerns(one, expected.to, explanation);
  const about = diagnostics.filter(isAbout);
  const errors = about.filter(({ severity }) => severity === "error");
  // beside an error, warnings are not the reason
  const faults = errors.length > 0 ? errors : about.filter(({ severity }) => severity === "warning");
  const slips = errors.length > 0 ? [] : diagnostics.filter((one) => mayHaveMeant(one, expected.to));
  const near = explanation.rule === null || isUnanswered(explanation.answer) ? nearestPath(expectation.request.url, rules) : undefined;
  return [
    ...(asked
      ? [`the specs ask for ${meets(expected, asked) ? "what is expected" : answerText(asked)}, the load balancer does otherwise`]
      : []),
    ...[...new Set([...slips, ...faults].map(faultText))].slice(0, MOST),
    ...explanation.others.slice(0, MOST).map(({ rule, why }) => `${rule.object ?? rule.on} ${rule.pointer ?? ""} fits too: ${why}`),
    ...(near === undefined ? [] : [`the nearest path of the host is ${near}`]),
  ];
}

const faultText = (diagnostic: Diagnostic): string => {
  const remedy = meantField(diagnostic) === undefined ? "" : `. ${diagnostic.remedy ?? ""}`;
  return `${diagnostic.code} ${describeObject(diagnostic.object)} ${diagnostic.pointer}: ${diagnostic.message}${remedy}`;
};

/**
 * True for a misspelt field that may hide the host or path of the expected rule. If a Service is expected, only objects of its namespace
 * count.
 */
function mayHaveMeant(diagnostic: Diagnostic, to: Record<string, number> = {}): boolean {
  if (meantField(diagnostic) === undefined) return false;
  const namespaces = Object.keys(to).map((service) => service.slice(0, service.indexOf("/")));
  return namespaces.length === 0 || namespaces.includes(diagnostic.object.namespace);
}

/** The object whose rule takes the request. */
function askingObject(request: Request, rules: RoutingTable): string | undefined {
  const sent = parseRequest({ ...request, address: undefined });
  return sent && desiredAnswer(rules, sent).rule?.by?.object;
}

/** True for a fault of the rule that answers, of the host, or of the expected Service. */
function concerns(
  { object, pointer, about }: Diagnostic,
  to: Record<string, number> = {},
  { rule, request }: CheckedExpectation["explanation"],
): boolean {
  const { host = "" } = parseRequest({ url: request.url }) ?? {};
  const rulePointer = rule?.pointer ?? "";
  if (rule?.object === describeObject(object) && (pointer.startsWith(rulePointer) || rulePointer.startsWith(`${pointer}/`))) return true;
  if (about?.host !== undefined && host !== "" && [...namesFor(host)].includes(about.host.toLowerCase())) return true;
  const services = Object.keys(to).map((service) => service.replace(/:\d+$/, ""));
  return services.some((service) => about?.service === service || describeObject(object) === `Service ${service}`);
}

/** A path of the host with a small spelling difference, where no rule takes the request. */
function nearestPath(url: string, rules: RoutingTable): string | undefined {
  const sent = parseRequest({ url });
  const places = sent && listenersAt(rules, { protocol: "http", port: sent.port })?.names.get(sent.host);
  if (!sent || !places) return undefined;
  const paths = places.flatMap(({ entry }) =>
    (entry?.rules ?? []).flatMap(({ match = [] }) => match.flatMap((one) => (one.of === "path" ? one.values : []))),
  );
  const depth = sent.path.split("/").length;
  const beginnings = Array.from({ length: depth }, (_, count) =>
    sent.path
      .split("/")
      .slice(0, depth - count)
      .join("/"),
  ).filter((one) => one.length > 1);
  for (const beginning of beginnings) {
    const near = nearest(
      beginning,
      paths.filter((path) => path !== beginning),
    );
    if (near !== undefined) return near;
  }
  return undefined;
}
