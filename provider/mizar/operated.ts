import type { KubernetesObject, ResourceType } from "../kubernetes";
import type { Bag, CheckFailure } from "../lifecycle/kind";
import { isObject, type JsonObject } from "../lifecycle/sanitize";
import { isUnknown } from "../lifecycle/unknown";
import { refused } from "./object/check";
import type { Inputs } from "./object/inputs";
import { MIZAR_NAMESPACE, type Site } from "./object/site";
import type { View } from "./object/table";
import { rangeFault } from "./range";

/** What Vpc and Subnet have in common: ranges that Mizar's operator provisions (reference: mizar.md 2.2 to 2.4). */
export const OPERATED = {
  tenant: "system",
  /** Written by the operator; `status` by us, once. */
  computed: ["status", "vni", "createtime", "provisiondelay"],
  initial: { status: "Init" },
  pending: ({ object }: View): string | undefined => {
    const { status } = specOf(object);
    return status === "Provisioned" ? undefined : `is ${status ? String(status) : "without a state"}, not Provisioned`;
  },
} as const;

export function specOf(object: KubernetesObject): JsonObject {
  return isObject(object.spec) ? object.spec : {};
}

/** What the operator wrote, as outputs. */
export function provisioned({ object }: View, ...fields: string[]): Bag {
  const spec = specOf(object);
  return Object.fromEntries(["status", "vni", ...fields].map((field) => [field, spec[field]]).filter(([, value]) => value !== undefined));
}

/** What neither server nor operator would say: the object would stay in Init for ever. */
export function checkRange({ name, namespace }: Inputs, { spec }: Bag, kind: string): CheckFailure[] {
  const failures: CheckFailure[] = [];
  if (namespace !== undefined && !isUnknown(namespace) && namespace !== MIZAR_NAMESPACE) {
    const why = `${kind} ${name} is in namespace ${namespace}, but Mizar's operator only works in ${MIZAR_NAMESPACE}`;
    failures.push(refused("metadata", "metadata/namespace", why));
  }
  const fault = isObject(spec) ? rangeFault(spec.ip, spec.prefix) : undefined;
  if (fault) failures.push(refused("spec", "spec/ip", `the range of ${kind} ${name} cannot be used: ${fault}`));
  return failures;
}

/** The names of Mizar's objects whose field names this one; empty where the user may not list them. */
export async function namesWith({ client, key }: Site, type: ResourceType, field: string, value: string): Promise<string[]> {
  try {
    const objects = await client.list(type, { namespace: MIZAR_NAMESPACE, tenant: key.tenant });
    return objects.filter((object) => specOf(object)[field] === value).map(({ metadata }) => metadata.name);
  } catch {
    return [];
  }
}
