import { type HttpResponse, json } from "../../shared/http";
import { mayRead, mustBeAdmin } from "../caller";
import type { Context } from "../context";
import { selected } from "../list";
import { checkEnabled, PROVIDERS } from "../provider";

type Capabilities = { [name: string]: string };

export const FLAVOR_KEYS: { [provider: string]: Capabilities } = {
  amphora: {
    loadbalancer_topology:
      "The load balancer topology. One of: SINGLE - One amphora per load balancer. ACTIVE_STANDBY - Two amphora per load balancer.",
    compute_flavor: "The compute driver flavor ID.",
    amp_image_tag: "The amphora image tag.",
    sriov_vip: "When true, the VIP port will be created using an SR-IOV VF port.",
    allow_member_sriov: "When true, users can request a member port be SR-IOV enabled at member creation time.",
  },
  noop_driver: { amp_image_tag: "The glance image tag to use for this load balancer." },
};

export const ZONE_KEYS: { [provider: string]: Capabilities } = {
  amphora: {
    compute_zone: "The compute availability zone.",
    volume_zone: "The volume availability zone.",
    management_network: "The management network ID for the amphora.",
    valid_vip_networks:
      "List of network IDs that are allowed for VIP use. This overrides/replaces the list of allowed networks configured in `octavia.conf`.",
  },
  noop_driver: {
    compute_zone: "The compute availability zone to use for this loadbalancer.",
    volume_zone: "The volume availability zone to use for this loadbalancer.",
  },
};

function described(ctx: Context, things: Capabilities): object[] {
  return Object.entries(things).map(([name, description]) => selected({ name, description }, ctx.query));
}

export function listProviders(ctx: Context): HttpResponse {
  mayRead(ctx.caller, ctx.caller.projectId);
  return json(200, { providers: described(ctx, PROVIDERS) });
}

export function listCapabilities(
  ctx: Context,
  provider: string,
  what: "flavor_capabilities" | "availability_zone_capabilities",
): HttpResponse {
  mustBeAdmin(ctx.caller);
  checkEnabled(provider);
  const all = (what === "flavor_capabilities" ? FLAVOR_KEYS : ZONE_KEYS)[provider === "octavia" ? "amphora" : provider] ?? {};
  const name = ctx.query.get("name");
  const description = ctx.query.get("description");
  const fits = ([key, text]: [string, string]) => (!name || key === name) && (!description || text === description);
  return json(200, { [what]: described(ctx, Object.fromEntries(Object.entries(all).filter(fits))) });
}
