// Decides by owner marks which objects an operation may write.

import { failure } from "./messages/errors";

/** Beginning of all our marks. */
export const MARK_PREFIX = "pulumi-k8s-lb:";

/** The owners whose objects an operation may write. */
export interface Ownership {
  /** The mark that it gets. */
  readonly owner: string;
  /** The mark that the state knows; another one than `owner` only where the program changed that. */
  readonly before?: string;
  /**
   * Nonce that an object gets beside the mark when it is created; an object that another run created under the same mark has another one.
   * Empty: the run knows none. Absent: it does not matter.
   */
  readonly nonce?: string;
  /** Take the object over from any owner. */
  readonly adopt: boolean;
  /** Adopted objects keep their mark until something else has to be written. */
  readonly keepMarks?: boolean;
}

/** An object on the server, with everything that shows its owner. */
export interface FoundObject {
  /** Name of the object in a message: `LoadBalancer web`. */
  readonly object: string;
  /** Its id, as a message shows it. */
  readonly id: string;
  /** All marks on it. */
  readonly marks: readonly string[];
  /** The nonce beside the mark; absent on what carries none, which counts as ours by its mark. */
  readonly nonce?: string | undefined;
  /** Its name, where the parts of the resource are known by it. */
  readonly name?: string;
  /** True when the state knows it by its id. */
  readonly known: boolean;
  /** True if it was adopted with its mark, and its previous owner has not written it since: it is ours under that mark. */
  readonly kept?: boolean;
  /** Another tool whose label or annotation claims an object without a mark. */
  readonly manager?: string;
}

/** True for an object of ours by its mark; one that the state knows is still ours after somebody removed its mark. */
export function isOurs(object: FoundObject, ownership: Ownership): boolean {
  const { marks, known, kept } = object;
  const { owner, before } = ownership;
  if (kept) return true;
  if (isOfAnotherRun(object, ownership)) return false;
  return marks.includes(owner) || (before !== undefined && before !== "" && marks.includes(before)) || (known && marks.length === 0);
}

/** True for what another state of the same name has created: our mark, another nonce, and our state does not know it. */
export function isOfAnotherRun(
  { nonce, known }: Pick<FoundObject, "nonce" | "known">,
  { nonce: runNonce }: Pick<Ownership, "nonce">,
): boolean {
  return !known && runNonce !== undefined && nonce !== undefined && nonce !== runNonce;
}

/** The nonce to write on an object that exists: with our mark, and where an object of another run is taken over. Else what is there stays. */
export function nonceToWrite(object: FoundObject, ownership: Ownership): string | undefined {
  const stays = object.marks.includes(ownership.owner) && !isOfAnotherRun(object, ownership);
  return stays ? undefined : ownership.nonce || undefined;
}

/** The error for what another run of the same name has created, or may have: a run that leaves the inventory out cannot tell. */
export function ofAnotherRun({ object, id }: Pick<FoundObject, "object" | "id">, { owner, nonce }: Ownership): Error {
  if (nonce === "") {
    const message = `exists with the mark ${owner} (${id}); without the inventory of its component, which --target leaves out, this run cannot tell whether that component created it`;
    return failure("LB2053", { object, message, remedy: WITH_INVENTORY });
  }
  return failure("LB2053", { object, message: `exists with the mark ${owner} and was created by another state of the same name (${id})` });
}

const WITH_INVENTORY =
  "Run `pulumi up` without `--target`, or with the inventory of the component as a target too. A change of form (`bundles`, another resource for the same object) needs this: the object exists already.";

/**
 * Passes for what is ours, and for what the program takes over on purpose.
 *
 * @throws LbError LB2003 or LB2004, which name the owner; LB2053 for what another run of the same name created
 */
export function assertOurs(existing: FoundObject, ownership: Ownership): void {
  if (ownership.adopt || isOurs(existing, ownership)) return;
  const { object, id, known, manager, marks } = existing;
  if (marks.includes(ownership.owner)) throw ofAnotherRun(existing, ownership);
  const [mark] = marks;
  if (known)
    throw failure("LB2004", {
      object,
      message: `belonged to this stack and now ${mark ? `has the owner mark ${shownMark(mark)}` : "has no owner mark"}`,
    });
  const whose = mark ? `belongs to ${shownMark(mark)}` : manager ? `is managed by ${manager}` : "has no owner mark of this package";
  throw failure("LB2003", { object, message: `exists and ${whose} (${id})` });
}

/**
 * Passes for what an import by its id may take into the state: what carries no mark, or one of the program. A run whose program does not
 * declare it deletes what the state has.
 *
 * @param program the mark of the program, which those of its components begin with
 * @throws LbError LB2004, which names the owner
 */
export function assertImportable({ object, id, marks, manager }: FoundObject, program: string): void {
  const [mark] = marks;
  if (mark === undefined ? manager === undefined : marks.some((one) => agrees(one, program))) return;
  const whose = mark === undefined ? `is managed by ${manager}` : `belongs to ${shownMark(mark)}`;
  const message = `${whose} (${id}): after an import, a run whose program does not declare it would delete it`;
  throw failure("LB2004", { object, message, remedy: DECLARE_IT });
}

const DECLARE_IT = "Declare it in a program with `adopt: true`, without an import: `pulumi up` takes it over.";

/** True where two marks name the same project, stack and component, as far as both go. */
function agrees(mark: string, program: string): boolean {
  const names = program.split("/");
  return mark.split("/").every((name, at) => names[at] === undefined || names[at] === name);
}

/** A mark as messages call it: AKO gives VsVips no mark but the checksum of its model, a number. */
export const shownMark = (mark: string): string => (/^\d+$/.test(mark) ? `AKO (by its checksum ${mark})` : mark);

/** The first mark of somebody else, "" for a mark that was wiped; undefined when all of these are ours. */
export function foreignMark(objects: readonly FoundObject[], owner: string): string | undefined {
  const theirs = objects.find(({ marks, kept }) => !kept && !marks.includes(owner) && !(owner === "" && marks.length === 0));
  return theirs && (theirs.marks[0] ?? "");
}
