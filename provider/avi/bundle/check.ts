import type { AviKind, Slot } from "../../../kinds/avi/kind";
import type { Json } from "../../../kinds/json";
import { isObject, isUnknown } from "../../lifecycle/json";
import type { Bag, CheckFailure } from "../../lifecycle/kind";

/** The controller accepts no longer names. */
const MAX_NAME = 255;

/**
 * What is wrong with the inputs, all at once. The engine prints the value of the property a failure is attached to, and
 * bodies may hold private keys: so a failure is attached to none and names its field in the text.
 */
export function check(bundle: AviKind, news: Bag): CheckFailure[] {
  const reasons = bundle.slots.flatMap((slot) => slotReasons(slot, news[slot.name]));
  if (!isUnknown(news.owner) && (typeof news.owner !== "string" || news.owner === "")) {
    reasons.unshift("owner: the mark of the owner is missing");
  }
  const keeps = ["servers"];
  const known = new Set(Object.keys(bundle.schema.shape));
  const sound = Array.isArray(news.keep) && news.keep.every((field) => isUnknown(field) || keeps.includes(String(field)));
  if (known.has("keep") && news.keep !== undefined && !isUnknown(news.keep) && !sound)
    reasons.push(`keep: a list is expected, of ${keeps.join(", ")}`);
  for (const key of Object.keys(news)) {
    if (!known.has(key)) reasons.push(`${key}: ${bundle.type.slice("avi:".length)} has no such property; it has ${[...known].join(", ")}`);
  }
  return reasons.map((reason) => ({ property: "", reason: `LB2016: ${reason}` }));
}

function slotReasons(slot: Slot, value: Json | undefined): string[] {
  if (isUnknown(value)) return [];
  if (value === undefined || value === null) return slot.optional ? [] : [`${slot.name}: is missing`];
  if (!slot.many) return bodyReasons(slot.name, value);
  if (!Array.isArray(value)) return [`${slot.name}: a list of bodies is expected`];
  const names = value.map((body) => (isObject(body) ? body.name : undefined));
  const repeated = names.filter((name, index) => typeof name === "string" && !isUnknown(name) && names.indexOf(name) !== index);
  return [
    ...value.flatMap((body, index) => bodyReasons(`${slot.name}[${index}]`, body)),
    ...repeated.map((name) => `${slot.name}: "${String(name)}" stands there twice`),
  ];
}

function bodyReasons(place: string, body: Json): string[] {
  if (isUnknown(body)) return [];
  if (!isObject(body)) return [`${place}: a body is expected`];
  const { name } = body;
  if (isUnknown(name)) return [];
  if (typeof name !== "string" || name === "") return [`${place}.name: is missing`];
  return name.length > MAX_NAME ? [`${place}.name: has ${name.length} characters, ${MAX_NAME} are allowed`] : [];
}
