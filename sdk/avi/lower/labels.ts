import type { PoolInputs } from "../../../contract/avi";
import type { Diagnostic } from "../../../contract/diagnostic";
import type { Forward, HttpRoute } from "../../routing";
import { diagnose } from "../../specs";
import type { Planned } from "../plan";
import type { Lowering } from "./context";
import { lowerPool } from "./pool";
import type { Shard } from "./shards";

/** Pools of a clear-text route, as members of the shard's pool group under the label `host/path` in lower case. */
export function lowerLabels(
  cx: Lowering,
  members: Shard["members"],
  host: string,
  route: HttpRoute & { to: Forward },
  report: (diagnostic: Diagnostic) => void,
): Planned<PoolInputs>[] {
  const { ref } = route.owner;
  if (host.startsWith("*")) {
    report(
      diagnose(
        "LB1302",
        ref,
        "/spec",
        `the wildcard host ${host} is taken as it is written: no request for a host below it matches on a shared virtual service`,
      ),
    );
  }
  if (route.match.type === "exact") {
    report(
      diagnose("LB1302", ref, "/spec", `${host}${route.match.path} matches as a prefix: a shared virtual service knows no exact paths`),
    );
  }
  return route.to.backends.map((backend) => {
    const service = backend.weight === undefined ? undefined : backend.service.name;
    const pool = lowerPool(cx, cx.names.sharedPool(host, route.match.path, ref.namespace, ref.name, service), ref, backend);
    // namespace shards write no ratio for Ingress (ako.md 1.2)
    const ratio = backend.weight ?? (cx.settings.l7ShardingScheme === "hostname" ? 100 : undefined);
    members.push({ pool: pool.name, label: (host + route.match.path).toLowerCase(), ratio });
    return pool;
  });
}
