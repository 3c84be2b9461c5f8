// Part of `k8s-lb watch`: reads the health of the servers of a stack.

import type { ServerHealthWork } from "../../watch/report/server-health";
import type { EventSink } from "../../watch/terms/reported-event";
import type { Stack } from "../stack";
import { StatusReader } from "../status/reader";
import { componentSources } from "../status/sources";

/** Reads the health of the components of a stack; its state is read again after each run that may have changed it. */
export function stackHealth(
  stack: Stack,
  intervalMs: number,
  sourcesOf: typeof componentSources = componentSources,
): Pick<ServerHealthWork, "read" | "intervalMs"> & { observer: EventSink } {
  let reader: StatusReader | undefined;
  let changes = 0;
  /** Number of changes that the reader has seen. */
  let changesRead = -1;
  return {
    intervalMs,
    observer: (event) => {
      if (event.what === "history" || (event.what === "run" && event.run !== "preview")) changes++;
    },
    async read() {
      if (!reader || changesRead !== changes) {
        const now = changes;
        reader = new StatusReader(await sourcesOf(stack), reader);
        changesRead = now;
      }
      return reader.read();
    },
  };
}
