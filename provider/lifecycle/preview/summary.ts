// Handler of the summary of a component: what a run changes, in lines on the row of the component.

import type { AddressChange } from "../../../requests/differences/address-changes";
import { isEmptyComparison } from "../../../requests/differences/change-lines";
import { comparedRequests, NO_CHANGES } from "../../../requests/differences/changes";
import { unreadyRequests } from "../../../requests/differences/readiness";
import { healthQueryIn } from "../../../requests/health/after-up";
import { namesOwnId, reviewChanges, withoutNamed } from "../../../requests/review/changes";
import { factsIn, NO_FACTS, type ReviewFacts, rulesIn } from "../../../requests/review/facts";
import { findingLines } from "../../../requests/review/findings";
import { type RequestReview, reviewLines } from "../../../requests/review/lines";
import { propertyDifferencesOn } from "../../../requests/review/property-changes";
import { crossNamespaceWarnings, unreadyWarnings } from "../../../requests/review/request-warnings";
import { withUses } from "../../../requests/review/resource-usage";
import { packedRules } from "../../../requests/table/packed";
import { plainText } from "../../../resources/compressed";
import type { Diagnostic } from "../../../resources/diagnostic";
import { jsonOr } from "../../../resources/hidden";
import { FINDINGS, HEALTH, summaryKind } from "../../../resources/summary";
import type { BackEnd } from "../../back-end";
import { type Properties, UNKNOWN } from "../bodies/json";
import type { Context, ResourceHandler } from "../handler";
import { warnOfUnserved } from "../health-after-up";
import { withoutObject } from "../without-object";
import { firstContact } from "./contact";
import { poolsBefore } from "./managed-names";
import { isWriting, type RunChange, takeChanges } from "./run-changes";

/**
 * The summary of a component: a resource without an object that depends on all others of its component. Its state holds the facts of the
 * last completed run, so neither a failed run nor a refresh loses or adds a line; its check prints what differs on the row of the component.
 * It comes last, after every body was compared: where only bodies change, it reads the server. If the component asks for it, its write waits
 * until each route has a server up, and warns of those that have none.
 */
export function summaryHandler(backEnd: Pick<BackEnd, "name" | "contact" | "health" | "monitorSeconds">): ResourceHandler {
  const { name, contact } = backEnd;
  const kind = summaryKind(name);
  const factsOf = lastRead();
  const bookkeeping = withoutObject(kind, "summary", ["__facts", "owner"]);
  /** By owner mark: what a look at the servers needs, from the check to the write of the same run. */
  const looks = new Map<string, unknown>();
  const afterUp = async (ctx: Context, last: unknown, { owner, __facts }: Properties): Promise<void> => {
    const asked = healthQueryIn(looks.get(String(owner)));
    looks.delete(String(owner));
    if (asked) await warnOfUnserved(backEnd, ctx, asked, { before: factsOf(last), after: factsOf(__facts) });
  };
  return {
    ...bookkeeping,
    // the engine creates and updates it in a run alone, after all else of the component, and only where that has changed
    async create(ctx, news) {
      await afterUp(ctx, undefined, news);
      return bookkeeping.create(ctx, news);
    },
    async update(ctx, id, olds, news) {
      await afterUp(ctx, olds.__facts, news);
      return bookkeeping.update(ctx, id, olds, news);
    },
    async inspect(ctx, olds, news) {
      const owner = String(news.owner ?? "");
      looks.set(owner, news[HEALTH]);
      const isDue = isWriting(owner) && ctx.preflight !== false && !ctx.wrote;
      const run = takeChanges(owner);
      const last = olds && factsOf(olds.__facts);
      const after = factsOf(news.__facts);
      // the settings of a first run are no change
      const before = last ?? { ...NO_FACTS, settings: after.settings, rules: packedRules({ addresses: [] }), uses: {} };
      const requests = requestsBetween(name, before, after, poolsBefore(name, owner));
      const warnings = [crossNamespaceWarnings, unreadyWarnings].flatMap((of) => of(requests?.changes ?? []));
      const findings = findingLines(before.findings ?? [], [...findingsIn(news), ...warnings]);
      if (findings) await (findings.isNew ? ctx.warn : ctx.summary)?.(findings.text);
      const lines = summaryLines(name, before, after, run, requests);
      if (lines.length > 0) await ctx.summary?.(lines.join("\n"));
      const met = isDue ? await firstContact(contact, ctx) : undefined;
      return met?.is === "red" ? met.failures : [];
    },
    // a run with a plan may do nothing else than the plan
    complete: (_olds, news) => (factsOf(news.__facts).open ? { __facts: UNKNOWN } : {}),
    diff: (_id, olds, news) => ({
      changes: plainText(String(olds.__facts)) === plainText(String(news.__facts)) ? [] : ["__facts"],
      replaces: [],
    }),
  };
}

