import { describe } from "vitest";
import { started } from "../world";
import { crash } from "./crash";
import { fields } from "./fields";
import { lifecycle } from "./lifecycle";
import type { ConformanceTarget, KindUnderTest } from "./target";

/** Tests that apply to every kind of every target: one lifecycle, and each of its fields. */
export function conformance<T extends ConformanceTarget>(start: () => Promise<T>, kinds: readonly KindUnderTest<NoInfer<T>>[]): void {
  const target = started(start);
  describe.each(kinds.map((kind) => [kind.title ?? kind.kind, kind] as const))("%s", (_title, kind) => {
    lifecycle(target, kind);
    fields(target, kind);
  });
}

/** Tests of every kind with a connection that breaks at any of its calls: the next run converges. */
export function crashes<T extends ConformanceTarget>(start: () => Promise<T>, kinds: readonly KindUnderTest<NoInfer<T>>[]): void {
  const target = started(start);
  describe.each(kinds.map((kind) => [kind.title ?? kind.kind, kind] as const))("%s", (_title, kind) => crash(target, kind));
}
