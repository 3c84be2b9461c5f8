import type { Request } from "../../../../requests/answer/request";
import { HOSTS, type Manifest, PATHS, routed } from "./routes-world";
import type { Draw } from "./world";

/** Changes of specs, and requests near the rules that change. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** All places of a value that hold a list or a plain value. */
function* placesIn(value: unknown): Generator<[holder: Record<string, unknown>, key: string]> {
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    yield [value, key];
    yield* placesIn(value[key]);
  }
}

/** Turns one field of an object into that of another object of its kind, or takes an element of a list out, or to another place. */
function edited(one: Manifest, draw: Draw): void {
  const like = routed(draw, one.metadata.name, one.kind as "Ingress");
  const [holder, key] = draw.pick([...placesIn(one.spec)]);
  const others = [...placesIn(like.spec)].filter(([, name]) => name === key && !Array.isArray(holder));
  const own = holder[key];
  if (Array.isArray(own) && own.length > 1 && draw.chance(0.7)) {
    const [taken] = own.splice(draw.below(own.length), 1);
    if (draw.chance(0.5)) own.splice(draw.below(own.length + 1), 0, taken);
  } else if (others.length > 0) {
    const [from, name] = draw.pick(others);
    holder[key] = from[name];
  }
}

/** A copy with one to three changes: an object is edited, drawn anew, added or taken out. */
export function changedRoutes(routes: readonly Manifest[], draw: Draw): Manifest[] {
  const copy = structuredClone([...routes]);
  for (let left = 1 + draw.below(3); left > 0; left--) {
    const at = draw.below(copy.length);
    const one = copy[at];
    if (one && draw.chance(0.65)) edited(one, draw);
    else if (one && draw.chance(0.4)) copy.splice(at, 1);
    else if (one && draw.chance(0.5)) copy[at] = routed(draw, one.metadata.name, one.kind as "Ingress");
    else copy.push(routed(draw, `new${left}`));
  }
  return copy;
}

/** Words of both sides that requests are made of; those that one side alone has come several times. */
export interface Words {
  hosts: string[];
  paths: string[];
  values: string[];
}

const FIELDS = new Set(["value", "service", "method", "path", "match"]);

/** Words of the rules, those of changed objects ten times. */
export function wordsOf(before: readonly Manifest[], after: readonly Manifest[]): Words {
  const found: Words = { hosts: [...HOSTS, "nobody.org"], paths: [...PATHS], values: ["1", "2", "1,a"] };
  const [was, is] = [before, after].map((all) => new Set(all.map((one) => JSON.stringify(one))));
  for (const one of [...before, ...after]) {
    const text = JSON.stringify(one);
    const count = was?.has(text) && is?.has(text) ? 1 : 10;
    for (const [holder, key] of placesIn(one.spec)) {
      const value = holder[key];
      if (typeof value !== "string") continue;
      const list = value.startsWith("/") ? found.paths : HOSTS.includes(value) ? found.hosts : FIELDS.has(key) ? found.values : undefined;
      for (let i = 0; i < count; i++) list?.push(value);
    }
  }
  return found;
}

/** The path itself, one byte more or less, below, beside. */
function nearPath(path: string, draw: Draw): string {
  const bare = path.replace(/\/+$/, "");
  const near = draw.pick([
    path,
    path,
    `${bare}/`,
    bare,
    `${path}x`,
    path.slice(0, -1),
    `${bare}/x`,
    `${bare}/b`,
    `${bare}b`,
    path.toUpperCase(),
  ]);
  return near.startsWith("/") ? near.replace(/[^\w./-]/g, "") : "/";
}

/** The value itself, one byte more or less, within a list. */
const nearValue = (value: string, draw: Draw): string =>
  draw.pick([value, value, value, `${value}x`, `x${value}`, value.slice(1), value.slice(0, -1), `x,${value}`, value.toUpperCase()]);

/** A request near the words. The name of its handshake is its host: others are not compared. */
export function nearRequest({ hosts, paths, values }: Words, draw: Draw): Request {
  const named = draw.pick(hosts);
  const host = named.startsWith("*") ? `${draw.pick(["z", "a", "y.z"])}${named.slice(1)}` : named;
  const query = (["a", "b"] as const).flatMap((name) =>
    draw.chance(0.3) ? [`${name}=${encodeURIComponent(nearValue(draw.pick(values), draw)).replaceAll("%20", "+")}`] : [],
  );
  const headers = Object.fromEntries(
    ["x-a", "x-b"].filter(() => draw.chance(0.4)).map((name) => [name, nearValue(draw.pick(values), draw).trim()]),
  );
  const path = draw.chance(0.1)
    ? draw.pick(["/shop.Cart/Add", "/shop.Cart/", "/shop.Car/Add", "/shop.Cart"])
    : nearPath(draw.pick(paths), draw);
  const origin = draw.pick([`http://${host}`, `http://${host}`, `https://${host}`, `https://${host}`, `tls://${host}:8443`]);
  return {
    url: `${origin}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    method: draw.pick(["GET", "GET", "POST", "PUT"]),
    headers,
  };
}
