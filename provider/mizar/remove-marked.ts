// Deletes orphaned objects of Mizar.

import { connect, settingsOf } from "../kubernetes/connect";
import type { Removal } from "../orphans/marked";
import { KINDS, keyAt } from "./marked-objects";
import { markOf } from "./marks";

/** Order of deletion: the contents of a subnet come before it, and it comes before its VPC. */
export const DELETION_ORDER: readonly string[] = ["Pod", "Service", "Network", "Subnet", "Vpc"];

/** Deletes one object, unless something is in it. Finalizers are the business of who set them. */
export const removeMarked: Removal = async (config, { type, name, id, owner }) => {
  const kind = KINDS.find((one) => one.type.kind === type);
  const settings = settingsOf(config);
  const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
  const key = kind && keyAt(kind, name, tenants);
  if (!kind || !key) return { outcome: "refused", reason: `k8s-lb deletes nothing of type ${type}` };
  const client = connect(settings);
  const live = await client.get(key);
  if (!live || live.metadata.uid !== id) return { outcome: "gone" };
  const mark = markOf(live);
  if (mark !== owner) return { outcome: "refused", reason: mark === undefined ? "it has no owner mark now" : `it is marked ${mark} now` };
  const inside = (await kind.inside?.({ client, tenants }, live)) ?? [];
  if (inside.length > 0) return { outcome: "refused", reason: `${inside.join(", ")} uses it` };
  await client.delete(key, { uid: id, propagationPolicy: "Background" });
  return { outcome: "deleted" };
};
