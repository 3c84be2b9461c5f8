import { RESOURCE } from "./context";
import { quotaMet } from "./errors";
import type { Octavia } from "./service";
import type { Kind } from "./store";

/** What a quota calls each kind it counts. */
const QUOTA_OF: { [kind in Kind]?: string } = {
  loadbalancer: "load_balancer",
  listener: "listener",
  pool: "pool",
  member: "member",
  healthmonitor: "health_monitor",
  l7policy: "l7policy",
  l7rule: "l7rule",
};

export const UNLIMITED = -1;

/** Refuses what would be too many of a kind in a project. Without authentication everybody is an administrator, and nobody counts. */
export function checkQuota(octavia: Octavia, kind: Kind, project: string, count = 1): void {
  if (octavia.settings.auth === "noauth") return;
  // looking is enough to have the project listed among those with quotas
  if (!octavia.store.get("quota", project)) octavia.store.put("quota", { id: project, project_id: project });
  const limit = octavia.store.get("quota", project)?.[QUOTA_OF[kind] ?? ""] ?? UNLIMITED;
  if (limit === UNLIMITED) return;
  const used = octavia.store.list(kind).filter((row) => row.project_id === project && row.provisioning_status !== "DELETED").length;
  if (used + count > Number(limit)) throw quotaMet(RESOURCE[kind]);
}
