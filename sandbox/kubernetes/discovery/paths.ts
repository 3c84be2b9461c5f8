import { type HttpRequest, type HttpResponse, json } from "../../shared/http";
import { reviewOf } from "../access/reviews";
import { allowsPath } from "../access/rules";
import { MASTERS, type User } from "../access/user";
import type { Cluster } from "../cluster";
import { StatusError } from "../errors/status";
import { apiVersionOf, type Resource } from "../resources/resource";

export const VERSION = {
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
  const review = reviewOf(cluster, user, path, request);
  if (review) return review;
  const answer = answerTo(cluster, user, path, request);
  if (!answer) return undefined;
  if (cluster.rbac && !user.groups.includes(MASTERS) && !allowsPath(cluster, user, path)) throw closed(user, path);
  return answer;
}

const closed = (user: User, path: string): StatusError =>
  new StatusError(403, "Forbidden", `forbidden: User "${user.name}" cannot get path "${path}"`, {});

function answerTo(cluster: Cluster, user: User, path: string, request: HttpRequest): HttpResponse | undefined {
  if (HEALTH.has(path)) return { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: "ok" };
  if (path === "/version") return json(200, VERSION);
  const visible = cluster.registry.visible(user.tenant ?? "");
  if (path === "/api") return json(200, coreVersions(request));
  if (path === "/apis") return json(200, { kind: "APIGroupList", apiVersion: "v1", groups: groupsOf(visible) });
  const [, prefix, first = "", second] = path.split("/");
  if (prefix === "api" && second === undefined) return resources(visible, "", first);
  if (prefix !== "apis") return undefined;
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
  const entries = served.flatMap((resource) => [entry(resource), ...resource.subresources.map((name) => subentry(resource, name))]);
  const custom = served.some((resource) => resource.custom !== undefined);
  const body = { kind: "APIResourceList", ...(custom ? { apiVersion: "v1" } : {}), groupVersion: apiVersionOf({ group, version }) };
  return json(200, { ...body, resources: entries });
}

function entry({ plural, singular, scope, kind, verbs, shortNames, categories }: Resource): object {
  return {
    ...{ name: plural, singularName: singular, namespaced: scope === "Namespaced", kind, verbs },
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
  };
}

const OTHER_KINDS: { [subresource: string]: object } = {
  scale: { group: "autoscaling", version: "v1", kind: "Scale" },
  token: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" },
  binding: { kind: "Binding" },
};

function subentry({ plural, scope, kind }: Resource, subresource: string): object {
  const verbs =
    subresource === "finalize"
      ? ["update"]
      : subresource === "token" || subresource === "binding"
        ? ["create"]
        : ["get", "patch", "update"];
  return {
    name: `${plural}/${subresource}`,
    singularName: "",
    namespaced: scope === "Namespaced",
    kind,
    ...OTHER_KINDS[subresource],
    verbs,
  };
}
