import type { PoolInputs } from "../../../contract/avi";
import type { Forward, HttpRoute } from "../../routing";
import { diagnose } from "../../specs";
import type { Planned } from "../plan";
import { lowerBackends } from "./backends";
import type { Lowering } from "./context";
import type { Shard } from "./shards";

/** Pools of a clear-text route, as members of the shard's pool group under the label `host/path` in lower case. */
export function lowerLabels(cx: Lowering, shard: Shard, host: string, route: HttpRoute & { to: Forward }): Planned<PoolInputs>[] {
  const { ref } = route.owner;
  if (host.startsWith("*")) {
    cx.report(
      diagnose(
        "LB1302",
        ref,
        "/spec",
        `the wildcard host ${host} is taken as it is written: no request for a host below it matches on a shared virtual service`,
      ),
    );
  }
  if (route.match.type === "exact") {
    cx.report(
      diagnose("LB1302", ref, "/spec", `${host}${route.match.path} matches as a prefix: a shared virtual service knows no exact paths`),
    );
  }
  const label = (host + route.match.path).toLowerCase();
  const name = (service?: string) => cx.names.sharedPool(host, route.match.path, ref.namespace, ref.name, service);
  const lowered = lowerBackends(cx, ref, route.to, name);
  // namespace shards write no ratio for Ingress (ako.md 1.2)
  const bare = !route.to.spreads && cx.settings.l7ShardingScheme === "namespace";
  for (const { pool, ratio } of lowered) shard.members.push({ pool: pool.name, label, ratio: bare ? undefined : ratio });
  shard.labels.push({ host, label, rewrite: route.to.rewrite });
  return lowered.map(({ pool }) => pool);
}
