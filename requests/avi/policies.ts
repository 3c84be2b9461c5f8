// Orders the rules of HTTP policy sets as Avi evaluates them.

import { isRecord, textIn } from "../../resources/json";
import type { Condition, HeaderEdits, RuleOwner, ServedAnswer, ServedForward, ServedRule } from "../table/routing-table";
import { ownedBy } from "../table/rule-owners";
import { answerOf, changesOf, editsOf } from "./actions";
import { type Body, byIndex, type Lookup, recordIn, recordsIn, referencedName } from "./bodies";
import type { Labels } from "./labels";
import { conditionsOf, namesIn, type RuleLocation } from "./match";

/** A rule of a policy set, in order of evaluation. */
interface PolicyRule {
  order: number;
  rule: Body;
  set: string;
}

/** Rules of a virtual service, by host. */
export class Policies {
  private readonly exact = new Map<string, PolicyRule[]>();
  private readonly general: PolicyRule[] = [];
  private readonly edits: { key: string; edits: HeaderEdits }[] = [];
  /** Host names that the rules compare. */
  readonly names: ReadonlySet<string>;

  /**
   * Rules that close connections come first. A redirect answers even if another set selects a pool, so sets with redirects precede those
   * without, each sorted by index; within a set the first matching rule decides (docs/verify.md#assumptions-about-avi).
   */
  constructor(
    private readonly cx: Lookup,
    policies: unknown,
    private readonly labels: Labels | undefined,
  ) {
    const sets = byIndex(recordsIn(policies)).flatMap(({ http_policy_set_ref }) => cx.found("httppolicyset", http_policy_set_ref));
    const rulesOf = (set: Body, part: string) => byIndex(recordsIn(recordIn(set[part]).rules)).filter(({ enable }) => enable !== false);
    const redirects = (set: Body) => rulesOf(set, "http_request_policy").some(({ redirect_action }) => redirect_action !== undefined);
    // @unverified avi/redirect-beats-pool
    const ordered = [...sets.filter(redirects), ...sets.filter((set) => !redirects(set))];
    const closing = sets.flatMap((set) => rulesOf(set, "http_security_policy").map((rule) => ({ rule, set })));
    const all = [...closing, ...ordered.flatMap((set) => rulesOf(set, "http_request_policy").map((rule) => ({ rule, set })))];
    const names = new Set<string>();
    all.forEach(({ rule, set }, order) => {
      const match = recordIn(rule.match);
      const entry = { order, rule, set: textIn(set.name) };
      const hostNames = namesIn(match);
      for (const name of hostNames) names.add(name);
      if (match.hdrs === undefined && recordIn(match.host_hdr).match_criteria === "HDR_EQUALS")
        for (const name of hostNames) this.add(name, entry);
      else this.general.push(entry);
    });
    this.names = names;
    this.edits = sets.flatMap((set) =>
      rulesOf(set, "http_response_policy").map(({ match, hdr_action }) => ({ key: JSON.stringify(match), edits: editsOf(hdr_action) })),
    );
  }

  private add(name: string, entry: PolicyRule): void {
    const entries = this.exact.get(name);
    if (entries) entries.push(entry);
    else this.exact.set(name, [entry]);
  }

  /** Rules of a host, and the changes of those rules that give no answer. */
  at(place: RuleLocation): { rules: ServedRule[]; changes: Pick<ServedForward, "host"> } {
    if (this.general.length === 0 && !place.bySni && !this.exact.has(place.name)) return { rules: [], changes: {} };
    const exact = place.bySni ? [...this.exact.values()].flat() : (this.exact.get(place.name) ?? []);
    const fitting = new Set([...exact, ...this.general]);
    const rules: ServedRule[] = [];
    let changes: Pick<ServedForward, "host"> = {};
    for (const { rule, set } of [...fitting].sort((a, b) => a.order - b.order)) {
      const isExact = !place.bySni && this.exact.get(place.name)?.some((one) => one.rule === rule);
      const match = conditionsOf(this.cx, recordIn(rule.match), isExact ? { ...place, fits: true } : place);
      if (!match) continue;
      const { pool_group_ref: group } = recordIn(rule.switching_action);
      if (group !== undefined && this.labels?.isFor(referencedName(group))) {
        rules.push(...this.labels.within(match, changes.host ?? place.name, changes));
        continue;
      }
      const to = this.answer(rule);
      if (!to) changes = { ...changes, ...changesOf(rule) };
      else rules.push(this.served(match, to, rule, set, place.name));
    }
    return { rules, changes };
  }

  private answer(rule: Body): ServedAnswer | undefined {
    if (isRecord(rule.action)) return closing(rule.action);
    const edits = this.edits.find(({ key }) => key === JSON.stringify(rule.match))?.edits;
    return answerOf(this.cx, rule, edits && Object.keys(edits).length > 0 ? edits : undefined);
  }

  private served(match: Condition[], to: ServedAnswer, rule: Body, set: string, host: string): ServedRule {
    return { ...(match.length > 0 ? { match } : {}), to, ...ownedBy(this.ownersOf(rule, set, host)), on: `httppolicyset/${set}` };
  }

  private ownersOf(rule: Body, set: string, host: string): readonly RuleOwner[] | undefined {
    const { pool_group_ref, pool_ref } = recordIn(rule.switching_action);
    const { owners } = this.cx.names;
    const group =
      pool_group_ref === undefined ? [] : recordsIn(this.cx.at("poolgroup", pool_group_ref)?.members).map((member) => member.pool_ref);
    for (const pool of [...group, ...(pool_ref === undefined ? [] : [pool_ref])]) {
      const poolOwners = owners?.(`pool/${referencedName(pool)}`, host) ?? [];
      if (poolOwners.length > 0) return poolOwners;
    }
    return owners?.(`httppolicyset/${set} ${textIn(rule.name)}`, host);
  }
}

function closing({ action, status_code }: Body): ServedAnswer | undefined {
  if (action === "HTTP_SECURITY_ACTION_CLOSE_CONN") return { closed: "a policy closes the connection" };
  if (action === "HTTP_SECURITY_ACTION_SEND_RESPONSE") return { status: Number(/(\d{3})$/.exec(textIn(status_code))?.[1] ?? 403) };
  return undefined;
}
