import type { Answer } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { type Target, targetOf } from "./names";
import type { Request } from "./session";

/** What a service answers to a request that it has carried out. */
interface Expected {
  statuses: readonly number[];
  /** What the JSON of the answer holds; absent: the answer has no body. */
  holds?(body: JsonObject): boolean;
}

/** True for an answer that the API gives to such a request, by status, content type and body; a portal's page is none. */
export function isExpected(request: Request, { status, headers, body, text }: Answer): boolean {
  return expectedOf(request).some(({ statuses, holds }) => {
    if (!statuses.includes(status)) return false;
    if (!holds) return text.trim() === "";
    return isObject(body) && /json/i.test(String(headers["content-type"])) && holds(body);
  });
}

function expectedOf({ method, path }: Request): readonly Expected[] {
  const target = targetOf(path);
  const holds = (body: JsonObject) => (target ? holdsOne(target, body) : Object.keys(body).length > 0);
  switch (method) {
    case "GET":
      return target ? [{ statuses: [200], holds: reads(target) }] : [{ statuses: [200, 300], holds }];
    case "POST":
      return [{ statuses: [201], holds }];
    case "DELETE":
      return [{ statuses: [204, 202] }];
    default:
      // The members of a pool as a whole, and a failover, are taken without a word.
      return target?.id && !target.tail ? [{ statuses: [200, 202], holds }] : [{ statuses: [202, 204] }];
  }
}

function reads(target: Target): (body: JsonObject) => boolean {
  if (!target.id) return (body) => Array.isArray(body[target.list]);
  return target.tail ? (body) => Object.values(body).some(isObject) : (body) => holdsOne(target, body);
}

/** `{ "pool": { "id": ... } }`; Barbican's objects stand bare and tell their address. */
function holdsOne({ key }: Target, body: JsonObject): boolean {
  if (key === undefined) return typeof (body.container_ref ?? body.secret_ref) === "string";
  const one = body[key];
  return isObject(one) && (key === "quota" || (typeof one.id === "string" && one.id !== ""));
}
