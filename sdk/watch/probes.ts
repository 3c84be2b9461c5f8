import type { Routes, WatchView } from "./view";

const text = (status: number, lines: readonly string[]) => ({ status, type: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` });

/**
 * `/healthz` while the process answers at all: whatever else is wrong a new process would find the same, and it must not lose what it knows.
 * `/readyz` when everything is read and followed; a replica that does not lead is ready, too.
 */
export function probeRoutes(view: Pick<WatchView, "ready" | "troubles">): Routes {
  return {
    "/healthz": () => text(200, ["ok"]),
    "/readyz": () => (view.ready() ? text(200, ["ok"]) : text(503, ["not ready", ...view.troubles()])),
  };
}
