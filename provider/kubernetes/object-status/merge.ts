import type { Json } from "../../../kinds/json";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { stable } from "../../lifecycle/shape";
import { describeKey } from "../paths";
import type { KubernetesObject } from "../types";
import { held } from "./held";
import { forget, type Site } from "./site";
import type { Wanted } from "./write";

/**
 * Writes with merge patches, for servers that know no server-side apply (Arktos, which is as old as Kubernetes 1.15). Nobody keeps
 * account of owners there, so we look ourselves: a value that is neither what we want nor what we wrote belongs to somebody else.
 */
export async function writeMerged(site: Site, object: KubernetesObject, wanted: Wanted, before: Wanted, force: boolean): Promise<void> {
  const { uid, annotations: annotationsNow } = object.metadata;
  const live = { status: object.status as JsonObject | undefined, annotations: annotationsNow };
  const others = (["status", "annotations"] as const).flatMap((part) => foreignIn(wanted[part], before[part], live[part]));
  if (others.length > 0 && !force) {
    throw failure("LB2130", { object: describeKey(site.key), message: `somebody else has written ${others.join(", ")}` });
  }
  forget(site);
  const status = patchOf(wanted.status, before.status);
  const annotations = patchOf(wanted.annotations, before.annotations);
  const below = site.hasStatus && status ? { status } : undefined;
  const main = { ...(annotations ? { annotations } : {}), uid: uid ?? null };
  if (below) await site.client.mergePatch(site.key, { metadata: { uid: uid ?? null }, ...below }, { subresource: "status" });
  const rest = status && !below ? { status } : {};
  if (annotations || "status" in rest) await site.client.mergePatch(site.key, { metadata: main, ...rest });
}

/** Names of fields that hold what others wrote. */
function foreignIn(wanted: JsonObject = {}, before: JsonObject = {}, live: JsonObject = {}): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const now = held(value, live[name]);
    const ours = [value, before[name]].some((one) => one !== undefined && stable(one) === stable(now ?? null));
    return isEmpty(now) || ours ? [] : [name];
  });
}

/** True for nothing, and for objects with nothing in them. */
function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (isObject(value) && Object.values(value).every(isEmpty));
}

/** What is wanted, and null for what was written and is not wanted any more; undefined when there is neither. */
function patchOf(wanted: Json | undefined, before: Json | undefined): Json | undefined {
  if (!isObject(wanted ?? {}) || !isObject(before ?? {})) return wanted ?? null;
  if (wanted === undefined && before === undefined) return undefined;
  const [to, from] = [(wanted ?? {}) as JsonObject, (before ?? {}) as JsonObject];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return Object.fromEntries(names.map((name) => [name, patchOf(to[name], from[name]) ?? null]));
}
