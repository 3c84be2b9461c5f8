import type { ObjectRef } from "../../kinds/diagnostic";
import type { FollowedCluster } from "../kubernetes/follow";
import type { PendingChange } from "./observer";

const told = new WeakMap<FollowedCluster, Set<string>>();

/** Names more than that are counted. */
const MOST_NAMES = 5;

/** Says once on each object that its change waits for review, where `kubectl describe` shows it. */
export async function tellOfPending(
  pending: readonly PendingChange[],
  clusters: readonly FollowedCluster[],
  failed: (error: unknown) => void,
): Promise<void> {
  for (const { causes, objects, refused } of pending) {
    const message = messageOf(objects, refused);
    for (const cluster of clusters) {
      const known = told.get(cluster) ?? new Set();
      told.set(cluster, known);
      for (const object of causes.filter((one) => one.namespace !== "")) {
        const key = `${keyOf(object)} ${message}`;
        if (known.has(key)) continue;
        known.add(key);
        await cluster
          .tell(object, { reason: refused ? "ChangeRefused" : "PendingReview", message, warning: refused !== undefined })
          .catch(failed);
      }
    }
  }
}

const keyOf = ({ apiVersion, kind, namespace, name }: ObjectRef) => `${apiVersion} ${kind} ${namespace}/${name}`;

function messageOf(objects: PendingChange["objects"], refused: string | undefined): string {
  const names = Object.entries(objects).map(([name, op]) => `${op} ${name}`);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const what = `${names.slice(0, MOST_NAMES).join(", ")}${more}`;
  return refused ? `pulumi preview refuses the change: ${refused}` : `waits for \`pulumi up\`: ${what}`;
}
