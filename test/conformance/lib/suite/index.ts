import { describe } from "vitest";
import { byTier } from "../../../support/tier";
import { started } from "../world";
import { crash } from "./crash";
import { fields } from "./fields";
import { lifecycle } from "./lifecycle";
import type { ConformanceTarget, KindUnderTest } from "./target";

/** Tests that apply to every kind of every target: one lifecycle, and each of its fields. */
export function conformance<T extends ConformanceTarget>(start: () => Promise<T>, kinds: readonly KindUnderTest<NoInfer<T>>[]): void {
  const target = started(start);
  const taken = byTier({ fast: new Set<string>(), real: undefined, full: undefined });
  describe.each(titled(kinds))("%s", (_title, kind) => {
    lifecycle(target, kind);
    fields(target, kind, taken);
  });
}

/** Tests of every kind with a connection that breaks at any of its calls: the next run converges. The fast tier takes the one that is made with the fewest calls, and the one with the most. */
export function crashes<T extends ConformanceTarget>(start: () => Promise<T>, kinds: readonly KindUnderTest<NoInfer<T>>[]): void {
  const target = started(start);
  const bySize = kinds.toSorted((one, other) => one.writes.create - other.writes.create);
  const some = byTier({ fast: [bySize[0], bySize.at(-1)].filter((kind) => kind !== undefined), real: kinds, full: kinds });
  describe.each(titled(some))("%s", (_title, kind) => crash(target, kind));
}

const titled = <T>(kinds: readonly KindUnderTest<T>[]) => kinds.map((kind) => [kind.title ?? kind.kind, kind] as const);
