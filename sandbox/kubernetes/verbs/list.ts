import type { HttpResponse } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { badRequest, expired, StatusError } from "../errors/status";
import { formOf } from "../request/accept";
import { ok, shown } from "../request/answer";
import { type Call, storage } from "../request/call";
import { fieldSelector } from "../request/field-selector";
import { labelSelector } from "../request/label-selector";
import { checkListOptions } from "../request/options";
import { mapOf, metaOf } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import { ALL_TENANTS } from "../resources/tenants";
import { metadataOnly, tableOf } from "../table/table";

type Entry = [key: string, object: JsonObject];

/** Whether an object is in what a list or watch asks for: its place and the selectors. */
export function filterOf(call: Call): (key: string, object: JsonObject) => boolean {
  const { query, resource, target } = call;
  const labels = labelSelector(query.get("labelSelector") ?? "");
  const written = query.get("fieldSelector") ?? "";
  const fields = fieldSelector(written, resource);
  const place = placeOf(call);
  return (key, object) =>
    place(key) && (target.name === undefined || metaOf(object).name === target.name) && labels(mapOf(object, "labels")) && fields(object);
}

function placeOf(call: Call): (key: string) => boolean {
  const everywhere = call.cluster.arktos && call.tenant === ALL_TENANTS;
  const prefix = call.namespace ? `${call.tenant}/${call.namespace}/` : `${call.tenant}/`;
  if (!everywhere) return (key) => key.startsWith(prefix);
  return (key) => call.namespace === "" || key.split("/")[1] === call.namespace;
}

/** GET of a collection: filtered, in pages when a limit is given. */
export function list(call: Call): HttpResponse {
  const { query, cluster } = call;
  const limit = numberOf(query, "limit");
  const token = query.get("continue");
  checkListOptions(call);
  const { revision, start } = token ? readToken(token) : { revision: revisionOf(call), start: "" };
  const keep = filterOf(call);
  const all = (token || isExact(query) ? past(call, revision) : cluster.store.list(storage(call))).filter(([key, object]) =>
    keep(key, object),
  );
  const rest = all.filter(([key]) => key > start || start === "");
  const page = limit > 0 ? rest.slice(0, limit) : rest;
  const left = rest.length - page.length;
  const metadata: JsonObject = { ...(call.resource.custom ? { continue: "" } : {}), resourceVersion: String(revision) };
  if (left > 0) {
    metadata.continue = writeToken(revision, page.at(-1)![0]);
    if (!query.get("labelSelector") && !query.get("fieldSelector")) metadata.remainingItemCount = left;
  }
  return answer(call, metadata, page);
}

function answer(call: Call, metadata: JsonObject, page: Entry[]): HttpResponse {
  const { resource } = call;
  const objects = page.map(([, object]) => object);
  const form = formOf(call);
  if (form !== "object" && metadata.continue === "") delete metadata.continue;
  if (form === "table") return ok(call, 200, tableOf(call, objects, metadata));
  if (form === "metadata") {
    const items = objects.map(metadataOnly);
    return ok(call, 200, { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items });
  }
  const items = objects.map((object) => listed(call, object));
  return ok(call, 200, { kind: resource.listKind, apiVersion: apiVersionOf(resource), metadata, items });
}

/** An object within a list: of built-in kinds the kind is not repeated. */
export function listed(call: Call, object: JsonObject): JsonObject {
  if (call.resource.custom) return shown(call, object);
  const { kind: _, apiVersion: __, ...rest } = object;
  return rest;
}

const isExact = (query: URLSearchParams): boolean => query.get("resourceVersionMatch") === "Exact";

function past(call: Call, revision: number): Entry[] {
  const found = call.cluster.store.listAt(storage(call), revision);
  if (found) return found;
  throw expired(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  );
}

/** The revision that a list shows: the newest, or exactly the one asked for. */
function revisionOf(call: Call): number {
  const { query, cluster } = call;
  const written = query.get("resourceVersion") ?? "";
  const wanted = Number(written || "0");
  if (!Number.isInteger(wanted) || wanted < 0) throw badRequest(`invalid resource version: ${versionFault(written)}`);
  if (wanted > cluster.store.revision) throw tooLarge(wanted, cluster.store.revision);
  return isExact(query) && wanted > 0 ? wanted : cluster.store.revision;
}

/** What is wrong with a resourceVersion that is no number. */
export const versionFault = (written: string): string =>
  `resourceVersion: Invalid value: ${JSON.stringify(written)}: strconv.ParseUint: parsing ${JSON.stringify(written)}: invalid syntax`;

function tooLarge(wanted: number, current: number): StatusError {
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return new StatusError(504, "Timeout", `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    causes,
    retryAfterSeconds: 1,
  });
}

export function numberOf(query: URLSearchParams, name: string): number {
  const written = query.get(name);
  if (written === null || written === "") return 0;
  if (/^-?\d+$/.test(written)) return Number(written);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(written)}: invalid syntax`);
}

const writeToken = (revision: number, start: string): string =>
  Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: revision, start })).toString("base64url");

function readToken(token: string): { revision: number; start: string } {
  try {
    const { rv, start } = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    if (Number.isInteger(rv) && typeof start === "string") return { revision: rv, start };
  } catch {
    // said below
  }
  throw badRequest("invalid continue token: continue key is not valid: <parser>");
}
