import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { faultsOf } from "../../support/faults";
import { defaultOf, type Landing, ruleFor, rulesOf, type TrafficRule } from "./oracle";
import { landing as landingOf, ofAvi, ofOctavia } from "./served";
import { COMMON, type TrafficManifest } from "./world";

/** Every difference between where requests land and where they belong has to be in a diagnostic of an object that it concerns. */

export const TARGETS = ["ako-1.2", "ako-1.2.1", "ako-2", "ako-2-evh", "octavia"] as const;
export type TargetName = (typeof TARGETS)[number];

interface JudgedTraffic {
  owner: string;
  code: string;
  message: string;
}

export interface Request {
  on: "clear" | "tls";
  host: string;
  path: string;
}

interface Translated {
  said: JudgedTraffic[];
  /** Differences that the translation has found itself, and no reason for them. */
  faults: string[];
  land(request: Request): Landing;
}

export const octaviaPlan = (objects: readonly unknown[], cluster = "c") =>
  translateToOctavia(readSpecs([...COMMON, ...objects].map((value) => ({ value }))), {
    settings: { service_subnet_id: "9d2a0bb5-4d5e-4a7c-9a0d-2a4f0c2f7a11", cluster_name: cluster },
    hostsOnly: true,
  });

function translated(target: TargetName, objects: readonly TrafficManifest[]): Translated {
  if (target === "octavia") {
    const plan = octaviaPlan(objects);
    const [balancer] = octaviaObjects(plan).objects.loadbalancers ?? [];
    const rules = ofOctavia(balancer);
    return { said: saidIn(plan), faults: faultsOf(plan), land: (request) => landingOf(rules, request) };
  }
  const settings = { clusterName: "c", naming: target, shardVSSize: "SMALL" };
  const plan = translateToAvi(readSpecs([...COMMON, ...objects].map((value) => ({ value }))), { settings });
  const rules = ofAvi(aviObjects(plan).objects);
  return { said: saidIn(plan), faults: faultsOf(plan), land: (request) => landingOf(rules, request) };
}

function saidIn({
  statuses,
}: {
  statuses: { object: { name: string }; diagnostics: { code: string; message: string }[] }[];
}): JudgedTraffic[] {
  return statuses.flatMap(({ object, diagnostics }) => diagnostics.map(({ code, message }) => ({ owner: object.name, code, message })));
}

/**
 * All requests that may tell rules apart: hosts that are named, below a wildcard and of no rule; paths as written, below, beside, in other
 * letters.
 */
export function requestsOf(rules: readonly TrafficRule[], target: TargetName): Request[] {
  const hosts = new Set(rules.flatMap(({ host }) => (host === "" ? [] : host.startsWith("*.") ? [`x${host.slice(1)}`] : [host])));
  const paths = new Set(rules.flatMap(({ path }) => around(path)));
  const all = [...hosts, "nobody.org"].flatMap((host) => [...paths].map((path) => ({ host, path })));
  const ported = target === "octavia" ? all.map(({ host, path }) => ({ host: `${host}:8080`, path })) : [];
  const clear = [...all, ...ported].map((one) => ({ on: "clear" as const, ...one }));
  const secured = ({ host }: { host: string }) => rules.some((rule) => rule.secure && isFor(rule.host, host));
  return [...clear, ...all.filter(secured).map((one) => ({ on: "tls" as const, ...one }))];
}

function around(path: string): string[] {
  const bare = path.replace(/\/+$/, "");
  return [bare || "/", `${bare}/`, `${bare}/z`, `${bare}z` || "/z", bare.toUpperCase() || "/", bare.toLowerCase() || "/", "/no"].map(
    (one) => (one.startsWith("/") ? one : `/${one}`),
  );
}

const isFor = (rule: string, host: string) => rule === host || (rule.startsWith("*.") && host.slice(host.indexOf(".")) === rule.slice(1));

export const text = (landing: Landing): string =>
  landing === "https"
    ? "https"
    : Object.entries(landing)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([server, share]) => `${server} ${share.toFixed(4)}`)
        .join(", ") || "nobody";

/** Returns the expected landing of a request. A redirect of a whole host may also catch requests that have no server otherwise (`orElse`). */
function belongs(objects: readonly TrafficManifest[], rules: readonly TrafficRule[], { on, host, path }: Request) {
  const name = host.replace(/:\d+$/, "");
  const rule = ruleFor(rules, on, name, path);
  const landing: Landing = !rule ? defaultOf(objects) : on === "clear" && rule.clear === "https" ? "https" : rule.shares;
  const redirects = rules.some((one) => one.clear === "https" && isFor(one.host, name));
  return { rule, landing, orElse: !rule && on === "clear" && redirects ? "https" : undefined };
}

/** True if a diagnostic of the object is about the rule: its host and path, or its host as a whole. */
function isAbout({ owner, code, message }: JudgedTraffic, rule: TrafficRule): boolean {
  if (owner !== rule.owner || !/^LB1[1235]/.test(code) || code === "LB1216" || code === "LB1206") return false;
  const host = rule.host || "no host";
  if (message.includes(`${host}${rule.path}`)) return true;
  if (code === "LB1302" && /weights above 256/.test(message)) return true;
  const at = message.indexOf(host);
  return at >= 0 && !message.slice(at + host.length).startsWith("/");
}

/** The differences that nothing reports, one line each. */
export function untold(target: TargetName, objects: readonly TrafficManifest[]): string[] {
  const rules = rulesOf(objects);
  const { said, faults, land } = translated(target, objects);
  const owners = new Map(rules.flatMap((rule) => Object.keys(rule.shares).map((server) => [server, rule] as const)));
  const found = [...faults];
  for (const request of requestsOf(rules, target)) {
    const { rule, landing, orElse } = belongs(objects, rules, request);
    const got = land(request);
    if (text(got) === text(landing) || (orElse && text(got) === orElse)) continue;
    const name = request.host.replace(/:\d+$/, "");
    const reached =
      got === "https" ? rules.filter((one) => isFor(one.host, name)) : Object.keys(got).flatMap((server) => owners.get(server) ?? []);
    const concerned = [...(rule ? [rule] : []), ...reached];
    const usesDefault = !rule && landing !== "https" && Object.keys(landing).length > 0;
    const isTold = usesDefault
      ? said.some(({ message }) => message.includes("default backend"))
      : said.some((one) => concerned.some((other) => isAbout(one, other)));
    if (!isTold) found.push(`${target} ${request.on} ${request.host}${request.path}: ${text(got)} instead of ${text(landing)}`);
  }
  return found;
}

/** The fewest objects that still differ untold, with the Services that they name. */
export function smallest(target: TargetName, objects: readonly TrafficManifest[]): TrafficManifest[] {
  let rest = [...objects];
  const isService = ({ kind }: TrafficManifest) => kind === "Service" || kind === "Endpoints";
  for (const object of objects.filter((one) => !isService(one)).toReversed()) {
    const without = rest.filter((one) => one !== object);
    if (untold(target, without).length > 0) rest = without;
  }
  const routing = JSON.stringify(rest.filter((one) => !isService(one)));
  return rest.filter((one) => !isService(one) || routing.includes(`"${one.metadata.name}"`));
}
