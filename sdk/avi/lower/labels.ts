import type { PoolInputs } from "../../../kinds/avi/pool";
import { type Forward, type HttpRoute, stemOf } from "../../routing";
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
  reportBlur(cx, host, route);
  const label = (host + route.match.path).toLowerCase();
  const name = (service?: string) => cx.names.sharedPool(host, route.match.path, ref.namespace, ref.name, service);
  const lowered = lowerBackends(cx, ref, route.to, name);
  // namespace shards write no ratio for Ingress (ako.md 1.2)
  const bare = !route.to.spreads && cx.settings.l7ShardingScheme === "namespace";
  for (const { pool, ratio } of lowered) shard.members.push({ pool: pool.name, label, ratio: bare ? undefined : ratio });
  shard.labels.push({ host, label, rewrite: route.to.rewrite });
  return lowered.map(({ pool }) => pool);
}

/** Says what a label takes, or misses, of what the path stands for: it matches prefixes of characters, without case. */
function reportBlur(cx: Lowering, host: string, { match: { path, type }, owner }: HttpRoute): void {
  if (type === "prefix" || (type === "segments" && stemOf(path) === "")) return;
  const bare = stemOf(path);
  const misses = type === "segments" && bare !== path;
  const differs = misses ? `misses ${bare} itself` : `takes ${type === "exact" ? `${bare}/x` : `${path}x`} too`;
  const message = `${host}${path} ${differs}: a shared virtual service matches prefixes of characters, whatever their case`;
  cx.report(diagnose("LB1302", owner.ref, "/spec", message, { severity: "notice" }));
}
