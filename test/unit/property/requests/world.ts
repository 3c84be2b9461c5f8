import type { Request } from "../../../../requests/answer/request";
import type {
  Condition,
  PathCondition,
  RoutingTable,
  ServedAnswer,
  ServedPort,
  ServedRule,
} from "../../../../requests/table/routing-table";

/** Random rules over few words, so that they meet often, and random requests near them. */

export interface Draw {
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  chance(part: number): boolean;
}

/** One draw after another from a seed (mulberry32). */
export function drawing(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, pick: (list) => list[below(list.length)]!, chance: (part) => next() < part };
}

const NAMES = ["h.com", "i.com", "a.w.com", "*.w.com", "**.w.com", "b.a.w.com", "**.a.w.com", ""];
const PATHS = ["/", "/a", "/a/", "/a/b", "/ab", "/a/bc", "/A", "/a.b", "/b"];
const PATTERNS = ["^/a", "b$", "^/[^/]+/b", "^/a(/|$)", "a.*b", "^/(a|b)+$", "[0-9]{2,3}", "^(?:/[A-Z]*)$", "\\.b"];
const RANGES = ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.3/32", "192.168.0.0/24", "2001:db8::/32", "0.0.0.0/0"];
const METHODS = ["GET", "POST", "PUT"];
const VALUES = ["1", "2", "1a"];
const VALUE_PATTERNS = ["^1", "a$", "^[0-9]+$"];
const SERVICES = ["default/a:80", "default/b:80", "default/c:80", "team/d:80"];

/** @param regular false: no regular expressions */
export function worldOf(draw: Draw, regular = true): RoutingTable {
  const ports: ServedPort[] = [portOf(draw, 80, "http", regular), portOf(draw, 443, "https", regular)];
  const kept = ports.filter(() => draw.chance(0.9));
  return {
    addresses: [
      { name: "lb", group: "hosts", ports: kept.length > 0 ? kept : ports },
      { name: "db", group: "Service default/db", ports: [layer4(draw)] },
    ],
    servers: Object.fromEntries(SERVICES.map((name, i) => [name, { ready: [`10.9.0.${i}:80`] }])),
  };
}

function layer4(draw: Draw): ServedPort {
  const rules = draw.chance(0.8) ? [{ to: forward(draw) }] : [];
  return { port: 5432, protocol: "tcp", ...clients(draw), hosts: { "": { rules } }, otherwise: { closed: "no server" } };
}

const clients = (draw: Draw) => (draw.chance(0.2) ? { clients: [draw.pick(RANGES)] } : {});

function portOf(draw: Draw, port: number, protocol: "http" | "https", regular: boolean): ServedPort {
  const hosts: ServedPort["hosts"] = {};
  for (const name of NAMES.filter(() => draw.chance(0.4)))
    hosts[name] = {
      ...(protocol === "https" && draw.chance(0.8) ? { certificate: "c" } : {}),
      rules: Array.from({ length: draw.below(5) }, () => ruleOf(draw, regular)),
      ...(draw.chance(0.2) ? { otherwise: answerOf(draw) } : {}),
    };
  const secured = protocol === "https" && draw.chance(0.2) ? { clientCertificate: "required" as const } : {};
  return { port, protocol, ...clients(draw), ...secured, hosts, otherwise: { status: draw.pick([404, 503]) } };
}

export function ruleOf(draw: Draw, regular: boolean): ServedRule {
  const match = [
    ...(draw.chance(0.8) ? [pathCondition(draw, regular)] : []),
    ...(draw.chance(0.15) ? [pathCondition(draw, regular)] : []),
    ...(draw.chance(0.3) ? [otherCondition(draw, regular)] : []),
    ...(draw.chance(0.15) ? [otherCondition(draw, regular)] : []),
  ];
  return { ...(match.length > 0 ? { match } : {}), to: answerOf(draw), by: { object: "Ingress default/x", pointer: "/spec" } };
}

