// Decides which losses of objects and routes are too large to be everyday work (mass deletion).

/** Everything of one sort before a change, and the part that the change takes away. */
export interface Loss {
  readonly all: readonly string[];
  readonly gone: readonly string[];
}

/** A set of at most this size may vanish altogether. */
const HARDLY_ANY = 2;
/** A change that takes away at most this is everyday work, unless it takes everything. */
const FEW = 5;
/** More than this part of everything is suspicious. */
const LARGE_PART = 1 / 3;

/**
 * All objects, or a large part of one type: on Avi a pool represents a path and brings four or five objects of other types with it, which
 * would make one Ingress of three a large part.
 */
export function isMass({ all, gone }: Loss): boolean {
  if (isEverything({ all: all.filter(isOwn), gone: gone.filter(isOwn) })) return true;
  const types = new Set(gone.map(typeOf));
  return [...types].some((type) => isLarge({ all: all.filter(isOf(type)), gone: gone.filter(isOf(type)) }));
}

/** All routes, or a large part of them. */
export const isMost = (loss: Loss): boolean => isEverything(loss) || isLarge(loss);

/** More than half of hosts, Services or sources: there are few of them, and each counts. */
export const isHalf = ({ all, gone }: Loss): boolean => isMoreThanHardlyAny(gone) && gone.length * 2 > all.length;

export const isMoreThanHardlyAny = (gone: readonly string[]): boolean => gone.length > HARDLY_ANY;

const isEverything = ({ all, gone }: Loss) => gone.length === all.length && isMoreThanHardlyAny(gone);

const isLarge = ({ all, gone }: Loss) => gone.length > FEW && gone.length > all.length * LARGE_PART;

/** False for static routes: the VRF context that contains them belongs to others, and stays even where everything else goes. */
const isOwn = (name: string) => typeOf(name) !== "vrfcontext";

const typeOf = (name: string) => name.slice(0, name.indexOf("/"));
const isOf = (type: string) => (name: string) => typeOf(name) === type;
