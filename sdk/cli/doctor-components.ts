import { aviSettingsSchema } from "../avi/settings";
import { octaviaSettingsSchema } from "../octavia/settings";
import { isRecord } from "../specs";
import { isSecret } from "../watch/stack-state";
import { MASKED, type Setting } from "./doctor-checks";

/** Settings that decide how specs become objects, by the type of a component: the generation of names, and the kind of servers in pools. */
function decisive(target: string, settings: object): { [key: string]: string } | undefined {
  if (target === "avi") {
    const known = aviSettingsSchema.safeParse(settings).data;
    return known && { naming: known.naming, serviceType: known.serviceType };
  }
  const known = target === "octavia" ? octaviaSettingsSchema.safeParse(settings).data : undefined;
  if (!known) return undefined;
  // the OpenStack cloud provider has nodes as members, always
  return { naming: known.naming, ...(known.naming === "kuryr" && { member_mode: known.member_mode }) };
}

/**
 * Settings by which each component of a stack translates, defaults included, as the last `pulumi up` saw them.
 *
 * @param deployment output of `pulumi stack export`
 */
export function componentSettings(deployment: unknown): Setting[] {
  const resources = isRecord(deployment) && Array.isArray(deployment.resources) ? deployment.resources.filter(isRecord) : [];
  return resources.flatMap(({ type, urn, inputs, delete: leaving }) => {
    const [, target, kind] = /^k8s-lb:(avi|octavia):(\w+)$/.exec(String(type)) ?? [];
    if (!target || leaving) return [];
    const settings = isRecord(inputs) ? inputs.settings : undefined;
    const stated = isRecord(settings) ? settings : {};
    const hidden = (key: string) => isSecret(settings) || isSecret(stated[key]);
    const inClear = Object.fromEntries(Object.entries(stated).filter(([key]) => !hidden(key)));
    const component = `${target}.${kind} ${String(urn).split("::").pop()}`;
    return Object.entries(decisive(target, inClear) ?? {}).map(([key, value]) => ({
      key: `${component}: ${key}`,
      ...(hidden(key)
        ? { value: MASKED, from: "configured, secret" }
        : { value, from: stated[key] ? "program, at the last `pulumi up`" : "default" }),
    }));
  });
}
