import { isObject, type JsonObject } from "../shared/json";
import { type MessageSchema, type Model, messageOf } from "./schema";

/** What a read shows in place of a secret. */
export const MASK = "<sensitive>";

/** A body that carries the mask where the stored object has a secret means: leave it as it is. */
export function keepSensitive(model: Model, body: JsonObject, before: JsonObject): void {
  visit(model, model.message, body, (at, key) => {
    if (at.path === "" && at.body[key] === MASK && before[key] !== undefined) at.body[key] = before[key];
    else if (at.body[key] === MASK) restoreNested(at, key, before);
  });
}

/** Puts the mask over every secret of a rendered object. */
export function maskSensitive(model: Model, body: JsonObject): void {
  visit(model, model.message, body, (at, key) => {
    if (typeof at.body[key] === "string" && at.body[key] !== "") at.body[key] = MASK;
  });
}

interface Place {
  body: JsonObject;
  /** Dotted path of the message inside the object, list positions included; "" at the top. */
  path: string;
}

function restoreNested(at: Place, key: string, before: JsonObject): void {
  let stored: unknown = before;
  for (const step of at.path.split(".").filter(Boolean)) {
    stored = Array.isArray(stored) ? stored[Number(step)] : isObject(stored) ? stored[step] : undefined;
  }
  const secret = isObject(stored) ? stored[key] : undefined;
  if (secret !== undefined) at.body[key] = secret;
}

function visit(model: Model, message: MessageSchema, body: JsonObject, found: (at: Place, key: string) => void, path = ""): void {
  for (const [key, value] of Object.entries(body)) {
    const field = message.properties[key];
    if (!field) continue;
    if (field["x-sensitive"]) found({ body, path }, key);
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    if (isObject(value)) visit(model, nested, value, found, `${path}${key}.`);
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        if (isObject(item)) visit(model, nested, item, found, `${path}${key}.${i}.`);
      });
    }
  }
}
