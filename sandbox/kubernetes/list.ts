import type { HttpResponse } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { answerWith, type Call, found, ok, shown, storage, subjectOf } from "./call";
import { numberOf, versionIn } from "./parameters";
import { apiVersionOf } from "./registry";
import { filterOf } from "./selectors";
import { badRequest, expired, notFound, StatusError } from "./status";
import type { Entry } from "./store";

/** The stored object that a path names. */
export function existing(call: Call): JsonObject {
  const object = found(call);
  if (!object) throw notFound(subjectOf(call));
  return object;
}

/** GET of one object. */
export function get(call: Call): HttpResponse {
  versionIn(call.query);
  return answerWith(call, 200, existing(call));
}

/** GET of a collection: filtered, in pages when a limit is given; later pages show what was there at the first. */
export function list(call: Call): HttpResponse {
  const { query, cluster, resource } = call;
  const limit = numberOf(query, "limit");
  const token = query.get("continue");
  if (token && versionIn(query) > 0) throw badRequest("specifying resource version is not allowed when using continue");
  const { revision, start } = token ? readToken(token) : { revision: revisionOf(call), start: "" };
  const keep = filterOf(call);
  const all = token ? past(call, revision) : cluster.store.list(storage(call));
  const rest = all.filter(([key, object]) => key > start && keep(key, object));
  const page = limit > 0 ? rest.slice(0, limit) : rest;
  const left = rest.length - page.length;
  const metadata: JsonObject = { ...(resource.custom ? { continue: "" } : {}), resourceVersion: String(revision) };
  if (left > 0) {
    metadata.continue = writeToken(revision, page.at(-1)?.[0] ?? "");
    if (!query.get("labelSelector") && !query.get("fieldSelector")) metadata.remainingItemCount = left;
  }
  return ok(call, 200, listed(call, page, metadata));
}

/** Objects as a list; of built-in kinds the kind is not repeated. */
export function listed(call: Call, entries: Entry[], metadata: JsonObject): object {
  const { resource } = call;
  const bare = ({ kind: _, apiVersion: __, ...rest }: JsonObject) => rest;
  const items = entries.map(([, object]) => (resource.custom ? shown(call, object) : bare(object)));
  return { kind: resource.listKind, apiVersion: apiVersionOf(resource), metadata, items };
}

function past(call: Call, revision: number): Entry[] {
  const then = call.cluster.store.listAt(storage(call), revision);
  if (then) return then;
  throw expired(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  );
}

/** The revision that a list shows: the newest, which one asked for must not be ahead of. */
function revisionOf({ query, cluster: { store } }: Call): number {
  const wanted = versionIn(query, (why) => badRequest(`invalid resource version: ${why}`));
  if (wanted <= store.revision) return store.revision;
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  const text = `Timeout: Too large resource version: ${wanted}, current: ${store.revision}`;
  throw new StatusError(504, "Timeout", text, { causes, retryAfterSeconds: 1 });
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
