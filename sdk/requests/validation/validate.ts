// Compares each plan with its specs and reports requests that are answered differently without a diagnostic.

import type { Answer } from "../../../requests/answer/effect";
import { isUnanswered, isUndecided, sameAnswer } from "../../../requests/differences/answers-equal";
import type { Difference } from "../../../requests/differences/difference";
import { differences } from "../../../requests/differences/differences";
import { answerText, regionText } from "../../../requests/messages";
import { namesFor } from "../../../requests/table/host-names";
import type { RoutingTable } from "../../../requests/table/routing-table";
import { withoutPort, withServices } from "../../../requests/table/service-names";
import { type Diagnostic, describeObject, type ObjectRef, reasonOf } from "../../../resources/diagnostic";
import { type Status, statusKey } from "../../routing";
import { diagnose, scopeOf } from "../../specs";
import { objectOf } from "../backend-table";
import { ConcernedRules } from "./concerned";
import { kindOf } from "./kind-of";
import type { ConcernedRule, Reason, UnexplainedDifference } from "./reason";

/** Both sides of a translation, and its diagnostics. */
export interface Translation {
  desired: () => RoutingTable;
  served: () => RoutingTable;
  statuses: readonly Status[];
  reasons: readonly Reason[];
  /** Object of differences without an object. */
  about: ObjectRef;
}

/**
 * Diagnostics for requests that a plan answers otherwise than the specs want, where no diagnostic explains it. A difference without a
 * reason is a fault of this package, and the message says so. Never throws: a failed comparison must not stop a preview.
 */
export function unexplainedDifferences(translation: Translation): Diagnostic[] {
  try {
    return compared(translation);
  } catch (error) {
    return [diagnose("LB1399", translation.about, "", `requests cannot be compared with what the specs ask: ${reasonOf(error)}; ${FAULT}`)];
  }
}

function compared({ desired: readAsked, served: readServed, statuses, reasons, about }: Translation): Diagnostic[] {
  const desired = readAsked();
  const served = withServices(readServed(), desired.servers ?? {});
  // an unevaluated pattern may match otherwise than assumed
  const all = differences(desired, served, isSame).differences.filter(
    ({ witness, was, is }) => !witness.fitting?.length && !isUndecided(was) && !isUndecided(is),
  );
  if (all.length === 0) return [];
  const diagnosed: DiagnosticsByObject = new Map(
    statuses.flatMap(({ object, diagnostics }) => [
      [statusKey(object), diagnostics],
      [describeObject(object), diagnostics],
    ]),
  );
  const rules = new ConcernedRules(desired, objectOf);
  const byReason = new Map<string, { reason?: Reason; all: [UnexplainedDifference, ...UnexplainedDifference[]] }>();
  for (const difference of all) {
    const { group, host } = difference;
    const speaks = portAt(served, difference)?.protocol;
    const unexplained: UnexplainedDifference = {
      kind: kindOf(difference),
      difference,
      concerned: rules.of(difference),
      ofHost: rules.ofHost(group, host),
      isNamed: rules.isNamed(group, host),
      ...(speaks ? { speaks } : {}),
    };
    const reason = reasons.find((known) => explains(known, unexplained, diagnosed));
    if (reason && !reason.words) continue;
    const first = reason?.at?.(unexplained) ?? unexplained.concerned[0];
    const key = `${reason ? reasons.indexOf(reason) : ""} ${statusKey(first?.ref ?? about)} ${first?.by.pointer} ${reason?.words?.(unexplained)}`;
    const sameReason = byReason.get(key);
    if (sameReason) sameReason.all.push(unexplained);
    else byReason.set(key, { ...(reason ? { reason } : {}), all: [unexplained] });
  }
  return [...byReason.values()].map(({ reason, all: [first, ...others] }) => diagnosticFor(first, others, reason, about));
}

const FAULT = "this is a fault of pulumi-k8s-lb; please report it";

