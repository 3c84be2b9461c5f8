import { expect } from "vitest";
import { withoutValue, withValue } from "../../sandbox/lib/fields";
import type { Props } from "../../sandbox/lib/host";
import type { ByHand, FieldChange, KindUnderTest, Path } from "../../sandbox/lib/suite/target";
import type { CampaignSubject, CampaignWorld } from "../lib/world";

/** A kind as a walk drives it: what its program may declare, and what others may do to it. */
export interface Walker<W extends CampaignWorld> extends CampaignSubject<W> {
  inPlace(inputs: Props): readonly FieldChange[];
  optional(inputs: Props): readonly Path[];
  byHand?(world: W, inputs: Props): readonly ByHand[];
  /** Puts another mark on the objects; null takes it off. */
  mark?(world: W, inputs: Props, mark: string | null): Promise<void>;
  stranger?: string;
  /** False for what no server takes. */
  takes?(inputs: Props): boolean;
  objects?(world: W, inputs: Props): Promise<string[]>;
}

/** A subject of the other campaigns with what the conformance suite knows of its kind. */
export function walkerOf<W extends CampaignWorld>(subject: CampaignSubject<W>, kind?: KindUnderTest<W>): Walker<W> {
  if (!kind) return { ...subject, inPlace: () => [], optional: () => [] };
  const { inPlace, optional, byHand, mark, stranger, objects } = kind;
  return { ...subject, inPlace, optional, byHand, mark, stranger, objects };
}

/** Other declarations of the same object, a step away from the current one. */
export function steps<W extends CampaignWorld>(walker: Walker<W>, base: Props, declared: Props): Props[] {
  const bare = walker.optional(base).map((path) => stepped(() => withoutValue(declared, path), declared, path));
  return [...changes(walker, base, declared), ...[...bare, walker.next(base)].filter((one) => isTaken(walker, one))];
}

/** Those of them that give nothing up. */
export function changes<W extends CampaignWorld>(walker: Walker<W>, base: Props, declared: Props): Props[] {
  const changed = walker.inPlace(base).map(({ path, other }) => stepped(() => withValue(declared, path, other), declared, path));
  return changed.filter((one) => isTaken(walker, one));
}

const isTaken = <W extends CampaignWorld>({ takes }: Walker<W>, inputs: Props | undefined): inputs is Props =>
  inputs !== undefined && (takes?.(inputs) ?? true);

/** Undefined where what held the field is gone by an earlier step. */
function stepped(step: () => Props, declared: Props, path: Path): Props | undefined {
  const names = typeof path === "string" ? path.split(".") : path;
  const holder = names.slice(0, -1).reduce<unknown>((inner, name) => (inner as Props | undefined)?.[name], declared);
  return typeof holder === "object" && holder !== null ? step() : undefined;
}

const NOTHING = { changes: false, replaces: [] };

/** Fails with what a preview shows where it should show nothing. */
export function expectNothing(shown: unknown, when: string): void {
  expect(shown, `the preview ${when}`).toEqual(NOTHING);
}