const turned = (draw: Draw) => (draw.chance(0.2) ? { not: true as const } : {});
const some = (draw: Draw, list: readonly string[]) => (draw.chance(0.2) ? [draw.pick(list), draw.pick(list)] : [draw.pick(list)]);

function pathCondition(draw: Draw, regular: boolean): PathCondition {
  const is = draw.pick(["exact", "segments", "segments", "characters", "characters", ...(regular ? (["regex"] as const) : [])] as const);
  const values = some(draw, is === "regex" ? PATTERNS : PATHS);
  return { of: "path", is, values, ...(draw.chance(0.15) ? { fold: true } : {}), ...turned(draw) };
}

function otherCondition(draw: Draw, regular: boolean): Condition {
  const of = draw.pick(["method", "header", "header", "query", "client", "certificate"] as const);
  if (of === "method") return { of, values: some(draw, METHODS), ...turned(draw) };
  if (of === "client") return { of, values: some(draw, RANGES), ...turned(draw) };
  if (of === "certificate") return { of, ...turned(draw) };
  const is = draw.pick(["exact", "exact", "present", ...(regular ? (["regex"] as const) : [])] as const);
  const values = is === "present" ? [] : some(draw, is === "regex" ? VALUE_PATTERNS : VALUES);
  const list = of === "header" && draw.chance(0.2) ? { list: true as const } : {};
  return { of, name: draw.pick(["x", "y"]), is, values, ...list, ...turned(draw) };
}

function forward(draw: Draw): ServedAnswer {
  const parts = draw.chance(0.2) ? [draw.pick(SERVICES), draw.pick(SERVICES)] : [draw.pick(SERVICES)];
  return { forward: parts.map((service) => ({ service, weight: draw.pick([1, 1, 9]) })) };
}

export function answerOf(draw: Draw): ServedAnswer {
  if (draw.chance(0.6)) return forward(draw);
  const path = draw.chance(0.3)
    ? { path: draw.pick([{ full: "/a" }, { from: "/a", to: "/b", by: "segments" as const }, { from: "/a", to: "/a" }]) }
    : {};
  if (draw.chance(0.4))
    return {
      redirect: {
        ...(draw.chance(0.5) ? { scheme: "https" } : {}),
        ...(draw.chance(0.3) ? { host: "h.com" } : {}),
        ...path,
        ...(draw.chance(0.2) ? { dropsQuery: true } : {}),
      },
      status: draw.pick([301, 302]),
    };
  if (draw.chance(0.4)) return { ...(forward(draw) as { forward: [] }), ...path };
  return draw.pick<ServedAnswer>([{ status: 404 }, { status: 500 }, { closed: "refused" }]);
}

const HOSTS = ["h.com", "i.com", "a.w.com", "z.w.com", "b.a.w.com", "c.a.w.com", "d.c.a.w.com", "y.z.w.com", "w.com", "nobody.org"];
const TAILS = ["", "", "/", "x", "/b", "b", "/z/b", "c", "12", ".b"];
const FROM = ["10.0.0.1", "10.1.0.1", "10.1.2.3", "192.168.0.9", "8.8.8.8", "2001:db8::9", "2001:db9::1"];
const SENT = [...VALUES, "a", "12", "1,2", "x,1", "other"];

export function requestOf(draw: Draw): Request {
  if (draw.chance(0.05)) return { url: "tcp://default/db:5432", from: draw.pick(FROM) };
  const path = `${draw.pick(PATHS)}${draw.pick(TAILS)}`;
  const query = draw.chance(0.3) ? `?${draw.pick(["x", "y"])}=${draw.pick(VALUES)}` : "";
  const headers = Object.fromEntries(["x", "y"].filter(() => draw.chance(0.4)).map((name) => [name, draw.pick(SENT)]));
  return {
    url: `${draw.pick(["http", "https"])}://${draw.pick(HOSTS)}${draw.chance(0.05) ? path.toUpperCase() : path}${query}`,
    method: draw.pick([...METHODS, "GET", "DELETE"]),
    headers,
    from: draw.pick(FROM),
    clientCertificate: draw.chance(0.7),
  };
}
