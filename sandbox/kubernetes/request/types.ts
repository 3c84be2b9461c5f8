import { type JsonObject, text } from "../../shared/json";
import { invalid, invalidObject } from "../errors/field";
import { badRequest } from "../errors/status";
import { nameOf } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import type { Call } from "./call";
import { unrecognized } from "./unrecognized";

/** Whether an object came whole or is what a patch made of another one. */
export type Way = "whole" | "patched";

/** A body, or what a patch made of an object, that does not fit its kind. */
export class DecodeFault extends Error {
  constructor(
    message: string,
    readonly kind: string,
    readonly version: string,
  ) {
    super(message);
  }
}

/** Packages of the types inside the server, by group, as they are named in errors. */
const INTERNAL: { [group: string]: string } = { "": "core", "rbac.authorization.k8s.io": "rbac" };

/** Refuses an object of another type than the path says. */
export function checkType(call: Call, object: JsonObject, way: Way): void {
  if (call.resource.custom) checkCustom(call, object, way);
  else checkBuiltin(call, object);
}

export const wrongVersion = ({ resource }: Call, object: JsonObject): boolean => text(object.apiVersion) !== apiVersionOf(resource);

function checkBuiltin(call: Call, object: JsonObject): void {
  const { resource, cluster } = call;
  const version = text(object.apiVersion) || apiVersionOf(resource);
  const kind = text(object.kind) || resource.kind;
  if (version === apiVersionOf(resource) && kind === resource.kind) return;
  const [group, short] = version.includes("/") ? (version.split("/") as [string, string]) : ["", version];
  const known = cluster.registry.byKind(group, short, kind);
  const why =
    known && !known.custom
      ? `converting (${short}.${kind}) to (${INTERNAL[resource.group] ?? resource.group.split(".")[0]}.${resource.kind}): unknown conversion`
      : `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`;
  throw new DecodeFault(why, kind, short);
}

function checkCustom(call: Call, object: JsonObject, way: Way): void {
  const { resource } = call;
  const [wanted, kind] = [apiVersionOf(resource), text(object.kind)];
  if (way === "whole") {
    const shown = JSON.stringify(object);
    if (!kind) throw unrecognized(call, `Object 'Kind' is missing in '${shown}'`);
    if (!text(object.apiVersion)) throw unrecognized(call, `Object 'apiVersion' is missing in '${shown}'`);
    if (wrongVersion(call, object)) {
      throw badRequest(`the API version in the data (${text(object.apiVersion)}) does not match the expected API version (${wanted})`);
    }
  }
}

/** What a custom resource of another type is refused with once its place has been checked. */
export function checkCustomType(call: Call, object: JsonObject): void {
  const { resource } = call;
  if (!resource.custom) return;
  const [wanted, version, kind] = [apiVersionOf(resource), text(object.apiVersion), text(object.kind)];
  const faults = [];
  if (kind !== resource.kind) faults.push(invalid("kind", kind, `must be ${resource.kind}`));
  if (version !== wanted) faults.push(invalid("apiVersion", version, `must be ${wanted}`));
  if (faults.length > 0) throw invalidObject({ group: resource.group, kind, name: nameOf(object) }, faults);
}
