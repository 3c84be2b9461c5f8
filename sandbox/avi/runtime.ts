import { createHash } from "node:crypto";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { canonical } from "./references";
import type { Model } from "./schema";
import type { ControllerState } from "./state";
import { expand, type View } from "./view";

/** The fields a GET shows that no write answers with. */
export function withRuntime(state: ControllerState, model: Model, object: JsonObject, view: View): JsonObject {
  if (model.type === "virtualservice") return virtualServiceRuntime(state, object, view);
  if (model.type === "vsvip" && !view.list) return vsVipRuntime(state, object, view);
  return {};
}

function virtualServiceRuntime(state: ControllerState, object: JsonObject, view: View): JsonObject {
  const uuid = text(object.uuid);
  const vsvip = state.store.get("vsvip", text(object.vsvip_ref).split("/").pop() ?? "");
  const runtime: JsonObject = {
    version: text(asObject(object.configpb_attributes).version || 1),
    redis_db: 9,
    redis_port: 5001,
    marked_for_delete: false,
    self_se_election: true,
    tls_ticket_key: [1, 2, 3].map((n) => ({
      name: ticketName(uuid, n),
      aes_key: derived(uuid, "aes", n),
      hmac_key: derived(uuid, "hmac", n),
    })),
    vip_runtime: asArray(vsvip?.vip).map((vip) => ({
      vip_id: text(asObject(vip).vip_id),
      num_additional_se: 0,
      requested_resource: { num_se: 1, num_standby_se: 0 },
    })),
  };
  if (object.type === "VS_TYPE_VH_PARENT") {
    const children = state.store.referrersOf("virtualservice", uuid).filter(({ type }) => type === "virtualservice");
    runtime.vh_child_vs_uuid = children.map(({ object: child }) => expand(state, canonical("virtualservice", text(child.uuid)), view));
  }
  return runtime;
}

function vsVipRuntime(state: ControllerState, object: JsonObject, view: View): JsonObject {
  const users = state.store.referrersOf("vsvip", text(object.uuid)).filter(({ type }) => type === "virtualservice");
  if (users.length === 0) return {};
  return { vs_refs: users.map(({ object: vs }) => expand(state, canonical("virtualservice", text(vs.uuid)), view)) };
}

/** Ticket keys only have to look like keys and stay the same between reads. */
function derived(uuid: string, purpose: string, n: number): string {
  return createHash("sha256").update(`${uuid}/${purpose}/${n}`).digest("base64");
}

function ticketName(uuid: string, n: number): string {
  const h = createHash("md5").update(`${uuid}/${n}`).digest("hex");
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
