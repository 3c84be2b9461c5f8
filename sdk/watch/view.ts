import type { DriftFound, PendingChange } from "./observer";

/** What can be seen of a continuous run at any moment: probes, metrics that are asked for, `k8s-lb watch status`. */
export interface WatchView {
  /** Every list has been read and is followed, and the program has run once: what is written is written from a whole picture. */
  ready(): boolean;
  /** Why it is not ready, or what it waits for; none while all is well. */
  troubles(): readonly string[];
  pending(): readonly PendingChange[];
  drift(): readonly DriftFound[];
  /** Resources whose servers are to be written, and for how long the oldest has waited. */
  queue(): { waiting: number; oldestSeconds: number };
}

/** One answer of the little HTTP server. */
export interface Page {
  status: number;
  /** Content type. */
  type: string;
  body: string;
}

/** What is answered at each path; GET alone. */
export type Routes = { readonly [path: string]: () => Page | Promise<Page> };

/** `/pending`: what waits for a person, and what drifted, as JSON. */
export function pendingRoutes(view: WatchView): Routes {
  return {
    "/pending": () => ({
      status: 200,
      type: "application/json",
      body: `${JSON.stringify(
        { ready: view.ready(), troubles: view.troubles(), queue: view.queue(), pending: view.pending(), drift: view.drift() },
        null,
        2,
      )}\n`,
    }),
  };
}
