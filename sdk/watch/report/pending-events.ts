// Writes a Kubernetes Event on each object whose change waits for review.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { FollowedCluster } from "../../kubernetes/follow";
import type { PendingChange } from "../terms/reported-event";
import type { ActiveErrors } from "./active-errors";

/** Changes that were reported and still wait. */
const reported = new WeakMap<FollowedCluster, ReadonlySet<string>>();

/** Names more than that are counted. */
const MOST_NAMES = 5;

/** Says once on each object that its change waits for review, where `kubectl describe` shows it. The same change may come again later. */
export async function reportPending(
  pending: readonly PendingChange[],
  clusters: readonly FollowedCluster[],
  errors: Pick<ActiveErrors, "failed" | "resolve">,
): Promise<void> {
  const newEvents: (() => Promise<void>)[] = [];
  for (const cluster of clusters) {
    const reportedBefore = reported.get(cluster);
    const waiting = new Set<string>();
    reported.set(cluster, waiting);
    for (const { causes, objects, refused } of pending) {
      const message = messageOf(objects, refused);
      for (const object of causes.filter((one) => one.namespace !== "" && clusterOf(one, clusters) === cluster)) {
        const key = `${keyOf(object)} ${message}`;
        const event = { reason: refused ? "ChangeRefused" : "PendingReview", message, warning: refused !== undefined };
        if (!reportedBefore?.has(key) && !waiting.has(key)) newEvents.push(() => cluster.tell(object, event));
        waiting.add(key);
      }
    }
  }
  for (const tell of newEvents)
    await tell().then(
      () => errors.resolve("event"),
      (error: unknown) => errors.failed("event", error),
    );
}

/** Of selections of one cluster, and clusters of one name, the first that has the object; one that was deleted none has any more. */
function clusterOf(object: ObjectRef, clusters: readonly FollowedCluster[]): FollowedCluster | undefined {
  const named = clusters.filter(({ context }) => object.source?.file === `cluster ${context}`);
  return named.find((cluster) => cluster.find(object)) ?? named[0];
}

const keyOf = ({ apiVersion, kind, namespace, name }: ObjectRef) => `${apiVersion} ${kind} ${namespace}/${name}`;

function messageOf(objects: PendingChange["objects"], refused: string | undefined): string {
  const names = Object.entries(objects).map(([name, op]) => `${op} ${name}`);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const what = `${names.slice(0, MOST_NAMES).join(", ")}${more}`;
  return refused ? `pulumi preview refuses the change: ${refused}` : `waits for \`pulumi up\`: ${what}`;
}
