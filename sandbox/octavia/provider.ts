// Providers and what each supports.
import { isV6 } from "../shared/addresses";
import { type HttpResponse, json } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { isDatagram } from "./constants";
import { type LbaasRequest, mayRead } from "./context";
import { ApiError, unsupported } from "./errors";
import { selected } from "./list";

/** Providers as the list of them shows them. */
const PROVIDERS: { [name: string]: string } = {
  amphora: "amphora driver with noop backends",
  noop_driver: "noop",
};

export function checkEnabled(provider: string): void {
  // `octavia` is the old name of `amphora`: it works, but is not shown
  if (!(provider in PROVIDERS) && provider !== "octavia") throw new ApiError(400, `Provider '${provider}' is not enabled.`);
}

const isAmphora = (provider: string): boolean => provider !== "noop_driver";

/** Refuses what the amphora driver refuses although the API would take it; in a fully populated create the driver does not look. */
export function checkPool(provider: string, algorithm: unknown): void {
  if (isAmphora(provider) && algorithm === "SOURCE_IP_PORT") {
    throw unsupported(provider, "Amphora provider does not support SOURCE_IP_PORT algorithm.");
  }
}

export function checkPolicy(provider: string, protocol: unknown): void {
  if (isAmphora(provider) && protocol !== "HTTP" && protocol !== "TERMINATED_HTTPS") {
    throw unsupported(provider, `${String(protocol)} protocol listeners do not support L7 policies`);
  }
}

/** UDP and SCTP pools that a listener uses have members of the address family of a VIP. */
export function checkMembers(provider: string, pool: JsonObject, used: boolean, vips: string[], addresses: string[]): void {
  if (!isAmphora(provider) || !used || !isDatagram(pool.protocol)) return;
  for (const address of addresses) {
    if (!vips.some((vip) => isV6(vip) === isV6(address))) {
      const what = `mixing IPv4 and IPv6 addresses for its VIP and members in ${String(pool.protocol)} load balancers.`;
      throw unsupported(provider, `This provider doesn't support ${what}`);
    }
  }
}

export function listProviders(ctx: LbaasRequest): HttpResponse {
  mayRead(ctx.caller, ctx.caller.projectId);
  const providers = Object.entries(PROVIDERS).map(([name, description]) => selected({ name, description }, ctx.query));
  return json(200, { providers });
}
