import { isObject, isUnknown, type JsonObject } from "../../lifecycle/json";
import { listenerKey, memberKey, objects } from "../tree/keys";
import { at, type Rule } from "./reasons";

/** Lists whose elements must differ, and by what. */
const LISTS: { readonly [field: string]: { key(one: JsonObject): string; fields: readonly string[]; says(key: string): string } } = {
  listeners: { key: listenerKey, fields: ["protocol", "protocol_port"], says: (key) => `two listeners on ${key}` },
  members: { key: memberKey, fields: ["address", "protocol_port"], says: (key) => `member ${key} stands there twice` },
  l7policies: { key: (one) => String(one.name), fields: ["name"], says: (key) => `policy "${key}" stands there twice` },
};

/** What tells children apart must differ, or an update could not tell which is which. */
export const checkUnique: Rule = (place) =>
  Object.entries(LISTS).flatMap(([field, { key, fields, says }]) => {
    const known = objects(place.body[field]).filter((one) => fields.every((name) => one[name] !== undefined && !isUnknown(one[name])));
    const keys = known.map(key);
    const repeated = new Set(keys.filter((one, index) => keys.indexOf(one) !== index));
    return [...repeated].map((one) => at(place, field, says(one)));
  });

/** Certificates that a body names must be among the secrets. */
export const checkCertificates: Rule = (place, { certificates }) =>
  Object.entries(place.body).flatMap(([field, value]) => {
    if (!certificates || !/_container_refs?$/.test(field)) return [];
    const named = (Array.isArray(value) ? value : [value]).filter(isObject).map(({ name }) => String(name));
    return named.filter((name) => !isUnknown(name) && !certificates.has(name)).map((name) => at(place, field, `secrets has no "${name}"`));
  });
