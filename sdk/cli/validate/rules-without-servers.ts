// Raises faults to errors where a rule has no server at all.
import { type Diagnostic, describeFault } from "../../../resources/diagnostic";
import type { Facts } from "../../plan";
import { isCluster } from "../cluster-sources";

/**
 * Diagnostics in which a fault that leaves a rule without any server is an error; if some servers stay, it is a warning. A missing node port
 * is a fault only in a cluster, which gives it: files leave it out.
 */
export function rulesWithoutServers(all: readonly Diagnostic[], { keeps = {} }: Pick<Facts, "keeps">): Diagnostic[] {
  const faults = new Map(Object.values(keeps).flatMap(({ because, sound }) => (because === undefined ? [] : [[because, !sound] as const])));
  const isError = (diagnostic: Diagnostic) => {
    const isFault = faults.get(describeFault(diagnostic));
    return isFault || (isFault === false && diagnostic.code === "LB1105" && isCluster(diagnostic.object.source?.file ?? ""));
  };
  return all.map((one) => (isError(one) ? { ...one, severity: "error" } : one));
}
