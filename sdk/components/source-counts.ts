// Counts the objects of each source.

import { posix } from "node:path";
import type { ObjectRef } from "../../resources/diagnostic";
import type { MizarSpecs } from "../frontends";
import { routingObjects, type SpecSet } from "../specs";

/** Number of objects of each kind that each source gave. */
export type SourceCounts = Record<string, Record<string, number>>;

/** More files than that are counted by folder, because the counts are in the state. */
const MOST_FILES = 20;

/** Source under which a program's own objects and resources are counted. */
const PROGRAM = "the program";

/** Counts the specs by file, folder or cluster, to name the source that lost objects. */
export function sourceCounts(specs: SpecSet | MizarSpecs): SourceCounts {
  const refs = refsIn(specs);
  const files = new Set(refs.map(({ source }) => source?.file));
  const folders = new Set(refs.map(({ source }) => source && posix.dirname(source.file)));
  const placeOf = ({ source }: ObjectRef) => {
    if (!source) return PROGRAM;
    if (files.size <= MOST_FILES) return source.file;
    return folders.size <= MOST_FILES ? `${posix.dirname(source.file)}/` : "the files";
  };
  const counts: SourceCounts = {};
  for (const ref of refs) {
    const place = placeOf(ref);
    const kinds = counts[place] ?? {};
    counts[place] = { ...kinds, [ref.kind]: (kinds[ref.kind] ?? 0) + 1 };
  }
  return counts;
}

function refsIn(specs: SpecSet | MizarSpecs): ObjectRef[] {
  const lists =
    "workloads" in specs
      ? [specs.networks, specs.vpcs, specs.subnets, specs.workloads]
      : [specs.services.values(), specs.endpoints.values(), specs.secrets.values(), specs.nodes, routingObjects(specs)];
  return lists.flatMap((list) => [...list].map(({ ref }) => ref));
}
