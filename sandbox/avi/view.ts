import { createHash } from "node:crypto";
import { baseOf } from "../shared/http";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import type { AviRequest } from "./http";
import { canonical, target } from "./references";
import type { Model } from "./schema";
import type { ControllerState, Scope } from "./state";

/** How one request wants its objects shown. */
export interface View {
  /** Scheme, host and port as the client used them; every url and reference starts with it. */
  base: string;
  version: string;
  /** Append `#name` to references. */
  names: boolean;
  /** The answer to a write, which shows less of certificates and no runtime fields. */
  write?: boolean;
  list?: boolean;
  exportKey?: boolean;
  skipDefault?: boolean;
  fields?: string[];
}

/** What a read asks for in its query. */
export function readView(request: AviRequest, scope: Scope): View {
  const { query } = request;
  const fields = query.get("fields");
  return {
    base: baseOf(request),
    version: scope.version,
    names: query.flag("include_name"),
    exportKey: query.flag("export_key"),
    skipDefault: query.flag("skip_default"),
    fields: fields === undefined ? undefined : fields.split(","),
  };
}

/** Answers to writes always name what they refer to. */
export function writeView(request: AviRequest, scope: Scope): View {
  return { base: baseOf(request), version: scope.version, names: true, write: true };
}

/** `https://host/api/pool/pool-1` of a canonical reference, with `#name` if asked for. */
export function expand(state: ControllerState, reference: string, view: View): string {
  const at = target(reference);
  if (!at) return reference;
  const name = view.names ? state.store.get(at.type, at.uuid)?.name : undefined;
  return `${view.base}${reference}${name === undefined ? "" : `#${text(name)}`}`;
}

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
