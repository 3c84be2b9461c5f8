import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { allowsPath } from "../access/rules";
import { MASTERS, type User } from "../access/user";
import type { Cluster } from "../cluster";
import { noSuchMethod, StatusError } from "../errors/status";
import { apiVersionOf, type Resource } from "../resources/resource";
import { aggregatedAt } from "./aggregated";
import { type Subresource, storageHash, subresourcesOf, verbsOf } from "./resource-facts";

const VERSION = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.3",
  gitCommit: "0",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "go1.26",
  compiler: "gc",
  platform: "linux/amd64",
};

const HEALTH = new Set(["/healthz", "/livez", "/readyz"]);

/** Everything that is no object: versions, groups, lists of kinds, health. */
export function discovery(cluster: Cluster, user: User, written: string, request: HttpRequest): HttpResponse | undefined {
  const path = written.replace(/(.)\/$/, "$1");
  if (cluster.rbac && !user.groups.includes(MASTERS) && !allowsPath(cluster, user, path)) throw closed(user, path);
  return answerTo(cluster, user, path, request);
}

const closed = (user: User, path: string): StatusError =>
  new StatusError(403, "Forbidden", `forbidden: User "${user.name}" cannot get path "${path}"`, {});

function answerTo(cluster: Cluster, user: User, path: string, request: HttpRequest): HttpResponse | undefined {
  const visible = cluster.registry.visible(user.tenant ?? "");
  const aggregated = /as=APIGroupDiscoveryList/.test(request.headers.accept ?? "") && aggregatedAt(visible, path, request);
  if (aggregated) return aggregated;
  const answer = serverAnswer(visible, path, request);
  if (answer && request.method !== "GET" && request.method !== "HEAD") throw noSuchMethod({});
  return answer ?? resourcesAt(visible, path, request);
}

/** Paths of the server itself. */
function serverAnswer(visible: Resource[], path: string, request: HttpRequest): HttpResponse | undefined {
  if (HEALTH.has(path.replace(/\/ping$/, ""))) {
    return { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: "ok" };
  }
  if (path === "/version") return json(200, VERSION);
  if (path === "/api") return json(200, coreVersions(request));
  return path === "/apis" ? json(200, { kind: "APIGroupList", apiVersion: "v1", groups: groupsOf(visible) }) : undefined;
}

/** `/api/v1`, `/apis/GROUP`, `/apis/GROUP/VERSION`; kinds of definitions are listed whatever the method. */
function resourcesAt(visible: Resource[], path: string, request: HttpRequest): HttpResponse | undefined {
  const [, prefix, first = "", second, ...more] = path.split("/");
  if (more.length > 0 || (prefix !== "api" && prefix !== "apis")) return undefined;
  const custom = visible.some((resource) => resource.custom && resource.group === first);
  if (!custom && request.method !== "GET" && request.method !== "HEAD") throw noSuchMethod({});
  if (prefix === "api") return second === undefined ? resources(visible, "", first) : undefined;
  if (second !== undefined) return resources(visible, first, second);
  const group = groupsOf(visible).find((each) => each.name === first);
  return group && json(200, { kind: "APIGroup", apiVersion: "v1", ...group });
}

function coreVersions(request: HttpRequest): object {
  const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress: request.headers.host ?? "" }];
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs };
}

interface Group {
  name: string;
  versions: { groupVersion: string; version: string }[];
  preferredVersion: { groupVersion: string; version: string };
}

/** Groups that are served without kinds of their own in the store. */
const REVIEWS = ["authentication.k8s.io", "authorization.k8s.io"].map((group) => ({ group, version: "v1" }));

function groupsOf(visible: Resource[]): Group[] {
  const all = [...visible, ...REVIEWS];
  const names = [...new Set(all.map(({ group }) => group))].filter((group) => group !== "");
  return names.map((name) => {
    const versions = [...new Set(all.filter(({ group }) => group === name).map(({ version }) => version))];
    const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions: entries, preferredVersion: entries[0]! };
  });
}

function resources(visible: Resource[], group: string, version: string): HttpResponse | undefined {
  const served = visible.filter((each) => each.group === group && each.version === version);
  if (served.length === 0) return undefined;
  const entries = served.flatMap((resource) => [entry(resource), ...subresourcesOf(resource).map((sub) => subentry(resource, sub))]);
  // the oldest list of all has no version
  const body = { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion: apiVersionOf({ group, version }) };
  return json(200, { ...body, resources: entries });
}

function entry(resource: Resource): object {
  const { plural, singular, scope, kind, shortNames, categories } = resource;
  return {
    ...{ name: plural, singularName: singular, namespaced: scope === "Namespaced", kind, verbs: verbsOf(resource) },
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    storageVersionHash: storageHash(resource),
  };
}

function subentry({ plural, scope }: Resource, { subresource, kind, verbs, group, version }: Subresource): object {
  const other = group === undefined ? {} : { group, version };
  return { name: `${plural}/${subresource}`, singularName: "", namespaced: scope === "Namespaced", ...other, kind, verbs };
}