function diagnosticFor(
  first: UnexplainedDifference,
  others: readonly UnexplainedDifference[],
  reason: Reason | undefined,
  about: ObjectRef,
): Diagnostic {
  const { difference, concerned } = first;
  const region = `${regionText(difference)}${others.length > 0 ? ` and ${others.length} more like it` : ""}`;
  const { ref, by } = reason?.at?.(first) ?? concerned[0] ?? { ref: about, by: { pointer: "" } };
  if (reason?.words) {
    const { remedy } = reason;
    return diagnose("LB1302", ref, by.pointer, `${region}: ${reason.words(first)}`, remedy === undefined ? {} : { remedy });
  }
  const { was, is } = difference;
  const message = `${region}: the answer is ${answerText(is)}, and the specs ask for ${answerText(was)}; ${FAULT}`;
  return diagnose("LB1399", ref, by.pointer, message);
}

/** Equal answers, ignoring readiness: a rule without known servers is served by the answer of an empty pool. */
function isSame(was: Answer, served: Answer): boolean {
  const is = served.kind === "forward" && served.to.length === 0 ? (served.empty ?? served) : served;
  if (sameAnswer(was, is) || (isUnanswered(was) && isUnanswered(is))) return true;
  if (was.kind !== "forward" || !isUnanswered(is)) return false;
  return was.to.every(({ servers = [], unready = [], status }) => status === undefined && servers.length + unready.length === 0);
}

const portAt = ({ addresses }: RoutingTable, { group, port }: Difference) =>
  addresses.filter((address) => address.group === group).flatMap(({ ports }) => ports.filter((one) => one.port === port))[0];

/** Diagnostics of objects, by key and by text. */
type DiagnosticsByObject = ReadonlyMap<string, readonly Diagnostic[]>;

function explains(reason: Reason, unexplained: UnexplainedDifference, diagnosed: DiagnosticsByObject): boolean {
  if (!reason.kinds.includes(unexplained.kind) || reason.fits?.(unexplained) === false) return false;
  const { codes } = reason;
  if (!codes) return true;
  const isOne = ({ code }: Diagnostic) => codes.some((known) => known === code);
  // the Gateway or Service of the address has the diagnostics about all its requests
  if (diagnosed.get(unexplained.difference.group)?.some((diagnostic) => isOne(diagnostic) && isOfObject(diagnostic.code))) return true;
  return unexplained.concerned.some((concerned) =>
    diagnosed.get(statusKey(concerned.ref))?.some((diagnostic) => isOne(diagnostic) && isAbout(diagnostic, concerned, unexplained)),
  );
}

/** True for a code about an object as a whole; all others name the affected part. */
const isOfObject = (code: string): boolean => scopeOf(code) !== "rule";

/** True if the diagnostic is about the rule: by its pointer, by its `about`, or because it is about the whole object. */
function isAbout({ code, pointer, about }: Diagnostic, { by, rule }: ConcernedRule, { difference }: UnexplainedDifference): boolean {
  if (isOfObject(code)) return true;
  if (pointer.split("/").length > 2 && (by.pointer.startsWith(pointer) || pointer.startsWith(by.pointer))) return true;
  if (!about) return pointer.split("/").length <= 2;
  const { host, was, is } = difference;
  const hosts = [...namesFor(host)].filter((name) => name === host || name.startsWith("*.")).map((name) => name.replace(/^\*\*/, "*"));
  const paths = (rule.match ?? []).flatMap((one) => (one.of === "path" ? one.values : []));
  const services = [was, is].flatMap((one) => (one.kind === "forward" ? one.to.flatMap(({ service }) => service ?? []) : []));
  return (
    (about.host !== undefined && hosts.includes(about.host.toLowerCase())) ||
    (about.path !== undefined && paths.includes(about.path)) ||
    services.some((service) => withoutPort(service) === about.service)
  );
}
