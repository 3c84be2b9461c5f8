// Writes the static routes of a VRF context, which several clusters change at the same time.

import { describe } from "../../resources/avi/body";
import { LbError } from "../../resources/diagnostic";
import type { Json } from "../../resources/kind";
import type { JsonObject } from "../lifecycle/bodies/json";
import { failure } from "../lifecycle/messages/errors";
import { sleep } from "../lifecycle/wait";
import type { AviObject } from "./client/answers";
import { type AviApi, type ObjectScope, ReadAgain } from "./client/api";
import { allRoutes } from "./routes";

/** Controllers of several clusters write into one VRF context: each collision costs a round. */
const MAX_ROUNDS = 10;

interface RouteChange extends ObjectScope {
  vrfContext: string;
  /** The routes to be there, out of what is there; the same ones in the same order are not written. */
  routes: (vrf: AviObject, version: string) => readonly Json[];
  /** Line to report before each write. */
  progress?: string;
}

/** Reads a VRF context, which belongs to others, and writes its routes; again when somebody else wrote in between. */
export async function changeRoutes(
  api: AviApi,
  { vrfContext, routes, progress, ...scope }: RouteChange,
  { first, report }: { first?: AviObject | undefined; report?: (line: string) => void } = {},
): Promise<AviObject> {
  const object = describe("vrfcontext", vrfContext);
  let failed: ReadAgain | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const vrf = round === 0 && first ? first : await api.find("vrfcontext", vrfContext, scope);
    if (!vrf) throw failure("LB2020", { object, message: `there is no VRF context of this name in cloud ${scope.cloud}` });
    const before: JsonObject[] = allRoutes(vrf);
    const after = routes(vrf, await api.session.version());
    if (after.length === before.length && after.every((route, index) => route === before[index])) return vrf;
    if (progress) report?.(progress);
    try {
      return await replace(api, { ...vrf, static_routes: [...after] }, scope);
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      failed = error;
      await sleep(api.session.settings.retryDelayMs * (0.5 + Math.random()));
    }
  }
  if (!failed?.raced) throw failed?.reason;
  throw failure("LB2011", { object, message: `another client changed it between our read and our write, ${MAX_ROUNDS} times in a row` });
}

/** A tenant other than admin sees the VRF contexts of admin but may not change them. */
async function replace(api: AviApi, body: AviObject, { tenant, cloud }: ObjectScope): Promise<AviObject> {
  try {
    return await api.replace("vrfcontext", body.uuid, body, { tenant, cloud });
  } catch (error) {
    const isForeign = error instanceof LbError && error.message.includes("Cannot modify VrfContext");
    if (!isForeign || tenant === "admin") throw error;
    return api.replace("vrfcontext", body.uuid, body, { tenant: "admin", cloud });
  }
}
