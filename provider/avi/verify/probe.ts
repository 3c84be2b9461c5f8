// Part of `k8s-lb verify`: creates the Avi objects to which test requests are sent, and waits for their address.

import { servedByAvi } from "../../../requests/avi";
import { reasonOf } from "../../../resources/diagnostic";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { sleep } from "../../lifecycle/wait";
import { Inconclusive, Interrupted } from "../../verify/check";
import type { EchoServers, Probe, ProbeRequest } from "../../verify/verification";
import { childrenPart } from "./probe-children";
import type { ProbePart } from "./probe-part";
import { policiesPart } from "./probe-policies";
import { scriptPart } from "./probe-script";
import type { AviVerifySession } from "./session";
import { vipAddressIn, vipFields } from "./vip";

const PARTS: readonly ProbePart[] = [policiesPart, scriptPart, childrenPart];

/** Types that decide which answer a client gets. */
const READ = ["virtualservice", "vsvip", "httppolicyset", "vsdatascriptset", "poolgroup", "pool", "stringgroup"] as const;

/** Number of reads of a VIP without an address. */
const LOOKS = 60;

/** IDs of the assumptions that requests are sent for. */
export const PROBED: readonly string[] = PARTS.flatMap(({ ids }) => ids);

/** Creates a virtual service per part on one VIP. A part that the controller refuses leaves its questions open. */
export async function probe(session: AviVerifySession, servers: EchoServers): Promise<Probe> {
  await session.make("vsvip", "trial", vipFields(session));
  const [first, second] = servers.map(serverBody);
  await session.pool("one", { servers: [first ?? null], default_server_port: first?.port ?? 80 });
  await session.pool("two", { servers: [second ?? null], default_server_port: second?.port ?? 80 });
  const cases: ProbeRequest[] = [];
  const unasked: { id: string; found: string }[] = [];
  for (const { ids, make } of PARTS) {
    try {
      cases.push(...(await make(session)));
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      unasked.push(...ids.map((id) => ({ id, found: reasonOf(error) })));
    }
  }
  return { address: await address(session), rules: servedByAvi(await liveBodies(session)), cases, inconclusive: unasked };
}

function serverBody(text: string): JsonObject {
  const [, addr = "", port = "80"] = /^\[?([^\]]+)\]?:(\d+)$/.exec(text) ?? [];
  return { ip: { addr, type: addr.includes(":") ? "V6" : "V4" }, port: Number(port) };
}

async function address(session: AviVerifySession): Promise<string> {
  for (let look = 0; look < LOOKS; look++) {
    const { results } = await session.page(`/api/vsvip?name=${encodeURIComponent(session.name("trial"))}`);
    const vipAddress = results[0] && vipAddressIn(results[0]);
    if (vipAddress) return vipAddress;
    await sleep(Math.min(session.api.session.settings.retryDelayMs, 1000));
  }
  throw new Inconclusive("the VIP got no address");
}

/** Bodies of this run as the controller has them. */
async function liveBodies(session: AviVerifySession) {
  const lists = READ.map(async (type) => {
    const all = await session.api.list(type, "page_size=100&include_name=true", session.tenant, `list of ${type}`);
    return [type, all.filter(({ name }) => name.startsWith(`${session.place.prefix}-`))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
