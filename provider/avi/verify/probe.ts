import { servedByAvi } from "../../../requests/avi";
import { reasonOf } from "../../../resources/diagnostic";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { sleep } from "../../lifecycle/wait";
import { Interrupted, Unasked } from "../../verify/check";
import type { EchoServers, Probe, ProbeRequest } from "../../verify/verification";
import { childrenPart } from "./probe-children";
import type { ProbePart } from "./probe-part";
import { policiesPart } from "./probe-policies";
import { scriptPart } from "./probe-script";
import type { AviVerifySession } from "./session";
import { addressOf, vipFields } from "./vip";

// Creates the objects of a verify run that answer requests, and waits for their address.

const PARTS: readonly ProbePart[] = [policiesPart, scriptPart, childrenPart];

/** Types that decide which answer a client gets. */
const READ = ["virtualservice", "vsvip", "httppolicyset", "vsdatascriptset", "poolgroup", "pool", "stringgroup"] as const;

/** Number of reads of a VIP without an address. */
const LOOKS = 60;

/** IDs of the assumptions that requests are sent for. */
export const PROBED: readonly string[] = PARTS.flatMap(({ ids }) => ids);

/** Creates a virtual service per part on one VIP. A part that the controller refuses leaves its questions open. */
export async function probe(room: AviVerifySession, servers: EchoServers): Promise<Probe> {
  await room.make("vsvip", "trial", vipFields(room));
  const [one, two] = servers.map(serverBody);
  await room.pool("one", { servers: [one ?? null], default_server_port: one?.port ?? 80 });
  await room.pool("two", { servers: [two ?? null], default_server_port: two?.port ?? 80 });
  const cases: ProbeRequest[] = [];
  const unasked: { id: string; found: string }[] = [];
  for (const { ids, make } of PARTS) {
    try {
      cases.push(...(await make(room)));
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      unasked.push(...ids.map((id) => ({ id, found: reasonOf(error) })));
    }
  }
  return { address: await address(room), rules: servedByAvi(await liveBodies(room)), cases, unasked };
}

function serverBody(text: string): JsonObject {
  const [, addr = "", port = "80"] = /^\[?([^\]]+)\]?:(\d+)$/.exec(text) ?? [];
  return { ip: { addr, type: addr.includes(":") ? "V6" : "V4" }, port: Number(port) };
}

async function address(room: AviVerifySession): Promise<string> {
  for (let look = 0; look < LOOKS; look++) {
    const { results } = await room.page(`/api/vsvip?name=${encodeURIComponent(room.name("trial"))}`);
    const found = results[0] && addressOf(results[0]);
    if (found) return found;
    await sleep(Math.min(room.api.session.settings.retryDelayMs, 1000));
  }
  throw new Unasked("the VIP got no address");
}

/** Bodies of this run as the controller has them. */
async function liveBodies(room: AviVerifySession) {
  const lists = READ.map(async (type) => {
    const all = await room.api.list(type, "page_size=100&include_name=true", room.tenant, `list of ${type}`);
    return [type, all.filter(({ name }) => name.startsWith(`${room.place.prefix}-`))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
