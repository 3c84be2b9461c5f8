// Reports events, streams and outages of one cluster that a watch follows.

import type { FollowListener } from "../../kubernetes/follow";
import type { EventSink } from "../terms/reported-event";
import type { ActiveErrors } from "./active-errors";

/**
 * Reports of one cluster that is followed: its events, streams and outages.
 *
 * @param nth distinguishes clusters of one name, whose errors are separate
 */
export const clusterReports = (
  emit: EventSink,
  errors: ActiveErrors,
  nth: number,
  context: string,
): Pick<FollowListener, "event" | "state" | "outage"> => ({
  event: (kind, type, object) =>
    emit({ what: "event", cluster: context, kind, type, object: `${object.metadata.namespace ?? ""}/${object.metadata.name}` }),
  state: (kind, state) => emit({ what: "stream", cluster: context, kind, state }),
  outage: ({ kind, ...outage }) => {
    const key = `${nth} ${kind ?? "API server"}`;
    if (outage.reason === undefined) errors.resolve(key);
    else errors.known(key, outage.reason);
    emit({ what: "outage", cluster: context, kind, ...outage });
  },
});
