import type { FollowListener } from "../../kubernetes/follow";
import type { Observer } from "../terms/reported-event";
import type { OpenFailures } from "./open-failures";

/**
 * Reports of one cluster that is followed: its events, streams and outages.
 *
 * @param nth tells clusters of one name apart: each has its own troubles
 */
export const clusterReports = (
  tell: Observer,
  failures: OpenFailures,
  nth: number,
  context: string,
): Pick<FollowListener, "event" | "state" | "outage"> => ({
  event: (kind, type, object) =>
    tell({ what: "event", cluster: context, kind, type, object: `${object.metadata.namespace ?? ""}/${object.metadata.name}` }),
  state: (kind, state) => tell({ what: "stream", cluster: context, kind, state }),
  outage: ({ kind, ...outage }) => {
    const key = `${nth} ${kind ?? "API server"}`;
    if (outage.reason === undefined) failures.over(key);
    else failures.known(key, outage.reason);
    tell({ what: "outage", cluster: context, kind, ...outage });
  },
});
