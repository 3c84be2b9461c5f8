import { failure } from "./errors";

/** How all our marks begin. */
export const MARK_PREFIX = "pulumi-k8s-lb:";

/** Whom an object may belong to so that this operation may write it. */
export interface Ownership {
  /** The mark that it gets. */
  readonly owner: string;
  /** The mark that the state knows; another one than `owner` only where the program changed that. */
  readonly before?: string;
  /** Take it over from whomever. */
  readonly adopt: boolean;
  /** What is taken over keeps the mark that it has until something else has to be written. */
  readonly keepMarks?: boolean;
}

/** An object on the server, as far as it matters whose it is. */
export interface Found {
  /** What a message calls it: `LoadBalancer web`. */
  readonly object: string;
  /** Its id, as a message shows it. */
  readonly id: string;
  /** All marks on it. */
  readonly marks: readonly string[];
  /** Its name, where the parts of the resource are known by it. */
  readonly name?: string;
  /** True when the state knows it by its id. */
  readonly known: boolean;
  /** It was taken over with the mark that it has, and whoever made it has not written it since: it is ours under that mark. */
  readonly kept?: boolean;
  /** Another tool that says it manages an object without a mark. */
  readonly manager?: string;
}

/** Marks tell whose an object is. One of ours whose mark somebody wiped is still ours. */
export function isOurs({ marks, known, kept }: Found, { owner, before }: Ownership): boolean {
  if (kept || marks.includes(owner)) return true;
  return (before !== undefined && before !== "" && marks.includes(before)) || (known && marks.length === 0);
}

/**
 * Passes for what is ours, and for what the program takes over on purpose.
 *
 * @throws LbError LB2003 or LB2004, which name the owner
 */
export function assertOurs(found: Found, ownership: Ownership): void {
  if (ownership.adopt || isOurs(found, ownership)) return;
  const { object, id, known, manager, marks } = found;
  const [mark] = marks;
  if (known) throw failure("LB2004", { object, message: `was ours and now belongs to ${shownMark(mark ?? "nobody")}` });
  const whose = mark ? `belongs to ${shownMark(mark)}` : manager ? `is managed by ${manager}` : "carries no mark of ours";
  throw failure("LB2003", { object, message: `exists and ${whose} (${id})` });
}

/** A mark as messages call it: AKO gives VsVips no mark but the checksum of its model, a number. */
export const shownMark = (mark: string): string => (/^\d+$/.test(mark) ? `AKO (by its checksum ${mark})` : mark);

/** The first mark of somebody else, "" for a mark that was wiped; undefined when all of these are ours. */
export function foreignMark(found: readonly Found[], owner: string): string | undefined {
  const theirs = found.find(({ marks, kept }) => !kept && !marks.includes(owner) && !(owner === "" && marks.length === 0));
  return theirs && (theirs.marks[0] ?? "");
}
