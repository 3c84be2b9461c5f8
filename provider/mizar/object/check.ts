import type { Bag, CheckFailure } from "../../lifecycle/kind";
import { isObject } from "../../lifecycle/sanitize";
import { isUnknown } from "../../lifecycle/unknown";
import { countOf } from "./diff";
import { inputsOf } from "./inputs";
import type { ObjectKind } from "./table";

/** What is wrong with the inputs, all at once. */
export function check(kind: ObjectKind, olds: Bag, news: Bag, notice: (text: string) => void): CheckFailure[] {
  const missing = (property: string, what: string): CheckFailure => ({ property, reason: `LB2016: ${what}: is missing` });
  const failures: CheckFailure[] = [];
  if (!isUnknown(news.owner) && (typeof news.owner !== "string" || news.owner === "")) failures.push(missing("owner", "owner"));
  if (!isUnknown(news.metadata)) {
    const name = isObject(news.metadata) ? news.metadata.name : undefined;
    if (!isUnknown(name) && (typeof name !== "string" || name === "")) failures.push(missing("metadata", "metadata/name"));
  }
  if (!isUnknown(news.spec) && !isObject(news.spec)) failures.push(missing("spec", "spec"));
  if (failures.length > 0) return failures;
  tellShrinking(kind, olds, news, notice);
  return kind.check?.(inputsOf(kind, news), news) ?? [];
}

function tellShrinking(kind: ObjectKind, olds: Bag, news: Bag, notice: (text: string) => void): void {
  if (!kind.count || kind.count.shrinks) return;
  const [before, after] = [countOf(kind, olds), countOf(kind, news)];
  if (before === undefined || after === undefined || after >= before) return;
  const { name } = inputsOf(kind, news);
  notice(
    `${kind.type.kind} ${name}: ${kind.count.field} goes from ${before} to ${after}. Mizar's operator never takes any away, so the object is replaced`,
  );
}

/** A failure of {@link ObjectKind.check}. */
export function refused(property: string, place: string, why: string): CheckFailure {
  return { property, reason: `LB2060: ${place}: ${why}` };
}
