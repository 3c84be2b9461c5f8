import { describe } from "vitest";
import { byTier } from "../../../support/tier";
import { ADAPTER, type Adapter } from "../host";
import { started } from "../world";
import { crash, type Stride } from "./crash";
import { type Depth, fields } from "./fields";
import { lifecycle } from "./lifecycle";
import type { ConformanceTarget, KindUnderTest } from "./target";

/** Tests that apply to every kind of every target, one lifecycle, and each of its fields; later tiers than `pr` take a provider process. */
export function conformance<T extends ConformanceTarget>(
  start: (adapter: Adapter) => Promise<T>,
  kinds: readonly KindUnderTest<NoInfer<T>>[],
): void {
  const target = started(() => start(ADAPTER));
  const depth = byTier<Depth>({ pr: "sort", nightly: "name", release: "place" });
  const taken = byTier({ pr: new Set<string>(), nightly: undefined, release: undefined });
  describe.each(titled(kinds))("%s", (_title, kind) => {
    lifecycle(target, kind);
    fields(target, kind, depth, taken);
  });
}

/**
 * Tests of every kind with a connection that breaks at any of its calls: the next run converges. The tier `pr` cuts at the first call of
 * each method, of the kind that is made with the fewest calls and the one with the most; the tier `nightly` cuts every ninth call, the tier
 * `release` each.
 */
export function crashes<T extends ConformanceTarget>(start: () => Promise<T>, kinds: readonly KindUnderTest<NoInfer<T>>[]): void {
  const target = started(start);
  const stride = byTier<Stride>({ pr: undefined, nightly: 9, release: 1 });
  const bySize = kinds.toSorted((one, other) => one.writes.create - other.writes.create);
  const some = byTier({ pr: [bySize[0], bySize.at(-1)].filter((kind) => kind !== undefined), nightly: kinds, release: kinds });
  describe.each(titled(some))("%s", (_title, kind) => crash(target, kind, stride));
}

/**
 * The same over the native plugin, in one process. Its handlers are those of dynamic resources: what differs is how a value comes and goes, so
 * the tier `pr` takes one kind, the one with a secret, and a field of each form; the later tiers one of each sort, and crashes. With
 * `K8S_LB_ADAPTER=native` every suite runs over the plugin, which the tier `release` does.
 */
export function native<T extends ConformanceTarget>(
  start: (adapter: "native") => Promise<T>,
  kinds: readonly KindUnderTest<NoInfer<T>>[],
): void {
  const target = started(() => start("native"));
  const few = [kinds.find(({ secret }) => secret) ?? kinds[0]].filter((kind) => kind !== undefined);
  const [some, depth] = byTier<[typeof kinds, Depth]>({ pr: [few, "form"], nightly: [kinds, "sort"], release: [kinds, "sort"] });
  const broken = byTier<typeof kinds>({ pr: [], nightly: few, release: few });
  const taken = new Set<string>();
  describe.each(titled(some))("%s over the plugin", (_title, kind) => {
    lifecycle(target, kind);
    fields(target, kind, depth, taken);
  });
  for (const [title, kind] of titled(broken)) describe(`${title} over the plugin`, () => crash(target, kind, undefined));
}

const titled = <T>(kinds: readonly KindUnderTest<T>[]) => kinds.map((kind) => [kind.title ?? kind.kind, kind] as const);
