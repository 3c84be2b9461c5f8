import type { PoolInputs } from "../../../kinds/avi/pool";
import type { ObjectRef } from "../../../kinds/diagnostic";
import { type Backend, type Forward, mergeBackends } from "../../routing";
import { diagnose } from "../../specs";
import type { Planned } from "../plan";
import type { Lowering } from "./context";
import { lowerPool } from "./pool";

/** A pool and its part of the traffic: all parts are equal where the spec gives none. */
export interface LoweredBackend {
  pool: Planned<PoolInputs>;
  ratio: number;
}

/**
 * One pool per Service of a route. Where routes may lead to several Services each pool has its name from its Service, and from the port
 * too where one Service stands twice.
 *
 * @param name the name of the pool, with the Service and port where they tell pools apart
 */
export function lowerBackends(
  cx: Lowering,
  owner: ObjectRef,
  to: Pick<Forward, "backends" | "spreads" | "timeout" | "retry">,
  name: (service?: string) => string,
): LoweredBackend[] {
  const backends = mergeBackends(to.backends);
  const { ratios, rounded } = ratiosOf(backends.map(({ weight }) => weight ?? 100));
  if (rounded) {
    const shares = backends.map(({ service }, i) => `${service.name} ${ratios[i]}`).join(", ");
    cx.report(diagnose("LB1302", owner, "/spec", `weights above 1000 are scaled and rounded: ${shares}`, { severity: "warning" }));
  }
  return backends.map((backend, i) => {
    const long = name(to.spreads ? suffix(backend, backends) : undefined);
    return { pool: lowerPool(cx, long, owner, backend, to), ratio: ratios[i]! };
  });
}

function suffix({ service, port }: Backend, all: readonly Backend[]): string {
  const twice = all.filter((other) => other.service.name === service.name).length > 1;
  return twice ? `${service.name}-${port?.port}` : service.name;
}

/** The greatest `ratio` of a member of a pool group. */
const MAX_RATIO = 1000;

/** Ratios in proportion to the weights, and whether rounding changed the shares. A weight above 0 never becomes 0. */
function ratiosOf(weights: readonly number[]): { ratios: number[]; rounded: boolean } {
  const most = Math.max(...weights);
  if (most <= MAX_RATIO) return { ratios: [...weights], rounded: false };
  const exact = weights.map((weight) => (weight * MAX_RATIO) / most);
  const ratios = exact.map((ratio, i) => (weights[i] === 0 ? 0 : Math.max(1, Math.round(ratio))));
  return { ratios, rounded: ratios.some((ratio, i) => ratio !== exact[i]) };
}
