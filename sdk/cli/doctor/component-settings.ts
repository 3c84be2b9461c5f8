// Settings of the components of a stack, as `doctor` shows them.
import { ownTypeIn } from "../../../resources";
import { isRecord } from "../../specs";
import { TARGETS } from "../../targets";
import { isSecret } from "../../watch/stack/stack-state";
import { MASKED, type ShownSetting } from "./checks";

/**
 * Settings by which each component of a stack translates, defaults included, as the last `pulumi up` saw them.
 *
 * @param deployment output of `pulumi stack export`
 */
export function componentSettings(deployment: unknown): ShownSetting[] {
  const resources = isRecord(deployment) && Array.isArray(deployment.resources) ? deployment.resources.filter(isRecord) : [];
  return resources.flatMap(({ type, urn, inputs, delete: leaving }) => {
    const [, name = "", kind] = /^k8s-lb:(\w+):(\w+)$/.exec(String(type)) ?? [];
    const target = Object.values(TARGETS).find((one) => one.name === name);
    // resources of the plugin have types of the same form
    if (!target?.balancer || leaving || ownTypeIn(String(type)) !== undefined) return [];
    const settings = isRecord(inputs) ? inputs.settings : undefined;
    const stated = isRecord(settings) ? settings : {};
    const hidden = (key: string) => isSecret(settings) || isSecret(stated[key]);
    const inClear = Object.fromEntries(Object.entries(stated).filter(([key]) => !hidden(key)));
    const component = `${name}.${kind} ${String(urn).split("::").pop()}`;
    return Object.entries(target.balancer.decisive(inClear) ?? {}).map(([key, value]) => ({
      key: `${component}: ${key}`,
      ...(hidden(key)
        ? { value: MASKED, from: "configured, secret" }
        : { value, from: stated[key] ? "program, at the last `pulumi up`" : "default" }),
    }));
  });
}