/** Reads facts. The text read last is read once: one check looks at it twice, and of an unchanged component it is that of the last run, too. */
function lastRead(): (text: unknown) => ReviewFacts {
  let last: { text: unknown; facts: ReviewFacts } = { text: undefined, facts: NO_FACTS };
  return (text) => {
    if (last.text !== text) last = { text, facts: factsIn(text) };
    return last.facts;
  };
}

/** The summary of one run in lines; empty when nothing changes. */
export function summaryLines(
  target: string,
  before: ReviewFacts,
  after: ReviewFacts,
  run: readonly RunChange[],
  compared = requestsBetween(target, before, after),
): string[] {
  const requests = compared && { ...compared, addresses: withoutNamed(withChosen(compared.addresses, run), before, after) };
  const replaced = new Set(run.flatMap(({ resource, replaced }) => (replaced ? [resource] : [])));
  const changes = reviewChanges(before, after, replaced, "same");
  const further = [...run.flatMap(repairLines), ...run.flatMap((one) => fieldLines(one, one.unreviewed))];
  const last =
    changes.length + further.length + (requests && !isEmptyComparison(requests) ? 1 : 0) + (requests?.beside.length ?? 0) === 0
      ? run.flatMap((one) => fieldLines(one, one.fields))
      : further;
  const uses = namesOwnId(before, after) ? undefined : before.uses;
  const lines = withUses(reviewLines(changes, [...new Set(last)], requests), uses, after.uses);
  return requests === undefined && after.rules !== undefined ? [...lines, NO_RULES] : lines;
}

/** Errors and warnings about the specs of this run. */
function findingsIn(news: Properties): Diagnostic[] {
  const all = jsonOr(news[FINDINGS], []);
  return Array.isArray(all) ? all : [];
}

const NO_RULES =
  "the last run left no rules of requests that this version reads: routes are compared, and from the next run on the requests that they answer";

/**
 * Undefined where one of the sides has no rules. Rules name Services, so other servers are no reason to compare them.
 *
 * @param existing pools before the run
 */
function requestsBetween(
  target: string,
  before: ReviewFacts,
  after: ReviewFacts,
  existing?: ReadonlySet<string>,
): RequestReview | undefined {
  const was = rulesIn(before);
  const [isAlike, hasServersAlike] = [isSameJson(before.rules, after.rules), isSameJson(before.servers, after.servers)];
  if (was && isAlike && hasServersAlike) return NOTHING;
  const is = was && rulesIn(after, was);
  if (!is) return undefined;
  const compared = isAlike
    ? NOTHING
    : { ...comparedRequests(was, is, existing, after.settings.endpoints === "later"), beside: propertyDifferencesOn(target, was, is) };
  return { ...compared, unready: hasServersAlike ? [] : unreadyRequests(was, is, compared.changes) };
}

/** Address changes with the numbers that the load balancer chose: the state has them, and to name the same one is no change. */
export function withChosen(changes: readonly AddressChange[], run: readonly RunChange[]): AddressChange[] {
  return changes.flatMap((change) => {
    const chosen =
      change.was.length > 0 ? undefined : run.find(({ specs, address }) => specs === change.what && address !== undefined)?.address;
    if (chosen === undefined) return [change];
    return change.is.includes(chosen) && !change.outside ? [] : [{ ...change, was: [chosen] }];
  });
}

const NOTHING: RequestReview = { ...NO_CHANGES, beside: [], unready: [] };

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const repairLines = ({ repairs, specs }: RunChange): string[] =>
  repairs.map((drift) => `~ repairs drift${specs ? ` of ${specs}` : ""}: ${drift}`);

/** Fields that a line names. */
const NAMED = 3;

function fieldLines({ resource, specs, repairs }: RunChange, fields: readonly string[]): string[] {
  if (fields.length === 0 || repairs.length > 0) return [];
  const more = fields.length > NAMED ? ` and ${fields.length - NAMED} more fields` : "";
  return [`~ ${specs || resource}: ${fields.slice(0, NAMED).join(", ")}${more}${specs ? ` of ${resource}` : ""}`];
}
