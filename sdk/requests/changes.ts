import type { Difference } from "../../kinds/requests/difference";
import { differences } from "../../kinds/requests/differences";
import type { Answer } from "../../kinds/requests/effect";
import { sameAnswer } from "../../kinds/requests/equal";
import type { ServedRule, ServedRules } from "../../kinds/requests/form";
import { withServices } from "../../kinds/requests/naming";
import { askedOf } from "../../kinds/requests/request";
import { regionText } from "../../kinds/requests/words";
import { isNobody, ruleShown, type ShownRule } from "./explain";

/** One side of a change: what the specs ask for, and what the load balancer serves of it. */
export interface RequestSide {
  asked: ServedRules;
  served: ServedRules;
}

/** Requests that a change answers differently. */
export interface RequestChange {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /** Null: any host, or none at all. */
  host: string | null;
  path?: Difference["path"];
  /** One of the requests. */
  witness: { url: string; method: string; headers: Record<string, string>; from: string | null };
  was: Answer;
  is: Answer;
  wasRule: ShownRule | null;
  isRule: ShownRule | null;
  /** False where regular expressions leave open whether there are others. */
  certain: boolean;
}

/** Requests of which nobody takes care before and after a change get no other answer, however the load balancer says so. */
const isSame = (was: Answer, is: Answer): boolean => sameAnswer(was, is) || (isNobody(was) && isNobody(is));

/** Every request that is answered differently lies in one of the changes: the broadest first. */
export function requestChanges(before: RequestSide, after: RequestSide): RequestChange[] {
  const [a, b] = [named(before), named(after)];
  const found = differences(a, b, isSame).differences.map((one): RequestChange => {
    const { host, path, witness, was, is, wasRule, isRule, certain } = one;
    const asked = askedOf(witness);
    const shown = (rule: ServedRule | undefined, rules: ServedRules, side: RequestSide) =>
      rule && asked ? ruleShown(rule, asked, rules, side.asked) : null;
    return {
      region: regionText(one),
      host: host === "" ? null : host.replace(/^\*\*/, "*"),
      ...(path ? { path } : {}),
      witness: { url: witness.url, method: witness.method ?? "GET", headers: witness.headers ?? {}, from: witness.from ?? null },
      was,
      is,
      wasRule: shown(wasRule, a, before),
      isRule: shown(isRule, b, after),
      certain,
    };
  });
  return found.sort((one, other) => breadth(one) - breadth(other) || (one.region < other.region ? -1 : 1));
}

const named = ({ asked, served }: RequestSide): ServedRules => withServices(served, asked.servers ?? {});

/** Any host, a wildcard, a host; then by the length of the path. */
const breadth = ({ host, path }: RequestChange): number =>
  (host === null ? 0 : host.startsWith("*") ? 1 : 2) * 10_000 + (path?.value.length ?? 0);
