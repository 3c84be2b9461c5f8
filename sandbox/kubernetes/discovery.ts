import { createHash } from "node:crypto";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import type { Cluster } from "./cluster";
import { apiVersionOf, type Resource } from "./registry";
import { noSuchMethod, StatusError } from "./status";
import { mayLookAround, type User } from "./users";

const VERSION = {
  ...{ major: "1", minor: "36", emulationMajor: "1", emulationMinor: "36", minCompatibilityMajor: "1", minCompatibilityMinor: "35" },
  ...{ gitVersion: "v1.36.3", gitCommit: "0", gitTreeState: "clean", buildDate: "1970-01-01T00:00:00Z" },
  ...{ goVersion: "go1.26", compiler: "gc", platform: "linux/amd64" },
};

const HEALTH = new Set(["/healthz", "/livez", "/readyz"]);

/** Everything that is no object: version, groups, lists of kinds, health. Undefined for a path that is none of them. */
export function discovery(cluster: Cluster, user: User, written: string, request: HttpRequest): HttpResponse | undefined {
  const path = written.replace(/(.)\/$/, "$1");
  if (cluster.rbac && !mayLookAround(user, path))
    throw new StatusError(403, "Forbidden", `forbidden: User "${user.name}" cannot get path "${path}"`, {});
  const visible = cluster.registry.visible(user.tenant ?? "");
  const [, prefix, group = "", version, ...more] = path.split("/");
  // kinds of definitions are listed whatever the method
  const isCustom = prefix === "apis" && visible.some((resource) => resource.custom && resource.group === group);
  const answer = HEALTH.has(path.replace(/\/ping$/, "")) ? HEALTHY : describe(path, visible, request);
  if (answer && request.method !== "GET" && !isCustom) throw noSuchMethod();
  if (answer || more.length > 0) return answer;
  if (prefix === "api") return version === undefined ? kindsOf(visible, "", group) : undefined;
  return prefix === "apis" && version !== undefined ? kindsOf(visible, group, version) : undefined;
}

const HEALTHY = { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: "ok" };

function describe(path: string, visible: Resource[], request: HttpRequest): HttpResponse | undefined {
  const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress: request.headers.host ?? "" }];
  if (path === "/version") return json(200, VERSION);
  if (path === "/api") return json(200, { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs });
  const groups = groupsOf(visible);
  if (path === "/apis") return json(200, { kind: "APIGroupList", apiVersion: "v1", groups });
  const group = groups.find(({ name }) => path === `/apis/${name}`);
  return group && json(200, { kind: "APIGroup", apiVersion: "v1", ...group });
}

function groupsOf(visible: Resource[]) {
  const names = [...new Set(visible.map(({ group }) => group))].filter((group) => group !== "");
  return names.map((name) => {
    const versions = new Set(visible.filter(({ group }) => group === name).map(({ version }) => version));
    const entries = [...versions].map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions: entries, preferredVersion: entries[0] };
  });
}

function kindsOf(visible: Resource[], group: string, version: string): HttpResponse | undefined {
  const served = visible.filter((each) => each.group === group && each.version === version);
  if (served.length === 0) return undefined;
  const resources = served.flatMap((resource) => [entryOf(resource), ...resource.subresources.map((name) => below(resource, name))]);
  // the oldest list of all has no version
  const head = { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion: apiVersionOf({ group, version }) };
  return json(200, { ...head, resources });
}

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
/** Kinds of definitions list their methods in an order of their own. */
const CUSTOM_VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

function entryOf({
  group,
  version,
  plural: name,
  singular: singularName,
  scope,
  kind,
  shortNames,
  categories,
  custom,
  holds,
}: Resource): object {
  const hash = createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
  return {
    ...{ name, singularName, namespaced: scope === "Namespaced", kind },
    verbs: custom ? CUSTOM_VERBS : VERBS.filter((verb) => verb !== "deletecollection" || !holds),
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    storageVersionHash: hash,
  };
}

const SPECIAL: { [subresource: string]: object } = {
  finalize: { verbs: ["update"] },
  token: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", verbs: ["create"] },
};

const below = ({ plural, scope, kind }: Resource, subresource: string): object => ({
  ...{ name: `${plural}/${subresource}`, singularName: "", namespaced: scope === "Namespaced", kind, verbs: ["get", "patch", "update"] },
  ...SPECIAL[subresource],
});
