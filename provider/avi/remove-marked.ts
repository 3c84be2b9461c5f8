// Deletes orphaned objects from an Avi controller.

import { typeOfModel } from "../../resources/avi/body";
import type { Marked, Removal } from "../orphans/marked";
import { apiFor } from "./client/api";
import { markOf } from "./objects";

/** States hold the objects of a resource by type and name: `pool/web`. */
export function namesInState({ type, name }: Pick<Marked, "type" | "name">): string[] {
  const aviType = typeOfModel(type);
  return aviType ? [`${aviType}/${name}`] : [];
}

/** Deletes one object of the tenant. The controller refuses while others refer to it. */
export const removeMarked: Removal = async (config, { type, name, id, owner }) => {
  const api = apiFor(config);
  const { tenant } = api.session.settings;
  const aviType = typeOfModel(type);
  if (!aviType) return { outcome: "refused", reason: `k8s-lb deletes nothing of type ${type}` };
  // names are unique per tenant and cloud: the uuid selects one of several
  const named = await api.list(aviType, `name=${encodeURIComponent(name)}&include_name=true`, tenant, `${type} ${name}`);
  const live = named.find(({ uuid }) => uuid === id);
  if (!live) return { outcome: "gone" };
  const mark = markOf(aviType, live);
  if (mark !== owner) return { outcome: "refused", reason: mark ? `it is marked ${mark} now` : "it has no owner mark now" };
  await api.remove(aviType, live, { tenant, cloud: "" });
  return { outcome: "deleted" };
};
