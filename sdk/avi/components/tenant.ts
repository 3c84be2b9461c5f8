import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../../../kinds/errors";
import { resolveKnown } from "../../sources/resolve-known";
import { isUnknown } from "../../specs";
import { Provider } from "../resources/provider";
import type { AviSettingsInput } from "../settings";

/**
 * Settings with the one tenant in which everything of a component lives. The setting may name it, or the connection; two that differ
 * would put pools in one tenant and look for them in another, so that nothing is registered then.
 */
export async function inOneTenant(settings: AviSettingsInput | undefined, parent: pulumi.Resource): Promise<AviSettingsInput | undefined> {
  const connected = await connectedTenant(parent);
  if (!connected) return settings;
  const { tenant = connected.tenant } = settings ?? {};
  if (tenant === connected.tenant) return { ...settings, tenant };
  throw new LbError({
    code: "LB2070",
    object: "settings",
    pointer: "/tenant",
    message: `the setting says tenant "${tenant}", ${connected.by} says "${connected.tenant}"`,
    remedy: "Name the tenant in one place, or the same in both.",
  });
}

/** The tenant that the connection names, and where. First found wins, as for all of the connection. */
async function connectedTenant(parent: pulumi.Resource): Promise<{ tenant: string; by: string } | undefined> {
  const explicit = parent.getProvider("pulumi-nodejs:dynamic:Resource");
  const given = explicit instanceof Provider && explicit.tenant !== undefined ? await resolveKnown(explicit.tenant) : undefined;
  const places = [
    ["the explicit avi.Provider", isUnknown(given) ? undefined : given],
    ["the stack configuration avi:tenant", new pulumi.Config("avi").get("tenant")],
    ["the environment variable AVI_TENANT", process.env.AVI_TENANT],
  ] as const;
  for (const [by, tenant] of places) if (typeof tenant === "string" && tenant !== "") return { tenant, by };
  return undefined;
}
